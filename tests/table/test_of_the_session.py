"""A finding that the session raises is ruled in the table's log like any other, in its own board."""

import pytest
from support.build import auction, board, ruling

from controller.table import Table, refusal, step
from controller.table.of_the_session import session_finding

FOULED = "fouled_board@0:-"


@pytest.fixture(params=["1987", "2017"])
def played(request):
    """Board 1 passed out, board 2 taken up."""
    table = Table.fresh(request.param)
    for event in [board(1), *auction("N: P P P P"), board(2)]:
        table = step(table, event).table
    return table


def test_it_has_the_options_of_a_board(played):
    found = session_finding(played.game, FOULED, {"table": "3"})
    assert (found.laws[0], found.options, found.seat) == ("87", ("play_on", "cancel_board", "artificial"), None)
    assert set(found.by.values()) == {"director"} and found.facts == {"table": "3"}


@pytest.mark.parametrize("choice", ["play_on", "dismiss"])
def test_the_board_may_stand(played, choice):
    stepped = step(played, ruling(FOULED, choice))
    assert [done.id for done in stepped.resolved] == [FOULED] and stepped.raised == ()
    assert [b.game.play.result for b in stepped.table.boards if b.game.board == 1] == [{"score": 0}]


def test_the_board_may_be_cancelled_although_the_next_one_is_in_play(played):
    stepped = step(played, ruling(FOULED, "cancel_board"))
    assert [done.id for done in stepped.resolved] == [FOULED]
    assert [b.game.play.result for b in stepped.table.boards if b.game.board == 1] == [{"cancelled": True}]
    assert stepped.table.game.board == 2 and stepped.table.game.phase == "auction"


def test_what_has_been_ruled_is_closed(played):
    after = step(played, ruling(FOULED, "play_on")).table
    assert "closed by ruling" in refusal(after, ruling(FOULED, "play_on"))


def test_a_choice_that_it_does_not_offer_is_refused(played):
    assert "not a choice" in refusal(played, ruling(FOULED, "accept"))


def test_any_other_finding_that_is_not_there_is_not_ruled(played):
    assert "no finding" in refusal(played, ruling("wrong_board@0:-", "play_on"))
    assert "no finding" in refusal(played, ruling("fouled_board", "play_on"))
