"""Results as USEBIO: pairs first, a line a result, the hands at the end; any text is XML."""

from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.build import contract, deal
from support.records import records

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.errors import LogError
from controller.model.seats import Seat, Side
from controller.records.board_record import ArtificialScore, BoardCancelled, BoardRecord, RecordedCard, RecordedTrick
from controller.records.usebio import not_carried, write_usebio
from controller.records.usebio_reader import read_usebio

DEAL = deal("N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ")


def board(number=1, **changes):
    plain = {
        "event": "Monday & Pairs",
        "date": "2026.03.09",
        "scoring": "MP",
        "vulnerability": Vulnerability.NONE,
        "deal": DEAL,
        "names": {Seat.N: "Ann", Seat.S: "Ben", Seat.E: "Cid", Seat.W: "Dee"},
        "pairs": {Side.NS: "3", Side.EW: "12"},
        "contract": contract("1SX by N"),
        "play": (RecordedTrick(Seat.E, (RecordedCard(Seat.E, card("HA")),)),),
        "tricks": 7,
        "score_ns": 160,
    }
    return BoardRecord(board=number, **{**plain, **changes})


def document(*boards):
    return ElementTree.fromstring("".join(write_usebio(boards)))


def lines(*boards):
    return [{e.tag: e.text for e in line} for line in document(*boards).iter("TRAVELLER_LINE")]


def test_the_event_and_its_date():
    event = document(board()).find("EVENT")
    found = {name: event.findtext(name) for name in ("EVENT_DESCRIPTION", "DATE", "BOARD_SCORING_METHOD")}
    assert found == {
        "EVENT_DESCRIPTION": "Monday & Pairs",
        "DATE": "09/03/2026",
        "BOARD_SCORING_METHOD": "MATCH_POINTS",
    }


def test_a_line_a_result():
    assert lines(board(tags={"ScoreMP": "NS 5 EW 3"})) == [
        {
            **{"NS_PAIR_NUMBER": "3", "EW_PAIR_NUMBER": "12", "CONTRACT": "1Sx", "PLAYED_BY": "N", "LEAD": "HA"},
            **{"TRICKS": "7", "SCORE": "160", "NS_MATCH_POINTS": "5", "EW_MATCH_POINTS": "3"},
        }
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"contract": None, "passed_out": True, "tricks": None, "score_ns": 0}, "PASS"),
        ({"adjusted": ArtificialScore(60, 40)}, "A6040"),
        ({"adjusted": BoardCancelled()}, "NP"),
    ],
)
def test_boards_without_a_contract(changes, said):
    assert lines(board(**changes))[0]["CONTRACT"] == said


def test_all_lines_of_a_board_stand_together_in_the_order_of_the_boards():
    found = document(board(2), board(1), board(2, pairs={Side.NS: "4", Side.EW: "13"}))
    boards = [b for b in found.find("EVENT").iter("BOARD")]
    assert [(b.findtext("BOARD_NUMBER"), len(b.findall("TRAVELLER_LINE"))) for b in boards] == [("1", 1), ("2", 2)]


def test_each_pair_stands_once_with_its_players():
    pairs = list(document(board(1), board(2)).iter("PAIR"))
    found = [
        (p.findtext("PAIR_NUMBER"), p.findtext("DIRECTION"), [n.text for n in p.iter("PLAYER_NAME")]) for p in pairs
    ]
    assert found == [("3", "NS", ["Ann", "Ben"]), ("12", "EW", ["Cid", "Dee"])]


def test_sections_keep_their_pairs_apart():
    found = document(board(tags={"Section": "A"}), board(tags={"Section": "B"})).findall("EVENT/SECTION")
    assert [(s.get("SECTION_ID"), len(list(s.iter("PAIR")))) for s in found] == [("A", 2), ("B", 2)]


def test_the_hands():
    hand = document(board()).find("HANDSET/BOARD/HAND")
    assert {e.tag: e.text for e in hand} == {
        **{"DIRECTION": "N", "CLUBS": "432", "DIAMONDS": "432", "HEARTS": "432", "SPADES": "AKQ2"}
    }


def test_a_board_without_a_number_has_no_place_and_that_is_said():
    assert (lines(board(None)), len(list(not_carried(board(None)))) > 5) == ([], True)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(records(), max_size=3))
def test_any_boards_make_a_document(boards):
    assert document(*boards).tag == "USEBIO"


# -- read ---------------------------------------------------------------------------------------------------------


def read(data):
    reads = list(read_usebio([data.encode() if isinstance(data, str) else data], "monday.xml"))
    return [r.record for r in reads if r.record], [str(w) for r in reads for w in r.warnings]


def through(*boards):
    records, warnings = read("".join(write_usebio(boards)))
    assert warnings == []
    return records


def test_what_was_written_is_read_again():
    one = board(dealer=Seat.N, tags={"Section": "A", "ScoreMP": "NS 5 EW 3"})
    assert through(one) == [one]


@pytest.mark.parametrize(
    "changes",
    [
        {"contract": None, "passed_out": True, "tricks": None, "score_ns": 0, "play": ()},
        {"contract": None, "tricks": None, "score_ns": None, "play": (), "adjusted": ArtificialScore(60, 40)},
        {"contract": None, "tricks": None, "score_ns": None, "play": (), "adjusted": BoardCancelled()},
        {"contract": contract("3NTXX by W"), "tricks": 13, "score_ns": -1600, "play": ()},
    ],
)
def test_results_of_every_kind_come_back(changes):
    one = board(dealer=Seat.N, tags={"Section": "B"}, **changes)
    assert through(one) == [one]


TRAVELLER = (
    '<USEBIO Version="1.2"><CLUB><CLUB_NAME>X</CLUB_NAME></CLUB><EVENT EVENT_TYPE="MP_PAIRS"><SESSION>'
    '<SECTION SECTION_ID="A"><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PLACE>1</PLACE><PLAYER>'
    "<PLAYER_NAME>Ann</PLAYER_NAME><NATIONAL_ID_NUMBER>7</NATIONAL_ID_NUMBER></PLAYER><PLAYER><PLAYER_NAME>Ben"
    "</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS><BOARD><BOARD_NUMBER>5</BOARD_NUMBER>{}</BOARD></SECTION>"
    "</SESSION></EVENT></USEBIO>"
)
LINE = "<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>{}</TRAVELLER_LINE>"


def test_elements_are_found_wherever_a_program_puts_them():
    result = "<CONTRACT>4S*</CONTRACT><PLAYED_BY>E</PLAYED_BY><LEAD>h10</LEAD><TRICKS>9</TRICKS><SCORE>200</SCORE>"
    (record,), warnings = read(TRAVELLER.format(LINE.format(result)))
    assert (record.contract, record.tricks, record.score_ns) == (contract("4SX by E"), 9, 200)
    assert record.names == {Seat.N: "Ann", Seat.S: "Ben"}
    assert [c.card for c in record.cards] == [card("HT")]
    assert warnings == ["monday.xml, line 1, board 5: score 200 is not that of 4S* and 9 tricks; kept"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", "line 1"),
        ("<RESULTS/>", "begins with <RESULTS>: no USEBIO file"),
        ("<USEBIO><EVENT></USEBIO>", "line 1: no USEBIO file: mismatched tag"),
        ('<!DOCTYPE USEBIO [<!ENTITY a "aaaa">]><USEBIO>&a;</USEBIO>', "defines entities of its own"),
        (b"<?xml version='1.0' encoding='klingon'?><USEBIO/>", "no USEBIO file"),
        ("<USEBIO>" + "<A>" * 100, "no USEBIO file is that deep"),
    ],
)
def test_what_is_no_such_document_says_so(data, said):
    with pytest.raises(LogError, match=said):
        read(data)


def test_a_document_type_that_is_named_is_not_fetched():
    document = '<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">' + TRAVELLER.format(LINE.format("<CONTRACT>PASS</CONTRACT>"))
    assert read(document)[0][0].passed_out
