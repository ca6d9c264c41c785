"""An evening filled in on a form becomes a session's file, or an error that names the field of the form."""

from dataclasses import replace

import pytest
import tomli_w

from controller.model.errors import LogError
from controller.session.draft import Draft, draft_of, names_text, plan_given
from controller.session.session_file import plan_of

MONDAY = Draft("monday", tables=("1", "2", "3"), names="1 Ann – Sue\n7. Max, Tom\n", rounds="3")


def plan(draft):
    return plan_of(plan_given(draft))


def test_a_mitchell_of_three_tables():
    found = plan(MONDAY)
    assert len(found.places) == 9 and found.names_of("1") == ("Ann", "Sue")


def test_a_howell_needs_no_more_than_its_tables():
    assert len(list(plan(replace(MONDAY, movement="howell", rounds="", tables=("1", "2"), names="")).pair_ids())) == 4


def test_a_match_of_two_teams():
    found = plan(
        Draft("cup", tables=("1", "2"), movement="teams", boards_per_round="8", scoring="imps", teams=("A", "B"))
    )
    assert found.sections[0].teams == ("A", "B")


def test_a_list_of_rounds_from_another_program():
    listed = "round,table,ns,ew,boards\r\n1,1,1,2,1-2\r\n"
    assert len(plan(Draft("x", tables=("1",), movement="listed", rounds_csv=listed)).places) == 1


def test_without_a_movement_there_is_no_file():
    assert plan_given(replace(MONDAY, movement="none")) == {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"session": "Monday evening"}, "session"),
        ({"tables": ()}, "tables"),
        ({"rounds": "three"}, "rounds"),
        ({"missing": "1 x"}, "missing"),
        ({"names": "Ann – Sue"}, "names"),
        ({"movement": "swiss"}, "movement"),
    ],
)
def test_what_cannot_be_used_names_the_field_of_the_form(change, field):
    with pytest.raises(LogError) as error:
        plan_given(replace(MONDAY, **change))
    assert error.value.field == field


def test_the_form_is_filled_with_what_its_own_file_says():
    given = plan_given(replace(MONDAY, missing="6", arrow_switch="3"))
    again = draft_of("monday", given, ())
    assert plan_given(again) == given


@pytest.mark.parametrize("line", ["7 Ann – Sue", "7 Ann, Sue", "7 Ann / Sue", "7: Ann & Sue"])
def test_names_are_parted_as_people_part_them(line):
    names = plan_given(replace(MONDAY, names=line))["sections"][0]["names"]
    assert names == {"7": ["Ann", "Sue"]} and names_text(names) == "7 Ann – Sue"


def test_names_with_any_signs_are_read_back_from_the_file():
    given = plan_given(replace(MONDAY, names='1 "A" = [x] – \\n # Б'))
    assert plan_of(tomli_w.dumps(given) and given).names_of("1") == ('"A" = [x]', "\\n # Б")
