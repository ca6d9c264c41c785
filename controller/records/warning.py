"""What a reader of any format says about a file: put right, guessed or left out, where, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from controller.records.board_record import BoardRecord


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """Something in a file that was put right, guessed or left out, and why."""

    line: int
    reason: str
    board: int | None = None
    file: str = ""
    #: Where it stands in a file that has no lines.
    place: str = ""

    def __str__(self) -> str:
        where = [self.file] if self.file else []
        where.append(self.place or f"line {self.line}")
        if self.board is not None:
            where.append(f"board {self.board}")
        return f"{', '.join(where)}: {self.reason}"


class BoardRead(NamedTuple):
    """One board of a file as it was read; no record where only a warning is to be given."""

    record: BoardRecord | None
    warnings: tuple[RecordWarning, ...] = ()
