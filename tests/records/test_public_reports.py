"""What users of other readers have reported in public, each with a smallest input of our own: here it is read right."""

import re
from pathlib import Path

import pytest
from support.build import contract, deal
from support.one_spade import DEAL, HEAD, ONE_SPADE, ROWS

from controller.laws.score import score_ns
from controller.model.board import Vulnerability
from controller.model.cards import card
from controller.model.seats import Seat, Side
from controller.records.board_record import Comment
from controller.records.lin import read_lin, write_lin
from controller.records.pbn import encode, print_pbn, read_pbn

HANDS = "SAKQ2H432D432C432,S543HAKQ5D765C765,SJT9HJT9DAKQCJT98,"


def one(text):
    (record,) = read_pbn(text).records
    return record


def lin(text):
    return [read.record for read in read_lin([text.encode()]) if read.record]


def test_lower_case_suits_in_the_play_of_a_lin_file():
    (record,) = lin(f"md|1{HANDS}|sv|o|mb|1N|mb|p|mb|p|mb|p|pc|hA|")
    assert [c.card for c in record.cards] == [card("HA")]


def test_lines_of_statistics_after_the_deals():
    file = read_pbn(HEAD + "\nGenerated 5 hands\nProduced 5 hands\n")
    assert (len(file.records), [w.line for w in file.warnings]) == (1, [6, 7])


def test_question_marks_for_declarer_and_contract():
    record = one(f'{HEAD}[Declarer "?"]\n[Contract "?"]\n')
    assert (record.contract, record.passed_out) == (None, False)


def test_a_line_of_nothing_but_a_comment():
    assert one('{c}\n[Event ""]\n').comments == (Comment("c"),)


def test_a_comment_inside_an_auction():
    record = one(f'{HEAD}[Auction "N"]\n1NT {{strong}} Pass\nPass Pass ; passed\n')
    assert [c.comment for c in record.calls] == ["strong", "", "", "passed"]


def test_the_event_and_the_teams_are_kept_from_pbn_to_lin():
    text = HEAD + '[Event "Cup"]\n[HomeTeam "Lions"]\n[VisitTeam "Bears"]\n[Auction "N"]\nPass AP\n'
    (record,) = lin("".join(write_lin([one(text)])))
    assert (record.event, record.tags) == ("Cup", {"HomeTeam": "Lions", "VisitTeam": "Bears"})


def test_a_note_of_the_auction_is_not_taken_for_one_of_the_play():
    text = (
        f'{ONE_SPADE}[Auction "N"]\n1S =1= AP\n[Note "1:five cards"]\n[Play "E"]\nHA =1= HT H6 H2\n*\n[Note "1:top"]\n'
    )
    record = one(text)
    assert (record.calls[0].alert, next(record.cards).note) == ("five cards", "top")


def test_notes_written_for_both_sections_have_different_numbers():
    text = (
        f'{ONE_SPADE}[Auction "N"]\n1S =1= AP\n[Note "1:five cards"]\n[Play "E"]\nHA =1= HT H6 H2\n*\n[Note "1:top"]\n'
    )
    lines = print_pbn([one(text)]).split("\r\n")
    assert [line for line in lines if "Note" in line] == ['[Note "1:five cards"]', '[Note "2:top"]']


def test_a_board_that_was_passed_out_has_no_declarer():
    record = one(f'{HEAD}[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n[Auction "N"]\nAP\n')
    assert (record.passed_out, record.declarer, len(record.calls)) == (True, None, 4)


def test_a_grand_slam_not_vulnerable():
    assert score_ns(contract("7NT by N"), 13, Vulnerability.NONE) == 1520


@pytest.mark.parametrize(
    "text", ["S:SA7.H864.DAKQ.CAKQJT .A93.JT9876.9876 KQJ.KQJT.5432.54 T9865432.752..32", "N:.A93.. - - -"]
)
def test_suits_named_before_their_ranks_and_a_void_in_spades(text):
    assert one(f'[Dealer "S"]\n[Deal "{text}"]').deal is not None


def test_a_second_result_that_does_not_repeat_its_deal_and_a_file_that_ends_with_its_line():
    text = f'{ONE_SPADE}[Result "7"]\n\n[Declarer "E"]\n[Contract "2H"]\n[Result "8"]'
    first, second = read_pbn(text).records
    assert (second.deal, second.board, second.contract) == (first.deal, 1, contract("2H by E"))


def test_a_file_of_nothing_but_deals():
    record = one(f'[Dealer "N"]\n[Vulnerable "None"]\n{DEAL}')
    assert (record.deal.is_complete, record.dealer, record.calls) == (True, Seat.N, ())


@pytest.mark.parametrize(
    ("calls", "expected"),
    [("1S X 2S AP", "2S by N"), ("1S X XX AP", "1SXX by N"), ("1S Pass Pass X\nXX AP", "1SXX by N")],
)
def test_a_double_belongs_to_the_bid_that_was_doubled(calls, expected):
    assert one(f'{HEAD}[Auction "N"]\n{calls}\n').contract == contract(expected)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16(encoding):
    mark = "\ufeff".encode(encoding)
    assert one(mark + HEAD.encode(encoding)).board == 1


def test_the_last_trick_goes_to_who_won_it():
    record = one(f'{ONE_SPADE}[Play "E"]\n{ROWS}\n')
    assert record.play[-1].winner(record.contract.denomination) is Seat.W
    assert (record.tricks_won(Side.NS), record.tricks_won(Side.EW)) == (7, 6)


def test_lower_case_cards_are_cards():
    record = one(f'{ONE_SPADE}[Play "E"]\nha ht h6 h2\n*\n')
    assert [(c.seat.value, c.card.text) for c in record.cards] == [("E", "HA"), ("S", "HT"), ("W", "H6"), ("N", "H2")]


def test_a_table_of_optimum_results_is_carried_on():
    rows = "N  S  9\nN NT  8\n"
    text = f'{HEAD}[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n{rows}'
    (record,) = read_pbn(encode(print_pbn([one(text)]))).records
    assert [(s.name, s.lines) for s in record.sections] == [("OptimumResultTable", ("N  S  9", "N NT  8"))]


@pytest.mark.parametrize(
    ("row", "cards"),
    [("H7 HJ - HA", "E:H7 S:HJ N:HA"), ("HA - H6 H2", "E:HA W:H6 N:H2"), ("- HJ - -", "S:HJ")],
)
def test_gaps_in_a_running_trick_are_cards_that_nobody_knows(row, cards):
    text = f'{HEAD.replace(DEAL, "")}[Declarer "N"]\n[Contract "1S"]\n[Play "E"]\n{row}\n*\n'
    assert " ".join(f"{c.seat}:{c.card}" for c in one(text).cards) == cards


def test_passes_left_out_before_the_opening_bid_are_restored():
    text = f'{HEAD}[Declarer "S"]\n[Contract "1NT"]\n[Auction "N"]\n1NT Pass Pass Pass\n'
    file = read_pbn(text)
    assert [c.call.text for c in file.records[0].calls] == ["P", "P", "1NT", "P", "P", "P"]
    assert [(w.line, w.reason) for w in file.warnings] == [
        (7, "2 passes before the opening bid are left out; restored")
    ]


def test_cards_in_shifted_columns_are_their_owners():
    text = f'{ONE_SPADE}[Play "N"]\nH2 HA HT H6\n*\n'.replace('[Play "N"]', '[Play "S"]')
    assert [(c.seat.value, c.card.text) for c in one(text).cards] == [
        ("S", "HT"),
        ("W", "H6"),
        ("N", "H2"),
        ("E", "HA"),
    ]


def test_an_asterisk_on_a_call_ends_no_auction():
    file = read_pbn(f'{HEAD}[Auction "N"]\n1C* Pass 1D Pass\n1S AP\n')
    assert ([c.alert for c in file.records[0].calls][:3], file.records[0].contract) == (
        ["", None, None],
        contract("1S by N"),
    )


@pytest.mark.parametrize(("text", "doubled"), [("4C*", "4CX by N"), ("4C**", "4CXX by N"), ("4CDBL", "4CX by N")])
def test_an_asterisk_on_a_contract_is_a_double(text, doubled):
    assert one(f'{HEAD}[Declarer "N"]\n[Contract "{text}"]\n').contract == contract(doubled)


def test_the_deal_of_a_board_that_was_read_is_the_one_that_was_written():
    record = one(HEAD)
    assert record.deal == deal("N:AKQ2.432.432.432 543.AKQ5.765.765 JT9.JT9.AKQ.JT98 876.876.JT98.AKQ")


def test_the_list_of_reports_names_every_test_here_and_no_other():
    page = (Path(__file__).parents[2] / "docs/formats/PUBLIC_REPORTS.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)`", page)
    here = {name for name in globals() if name.startswith("test_")} - {
        "test_the_list_of_reports_names_every_test_here_and_no_other"
    }
    assert len(named) == len(set(named))
    assert set(named) == here
