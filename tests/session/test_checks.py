"""The check before play: what stops the evening, what is to be looked at, what is ready."""

import pytest

from controller.session.checks import Mark, of_decks, of_devices, of_disk, of_plan
from controller.session.session_file import read_session

PLAN = read_session('[[sections]]\ntables = ["1", "2"]\nmovement = "howell"\n[sections.names]\n1 = ["Ann", "Sue"]\n')[0]
BOARDS = sorted({board for place in PLAN.places for board in place.sitting.boards})


def said(checks):
    return {(check.mark, check.key) for check in checks}


def test_a_device_that_does_not_answer_stops_the_evening_and_is_named():
    (check,) = of_devices({"7": ["hub-7"]}, {"hub-7": "lost"})
    assert (check.mark, check.key, check.fields["table"]) == (Mark.BAD, "check.device.lost", "7")


@pytest.mark.parametrize(("states", "key"), [(None, "unasked"), ({"hub-7": "degraded"}, "degraded")])
def test_a_device_that_nobody_has_asked_or_that_is_not_well_is_to_be_looked_at(states, key):
    assert said(of_devices({"7": ["hub-7"]}, states)) == {(Mark.WEAK, f"check.device.{key}")}


def test_devices_that_are_ready_are_one_line():
    (check,) = of_devices({"1": ["hub-1"], "2": ["hub-2"]}, {"hub-1": "ready", "hub-2": "ready"})
    assert (check.mark, check.fields["n"]) == (Mark.GOOD, 2)


def test_a_table_without_a_device_is_to_be_looked_at():
    assert said(of_devices({"3": []}, {})) == {(Mark.WEAK, "check.table.none")}


def test_boards_of_the_movement_that_no_file_deals_are_named():
    missing = [c for c in of_plan(PLAN, BOARDS[:-2]) if c.key == "check.deals.missing"]
    assert missing[0].fields["n"] == 2


def test_where_no_deal_is_known_beforehand_none_is_missed():
    assert "check.deals.missing" not in {c.key for c in of_plan(PLAN, [])}


def test_pairs_without_names_are_counted():
    nameless = next(c for c in of_plan(PLAN, []) if c.key == "check.names.missing")
    assert nameless.fields["n"] == 3 and "1" not in str(nameless.fields["pairs"]).split(", ")


def test_an_evening_without_a_plan_is_to_be_looked_at():
    assert said(of_plan(None, [])) == {(Mark.WEAK, "check.plan.none")}


def test_a_board_that_no_deck_lies_in_is_named():
    bare = next(c for c in of_decks({"blue": frozenset({1, 2})}, [1, 2, 3]) if c.mark is Mark.WEAK)
    assert bare.fields["boards"] == "3"


def test_a_deck_for_any_board_lies_in_all_of_them():
    assert said(of_decks({"blue": None}, [1, 2, 3])) == {(Mark.GOOD, "check.decks.are")}


@pytest.mark.parametrize(("free", "mark"), [(10**6, Mark.BAD), (5 * 10**8, Mark.WEAK), (10**10, Mark.GOOD)])
def test_room_on_the_disk(free, mark):
    assert of_disk(free).mark is mark
