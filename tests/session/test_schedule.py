"""Who should be where with which board: a table's round follows from what has been played there."""

import pytest

from controller.session.howell import howell
from controller.session.mitchell import mitchell
from controller.session.plan import Section, SessionPlan
from controller.session.schedule import Taken, board_fields, due_at

#: Five tables, two boards a round: table 3 plays 5 and 6, then 7 and 8, then 9 and 10, then 1 and 2, then 3 and 4.
TABLES = ("1", "2", "3", "4", "5")
PLAN = SessionPlan((Section("A", TABLES, mitchell(5)),))


def played(*boards, table="3", pairs=None):
    return [Taken(table, board, True, pairs) for board in boards]


def due(taken, board=None, table="3", plan=PLAN):
    place = due_at(plan, table, taken, board=board)
    return place and (place.sitting.round, place.sitting.ns, place.sitting.ew)


def test_at_the_beginning_the_first_round_is_due():
    assert due([]) == (1, 3, 8)


def test_a_round_goes_on_until_its_boards_have_been_played():
    assert due(played(5)) == (1, 3, 8)
    assert due(played(6, 5)) == (2, 3, 7)


def test_a_board_that_was_put_back_at_once_is_still_to_be_played():
    assert due([*played(5), Taken("3", 6, False)]) == (1, 3, 8)


def test_what_other_tables_play_does_not_move_a_table_on():
    assert due(played(5, 6, table="4")) == (1, 3, 8)


def test_a_board_of_the_next_round_once_played_moves_the_table_on():
    """The director let it be played although board 6 was left out."""
    assert due(played(5, 7)) == (2, 3, 7)


def test_a_board_that_was_left_out_may_be_played_late_between_rounds():
    taken = played(5, 7, 8)
    assert due(taken) == (3, 3, 6)
    assert due(taken, board=6) == (1, 3, 8)


def test_a_board_that_was_left_out_is_not_due_in_the_middle_of_a_round():
    assert due(played(5, 7), board=6) == (2, 3, 7)


def test_at_the_end_nothing_is_due_but_what_was_left_out():
    taken = played(5, 7, 8, 9, 10, 1, 2, 3, 4)
    assert due(taken) is None
    assert due(taken, board=6) == (1, 3, 8)


def test_the_board_event_says_who_should_sit_there_and_which_boards_they_should_play():
    assert board_fields(PLAN, "3", 7, played(5, 6)) == {
        "pairs": {"NS": 3, "EW": 7},
        "schedule": {"boards": [7, 8], "NS": 3, "EW": 7, "played": []},
    }


def test_it_names_the_boards_that_one_of_the_pairs_has_played_anywhere():
    taken = [*played(5, 6, pairs={"NS": 3, "EW": 8}), *played(5, table="4", pairs={"NS": 4, "EW": 7})]
    assert board_fields(PLAN, "3", 7, taken)["schedule"]["played"] == [5, 6]


def test_after_the_last_round_no_board_is_due():
    every = played(5, 6, 7, 8, 9, 10, 1, 2, 3, 4)
    assert board_fields(PLAN, "3", 5, every) == {"schedule": {"boards": []}}


def test_nothing_is_said_of_a_table_of_no_section():
    assert board_fields(PLAN, "99", 1, []) == {}


def test_a_table_whose_visitors_are_missing_has_the_next_round_due():
    """Pair 8 is not there: table 3 sits out the first round."""
    plan = SessionPlan((Section("A", TABLES, mitchell(5), frozenset({8})),))
    assert due([], plan=plan) == (2, 3, 7)


def test_two_sections_that_share_numbers_carry_their_letters():
    other = Section("B", ("6", "7", "8", "9", "10"), mitchell(5, first_board=1))
    plan = SessionPlan((*PLAN.sections, other))
    assert board_fields(plan, "8", 5, [])["pairs"] == {"NS": "B3", "EW": "B8"}


@pytest.mark.parametrize("movement", [mitchell(7), howell(14), mitchell(6), howell(6)])
def test_a_table_that_plays_its_boards_in_order_is_always_where_the_movement_has_it(movement):
    names = tuple(str(t) for t in range(1, movement.tables + 1))
    plan = SessionPlan((Section("A", names, movement),))
    taken = []
    for place in plan.at_table("2"):
        for board in place.sitting.boards:
            assert due_at(plan, "2", taken, board=board) == place
            taken += played(board, table="2")
