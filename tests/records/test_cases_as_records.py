"""Every case of the Laws ends in a record, whatever happened in it, and PBN carries it."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.table_log import parse_table_log
from controller.records import record_of
from controller.records.pbn import encode, print_pbn, read_pbn
from controller.table import replay

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.json"))


def last_record(path):
    log = parse_table_log(path.read_text(encoding="utf-8"), path.name)
    *_, last = replay(log.events, log.laws, log.regulations)
    return record_of(last.table)


def without_play_and_times(record):
    """All but what PBN's columns cannot tell of irregular tricks, and fractions of a second."""
    return replace(record, play=(), calls=tuple(replace(c, t=None) for c in record.calls))


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_case_ends_in_a_record_that_goes_through_pbn(path):
    record = last_record(path)
    (again,) = read_pbn(encode(print_pbn([record]))).records
    assert without_play_and_times(again) == without_play_and_times(record)


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_no_card_of_a_case_is_lost_on_the_way(path):
    record = last_record(path)
    (again,) = read_pbn(encode(print_pbn([record]))).records
    assert {(c.seat, c.card, c.revoke) for c in again.cards} == {(c.seat, c.card, c.revoke) for c in record.cards}
