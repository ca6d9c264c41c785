"""Board records as JSON: nothing is lost, the schema says what is written, and what is no record is one clear error."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.records import records

from controller.model.errors import LogError
from controller.records.board_record import BoardRecord, Comment
from controller.records.record_json import from_json, json_line, read_jsonl, to_json, write_jsonl

FORMATS = Path(__file__).parents[2] / "docs" / "formats"
SCHEMA = json.loads((FORMATS / "board_record.schema.json").read_text())
BARE = {"format": "smart-table/board", "version": 1}
rounds = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@rounds
@given(records())
def test_a_record_comes_back_as_it_was_written(record):
    assert from_json(json.loads(json_line(record))) == record


@rounds
@given(records())
def test_what_is_written_is_what_the_schema_says(record):
    assert list(Draft202012Validator(SCHEMA).iter_errors(to_json(record))) == []


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


def test_every_member_of_the_schema_is_in_the_description():
    page = (FORMATS / "BOARD_RECORD.md").read_text()
    assert [name for name in SCHEMA["properties"] if f"`{name}`" not in page] == []


def test_an_empty_record_is_a_short_line():
    assert to_json(BoardRecord()) == BARE


def test_a_text_that_is_empty_on_purpose_is_not_an_unknown_one():
    assert from_json(to_json(BoardRecord(event=""))).event == ""


@pytest.mark.parametrize(
    ("members", "place"),
    [
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"format": "other"}, "format"),
        ({"dealer": "Q"}, "dealer"),
        ({"dealer": 1}, "dealer"),
        ({"board": -1}, "board"),
        ({"board": 1.5}, "board"),
        ({"deal": "N:AK"}, "deal"),
        ({"calls": [{"seat": "N", "call": "1S"}, {"seat": "E", "call": "8"}]}, "calls[1].call"),
        ({"calls": [{"call": "1S"}]}, "calls[0].seat"),
        ({"calls": {}}, "calls"),
        ({"calls": ["1S"]}, "calls[0]"),
        ({"play": [{"leader": "N", "cards": [{"seat": "N", "card": "S1"}]}]}, "play[0].cards[0].card"),
        ({"contract": "4S"}, "contract"),
        ({"contract": "4SXXX", "declarer": "N"}, "contract"),
        ({"contract": "8S", "declarer": "N"}, "contract"),
        ({"tricks": 14}, "tricks"),
        ({"passed_out": 1}, "passed_out"),
        ({"adjusted": {"kind": "kind"}}, "adjusted.kind"),
        ({"adjusted": {"kind": "artificial", "ns": 600, "ew": 40}}, "adjusted.ns"),
        ({"calls": [{"seat": "N", "call": "P", "t": 1e300}]}, "calls[0].t"),
        ({"calls": [{"seat": "N", "call": "P", "time": 3}]}, "calls[0].time"),
        ({"names": {"N": 4}}, "names.N"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_no_record_is_an_error_that_names_the_member(members, place):
    with pytest.raises(LogError) as caught:
        from_json({**BARE, **members})
    assert caught.value.field == place


@pytest.mark.parametrize("line", ["", "{", "[1]", '"x"', "1" * 5000, "[" * 100_000, '{"format": NaN}'])
def test_a_line_that_is_no_record_names_file_and_line(line):
    data = f"{json.dumps(BARE)}\n{line}x\n".encode()
    reads = read_jsonl([data], "boards.jsonl")
    assert next(reads).record == BoardRecord()
    with pytest.raises(LogError, match=r"boards\.jsonl, line 2"):
        list(reads)


def test_a_name_that_no_file_can_hold_is_escaped():
    record = BoardRecord(event="\ud800", comments=(Comment("Клуб"),))
    data = "".join(write_jsonl([record])).encode()
    assert [read.record for read in read_jsonl([data])] == [record]


@given(st.binary(max_size=80))
def test_bytes_that_are_no_record_are_an_error_and_nothing_else(data):
    try:
        list(read_jsonl([data]))
    except LogError as error:
        assert error.place
