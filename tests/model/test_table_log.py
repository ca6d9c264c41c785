"""The table log: read and printed without loss; every malformed log is one error that names its place."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.logs import event_objects, json_values, texts

from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import EVENT_TYPES, CallMade
from controller.model.regulations import Regulations
from controller.model.table_log import TableLog, parse_table_log, print_table_log

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.json"))
HEADER = '{"log": "table-log/1", "laws": "2017"}\n'


def lines(*events):
    return HEADER + "".join(json.dumps(event) + "\n" for event in events)


def error_of(text, file="evening.jsonl"):
    with pytest.raises(LogError) as caught:
        parse_table_log(text, file)
    return caught.value


# -- without loss -----------------------------------------------------------------------------------------------


def test_there_are_cases():
    assert len(CASES) > 300


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_case_is_read_and_printed_without_loss(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    log = parse_table_log(path.read_text(encoding="utf-8"), path.name)
    assert ([event_to_json(e) for e in log.events], log.header) == (
        [_in_our_words(e) for e in case["events"]],
        {k: v for k, v in case.items() if k != "events"},
    )


def _in_our_words(event):
    """`1N` is read as `1NT`; nothing else is written otherwise than it was read."""
    said = event.get("call")
    return event | {"call": f"{said}T"} if said and said.endswith("N") else event


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_case_printed_as_lines_is_the_same_log(path):
    log = parse_table_log(path.read_text(encoding="utf-8"), path.name)
    again = parse_table_log(print_table_log(log))
    assert (again.events, again.laws, again.regulations, again.case) == (
        log.events,
        log.laws,
        log.regulations,
        log.case,
    )


@given(event_objects())
def test_every_event_with_every_field_comes_back_also_what_nobody_knows(given_object):
    assert event_to_json(event_from_json(given_object)) == given_object


@given(event_objects())
def test_an_event_read_twice_is_the_same_event(given_object):
    event = event_from_json(given_object)
    assert event_from_json(event_to_json(event)) == event


@given(st.lists(event_objects(), max_size=3), st.dictionaries(texts.map("x_".__add__), json_values, max_size=2))
def test_a_whole_log_comes_back_as_text(objects, strange):
    header = {"log": "table-log/1", "laws": "1987", "regulations": {"opening_lead": "face_up"}, **strange}
    log = TableLog("1987", tuple(map(event_from_json, objects)), Regulations(opening_lead="face_up"), None, header)
    assert parse_table_log(print_table_log(log)) == log


def test_a_log_without_a_header_of_its_own_is_printed_with_all_it_says():
    log = TableLog("2017", (), Regulations(revoke_attention="now", card_settle=1.0), "a-case")
    again = parse_table_log(print_table_log(log))
    assert (again.laws, again.regulations, again.case) == (log.laws, log.regulations, log.case)


def test_every_type_of_the_format_is_known():
    text = (Path(__file__).parents[2] / "docs/formats/TABLE_LOG.md").read_text(encoding="utf-8")
    rows = text.partition("## Events")[2].partition("## Rulings")[0].splitlines()
    named = {row.split("`")[1] for row in rows if row.startswith("| `")}
    assert named == {cls.type for cls in EVENT_TYPES}


def test_empty_lines_mean_nothing():
    assert len(parse_table_log("\n" + lines({"type": "board_left"}) + "\n\n").events) == 1


def test_1n_is_1nt():
    assert event_from_json({"type": "call", "seat": "N", "call": "1N"}) == event_from_json(
        {"type": "call", "seat": "N", "call": "1NT"}
    )


def test_a_missing_field_and_one_given_as_null_print_as_they_were_given():
    event = event_from_json({"type": "call", "seat": "N", "call": "P", "alerted": None})
    assert (isinstance(event, CallMade), event_to_json(event)["alerted"]) == (True, None)


# -- malformed --------------------------------------------------------------------------------------------------

A_CALL = {"type": "call", "seat": "N", "call": "1C"}
A_CORRECTION = {"type": "correction", "replaces": [1], "events": [], "reason": "x"}
AN_ADJUSTMENT = {"type": "ruling", "on": "board", "choice": "adjust", "declarer": "N", "tricks": 9}


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "cal", "seat": "N", "call": "1C"}, "type"),
        ({"seat": "N", "call": "1C"}, "type"),
        ({"type": ["call"]}, "type"),
        ({"type": None}, "type"),
        (A_CALL | {"seat": "North"}, "seat"),
        (A_CALL | {"seat": "n"}, "seat"),
        (A_CALL | {"seat": 0}, "seat"),
        (A_CALL | {"seat": None}, "seat"),
        (A_CALL | {"seat": ["N"]}, "seat"),
        ({"type": "call", "call": "1C"}, "seat"),
        ({"type": "call", "seat": "N"}, "call"),
        (A_CALL | {"call": "10C"}, "call"),
        (A_CALL | {"call": "0NT"}, "call"),
        (A_CALL | {"call": "pass"}, "call"),
        (A_CALL | {"call": 1}, "call"),
        (A_CALL | {"call": ["1C"]}, "call"),
        (A_CALL | {"t": "soon"}, "t"),
        (A_CALL | {"t": True}, "t"),
        (A_CALL | {"alerted": "yes"}, "alerted"),
        (A_CALL | {"certainty": "likely"}, "certainty"),
        (A_CALL | {"certainty": ["certain"]}, "certainty"),
        (A_CALL | {"src": "robot"}, "src"),
        (A_CALL | {"readings": 7}, "readings"),
        ({"type": "card", "seat": "N", "card": "S1"}, "card"),
        ({"type": "card", "seat": "N", "card": "10S"}, "card"),
        ({"type": "card", "seat": "N", "card": {"suit": "S"}}, "card"),
        ({"type": "card", "seat": "N", "card": "SA", "face": "sideways"}, "face"),
        ({"type": "hand", "seat": "N", "cards": "SA SK"}, "cards"),
        ({"type": "hand", "seat": "N", "cards": ["SA", "ZZ"]}, "cards"),
        ({"type": "hand", "seat": "N", "count": "13"}, "count"),
        ({"type": "hand", "seat": "N", "count": 13.5}, "count"),
        ({"type": "board", "board": "7"}, "board"),
        ({"type": "board", "board": True}, "board"),
        ({"type": "board", "board": 7, "dealer": "X"}, "dealer"),
        ({"type": "board", "board": 7, "vul": "Both"}, "vul"),
        ({"type": "board", "board": 7, "vul": ["NS"]}, "vul"),
        ({"type": "board", "board": 7, "deal": "AKQ"}, "deal"),
        ({"type": "board", "board": 7, "deal": "N:AKQ..."}, "deal"),
        ({"type": "board", "board": 7, "deal": "N:AA... - - -"}, "deal"),
        ({"type": "board", "board": 7, "deal": 7}, "deal"),
        ({"type": "board", "board": 7, "deal": ["N:AK... - - -"]}, "deal"),
        ({"type": "board", "board": 7, "laws": "2007"}, "laws"),
        ({"type": "board", "board": 7, "pairs": [3, 12]}, "pairs"),
        ({"type": "ruling", "on": "board"}, "choice"),
        ({"type": "ruling", "choice": "accept"}, "on"),
        ({"type": "ruling", "on": "x", "choice": "require", "suits": ["NT"]}, "suits"),
        ({"type": "ruling", "on": "x", "choice": "require", "suits": "H"}, "suits"),
        ({"type": "ruling", "on": "x", "choice": "require", "suits": [["H"]]}, "suits"),
        ({"type": "ruling", "on": "x", "choice": "transfer", "to": "N"}, "to"),
        ({"type": "ruling", "on": "x", "choice": "transfer", "to": ["NS"]}, "to"),
        ({"type": "ruling", "on": "x", "choice": "accept", "after": "3"}, "after"),
        ({"type": "mode", "mode": "asleep"}, "mode"),
        ({"type": "correction", "replaces": [1], "reason": "x"}, "events"),
        ({"type": "correction", "replaces": [1], "reason": "x", "events": [{"type": "card"}]}, "events[0].seat"),
        (
            {"type": "correction", "replaces": [1], "reason": "x", "events": [A_CALL, A_CALL | {"as": "1"}]},
            "events[1].as",
        ),
        ({"type": "correction", "replaces": [1], "reason": "x", "events": [7]}, "events[0]"),
        ({"type": "correction", "replaces": "1", "reason": "x", "events": []}, "replaces"),
        ({"type": "correction", "replaces": [1.5], "reason": "x", "events": []}, "replaces"),
        ({"type": "correction", "replaces": [1], "events": []}, "reason"),
        (A_CORRECTION | {"events": [A_CORRECTION]}, "events[0].type"),
        ({"type": "board", "board": 2, "regulations": {"noise": 1}}, "regulations.noise"),
        ({"type": "board", "board": 2, "regulations": []}, "regulations"),
        (AN_ADJUSTMENT | {"contract": "x"}, "contract"),
        (AN_ADJUSTMENT | {"contract": "8NT"}, "contract"),
        (AN_ADJUSTMENT | {"contract": "4SXXX"}, "contract"),
        (AN_ADJUSTMENT | {"contract": "PX"}, "contract"),
        (AN_ADJUSTMENT | {"tricks": 14}, "tricks"),
        (AN_ADJUSTMENT | {"tricks": -1}, "tricks"),
        (AN_ADJUSTMENT | {"tricks": True}, "tricks"),
        (A_CALL | {"t": 1e308}, "t"),
        (A_CALL | {"t": 10**40}, "t"),
    ],
)
def test_an_unknown_type_seat_card_call_or_value_names_file_line_and_field(event, field):
    error = error_of(lines({"type": "board", "board": 1}, event))
    assert (error.file, error.place, error.field) == ("evening.jsonl", "line 3", field)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_time_that_is_no_number_is_an_error(number):
    error = error_of(HEADER + f'{{"type": "board_left", "t": {number}}}\n')
    assert (error.place, error.file) == ("line 2", "evening.jsonl")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_an_event_from_elsewhere_has_a_time_that_is_a_number_too(number):
    with pytest.raises(LogError) as caught:
        event_from_json({"type": "board_left", "t": number})
    assert caught.value.field == "t"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000])
def test_nesting_without_end_is_an_error_like_any_other(text):
    assert error_of(HEADER + text + "\n").place == "line 2"


@pytest.mark.parametrize("half", [r"\ud800", r"\uDFFF", r"x\udc00\ud800"])
def test_half_a_character_is_an_error_for_nothing_could_store_or_send_it(half):
    error = error_of(HEADER + '{"type": "director_called", "about": "' + half + '"}\n')
    assert (error.place, "half a character" in error.message) == ("line 2", True)


def test_a_whole_character_written_in_two_halves_is_read():
    log = parse_table_log(HEADER + r'{"type": "director_called", "about": "\ud83c\udca1"}' + "\n")
    assert log.events[0].about == "\U0001f0a1"


@pytest.mark.parametrize("contract", ["P", "1C", "3N", "4SX", "7NTXX"])
def test_an_assigned_score_names_any_contract_that_there_is(contract):
    assert event_from_json(AN_ADJUSTMENT | {"contract": contract}).contract == contract


@pytest.mark.parametrize("text", ['{"type": "call"', "board 1", '"call"', "[]", "7", "null"])
def test_a_line_that_is_no_object_names_its_line(text):
    assert error_of(HEADER + text + "\n").place == "line 2"


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ('{"log": "table-log/2", "laws": "2017"}', "log"),
        ('{"laws": "2017"}', "log"),
        ("[]", "log"),
        ('{"log": "table-log/1"}', "laws"),
        ('{"log": "table-log/1", "laws": "1963"}', "laws"),
        ('{"log": "table-log/1", "laws": 2017}', "laws"),
        ('{"log": "table-log/1", "laws": ["2017"]}', "laws"),
        ('{"log": "table-log/1", "laws": "2017", "case": 7}', "case"),
        ('{"log": "table-log/1", "laws": "2017", "n": "7"}', "n"),
        ('{"log": "table-log/1", "laws": "2017", "n": -1}', "n"),
        ('{"log": "table-log/1", "laws": "2017", "regulations": "ebu"}', "regulations"),
        ('{"log": "table-log/1", "laws": "2017", "regulations": {"noise": 1}}', "regulations.noise"),
        ('{"log": "table-log/1", "laws": "2017", "regulations": {"opening_lead": 1}}', "regulations.opening_lead"),
    ],
)
def test_a_header_that_cannot_be_read_names_file_line_and_field(header, field):
    error = error_of(header + "\n" + json.dumps(A_CALL) + "\n")
    assert (error.file, error.place, error.field) == ("evening.jsonl", "line 1", field)


@pytest.mark.parametrize("text", ["", "\n\n", "not json"])
def test_a_log_without_a_header_is_an_error(text):
    assert error_of(text).file == "evening.jsonl"


def test_an_error_in_a_case_names_the_event():
    error = error_of(json.dumps({"case": "x", "laws": "2017", "events": [A_CALL, A_CALL | {"call": "8X"}]}))
    assert (error.file, error.place, error.field) == ("evening.jsonl", "event 1", "call")


def test_an_error_in_the_head_of_a_case_names_the_field():
    error = error_of(json.dumps({"case": "x", "laws": "2031", "events": []}))
    assert (error.file, error.field) == ("evening.jsonl", "laws")


def test_an_error_is_one_readable_sentence():
    error = error_of(lines(A_CALL | {"seat": "Q"}))
    assert str(error) == "evening.jsonl, line 2, field 'seat': no such seat: 'Q' (N, E, S or W)"


@given(json_values)
def test_whatever_stands_in_a_log_it_is_read_or_is_a_log_error(value):
    for event in (
        value,
        {"type": value},
        A_CALL | {"seat": value},
        A_CALL | {"call": value},
        {"type": "board", "board": 1, "deal": value},
    ):
        try:
            event_from_json(event)
        except LogError:
            continue


@given(event_objects(), st.data())
def test_a_known_field_with_any_other_value_is_read_or_is_a_log_error_of_that_field(given_object, data):
    name = data.draw(st.sampled_from(sorted(given_object)))
    try:
        event_from_json(given_object | {name: data.draw(json_values)})
    except LogError as error:
        assert re.split(r"[\[.]", error.field)[0] == name
