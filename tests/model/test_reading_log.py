"""The reading log: read and printed without loss; every malformed log is one error that names its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.logs import event_objects, json_values, reading_objects

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.errors import LogError
from controller.model.reading_log import (
    is_reading_header,
    parse_reading_log,
    print_reading_log,
    reading_from_json,
    reading_to_json,
)
from controller.model.readings import Scan
from controller.model.seats import Seat

HEADER = {"log": "reading-log/1", "laws": "2017", "deck": {"id": "blue-07", "tags": {"E004015000000001": "SA"}}}
A_SCAN = {"type": "scan", "t": 1.5, "at": "play.N", "tags": ["E004015000000001"]}


def log_of(*readings, **header):
    return "".join(json.dumps(line) + "\n" for line in (HEADER | header, *readings))


def error_of(text):
    with pytest.raises(LogError) as caught:
        parse_reading_log(text, "board-7.jsonl")
    return caught.value


# -- without loss -----------------------------------------------------------------------------------------------


@given(reading_objects())
def test_every_reading_with_every_field_comes_back_also_what_nobody_knows(given_object):
    assert reading_to_json(reading_from_json(given_object)) == given_object


@given(st.lists(reading_objects(), max_size=4))
def test_a_whole_log_comes_back_as_text(objects):
    log = parse_reading_log(log_of(*objects))
    again = parse_reading_log(print_reading_log(log))
    assert (again, [reading_to_json(r) for r in again.readings]) == (log, objects)


@given(event_objects())
def test_what_is_entered_is_a_table_event_with_all_its_fields(event):
    entered = reading_from_json({"type": "entered", "t": 1, "event": event})
    assert reading_to_json(entered)["event"] == event


def test_the_header_tells_deck_board_and_the_number_of_the_first_event():
    log = parse_reading_log(log_of(board={"board": 7, "dealer": "S", "vul": "All", "deal": "N:A... - - -"}, n=40))
    board = log.board
    assert (log.deck.tags, log.first_event) == ({"E004015000000001": card("SA")}, 40)
    assert (board.board, board.dealer, board.vul) == (7, Seat.S, Vulnerability.ALL)
    assert board.deal.owner(card("SA")) is Seat.N


def test_a_reading_arrives_when_it_was_captured_unless_it_says_otherwise():
    late = reading_from_json(A_SCAN | {"r": 2.0, "u": 0.2})
    plain = reading_from_json(A_SCAN)
    assert [(r.arrival, r.uncertainty) for r in (plain, late)] == [(1.5, 0.05), (2.0, 0.2)]


def test_a_scan_holds_the_tags_of_one_round():
    assert reading_from_json(A_SCAN) == Scan(t=1.5, at="play.N", tags=("E004015000000001",))


@pytest.mark.parametrize("given_object", [HEADER, {"log": "table-log/1"}, [], "reading-log/1", None])
def test_the_header_tells_the_format(given_object):
    assert is_reading_header(given_object) is (given_object is HEADER)


# -- malformed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "field"),
    [
        (A_SCAN | {"type": "scam"}, "type"),
        (A_SCAN | {"type": ["scan"]}, "type"),
        ({"t": 1.0}, "type"),
        ({"type": "scan", "at": "play.N", "tags": []}, "t"),
        (A_SCAN | {"t": "now"}, "t"),
        (A_SCAN | {"t": True}, "t"),
        (A_SCAN | {"r": "later"}, "r"),
        (A_SCAN | {"u": []}, "u"),
        (A_SCAN | {"device": 7}, "device"),
        (A_SCAN | {"boot": "x"}, "boot"),
        (A_SCAN | {"seq": 1.5}, "seq"),
        (A_SCAN | {"at": "play.X"}, "at"),
        (A_SCAN | {"at": "floor.N"}, "at"),
        (A_SCAN | {"at": ["play.N"]}, "at"),
        (A_SCAN | {"tags": "E004"}, "tags"),
        (A_SCAN | {"tags": [1]}, "tags"),
        (A_SCAN | {"t": 1e308}, "t"),
        (A_SCAN | {"r": 10**40}, "r"),
        (A_SCAN | {"u": -1e10}, "u"),
        ({"type": "tag_seen", "t": 1, "at": "play.N"}, "tag"),
        ({"type": "call_shown", "t": 1, "seat": "X", "call": "1C"}, "seat"),
        ({"type": "call_shown", "t": 1, "seat": ["N"], "call": "1C"}, "seat"),
        ({"type": "call_shown", "t": 1, "seat": "N", "call": "0C"}, "call"),
        ({"type": "call_removed", "t": 1, "seat": "N"}, "call"),
        ({"type": "key", "t": 1, "seat": "N", "key": "any"}, "key"),
        ({"type": "board_tag", "t": 1, "board": "7"}, "board"),
        ({"type": "device", "t": 1, "device": "hub", "state": "asleep"}, "state"),
        ({"type": "device", "t": 1, "state": "ready"}, "device"),
        ({"type": "entered", "t": 1, "event": {"type": "card", "seat": "N", "card": "S1"}}, "event.card"),
        ({"type": "entered", "t": 1, "event": 7}, "event"),
        ({"type": "entered", "t": 1}, "event"),
    ],
)
def test_an_unknown_type_place_seat_call_or_value_names_file_line_and_field(reading, field):
    error = error_of(log_of(A_SCAN, reading))
    assert (error.file, error.place, error.field) == ("board-7.jsonl", "line 3", field)


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ({"log": "table-log/1"}, "log"),
        ({"laws": "1999"}, "laws"),
        ({"n": -1}, "n"),
        ({"n": "4"}, "n"),
        ({"n": True}, "n"),
        ({"deck": "blue"}, "deck"),
        ({"deck": {"id": "blue"}}, "deck"),
        ({"deck": {"id": "blue", "tags": {"E0": "S1"}}}, "deck.tags.E0"),
        ({"deck": {"id": "blue", "tags": {"E0": ["SA"]}}}, "deck.tags.E0"),
        ({"board": 7}, "board"),
        ({"board": {"dealer": "N"}}, "board"),
        ({"board": {"board": 7, "dealer": "X"}}, "dealer"),
        ({"board": {"board": 7, "deal": "AKQ"}}, "deal"),
        ({"regulations": {"noise": 1}}, "regulations.noise"),
    ],
)
def test_a_header_that_cannot_be_read_names_file_line_and_field(header, field):
    error = error_of(log_of(**header))
    assert (error.file, error.place, error.field.removeprefix("board.") or field) == ("board-7.jsonl", "line 1", field)


@pytest.mark.parametrize("text", ["7", "[]", '"scan"', "{", "NaN"])
def test_a_line_that_is_no_object_names_its_line(text):
    assert error_of(log_of() + text + "\n").place == "line 2"


@pytest.mark.parametrize("text", ["", "\n"])
def test_an_empty_log_is_an_error(text):
    assert error_of(text).place == "line 1"


@given(reading_objects(), st.data())
def test_a_field_with_any_other_value_is_read_or_is_a_log_error(given_object, data):
    name = data.draw(st.sampled_from(sorted(given_object)))
    try:
        reading = reading_from_json(given_object | {name: data.draw(json_values)})
    except LogError:
        return
    assert reading_from_json(reading_to_json(reading)) == reading
