"""Results as USEBIO: pairs first, a line a result, the hands at the end; any text is XML."""

from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.build import contract, deal
from support.records import records

from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.seats import Seat, Side
from controller.records.board_record import ArtificialScore, BoardCancelled, BoardRecord, RecordedCard, RecordedTrick
from controller.records.usebio import not_carried, write_usebio

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
