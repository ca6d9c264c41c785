"""`smarttable judge FILE.pbn`: boards as they were recorded, judged one by one; only what is irregular is laid out.

Where the play is recorded to the last trick, the result that the Laws give is held against the record's own.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.desk import describe
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.model.regulations import EDITIONS
from controller.model.table_log import TableLog
from controller.records.as_events import events_of
from controller.records.board_record import BoardRecord
from controller.records.pbn import read_pbn
from controller.table import Stepped, replay

#: The edition of a record that does not say by which it was played.
LATEST = EDITIONS[-1]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A board of a file as a log, and its place in the file."""

    place: int
    record: BoardRecord
    log: TableLog

    @property
    def name(self) -> str:
        """The file's name and the board's place in it."""
        return f"{self.log.case}-{self.place}"


def is_pbn(path: Path) -> bool:
    """Is it a file of recorded boards, perhaps compressed?"""
    return path.name.lower().removesuffix(".gz").endswith(".pbn")


def read_boards(path: Path) -> tuple[Recorded, ...]:
    """The boards of a PBN file; what was guessed or left out while reading goes to the error output."""
    try:
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix.lower() == ".gz" else data
    except (OSError, EOFError) as error:
        raise LogError(f"cannot be read: {error}", file=str(path)) from None
    file = read_pbn(data, str(path))
    for warning in file.warnings:
        sys.stderr.write(f"smarttable: {warning}\n")
    boards = []
    for place, record in enumerate(file.records, 1):
        if record.board is None:
            sys.stderr.write(f"smarttable: {path}, record {place}: no board number; left out\n")
            continue
        laws = record.laws if record.laws in EDITIONS else LATEST
        stem = path.name.removesuffix(".gz").removesuffix(".pbn")
        boards.append(Recorded(place, record, TableLog(case=stem, laws=laws, events=events_of(record))))
    return tuple(boards)


# -- all of them ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """What was found in a file so far."""

    boards: int = 0
    clean: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    agree: int = 0
    differ: list[int] = field(default_factory=list)
    unfinished: int = 0

    def add(self, board: Recorded, laws: str) -> bool:
        """Judge a board; is there anything to tell of it?"""
        steps = list(replay(board.log.events, laws, board.log.regulations))
        found = [finding for one in steps for finding in one.raised]
        self.boards += 1
        self.clean += not found
        self.kinds.update(finding.kind for finding in found)
        agrees = _agrees(board.record, steps)
        if agrees is None:
            self.unfinished += 1
        elif agrees:
            self.agree += 1
        else:
            self.differ.append(board.place)
        return bool(found) or agrees is False

    def lines(self, words: Words) -> Iterator[str]:
        """The sum of it."""
        yield words.text("judge.sum.boards", {"n": self.boards, "clean": self.clean})
        for kind, count in self.kinds.most_common():
            yield f"   {count} × {describe.kind(kind, words)}"
        fields = {"agree": self.agree, "differ": len(self.differ), "unfinished": self.unfinished}
        yield words.text("judge.sum.results", fields)
        if self.differ:
            yield "   " + words.text("judge.sum.differ", {"records": ", ".join(map(str, self.differ))})


def _agrees(record: BoardRecord, steps: Sequence[Stepped]) -> bool | None:
    """Tricks and score as recorded; None where the play is not recorded to its end, or was scored by a ruling."""
    if not (record.is_played_out or record.passed_out):
        return None
    result = steps[-1].table.state()["result"] or {}
    if record.passed_out:
        return result.get("score") == 0
    if record.tricks is None or record.transfers or record.adjusted is not None:
        return None
    return result.get("tricks") == record.tricks and record.score_ns in (None, result.get("score"))
