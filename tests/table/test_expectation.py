"""What sensing may know of a table: whose turn it is, although a ruling waits that does not touch it."""

from __future__ import annotations

from support.build import claim, ruling
from support.card_acts import SOUTH_WINS, after_trick, put, three_notrump

from controller.model.calls import call
from controller.model.events import BoardTaken, CallMade
from controller.model.seats import Seat
from controller.table import Table, step


def after(*events) -> Table:
    table = Table.fresh("2017")
    for event in events:
        table = step(table, event).table
    return table


#: Board 2 is East's to deal.
MARKED_OTHERWISE = BoardTaken(board=2, dealer=Seat.N)


def test_a_board_with_other_marks_is_played_while_the_director_is_awaited():
    table = after(MARKED_OTHERWISE, CallMade(seat=Seat.N, call=call("1S")))
    assert table.expectation().pending == ("dealer_or_vulnerability_mismatch",)
    assert table.expectation().turn is Seat.E


def test_while_a_call_is_in_question_nobody_knows_whose_turn_it_is():
    table = after(BoardTaken(board=2), CallMade(seat=Seat.N, call=call("1S")))
    assert table.expectation().turn is None


def test_the_lead_has_been_faced_from_the_first_card_until_the_board_is_over():
    def is_faced(*events):
        return after(*events).expectation().lead_faced

    contract, lead = three_notrump(), put("W", "S2")
    assert not is_faced(*contract)
    assert not is_faced(*contract, put("W", "S2", face="down"))
    assert not is_faced(*contract, ruling("board", "cancel_board"))
    assert is_faced(*contract, lead)
    assert is_faced(*contract, lead, *claim("S", 9))
    assert is_faced(*after_trick(SOUTH_WINS), ruling("board", "cancel_board"))
