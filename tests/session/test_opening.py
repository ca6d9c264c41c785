"""When a deal is shown to all: the organiser's regulation, a delay, an embargo; never before all have played it."""

import pytest

from controller.model.errors import LogError
from controller.session.listed import listed
from controller.session.may_see import DealState, deal_state
from controller.session.opening import progress_of
from controller.session.plan import Section, SessionPlan
from controller.session.rules import Opening
from controller.session.session_file import plan_of

#: Two tables that play boards 1 and 2 in one round.
MOVEMENT = listed("round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,1-2\n")
BOARD_1 = {("1", 1): 100.0, ("2", 1): 160.0}
ALL = BOARD_1 | {("1", 2): 400.0, ("2", 2): 500.0}


def state(ended, *, at, board=1, **opening):
    plan = SessionPlan((Section("A", ("1", "2"), MOVEMENT),), opening=Opening(**opening))
    return deal_state(progress_of(board, plan, tables=("1", "2", "7"), ended=ended), at)


@pytest.mark.parametrize(
    ("ended", "at", "opening", "expected"),
    [
        (BOARD_1, 160.0, {}, DealState.OPEN),
        ({("1", 1): 100.0}, 1e12, {}, DealState.CLOSED),
        (BOARD_1, 459.0, {"delay_min": 5}, DealState.CLOSED),
        (BOARD_1, 460.0, {"delay_min": 5}, DealState.OPEN),
        (BOARD_1, 999.0, {"not_before": 1000.0}, DealState.CLOSED),
        (BOARD_1, 1000.0, {"not_before": 1000.0}, DealState.OPEN),
        ({("1", 1): 100.0}, 2000.0, {"not_before": 1000.0}, DealState.CLOSED),
        (BOARD_1, 1e12, {"when": "session"}, DealState.CLOSED),
        (ALL, 500.0, {"when": "session"}, DealState.OPEN),
        (ALL, 559.0, {"when": "session", "delay_min": 1}, DealState.CLOSED),
        (ALL, 560.0, {"when": "session", "delay_min": 1}, DealState.OPEN),
    ],
)
def test_when_board_1_is_open(ended, at, opening, expected):
    assert state(ended, at=at, **opening) is expected


def test_without_a_plan_every_table_of_the_room_is_waited_for():
    assert not progress_of(1, None, tables=("1", "2", "7"), ended=BOARD_1).is_open(1e12)
    assert progress_of(1, None, tables=("1", "2"), ended=BOARD_1).is_open(160.0)


SECTIONS = [{"tables": ["1", "2", "3"]}]


def test_the_sessions_file_says_it():
    given = {
        "sections": SECTIONS,
        "opening": {"when": "session", "delay_min": 10, "not_before": "1970-01-01T01:00+01:00"},
    }
    assert plan_of(given).opening == Opening("session", 10, 0.0)
    assert plan_of({"sections": SECTIONS}).opening == Opening()


@pytest.mark.parametrize(
    ("opening", "field"),
    [
        ({"when": "never"}, "opening.when"),
        ({"delay_min": -1}, "opening.delay_min"),
        ({"not_before": "2026-12-01"}, "opening.not_before"),
        ({"not_before": 5}, "opening.not_before"),
        ({"embargo": 1}, "opening.embargo"),
    ],
)
def test_what_it_cannot_mean_names_the_key(opening, field):
    with pytest.raises(LogError, match=field):
        plan_of({"sections": SECTIONS, "opening": opening})
