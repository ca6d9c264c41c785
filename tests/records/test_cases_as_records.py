"""Every case of the Laws ends in a record, whatever happened in it, and PBN and JSON carry it without loss."""

import json
from pathlib import Path

import pytest

from controller.model.table_log import parse_table_log
from controller.records import record_of
from controller.records.pbn import encode, print_pbn, read_pbn
from controller.records.record_json import from_json, json_line
from controller.table import replay

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.json"))


def last_record(path):
    log = parse_table_log(path.read_text(encoding="utf-8"), path.name)
    *_, last = replay(log.events, log.laws, log.regulations)
    return record_of(last.table)


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_case_ends_in_a_record_that_goes_through_pbn_and_json(path):
    record = last_record(path)
    through_pbn = read_pbn(encode(print_pbn([record])))
    assert through_pbn.records == (record,)
    assert from_json(json.loads(json_line(record))) == record
