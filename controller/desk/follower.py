"""Reads the journal as it grows, keeps the room, says what has changed. What cannot be read is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Protocol

import structlog

from controller.adapters.journal import JournalReader
from controller.desk.cases import Case
from controller.desk.hub import Change, Hub
from controller.desk.record import TableRecord
from controller.desk.room import Room
from controller.model.irregularities import Attention
from controller.ports import JournalError, Row
from controller.session.may_see import What

_TRY_AGAIN_S = 1.0
#: Rows worked on before others get a turn.
_AT_ONCE = 100


class Rows(Protocol):
    """Where rows come from."""

    def follow(self, after: int = 0) -> AsyncIterator[Row]:
        """Rows with a higher `seq`, then every new one. JournalError if they cannot be read."""


class JournalRows:
    """The rows of a journal's file, opened when they are asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def follow(self, after: int = 0) -> AsyncIterator[Row]:
        """Rows with a higher `seq`, then every new one. JournalError if they cannot be read."""
        reader = JournalReader(self._path)
        try:
            async for row in reader.follow(after):
                yield row
        finally:
            reader.close()


class Follower:
    """Keeps a room up to date and tells a hub."""

    def __init__(self, rows: Rows, room: Room, hub: Hub) -> None:
        self._rows, self._room, self._hub = rows, room, hub
        #: Why the journal cannot be read just now; None while it can.
        self.trouble: str | None = None

    async def run(self) -> None:
        """Follow until cancelled. Whatever goes wrong is said on every page, and reading goes on after that row."""
        while True:
            try:
                await self._follow()
            except Exception as error:
                # A bug of ours in one row must not leave the director before a page that stands still unseen.
                reason = (
                    str(error) if isinstance(error, JournalError) else f"{type(error).__name__} at {self._room.seq}"
                )
                if self.trouble != reason:
                    self.trouble = reason
                    structlog.get_logger("desk").warning("journal cannot be read", reason=reason)
            await asyncio.sleep(_TRY_AGAIN_S)

    async def _follow(self) -> None:
        async for row in self._rows.follow(self._room.seq):
            self.trouble = None
            before = _progress(self._room.tables.get(row.table))
            self._room.apply(row)
            for change in changes(self._room, row, before):
                self._hub.publish(change)
            await self._room.moved()
            if row.seq % _AT_ONCE == 0:
                await asyncio.sleep(0)


def _progress(record: TableRecord | None) -> tuple[Any, ...]:
    """What everybody in the room may see of a table's progress: board, phase, trick."""
    if record is None:
        return ()
    state = record.table.state()
    return record.board, state["phase"], state["trick"], record.mode, record.is_followed


def changes(room: Room, row: Row, before: tuple[Any, ...]) -> Iterator[Change]:
    """What a row, once applied, changes for those who look."""
    if not row.table:
        yield Change("room", "", None, What.DEVICES)
        return
    record = room.tables[row.table]
    after = _progress(record)
    if after != before:
        data = {"table": row.table, "board": record.board, "phase": after[1], "trick": after[2]}
        yield Change("table", row.table, record.board, What.PROGRESS, data)
    if row.kind == "event":
        yield Change("acts", row.table, record.board, What.ACTS, {"table": row.table, "n": row.n})
        if row.body.get("type") == "director_called":
            yield _called(record, row)
    elif row.kind in ("summons", "ack", "later") and (case := record.cases.get(str(row.body.get("id")))):
        yield _summons(case, row)
    elif row.kind == "at_table":
        data = {"table": row.table, "by": row.body.get("by"), "here": row.body.get("state") == "begun"}
        yield Change("director", row.table, record.board, What.FINDING, data)
    elif row.kind in ("device", "fault", "check", "note"):
        yield Change("device", row.table, record.board, What.DEVICES, {"table": row.table})


def _called(record: TableRecord, row: Row) -> Change:
    data = {"table": row.table, "id": f"director_called@{row.n}", "sound": "now"}
    return Change("summons", row.table, record.board, What.FINDING, data)


def _summons(case: Case, row: Row) -> Change:
    """A quiet one says which table and nothing that sounds; the others say what a page needs to call."""
    data: dict[str, Any] = {"table": case.table, "id": case.id, "rev": case.rev}
    if case.is_quiet:
        return Change("quiet", case.table, case.board, What.QUIET_FINDING, data)
    data |= {
        "kind": case.finding.kind,
        "seat": case.finding.seat.value if case.finding.seat else None,
        "attention": case.attention.value,
        "waiting": case.is_waiting,
        "sound": _sound(case, row),
    }
    what = What.FINDING if case.needs_seen_cards_only else What.QUIET_FINDING
    return Change("summons", case.table, case.board, what, data)


def _sound(case: Case, row: Row) -> str | None:
    """A summons sounds when it is raised or let out, once; never while a director stands at that table."""
    if row.kind != "summons" or case.told is None or case.told.is_held or not case.is_waiting:
        return None
    if case.told.state != "raised":
        return None
    return "end" if case.attention is Attention.END_OF_BOARD else "now"
