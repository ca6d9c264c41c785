"""A deal told card by card: only 52 different cards, thirteen a pocket, are a deal; what is wrong names the cards."""

from hypothesis import given, settings
from hypothesis import strategies as st
from support.deal_makers import BY_SUITS

from controller.model.cards import PACK, card
from controller.model.dealing import BoardDealt, CardDealt, DealTrouble
from controller.model.seats import SEATS, Seat
from controller.records.dealt import MisdealtError
from controller.records.machine_deal import MachineDeal


def falls(number, seat, dealt, board=7):
    return CardDealt(t=0.0, board=board, number=number, pocket=seat, card=dealt)


def told(cards, *, counts=None):
    """A board of whole suits, told with these cards in the order N E S W."""
    deal = MachineDeal(7)
    heard = dict.fromkeys(SEATS, 0)
    for number, dealt in enumerate(cards, start=1):
        seat = SEATS[(number - 1) % 4]
        heard[seat] += 1
        assert deal.take(falls(number, seat, dealt)) is None
    return deal.take(BoardDealt(t=1.0, board=7, counts=counts or heard))


@given(st.permutations(PACK))
@settings(max_examples=30, derandomize=True)
def test_any_52_different_cards_are_a_deal(cards):
    finished = told(cards)

    assert finished.error is None
    assert finished.deal.hands[Seat.N] == frozenset(cards[::4])


@given(st.permutations(PACK), st.integers(0, 51), st.sampled_from([*PACK, None]))
@settings(max_examples=60, derandomize=True)
def test_one_card_read_as_another_or_not_at_all_is_no_deal_and_is_named(cards, place, read_as):
    finished = told([*cards[:place], read_as, *cards[place + 1 :]])

    if read_as is cards[place]:
        assert finished.deal is not None
    else:
        assert isinstance(finished.error, MisdealtError)
        assert f"nowhere {cards[place]}" in str(finished.error)


def test_what_may_stand_in_a_log_names_no_card():
    finished = told([PACK[0], *PACK[:51]])

    assert "SA" in str(finished.error)
    assert "SA" not in str(finished.error.discreet())


def test_a_pocket_with_more_cards_than_were_told_is_no_deal():
    counts = dict.fromkeys(SEATS, 13) | {Seat.E: 14}
    finished = told(PACK, counts=counts)

    assert "E's pocket holds 14 cards, 13 were told" in str(finished.error)


def test_a_card_in_another_pocket_than_was_ordered_is_named():
    deal = MachineDeal(7, ordered=BY_SUITS)
    hands = {seat: sorted(BY_SUITS.hands[seat]) for seat in SEATS}
    hands[Seat.N][0], hands[Seat.E][0] = hands[Seat.E][0], hands[Seat.N][0]
    cards = [(seat, dealt) for seat in SEATS for dealt in hands[seat]]
    for number, (seat, dealt) in enumerate(cards, start=1):
        deal.take(falls(number, seat, dealt))
    finished = deal.take(BoardDealt(t=1.0, board=7, counts=dict.fromkeys(SEATS, 13)))

    assert f"{hands[Seat.N][0]} lies in N's pocket and was meant for E's" in str(finished.error)


def test_a_deal_that_is_begun_anew_forgets_the_cards_before():
    deal = MachineDeal(7)
    deal.take(falls(1, Seat.N, card("SA")))
    deal.take(falls(2, Seat.N, card("SK")))
    deal.take(falls(1, Seat.E, card("SK")))

    assert deal.count == 1


def test_cards_of_another_board_are_passed_over():
    deal = MachineDeal(7)
    deal.take(falls(1, Seat.N, card("SA"), board=8))

    assert deal.count == 0


def test_a_deal_that_is_broken_off_is_none():
    finished = MachineDeal(7).take(DealTrouble(t=0.0, board=7, number=3, kind="stopped"))

    assert "broken off" in str(finished.error)
