"""The record of a tracked table: what stands, what was withdrawn, what was ruled, and how it scored."""

import pytest
from support.build import auction, board, claim, contract, deal, left, play, result, ruling

from controller.model.calls import PASS, call
from controller.model.cards import card
from controller.model.events import CallMade, CardPlayed
from controller.model.seats import Seat, Side
from controller.records import record_of
from controller.records.board_record import (
    ArtificialScore,
    AssignedScore,
    BoardCancelled,
    RecordedClaim,
    RecordedIrregularity,
    RecordedRuling,
    TricksTransferred,
    WithdrawnCall,
)
from controller.records.pbn import encode, print_pbn, read_pbn
from controller.table import Table, step

DEAL = "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"
#: One spade by North, led by East: seven tricks.
ONE_SPADE = auction("N: 1S P P P")
PLAY = play(
    "E: D5 DA D8 D2",
    "S: DK D9 D3 D6",
    "S: DQ DT D4 D7",
    "S: HT H6 H2 HA",
    "E: HK H9 H7 H3",
    "E: HQ HJ H8 H4",
    "E: H5 C8 DJ S2",
    "N: SA S3 S9 S6",
    "N: SK S4 ST S7",
    "N: SQ S5 SJ S8",
    "N: C2 C5 C9 CA",
    "W: CK C3 C6 CT",
    "W: CQ C4 C7 CJ",
)


def table_after(*events, laws="2017"):
    table = Table.fresh(laws)
    for event in events:
        table = step(table, event).table
    return table


def record_after(*events, laws="2017", number=1):
    return record_of(table_after(board(number, deal=DEAL), *events, laws=laws))


def test_a_board_just_taken_is_in_progress():
    record = record_after()
    assert (record.board, record.dealer, record.deal, record.in_progress) == (1, Seat.N, deal(DEAL), True)


def test_calls_and_contract():
    record = record_after(*ONE_SPADE)
    assert ([(c.seat.value, c.call.text) for c in record.calls], record.contract, record.passed_out) == (
        [("N", "1S"), ("E", "P"), ("S", "P"), ("W", "P")],
        contract("1S by N"),
        False,
    )


def test_alerts_and_times():
    alerted = CallMade(seat=Seat.N, call=call("1C"), alerted=True, t=12.5)
    record = record_after(alerted, CallMade(seat=Seat.E, call=PASS, t=15.0))
    assert [(c.alert, c.t) for c in record.calls] == [("", 12.5), (None, 15.0)]


def test_a_passed_out_board_scores_nothing():
    record = record_after(*auction("N: P P P P"), result("P"), left())
    assert (record.passed_out, record.contract, record.tricks, record.score_ns) == (True, None, None, 0)


def test_a_board_played_out():
    record = record_after(*ONE_SPADE, *PLAY, result("1S by N", 7), left())
    assert (record.is_played_out, record.tricks, record.score_ns, record.in_progress) == (True, 7, 80, False)
    assert [c.card for c in record.cards] == [e.card for e in PLAY]


def test_cards_of_the_trick_in_progress():
    record = record_after(*ONE_SPADE, *PLAY[:6])
    assert [[c.card.text for c in trick.cards] for trick in record.play] == [["D5", "DA", "D8", "D2"], ["DK", "D9"]]


def test_the_time_of_a_card():
    record = record_after(*ONE_SPADE, CardPlayed(seat=Seat.E, card=card("D5"), t=40.0))
    assert [c.t for c in record.cards] == [40.0]


def test_a_claim_with_its_trick_and_answer():
    record = record_after(*ONE_SPADE, *PLAY[:12], *claim("N", 4), result("1S by N", 7), left())
    assert (record.claims, record.tricks, record.score_ns) == ((RecordedClaim(Seat.N, 4, 4, True),), 7, 80)


@pytest.mark.parametrize("laws", ["1987", "2017"])
def test_a_withdrawn_call_and_its_ruling(laws):
    cancelled = ruling("insufficient_bid", "cancel", by="TD")
    record = record_after(*auction("N: 1S 1H"), cancelled, *auction("E: 2H P P P"), laws=laws)
    assert record.withdrawn_calls == (WithdrawnCall(1, Seat.E, call("1H"), "cancelled"),)
    assert [(c.seat.value, c.call.text) for c in record.calls][:2] == [("N", "1S"), ("E", "2H")]
    assert record.rulings == (RecordedRuling("insufficient_bid@2:E", "cancel", "", "TD"),)
    assert [(f.id, f.kind, f.seat) for f in record.irregularities] == [
        ("insufficient_bid@2:E", "insufficient_bid", Seat.E)
    ]
    assert record.irregularities[0].laws[0].startswith("27")


def test_an_accepted_insufficient_bid_stands():
    record = record_after(*auction("N: 1S 1H"), ruling("insufficient_bid", "accept"), *auction("S: P P P"))
    assert (record.contract, record.withdrawn_calls) == (contract("1H by E"), ())


def test_a_call_that_waits_is_not_in_the_record_yet():
    assert [c.call.text for c in record_after(*auction("N: 1S 1H")).calls] == ["1S"]


def test_a_revoke_that_was_established_is_marked_and_its_tricks_are_transferred():
    revoke = [*play("E: D5 DA D8 D2", "S: DK D9 D3 C5"), *play("S: DQ DT D4 D6", "S: HT H6 H2 HA")]
    record = record_after(*ONE_SPADE, *revoke)
    assert [c.card.text for c in record.cards if c.revoke] == ["C5"]


def test_tricks_transferred_by_a_ruling_count_in_the_result():
    moved = ruling("revoke_established", "transfer", tricks=1, to="NS")
    revoke = play("E: D5 DA D8 D2", "S: DK D9 D3 C5", "S: DQ DT D4 D6", "S: HT H6 H2 HA")
    record = record_after(*ONE_SPADE, *revoke, *claim("N", 4), moved, left())
    assert (record.tricks, record.transfers, record.tricks_differ) == (8, (TricksTransferred(Side.NS, 1),), True)


@pytest.mark.parametrize(
    ("ruled", "adjusted", "score"),
    [
        (ruling("board", "adjust", contract="2S", declarer="N", tricks=8), AssignedScore(contract("2S by N"), 8), 110),
        (ruling("board", "artificial", ns_percent=60, ew_percent=40), ArtificialScore(60, 40), None),
        (ruling("board", "cancel_board"), BoardCancelled(), None),
    ],
)
def test_an_adjusted_score_stands_beside_what_was_played(ruled, adjusted, score):
    record = record_after(*ONE_SPADE, *PLAY, result("1S by N", 7), ruled)
    assert (record.adjusted, record.score_ns, record.contract) == (adjusted, score, contract("1S by N"))


def test_the_details_of_a_ruling_are_kept():
    record = record_after(*ONE_SPADE, *PLAY, ruling("board", "adjust", contract="2S", declarer="N", tricks=8))
    assert record.rulings == (RecordedRuling("board", "adjust", "tricks=8 contract=2S declarer=N"),)


def test_an_earlier_board_of_the_table():
    table = table_after(board(1, deal=DEAL), *ONE_SPADE, *PLAY, result("1S by N", 7), left(), board(2))
    assert [record_of(table).board, record_of(table, board=-2).board, record_of(table, board=0).board] == [2, 1, 1]


def test_what_is_not_known_of_the_deal_stays_unknown():
    assert record_of(table_after(board(1), *ONE_SPADE)).deal is None


def test_the_pairs_are_those_that_took_the_board():
    table = table_after(board(1, pairs={"NS": 3, "EW": 12}))
    assert record_of(table).pairs == {Side.NS: "3", Side.EW: "12"}


def test_a_finding_of_the_board_is_in_its_record():
    record = record_after(*auction("N: 1S"), *auction("S: 2C"))
    assert record.irregularities == (
        RecordedIrregularity("call_out_of_turn@2:S", "call_out_of_turn", Seat.S, record.irregularities[0].laws),
    )


def test_a_tracked_board_goes_through_pbn_and_back():
    record = record_after(*auction("N: 1S 1H"), ruling("insufficient_bid", "accept"), *auction("S: 1S P P P"))
    (again,) = read_pbn(encode(print_pbn([record]))).records
    assert again == record
