"""Deals and hands as bridge players write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.board import Deal
from controller.model.cards import PACK, cards
from controller.model.notation import deal_of, is_thirteen, parse_deal, parse_hand, print_deal, print_hand
from controller.model.seats import SEATS, Seat

hands = st.frozensets(st.sampled_from(PACK), max_size=13)


@st.composite
def deals(draw):
    pack = draw(st.permutations(PACK))
    known = draw(st.sets(st.sampled_from(SEATS)))
    return Deal({s: frozenset(pack[i * 13 : i * 13 + 13]) for i, s in enumerate(SEATS) if s in known})


@given(hands)
def test_a_hand_comes_back_as_it_was_printed(hand):
    assert parse_hand(print_hand(hand)) == hand


@given(deals(), st.sampled_from(SEATS))
def test_a_deal_comes_back_whichever_hand_is_printed_first(deal, first):
    assert parse_deal(print_deal(deal, first)) == deal


def test_hands_go_clockwise_from_the_seat_named():
    found = parse_deal("S:A... K... - J...").hands
    assert found == {
        Seat.S: frozenset(cards("SA")),
        Seat.W: frozenset(cards("SK")),
        Seat.E: frozenset(cards("SJ")),
    }


def test_a_deal_remembers_how_it_was_written():
    assert parse_deal("N:2A... - - -").text == "N:2A... - - -"


def test_ten_may_be_written_in_figures():
    assert parse_hand("A10.10..") == frozenset(cards("SA ST HT"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AKQ", "begin with a seat"),
        ("X:AK... - - -", "begin with a seat"),
        ("N:AK... - -", "3 hands"),
        ("N:AK.. - - -", "3 suits"),
        ("N:AZ... - - -", "no such rank 'Z' in S"),
        ("N:AA... - - -", "SA twice"),
        ("", "begin with a seat"),
    ],
)
def test_what_is_no_deal_says_why(text, reason):
    with pytest.raises(ValueError, match=reason):
        parse_deal(text)


def test_known_hands_make_a_deal():
    hand = parse_hand("AKQJT98765432...")
    deal = deal_of({Seat.E: hand})
    assert (deal.hands, is_thirteen(deal.hands[Seat.E])) == ({Seat.E: hand}, True)
