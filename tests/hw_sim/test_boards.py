"""The boards that come with the project, and those of a folder."""

import gzip

import pytest

from controller.laws.score import score_ns
from controller.model.board import dealer_of, vulnerability_of
from controller.model.seats import Seat
from controller.records.board_record import auction_is_over, contract_of
from hw_sim.boards import boards, evening

EVENING = boards()
PLAYED = [b for b in EVENING if not b.passed_out]
each = pytest.mark.parametrize("board", EVENING, ids=lambda b: f"board-{b.board}")


def test_there_are_two_dozen_boards_and_one_that_is_passed_out():
    assert ([b.board for b in EVENING], [b.board for b in EVENING if b.passed_out]) == (list(range(1, 26)), [25])


def test_the_evening_is_read_without_a_warning():
    assert evening().warnings == ()


@each
def test_a_board_is_dealt_by_whom_its_number_says(board):
    assert (board.dealer, board.vulnerability) == (dealer_of(board.board), vulnerability_of(board.board))


@each
def test_a_deal_is_complete_and_its_auction_over(board):
    assert (board.deal.is_complete, auction_is_over(board.calls), board.contract) == (
        True,
        True,
        contract_of(board.calls),
    )


@pytest.mark.parametrize("board", PLAYED, ids=lambda b: f"board-{b.board}")
def test_all_52_cards_were_played_from_the_hands_that_held_them(board):
    played = [(c.seat, c.card) for c in board.cards]
    assert sorted(played, key=str) == sorted(((s, c) for s, hand in board.deal.hands.items() for c in hand), key=str)


@pytest.mark.parametrize("board", PLAYED, ids=lambda b: f"board-{b.board}")
def test_the_result_is_what_the_play_gives(board):
    assert (board.tricks, board.score_ns) == (
        board.tricks_won(board.declarer.side),
        score_ns(board.contract, board.tricks, board.vulnerability),
    )


def test_the_evening_has_something_of_everything():
    contracts = [b.contract for b in PLAYED]
    assert {c.declarer for c in contracts} == set(Seat)
    assert {c.denomination.name for c in contracts} == {"C", "D", "H", "S", "NT"}
    assert any(c.doubled and b.tricks >= c.tricks_needed for b, c in zip(PLAYED, contracts, strict=True))
    assert any(c.doubled and b.tricks < c.tricks_needed for b, c in zip(PLAYED, contracts, strict=True))
    assert {6} < {c.level for c in contracts}


def test_nobody_is_named():
    assert all(not b.names for b in EVENING)


def test_a_folder_gives_its_own_boards_in_order(tmp_path):
    text = '[Board "{}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{}"]\n[Auction "N"]\nAP\n'
    deal = "N:KJ84.Q72.A953.J6 QT5.K964.J82.AT3 A72.JT8.K64.Q984 963.A53.QT7.K752"
    (tmp_path / "a.pbn").write_text(text.format(1, deal))
    (tmp_path / "b.pbn.gz").write_bytes(gzip.compress(text.format(5, deal).encode()))
    (tmp_path / "c.pbn").write_text(text.format(9, "N:- - - -"))
    (tmp_path / "notes.txt").write_text("no boards here")
    assert [b.board for b in boards(tmp_path)] == [1, 5]


@pytest.mark.parametrize("name", ["empty.pbn", "readme.txt"])
def test_a_folder_without_boards_says_so(tmp_path, name):
    (tmp_path / name).write_text("")
    with pytest.raises(ValueError, match="no board can be played"):
        boards(tmp_path)


def test_a_folder_that_is_not_there_says_so(tmp_path):
    with pytest.raises(ValueError, match="is not a folder"):
        boards(tmp_path / "nowhere")


def test_a_broken_gzip_file_is_named(tmp_path):
    (tmp_path / "x.pbn.gz").write_bytes(b"not gzip")
    with pytest.raises(ValueError, match=r"x\.pbn\.gz"):
        boards(tmp_path)
