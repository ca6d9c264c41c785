"""No board number ever has two different sets of hands."""

import pytest
from support.deal_makers import BY_SUITS

from controller.model.board import Deal
from controller.model.errors import LogError
from controller.model.notation import print_deal
from controller.model.seats import Seat
from controller.records.deal_files import DealtBoard
from controller.service.deal_shelf import DealShelf

TURNED = Deal({seat.lho: hand for seat, hand in BY_SUITS.hands.items()})


@pytest.fixture
def shelf():
    shelf = DealShelf()
    shelf.put("a.dup", [DealtBoard(7, BY_SUITS), DealtBoard(8, TURNED)], {})
    return shelf


def deals(shelf):
    return {number: fields["deal"] for number, fields in shelf.fields().items()}


def test_every_board_has_the_hands_of_its_file(shelf):
    shelf.put("b.dup", [DealtBoard(9, BY_SUITS)], {})

    assert deals(shelf) == {7: print_deal(BY_SUITS), 8: print_deal(TURNED), 9: print_deal(BY_SUITS)}


def test_the_same_board_may_stand_in_two_files(shelf):
    shelf.put("a.pbn", [DealtBoard(7, BY_SUITS, Seat.S)], {7: [BY_SUITS.hands]})

    assert shelf.fields()[7]["dealer"] == "S"


def test_a_board_that_another_file_deals_otherwise_is_refused_and_all_stays_as_it_was(shelf):
    with pytest.raises(LogError, match=r"b\.dup, board 8: is dealt otherwise in a\.dup"):
        shelf.put("b.dup", [DealtBoard(9, BY_SUITS), DealtBoard(8, BY_SUITS)], {})
    assert deals(shelf) == {7: print_deal(BY_SUITS), 8: print_deal(TURNED)}


def test_the_same_file_may_deal_its_boards_anew(shelf):
    shelf.put("a.dup", [DealtBoard(7, TURNED)], {})

    assert deals(shelf) == {7: print_deal(TURNED)}


def test_a_board_that_was_taken_up_with_other_hands_is_refused(shelf):
    with pytest.raises(LogError, match=r"a\.dup, board 7: has been taken up with other hands"):
        shelf.put("a.dup", [DealtBoard(7, TURNED)], {7: [BY_SUITS.hands]})
    assert deals(shelf)[7] == print_deal(BY_SUITS)


def test_hands_that_only_some_tables_know_are_compared_as_far_as_they_go(shelf):
    shelf.put("a.dup", [DealtBoard(7, BY_SUITS)], {7: [{Seat.N: BY_SUITS.hands[Seat.N]}]})
    with pytest.raises(LogError, match="board 7"):
        shelf.put("a.dup", [DealtBoard(7, BY_SUITS)], {7: [{Seat.N: TURNED.hands[Seat.N]}]})
