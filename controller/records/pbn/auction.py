"""The auction section of PBN (3.5), read and written, with `^I`, `^S`, `AP`, alerts as notes, `*` and `+`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from controller.model.calls import PASS
from controller.model.seats import Seat
from controller.records.board_record import RecordedCall, auction_is_over, is_insufficient
from controller.records.pbn.items import Item, Kind, NotesWritten, Warn, annotated, items
from controller.records.pbn.lexer import Word
from controller.records.pbn.values import call_of, call_text

#: The glyph that `!` stands for after a call.
FIRST_CALL_GLYPH = 1
CALLS_A_LINE = 4


class AuctionRead(NamedTuple):
    """The calls of a section and whether it says that more will follow (`+`)."""

    calls: tuple[RecordedCall, ...]
    to_be_continued: bool


class AuctionReader:
    """Reads one auction section; what it cannot read it says to `warn` with its line."""

    def __init__(self, first: Seat, notes: Mapping[int, str], warn: Warn) -> None:
        self._seat = first
        self._notes = notes
        self._warn = warn
        self._calls: list[RecordedCall] = []
        self._insufficient = False
        self._ended = False
        self._to_be_continued = False

    def read(self, words: Iterable[Word]) -> AuctionRead:
        """The calls in order, each with its seat."""
        for item in items(words, self._warn, FIRST_CALL_GLYPH):
            self._one(item)
        return AuctionRead(tuple(self._calls), self._to_be_continued)

    def _one(self, item: Item) -> None:
        if item.kind is Kind.ACT:
            self._act(item)
        elif item.kind is Kind.IRREGULARITY:
            self._irregularity(item)
        elif item.kind is Kind.END:
            self._ended = True
        elif item.kind is Kind.TO_BE_CONTINUED:
            self._ended = self._to_be_continued = True
        else:
            self._annotation(item)

    def _act(self, item: Item) -> None:
        token = item.text.upper()
        if token == "-":
            if self._calls:
                self._warn(item.line, "a call is missing in the auction ('-')")
            self._seat = self._seat.lho
        elif token == "AP":
            while not auction_is_over(self._calls):
                self._add(RecordedCall(self._seat, PASS))
        elif self._ended or auction_is_over(self._calls):
            self._warn(item.line, f"{item.text!r} comes after the auction has ended; left out")
        else:
            self._call(item)

    def _call(self, item: Item) -> None:
        try:
            made = call_of(item.text)
        except ValueError as error:
            self._warn(item.line, f"{error}; the auction ends before it here")
            self._ended = True
            return
        if is_insufficient(self._calls, made) is not self._insufficient:
            said = "marked as insufficient and is not" if self._insufficient else "insufficient and not marked ^I"
            self._warn(item.line, f"the bid {made.text} is {said}")
        self._insufficient = False
        self._add(RecordedCall(self._seat, made))

    def _add(self, made: RecordedCall) -> None:
        self._calls.append(made)
        self._seat = made.seat.lho

    def _irregularity(self, item: Item) -> None:
        if item.text == "S":
            self._seat = self._seat.lho
        elif item.text == "I":
            self._insufficient = True
        else:
            self._warn(item.line, f"^{item.text} belongs to the play, not to an auction")

    def _annotation(self, item: Item) -> None:
        if not self._calls:
            self._warn(item.line, f"{item.text!r} stands before any call; left out")
            return
        last = self._calls[-1]
        if item.kind is Kind.NOTE:
            text = self._notes.get(int(item.text))
            if text is None:
                self._warn(item.line, f"note {item.text} is not explained")
            self._calls[-1] = replace(last, alert=text or "")
        elif item.kind is Kind.GLYPH:
            self._calls[-1] = replace(last, glyphs=(*last.glyphs, int(item.text)))
        else:
            self._calls[-1] = replace(last, comment=f"{last.comment} {item.text}".strip())


class Written(NamedTuple):
    """A section as it is written: its lines, and its notes with their numbers."""

    lines: list[str]
    notes: Mapping[str, int]


def written_as_all_pass(first: Seat, calls: Sequence[RecordedCall]) -> int:
    """How many of the last calls `AP` stands for: all final passes, in rotation, if nothing is to be said of any."""
    if not auction_is_over(calls):
        return 0
    count = 4 if all(c.call is PASS for c in calls) else 3
    seat = calls[-count - 1].seat.lho if len(calls) > count else first
    for made in calls[-count:]:
        if made != RecordedCall(seat, PASS):
            return 0
        seat = seat.lho
    return count


def write_auction(first: Seat, calls: Sequence[RecordedCall], *, in_progress: bool) -> Written:
    """Four calls a line from the dealer; an accepted call out of turn has `^S` for each player it skipped."""
    notes = NotesWritten()
    cells: list[str] = []
    seat = first
    all_pass = written_as_all_pass(first, calls)
    for n, made in enumerate(calls[: len(calls) - all_pass]):
        while seat is not made.seat:
            cells.append("^S")
            seat = seat.lho
        mark = "^I " if is_insufficient(calls[:n], made.call) else ""
        note = "" if made.alert is None else notes.reference(made.alert)
        cells.append(annotated(mark + call_text(made.call), note, made.glyphs, made.comment))
        seat = seat.lho
    if all_pass:
        cells.append("AP")
    elif not auction_is_over(calls):
        cells.append("+" if in_progress else "*")
    lines = [" ".join(cells[i : i + CALLS_A_LINE]) for i in range(0, len(cells), CALLS_A_LINE)]
    return Written(lines, notes.texts)
