"""Every board of the evening, replayed through the table: no finding, the right result, and the same record again."""

from dataclasses import replace

import pytest

from controller.records import events_of, record_of
from controller.table import replay
from hw_sim.boards import boards

EVENING = boards()
each = pytest.mark.parametrize("board", EVENING, ids=lambda b: f"board-{b.board}")
editions = pytest.mark.parametrize("laws", ["1987", "2017"])


@editions
@each
def test_a_clean_board_raises_nothing(board, laws):
    assert [found.id for stepped in replay(events_of(board), laws) for found in stepped.raised] == []


@editions
@each
def test_a_board_ends_with_its_result_and_score(board, laws):
    *_, last = replay(events_of(board), laws)
    state = last.table.state()
    assert (state["phase"], state["result"].get("score")) == ("ended", board.score_ns)
    assert board.passed_out or state["result"]["tricks"] == board.tricks


@editions
@each
def test_the_record_of_the_table_is_the_board_that_was_played(board, laws):
    *_, last = replay(events_of(board), laws)
    assert record_of(last.table) == replace(board, event="?", scoring="?", laws=laws)


@editions
def test_a_whole_evening_at_one_table_raises_nothing(laws):
    events = [event for board in EVENING for event in events_of(board)]
    assert [found.id for stepped in replay(events, laws) for found in stepped.raised] == []


@pytest.mark.parametrize("cut", [0, 1, 27, 44])
def test_a_board_that_declarer_claims_has_the_same_result(cut):
    board = EVENING[0]
    shorter = replace(board, play=board.play[: cut // 4])
    *_, last = replay(events_of(shorter), "2017")
    assert last.table.state()["result"] == {"tricks": board.tricks, "score": board.score_ns}


def test_a_board_in_progress_stops_where_it_is():
    board = replace(EVENING[0], play=EVENING[0].play[:2], in_progress=True, tricks=None, score_ns=None)
    *_, last = replay(events_of(board), "2017")
    assert last.table.state()["trick"] == 3


def test_a_record_without_a_number_cannot_be_taken_to_a_table():
    with pytest.raises(ValueError, match="board number"):
        events_of(replace(EVENING[0], board=None))
