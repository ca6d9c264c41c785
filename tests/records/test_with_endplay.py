"""endplay reads every PBN file that we write of regular boards, and every plain one, as it was meant."""

from dataclasses import replace

import pytest
from endplay.parsers import pbn as endplay
from hypothesis import HealthCheck, assume, given, settings
from support.records import records

from controller.model.seats import SEATS
from controller.records.board_record import BoardRecord, RecordedCard, is_in_rotation, is_insufficient
from controller.records.pbn import print_pbn
from hw_sim.bench.witness import as_seen, differing, seen
from hw_sim.boards import evening

rounds = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def read(boards, *, plain=False):
    return endplay.loads(print_pbn(boards, plain=plain).replace("\r", ""))


def is_regular(record):
    """No mark of an irregularity in it, and no end position, which it does not know."""
    insufficient = any(is_insufficient(record.calls[:n], c.call) for n, c in enumerate(record.calls))
    due = [record.contract.declarer.lho if record.contract else None]
    due += [t.winner(record.contract.denomination) if record.contract else None for t in record.play]
    leads = all(trick.leader is seat for trick, seat in zip(record.play, due, strict=False))
    marks = any(c.revoke for c in record.cards) or record.tricks_differ or record.declarer_swapped
    marks = marks or record.end_position is not None
    return is_in_rotation(record.calls, record.dealer) and leads and not insufficient and not marks


def without_remarks(record):
    """What people annotate a board with, taken away: endplay takes it for calls and cards."""
    calls = tuple(replace(c, glyphs=(), comment="") for c in record.calls)
    tricks = tuple(
        replace(t, cards=tuple(RecordedCard(c.seat, c.card, c.t, note=c.note) for c in t.cards)) for t in record.play
    )
    return replace(record, calls=calls, play=tricks)


def test_the_evening_read_by_both():
    boards = evening().records
    assert [seen(b) for b in read(boards)] == [as_seen(r) for r in boards]


@rounds
@given(records())
def test_a_regular_board_of_any_kind_can_be_read(record):
    board = without_remarks(record)
    assume(is_regular(board) and not board.in_progress)
    (found,) = read([board])
    _, *theirs = seen(found)
    _, *ours = as_seen(board)
    # Of an auction that is not over it makes a contract by itself.
    compared = slice(0, None) if board.contract or board.passed_out else slice(0, 1)
    assert theirs[compared] == ours[compared]


@rounds
@given(records())
def test_a_plain_board_can_always_be_read(record):
    (found,) = read([record], plain=True)
    assert found.board_num == record.board


@pytest.mark.parametrize(
    "record",
    [BoardRecord(), BoardRecord(board=3), BoardRecord(dealer=SEATS[1]), BoardRecord(event="?", passed_out=True)],
)
def test_a_plain_board_of_which_little_is_known_can_be_read(record):
    assert len(read([record], plain=True)) == 1


def test_a_file_that_it_cannot_read_is_counted_whole():
    assert differing("a.pbn", b"[Board x]\n", [BoardRecord()]) == {"endplay_cannot_read": 1}
