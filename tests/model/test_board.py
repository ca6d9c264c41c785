"""What a board's number says (Law 2), deals and contracts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.build import contract, deal

from controller.model.board import Vulnerability, dealer_of, vulnerability_of
from controller.model.cards import PACK, card
from controller.model.seats import SEATS, Seat, Side

#: Dealer and vulnerability as they are printed on boards 1 to 36.
PRINTED = (
    "N None  E NS    S EW    W All",
    "N NS    E EW    S All   W None",
    "N EW    E All   S None  W NS",
    "N All   E None  S NS    W EW",
    "N None  E NS    S EW    W All",
    "N NS    E EW    S All   W None",
    "N EW    E All   S None  W NS",
    "N All   E None  S NS    W EW",
    "N None  E NS    S EW    W All",
)
MARKS = [mark for row in PRINTED for mark in row.split()]
BOARDS = [(n + 1, MARKS[2 * n], MARKS[2 * n + 1]) for n in range(36)]


@pytest.mark.parametrize(("number", "dealer", "vulnerability"), BOARDS)
def test_a_board_is_marked_as_printed(number, dealer, vulnerability):
    assert (dealer_of(number), vulnerability_of(number)) == (Seat[dealer], Vulnerability(vulnerability))


@given(st.integers(1, 200))
def test_after_sixteen_boards_it_begins_again(number):
    assert (dealer_of(number + 16), vulnerability_of(number + 16)) == (dealer_of(number), vulnerability_of(number))


@pytest.mark.parametrize(
    ("vulnerability", "ns", "ew"),
    [("None", False, False), ("NS", True, False), ("EW", False, True), ("All", True, True)],
)
def test_who_is_vulnerable(vulnerability, ns, ew):
    v = Vulnerability(vulnerability)
    assert (v.of(Side.NS), v.of(Side.EW)) == (ns, ew)


@pytest.mark.parametrize(
    ("text", "is_complete"),
    [
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", True),
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -", False),
        ("N:AKQJT9876543.2.. .AKQJT9876543..2 ..AKQJT98765432. ...AKQJT98765432", False),
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT987654", False),
    ],
)
def test_a_deal_is_complete_with_four_hands_of_thirteen_different_cards(text, is_complete):
    assert deal(text).is_complete is is_complete


@given(st.sampled_from(PACK))
def test_a_card_is_found_in_its_hand(wanted):
    seat = SEATS[PACK.index(wanted) // 13]
    assert deal().owner(wanted) is seat


def test_a_card_of_an_unknown_hand_belongs_to_nobody():
    assert deal("N:A... - - -").owner(card("HA")) is None


@pytest.mark.parametrize(("text", "tricks"), [("1C", 7), ("3NT", 9), ("7SXX", 13)])
def test_a_contract_needs_six_tricks_more_than_its_level(text, tricks):
    made = contract(f"{text} by N")
    assert (made.tricks_needed, str(made)) == (tricks, text)
