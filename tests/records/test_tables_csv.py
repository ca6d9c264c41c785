"""Results as a table for spreadsheets: written with columns of our own, read from whatever columns there are."""

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.build import contract
from support.records import records

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.seats import Seat, Side
from controller.records.board_record import ArtificialScore, BoardRecord, RecordedCard, RecordedTrick
from controller.records.facts import Fact
from controller.records.tables_csv import COLUMNS, not_carried, read_csv, write_csv


def read(text):
    return list(read_csv([text.encode()], "results.csv"))


def read_one(text):
    (one,) = read(text)
    return one.record


def rows(*boards):
    return list(csv.DictReader(io.StringIO("".join(write_csv(boards)))))


def test_a_row_a_board_with_its_result():
    (row,) = rows(
        BoardRecord(
            board=7,
            dealer=Seat.S,
            vulnerability=Vulnerability.ALL,
            pairs={Side.NS: "3", Side.EW: "12"},
            contract=contract("4SX by W"),
            play=(RecordedTrick(Seat.N, (RecordedCard(Seat.N, card("HK")),)),),
            tricks=9,
            score_ns=200,
            tags={"Table": "5"},
        )
    )
    assert {name: text for name, text in row.items() if text} == {
        **{"table": "5", "board": "7", "dealer": "S", "vulnerable": "All", "pair_ns": "3", "pair_ew": "12"},
        **{"contract": "4SX", "declarer": "W", "lead": "HK", "tricks": "9", "score_ns": "200", "play": "N: HK"},
    }


def test_the_columns_are_always_the_same():
    assert next(write_csv([])) == ",".join(COLUMNS) + "\r\n"


@pytest.mark.parametrize("name", ["=1+1", "+7", "@x", "-x", "'x"])
def test_no_cell_is_a_formula(name):
    (row,) = rows(BoardRecord(names={Seat.N: name}))
    assert row["north"] == "'" + name
    assert read("".join(write_csv([BoardRecord(names={Seat.N: name})])))[0].record.names == {Seat.N: name}


def test_a_score_below_zero_stays_a_number():
    assert rows(BoardRecord(score_ns=-50))[0]["score_ns"] == "-50"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_columns_in_any_order_and_with_any_delimiter(delimiter):
    text = delimiter.join(("Board", "Pair EW", "Pair NS", "Contract", "Declarer", "Tricks", "Vulnerable")) + "\n"
    record = read_one(text + delimiter.join(("5", "12", "3", "3nt", "e", "9", "both")) + "\n")
    assert (record.board, record.pairs) == (5, {Side.NS: "3", Side.EW: "12"})
    assert (record.contract, record.score_ns) == (contract("3NT by E"), -600)


def test_another_column_is_a_tag():
    assert read_one("board,colour\n3,red\n").tags == {"colour": "red"}


def test_calls_and_cards():
    record = read_one("dealer,auction,play\nN,1C! S:1NT P P P,W: HA H2 H3 H4; W: HK\n")
    assert [(c.seat.value, c.call.text, c.alert) for c in record.calls][:3] == [
        ("N", "1C", ""),
        ("S", "1NT", None),
        ("W", "P", None),
    ]
    assert [[c.card.text for c in t.cards] for t in record.play] == [["HA", "H2", "H3", "H4"], ["HK"]]


def test_an_artificial_score():
    assert read_one("board,adjusted\n3,artificial NS 60 EW 40\n").adjusted == ArtificialScore(60, 40)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("board", "three"),
        ("dealer", "Q"),
        ("tricks", "14"),
        ("contract", "8S"),
        ("deal", "N:AK"),
        ("auction", "1C"),
        ("play", "N: HA H2 H3 H4 H5"),
        ("score_ns", "many"),
        ("contract", "4S"),
    ],
)
def test_a_cell_that_cannot_be_read_is_said_with_its_line(column, cell):
    (one,) = read(f"{column},site\n{cell},Here\n")
    assert (one.record.site, [w.line for w in one.warnings]) == ("Here", [2])


def test_a_row_longer_than_the_head_is_said():
    (one,) = read("board\n3,4\n")
    assert (one.record.board, len(one.warnings)) == (3, 1)


def test_an_empty_file_has_no_boards():
    assert read("\n\n") == []


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(records(), max_size=3))
def test_as_many_rows_are_read_as_boards_were_written(boards):
    assert len(read("".join(write_csv(boards)))) == len(boards)


@given(st.text(max_size=60))
def test_whatever_stands_in_a_file_it_is_read(text):
    assert all(one.record or one.warnings for one in read("board,dealer,deal,auction,play,contract\n" + text))


def test_a_name_with_the_sign_of_number_0_is_told_as_changed():
    record = BoardRecord(names={Seat.N: "A\0"})
    assert Fact.SIGNS in set(not_carried(record))
