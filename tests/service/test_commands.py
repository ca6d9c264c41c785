"""Requests of the desk: what is understood, and the one clear error for what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.model.errors import LogError
from controller.service.commands import command_from_json


def test_a_ruling_carries_who_gave_it_its_id_and_the_revision_seen():
    ruling = {"type": "ruling", "on": "insufficient_bid@2:E", "choice": "accept", "id": "r-1", "rev": 2}
    command = command_from_json({"do": "ruling", "table": "1", "by": "anna", "ruling": ruling})

    assert (command.do, command.by, command.id, command.rev) == ("ruling", "anna", "r-1", 2)
    assert (command.event.by, command.event.src) == ("anna", "director")


def test_dismissing_is_a_ruling():
    command = command_from_json({"do": "dismiss", "table": "1", "on": "x@2:E", "rev": 1, "by": "a", "ruling_id": "d"})

    assert (command.do, command.id, command.event.choice, command.event.on) == ("ruling", "d", "dismiss", "x@2:E")


def test_a_manual_board_event_begins_a_board():
    command = command_from_json({"do": "event", "table": "1", "event": {"type": "board", "board": 4}})

    assert command.do == "board"


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({}, "do"),
        ({"do": "sing", "table": "1"}, "do"),
        ({"do": "ack"}, "table"),
        ({"do": "ack", "table": "1"}, "on"),
        ({"do": "ack", "table": "1", "on": "x", "rev": "one"}, "rev"),
        ({"do": "ack", "table": "1", "on": "x", "by": 7}, "by"),
        ({"do": "later", "table": "1"}, "summonses"),
        ({"do": "later", "table": "1", "summonses": []}, "summonses"),
        ({"do": "later", "table": "1", "summonses": ["x"]}, "summonses.on"),
        ({"do": "later", "table": "1", "summonses": [{"on": "x", "mark": "one"}]}, "summonses.mark"),
        ({"do": "later", "table": "1", "summonses": [{"on": "x", "rev": True}]}, "summonses.rev"),
        ({"do": "later", "table": "1", "summonses": [{"on": "x"}], "until": float("inf")}, "until"),
        ({"do": "later", "table": "1", "summonses": [{"on": "x"}], "device": ""}, "device"),
        ({"do": "at_the_table", "table": "1", "ago": "now"}, "ago"),
        ({"do": "at_the_table", "table": "1", "ago": float("nan")}, "ago"),
        ({"do": "at_the_table", "table": "1", "ago": True}, "ago"),
        ({"do": "at_the_table", "table": "1", "on": 7}, "on"),
        ({"do": "ruling", "table": "1"}, "ruling"),
        ({"do": "ruling", "table": "1", "ruling": {"type": "call", "seat": "N", "call": "P"}}, "ruling.type"),
        ({"do": "ruling", "table": "1", "ruling": {"type": "ruling", "on": "x"}}, "ruling.choice"),
        ({"do": "event", "table": "1", "event": {"type": "call", "seat": "Q", "call": "P"}}, "event.seat"),
        (
            {"do": "event", "table": "1", "event": {"type": "call", "seat": "N", "call": "P", "t": float("nan")}},
            "event.t",
        ),
        ({"do": "board", "table": "1"}, "board.board"),
        ({"do": "board", "table": "1", "board": 1, "deal": "N:AK"}, "board.deal"),
        ({"do": "mode", "table": "1", "mode": "asleep"}, "mode.mode"),
    ],
)
def test_what_is_not_understood_names_its_field(request_, field):
    with pytest.raises(LogError) as error:
        command_from_json(request_)

    assert error.value.field == field


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
DO = st.sampled_from(["ruling", "dismiss", "event", "board", "mode", "ack", "later", "at_the_table"])
NAMES = st.sampled_from(
    ["table", "by", "on", "rev", "ruling", "event", "board", "mode", "ruling_id", "deal", "leave", "summonses", "until"]
)


@given(st.dictionaries(NAMES, JSON, max_size=6), DO)
def test_whatever_is_sent_is_understood_or_one_clear_error(fields, do):
    try:
        command_from_json({**fields, "do": do})
    except LogError as error:
        assert error.field
