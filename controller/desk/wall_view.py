"""What a screen shows that everybody in the hall can see: the round, the clock, which board is at which table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from controller.desk.record import TableRecord
from controller.desk.room import Room, Viewer
from controller.session.may_see import What


@dataclass(frozen=True, slots=True)
class WallTable:
    """A table on the wall: always in the same place."""

    table: str
    board: int | None
    round: int | None


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall screen."""

    session: str
    tables: Sequence[WallTable]
    #: The round that most tables are in, the lowest of several; None where no plan says it.
    round: int | None
    #: When that round should be over, by the clock on the wall; None without a round clock.
    ends: float | None
    #: Boards that are open to everybody by now.
    open_boards: Sequence[int]

    def as_json(self) -> dict[str, Any]:
        """The same for a program."""
        tables = [{"table": t.table, "board": t.board, "round": t.round} for t in self.tables]
        about = {"session": self.session, "round": self.round, "round_ends": self.ends}
        return {**about, "tables": tables, "open_boards": list(self.open_boards)}


def wall_of(room: Room, viewer: Viewer) -> Wall:
    """What the wall shows now."""
    tables = [
        WallTable(record.name, record.board, _round(room, record))
        for record in room.in_order()
        if room.sees(viewer, record.board, What.PLACE)
    ]
    rounds = [table.round for table in tables if table.round is not None]
    current = max(sorted(set(rounds)), key=rounds.count, default=None)
    session = room.session.session if room.session else ""
    return Wall(session, tables, current, room.round_ends(current), open_boards(room, viewer))


def _round(room: Room, record: TableRecord) -> int | None:
    return room.plan.round_of(record.name, record.board) if room.plan is not None else None


def open_boards(room: Room, viewer: Viewer) -> list[int]:
    """The boards that are open, by number."""
    return [n for n in room.boards() if room.is_open(n) and room.sees(viewer, n, What.RESULT)]
