"""The desk reads the journal as it grows; what goes wrong on the way is said and does not end the reading."""

import asyncio
import contextlib

import pytest

from controller.adapters.journal import SqliteJournal
from controller.desk.follower import Follower, JournalRows
from controller.desk.hub import Hub
from controller.desk.room import Room
from controller.ports import JournalError, Row

from .evening import TOO_LOW, WRONG_LEAD, board, calls
from .support import Core, ListedRows


@contextlib.asynccontextmanager
async def following(rows):
    """A follower at work."""
    room = Room()
    follower = Follower(rows, room, Hub(room))
    task = asyncio.create_task(follower.run())
    try:
        yield follower, room
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.fixture
async def journal(tmp_path):
    made = SqliteJournal(tmp_path / "journal.sqlite")
    yield made
    await made.close()


async def test_what_was_there_and_what_comes_is_read(tmp_path, journal):
    core = Core(journal)
    await core.open("7")
    async with following(JournalRows(tmp_path / "journal.sqlite")) as (_, room):
        await core.play("7", *TOO_LOW)
        assert await room.reached(list(journal.rows())[-1].seq, 10)
        assert room.tables["7"].table.state() == core.tables["7"].state()


async def test_a_journal_that_is_not_there_yet_is_waited_for(tmp_path):
    async with following(JournalRows(tmp_path / "journal.sqlite")) as (follower, room):
        await asyncio.sleep(0.05)
        said = follower.trouble
        journal = SqliteJournal(tmp_path / "journal.sqlite")
        await Core(journal).open("7")
        assert await room.reached(1, 10) and "no journal yet" in str(said) and follower.trouble is None
        await journal.close()


class FailingRows(ListedRows):
    """Rows that cannot be read at first."""

    def __init__(self, error):
        super().__init__()
        self.error = error

    async def follow(self, after=0):
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        async for row in super().follow(after):
            yield row


@pytest.mark.parametrize("error", [JournalError("disk gone"), RuntimeError("a bug")])
async def test_reading_goes_on_after_an_error(error):
    rows = FailingRows(error)
    rows.rows = [Row(1, "1", "device", {"device": "hub", "state": "ready"}, None, 1.0)]
    async with following(rows) as (_, room):
        assert await room.reached(1, 10) and "hub" in room.tables["1"].devices


async def test_a_row_that_breaks_the_desk_is_said_and_passed_over():
    rows = ListedRows()
    rows.rows = [
        Row(1, "1", "summons", {"id": "x@1:N", "attention": "no such thing"}, None, 1.0),
        Row(2, "1", "device", {"device": "hub", "state": "ready"}, None, 1.0),
    ]
    async with following(rows) as (follower, room):
        await asyncio.sleep(0.05)
        assert "ValueError" in str(follower.trouble)
        assert await room.reached(2, 10) and "hub" in room.tables["1"].devices


# -- what a record keeps ----------------------------------------------------------------------------------------------


@pytest.fixture
async def told(tmp_path, journal):
    """The record of table 7 after some events."""
    core = Core(journal)
    await core.open("7")

    async def after(*events):
        await core.play("7", *events)
        room = Room()
        for row in journal.rows():
            room.apply(row)
        return room.tables["7"]

    return after


async def test_a_case_keeps_its_rulings(told):
    record = await told(*TOO_LOW, {"type": "ruling", "on": "insufficient_bid@4:W", "choice": "accept", "by": "anna"})
    (case,) = record.cases.values()
    assert [(r.choice, r.by, r.n) for r in case.rulings] == [("accept", "anna", 5)] and not case.is_waiting


async def test_a_ruling_by_kind_is_kept_with_its_case(told):
    record = await told(*TOO_LOW, {"type": "ruling", "on": "insufficient_bid", "choice": "cancel"})
    assert [r.choice for r in record.cases["insufficient_bid@4:W"].rulings] == ["cancel"]


async def test_a_ruling_that_revises_another_takes_its_place(told):
    record = await told(
        *TOO_LOW,
        {"type": "ruling", "on": "insufficient_bid@4:W", "choice": "accept"},
        {"type": "ruling", "on": "insufficient_bid@4:W", "choice": "cancel", "revises": 5},
    )
    assert [r.choice for r in record.cases["insufficient_bid@4:W"].rulings] == ["cancel"]


async def test_a_finding_that_a_correction_takes_back_is_kept_as_withdrawn(told):
    right = {"type": "call", "seat": "W", "call": "2H", "as": 4}
    record = await told(*TOO_LOW, {"type": "correction", "replaces": [4], "events": [right], "reason": "misread"})
    assert record.cases["insufficient_bid@4:W"].is_withdrawn and record.waiting == []


async def test_a_finding_that_a_later_correction_brings_back_waits_again(told):
    right, wrong = ({"type": "call", "seat": "W", "call": c, "as": 4} for c in ("2H", "1H"))
    record = await told(
        *TOO_LOW,
        {"type": "correction", "replaces": [4], "events": [right], "reason": "misread"},
        {"type": "correction", "replaces": [4], "events": [wrong], "reason": "it was right after all"},
    )
    assert [case.id for case in record.waiting] == ["insufficient_bid@4:W"]


async def test_the_table_before_an_act_is_as_it_was_then(told):
    record = await told(board(13), *calls("N", "1D P 3NT P P P"), *WRONG_LEAD[-2:])
    assert record.before(3).state()["auction"] == [["N", "1D"], ["E", "P"]]


async def test_an_earlier_board_is_still_there_when_the_next_is_played(told):
    record = await told(board(3), *calls("S", "P P P P"), *TOO_LOW)
    assert record.board_of(2).board_number == 3 and record.board_of(7).board_number == 21


async def test_a_players_call_of_an_earlier_board_is_not_open_any_more(told):
    record = await told(board(3), {"type": "director_called", "seat": "N"}, *TOO_LOW)
    assert record.unanswered == []
