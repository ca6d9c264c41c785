"""Two tables' hands of one board that contradict each other: which table, which cards, since when (Law 87)."""

from support.build import deal

from controller.model.cards import card
from controller.model.seats import SEATS, Seat
from controller.session.fouled import Seen, contradiction, groups

DEAL = "N:AK74.83.KQJ95.K8 QJ85.KQJ74.72.Q5 T92.AT5.A84.AJ93 63.962.T63.T7642"


def seen(table, *, swapped=(), known=SEATS, turned=0):
    """The hands at a table: cards swapped between their hand and another one, hands not known, the board turned."""
    hands = {seat: set(cards) for seat, cards in deal(DEAL).hands.items()}
    for text, to in swapped:
        one = card(text)
        owner = next(seat for seat in SEATS if one in hands[seat])
        hands[owner].discard(one)
        hands[Seat[to]].add(one)
    moved = {SEATS[(SEATS.index(seat) + turned) % 4]: frozenset(hands[seat]) for seat in known}
    return Seen(table, moved)


TWO = (("SA", "E"), ("SQ", "N"))


def test_the_same_hands_are_no_contradiction():
    assert contradiction([seen("1")], seen("2")) is None


def test_two_cards_in_other_hands_foul_the_board():
    found = contradiction([seen("1")], seen("2", swapped=TWO))
    assert (found.table, found.before) == ("2", "1")
    assert found.cards == {card("SA"): (Seat.N, Seat.E), card("SQ"): (Seat.E, Seat.N)}


def test_one_card_may_be_a_misread_tag():
    assert contradiction([seen("1")], seen("2", swapped=[("SA", "E")])) is None


def test_the_last_table_that_had_it_right_is_named():
    found = contradiction([seen("1"), seen("7"), seen("4")], seen("2", swapped=TWO))
    assert found.before == "4"


def test_a_table_that_agrees_with_the_one_before_is_not_told_again():
    earlier = [seen("1"), seen("2", swapped=TWO)]
    assert contradiction(earlier, seen("3", swapped=TWO)) is None


def test_hands_of_which_nothing_is_known_say_nothing():
    assert contradiction([seen("1", known=(Seat.S,))], seen("2", swapped=TWO, known=(Seat.N, Seat.E))) is None


def test_a_table_that_saw_little_hides_nothing():
    """Table 2 passed the board out and showed only South's hand: table 1 is what table 3 is compared with."""
    earlier = [seen("1"), seen("2", known=(Seat.S,))]
    assert contradiction(earlier, seen("3", swapped=TWO)).before == "1"


def test_a_board_that_lay_turned_is_told_as_that():
    found = contradiction([seen("1")], seen("2", turned=1))
    assert found.is_turned and len(found.cards) == 52
    assert not contradiction([seen("1")], seen("2", swapped=TWO)).is_turned


def test_two_cards_between_partners_are_no_turn():
    """Only two cards are seen at both tables, and both went across the table."""
    found = contradiction([seen("1", known=(Seat.N, Seat.S))], seen("2", swapped=[("SA", "S"), ("ST", "N")]))
    assert not found.is_turned and len(found.cards) == 2


def test_tables_fall_into_groups_in_the_order_of_play():
    tables = [seen("3"), seen("5"), seen("7", swapped=TWO), seen("2", swapped=TWO)]
    assert groups(tables) == [["3", "5"], ["7", "2"]]
