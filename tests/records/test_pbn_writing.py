"""What PBN's export format looks like on paper, and what is said of things PBN has no words for."""

from dataclasses import replace

import pytest
from support.build import auction, contract, deal, play

from controller.model.board import Vulnerability
from controller.model.calls import PASS, call
from controller.model.seats import Seat, Side
from controller.records.board_record import (
    ArtificialScore,
    BoardRecord,
    RecordedCall,
    RecordedCard,
    RecordedClaim,
    RecordedIrregularity,
    RecordedRuling,
    RecordedTrick,
    TricksTransferred,
    WithdrawnCall,
)
from controller.records.pbn import encode, print_pbn

DEAL = "N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ"


def calls(text):
    return tuple(RecordedCall(e.seat, e.call) for e in auction(text))


def tricks(*texts):
    return tuple(
        RecordedTrick(cards[0].seat, cards)
        for cards in (tuple(RecordedCard(e.seat, e.card) for e in play(text)) for text in texts)
    )


def record(**more):
    """Board 1: one spade by North, who won one trick before East claimed the rest, or whatever `more` says."""
    given = {
        "board": 1,
        "dealer": Seat.N,
        "vulnerability": Vulnerability.NONE,
        "deal": deal(DEAL),
        "calls": calls("N: 1S P P P"),
        "contract": contract("1S by N"),
        "play": tricks("E: D5 DA D8 D2", "S: DK"),
        "tricks": 7,
        "score_ns": 80,
    }
    return BoardRecord(**{**given, **more})


def written(board):
    return print_pbn([board]).split("\r\n")


def section(board, name):
    """The lines under a tag, up to the next one."""
    lines = written(board)
    start = next(i for i, line in enumerate(lines) if line.startswith(f"[{name} ")) + 1
    end = next(i for i in range(start, len(lines)) if lines[i][:1] in ("[", ""))
    return lines[start:end]


def tag(board, name):
    return next(line for line in written(board) if line.startswith(f"[{name} "))


def test_a_whole_board():
    assert written(record(event="Club evening", names={Seat.W: "A. West"})) == [
        "% PBN 2.1",
        "% EXPORT",
        '[Event "Club evening"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Board "1"]',
        '[West "A. West"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "N"]',
        '[Vulnerable "None"]',
        f'[Deal "{DEAL}"]',
        '[Scoring "?"]',
        '[Declarer "N"]',
        '[Contract "1S"]',
        '[Result "7"]',
        '[Score "NS 80"]',
        '[Auction "N"]',
        "1S AP",
        '[Play "E"]',
        "D5 DA D8 D2",
        "- DK - -",
        "*",
        "",
    ]


def test_games_are_parted_by_an_empty_line():
    assert print_pbn([record(), record()]).count("\r\n\r\n") == 1


def test_the_deal_begins_with_the_dealer():
    assert tag(record(dealer=Seat.S), "Deal").startswith('[Deal "S:JT9.JT9.AKQ.JT98 876.')


def test_a_passed_out_board():
    board = record(calls=calls("N: P P P P"), contract=None, passed_out=True, play=(), tricks=None, score_ns=0)
    found = [tag(board, name) for name in ("Declarer", "Contract", "Result")]
    assert (found, section(board, "Auction")) == (['[Declarer ""]', '[Contract "Pass"]', '[Result ""]'], ["Pass AP"])


@pytest.mark.parametrize(
    ("made", "line"),
    [
        ("N: 1D 1C P P", "1D ^I 1C Pass Pass"),
        ("N: 1D S:2D P P", "1D ^S 2D Pass"),
        ("N: 1D W:1C P P P", "1D ^S ^S ^I 1C"),
        ("E: 1D P P P", "^S 1D AP"),
    ],
)
def test_accepted_irregular_calls_have_their_marks(made, line):
    assert section(record(calls=calls(made), contract=None, play=()), "Auction")[0] == line


def test_four_calls_a_line():
    board = record(calls=calls("N: 1C P 1D P 1H P 1S P 2S X"), contract=None, play=())
    assert section(board, "Auction") == ["1C Pass 1D Pass", "1H Pass 1S Pass", "2S X *"]


def test_an_auction_that_goes_on():
    board = record(calls=calls("N: 1C P"), contract=None, play=(), in_progress=True)
    assert section(board, "Auction") == ["1C Pass +"]


def test_alerts_are_notes_and_the_same_explanation_has_one_number():
    made = [
        RecordedCall(Seat.N, call("1C"), "strong"),
        RecordedCall(Seat.E, PASS),
        RecordedCall(Seat.S, call("1D"), ""),
    ]
    made += [RecordedCall(Seat.W, PASS), RecordedCall(Seat.N, call("2C"), "strong")]
    lines = written(record(calls=tuple(made), contract=None, play=()))
    start = lines.index('[Auction "N"]')
    expected = ["1C =1= Pass 1D =2= Pass", "2C =1= *", '[Note "1:strong"]', '[Note "2:"]']
    assert lines[start + 1 : start + 5] == expected


def test_the_columns_of_the_play_stay_with_their_seats():
    board = record(play=tricks("E: D5 DA D8 D2", "S: DK D9 D3 D6"))
    assert section(board, "Play") == ["D5 DA D8 D2", "D6 DK D9 D3", "*"]


def test_a_lead_out_of_turn_that_was_accepted():
    assert section(record(play=tricks("S: DA D8 D2 D5")), "Play") == ["D5 ^L DA D8 D2", "*"]


def test_a_revoke_that_stands():
    (trick,) = tricks("E: D5 DA D8 C2")
    cards = (*trick.cards[:3], replace(trick.cards[3], revoke=True))
    assert section(record(play=(replace(trick, cards=cards),)), "Play") == ["D5 DA D8 ^R C2", "*"]


@pytest.mark.parametrize(
    ("played", "rows"),
    [
        ((), ["+ - - -"]),
        (("E: D5 DA",), ["D5 DA + -"]),
        (("E: D5 DA D8 D2",), ["D5 DA D8 D2", "- + - -"]),
        (("E: D5 DA D8 D2", "S: DK D9 D3"), ["D5 DA D8 D2", "+ DK D9 D3"]),
    ],
)
def test_while_the_board_is_in_progress_a_plus_is_the_next_card(played, rows):
    board = record(play=tricks(*played), in_progress=True, tricks=None, score_ns=None)
    assert section(board, "Play") == rows


def test_declarer_and_dummy_changed_places():
    assert tag(record(declarer_swapped=True), "Declarer") == '[Declarer "^N"]'


def test_a_result_after_a_transfer_of_tricks():
    board = record(tricks=8, tricks_differ=True, transfers=(TricksTransferred(Side.NS, 1),))
    assert [tag(board, "Result"), tag(board, "TricksTransferred")] == [
        '[Result "^8"]',
        '[TricksTransferred "NS 1"]',
    ]


def test_times_stand_in_the_order_of_the_calls_and_of_the_columns():
    made = tuple(RecordedCall(c.seat, c.call, t=10.0 * n) for n, c in enumerate(calls("N: 1S P P P"), start=1))
    (trick,) = tricks("S: DA D8 D2 D5")
    timed = replace(trick, cards=tuple(replace(c, t=50.0 + n) for n, c in enumerate(trick.cards)))
    board = record(calls=made, play=(timed,))
    assert section(board, "AuctionTimeTable")[:2] == [" 10    10", " 10    20"]
    assert section(board, "PlayTimeTable") == ["  1    53", " 10    50", "  1    51", "  1    52"]


def test_what_pbn_has_no_words_for_is_told_to_people_and_to_programs():
    board = record(
        irregularities=(RecordedIrregularity("insufficient_bid@2:E", "insufficient_bid", Seat.E, ("27B1a",)),),
        withdrawn_calls=(WithdrawnCall(1, Seat.E, call("1C"), "cancelled"),),
        rulings=(RecordedRuling("insufficient_bid@2:E", "cancel", "artificial=True", "TD"),),
        claims=(RecordedClaim(Seat.N, 6, 2, True, "drawing trumps"),),
    )
    assert section(board, "Result") == [
        "{Smart Table: what PBN has no words for",
        "insufficient bid by E (Law 27B1a): insufficient_bid@2:E",
        "call 2: E called 1C, cancelled",
        "ruling on insufficient_bid@2:E: cancel artificial=True, by TD",
        "N claimed 6 of the remaining tricks in trick 2, agreed (drawing trumps)}",
    ]
    assert section(board, "IrregularityTable") == ["insufficient_bid@2:E insufficient_bid E 27B1a certain"]
    assert section(board, "ClaimTable") == ['2 N 6 yes "drawing trumps"']
    assert section(board, "RulingTable") == ["insufficient_bid@2:E cancel artificial=True TD"]
    assert section(board, "WithdrawnCallTable") == ["1 E 1C cancelled"]


def test_an_artificial_adjusted_score_is_a_percentage():
    board = record(adjusted=ArtificialScore(60, 40), score_ns=None)
    assert tag(board, "ScorePercentage") == '[ScorePercentage "NS 60 EW 40"]'


def test_a_card_played_before_its_turn_is_told_in_words():
    (trick,) = tricks("E: D5 DA D8 D2")
    order = (trick.cards[0], trick.cards[2], trick.cards[1], trick.cards[3])
    board = record(play=(replace(trick, cards=order),))
    assert "trick 1 was played in this order: E:D5 W:D8 S:DA N:D2}" in section(board, "Result")[-1]


def test_who_led_after_a_defective_trick_is_told_in_words():
    board = record(play=tricks("E: D5 DA D8", "S: DK D9"))
    assert section(board, "Result") == ["{Smart Table: what PBN has no words for", "trick 2 was led by S}"]


def test_a_text_too_long_for_a_line_is_cut_visibly():
    line = tag(record(event="x" * 400), "Event")
    assert (len(line), line[-5:]) == (253, '..."]')


@pytest.mark.parametrize("value", ["#", "##Cup"])
def test_a_value_that_would_be_inherited_is_set_apart(value):
    assert tag(record(event=value), "Event") == f'[Event " {value}"]'


def test_a_semicolon_or_a_quote_in_a_table_stands_in_quotes():
    board = record(rulings=(RecordedRuling("board", "cancel_board", '"a";b', "-"),))
    assert section(board, "RulingTable") == ['board cancel_board "\\"a\\";b" "-"']


@pytest.mark.parametrize(
    ("text", "encoding"), [("plain", "ascii"), ("Gösta", "iso-8859-1"), ("Клуб", "utf-8-sig"), ("Ã©", "utf-8-sig")]
)
def test_latin_1_where_it_can_be_told_apart_else_utf_8_with_its_mark(text, encoding):
    assert encode(text) == text.encode(encoding)
