"""The auction section of PBN (3.5), read and written, with `^I`, `^S`, `AP`, alerts as notes, `*` and `+`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from controller.model.board import Contract
from controller.model.calls import PASS, Bid
from controller.model.seats import Seat, rotation
from controller.records.board_record import (
    PLAIN_CALLS,
    RecordedCall,
    auction_is_over,
    contract_of,
    is_insufficient,
)
from controller.records.pbn.items import Item, Kind, NotesWritten, Warn, annotated, items
from controller.records.pbn.lexer import Word
from controller.records.pbn.values import PLAIN_TOKENS, call_of, call_text

#: The glyph that `!` stands for after a call.
FIRST_CALL_GLYPH = 1
CALLS_A_LINE = 4


class AuctionRead(NamedTuple):
    """The calls of a section, whether it says that more will follow (`+`), and what is said before any call."""

    calls: tuple[RecordedCall, ...] = ()
    to_be_continued: bool = False
    comments: tuple[str, ...] = ()


def plain_auction(first: Seat, section: str) -> AuctionRead | None:
    """The auction of a section of nothing but sufficient calls in rotation; None if it holds anything else."""
    made: list[RecordedCall] = []
    seat, rank, passes, needed = first, 0, 0, 4
    tokens = section.split()
    if tokens and tokens[-1] == "*":
        tokens.pop()
    for n, token in enumerate(tokens):
        call = PLAIN_TOKENS.get(token)
        if call is PASS:
            passes += 1
        elif isinstance(call, Bid) and call.rank > rank:
            rank, passes, needed = call.rank, 0, 3
        elif token in ("AP", "ap") and n == len(tokens) - 1:
            while passes < needed:
                made.append(PLAIN_CALLS[seat, PASS])
                seat, passes = seat.lho, passes + 1
            continue
        elif call is None or isinstance(call, Bid):
            return None
        else:
            passes = 0
        if passes > needed or (passes == needed and n < len(tokens) - 1):
            return None
        made.append(PLAIN_CALLS[seat, call])
        seat = seat.lho
    return AuctionRead(tuple(made))


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
        self._opening: list[str] = []

    def read(self, words: Iterable[Word]) -> AuctionRead:
        """The calls in order, each with its seat."""
        for item in items(words, self._warn, FIRST_CALL_GLYPH):
            self._one(item)
        return AuctionRead(tuple(self._calls), self._to_be_continued, tuple(self._opening))

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
            if item.kind is Kind.COMMENT:
                self._opening.append(item.text)
            else:
                self._warn(item.line, f"{item.text!r} stands before any call; left out")
            return
        last = self._calls[-1]
        if item.kind is Kind.ASTERISK:
            self._warn(item.line, f"the asterisk of {item.text!r} ends no auction; read as an alert")
            self._calls[-1] = replace(last, alert=last.alert or "")
        elif item.kind is Kind.NOTE:
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
    """How many of the last calls `AP` stands for: the three final passes in rotation, if nothing is to be said of any.

    Of a board that was passed out the first pass is written out, for some readers take `AP` for three passes always.
    """
    if not auction_is_over(calls):
        return 0
    count = 3
    seat = calls[-count - 1].seat.lho if len(calls) > count else first
    for made in calls[-count:]:
        if made != RecordedCall(seat, PASS):
            return 0
        seat = seat.lho
    return count


def write_auction(first: Seat, calls: Sequence[RecordedCall], *, in_progress: bool, plain: bool = False) -> Written:
    """Four calls a line from the dealer; an accepted call out of turn has `^S` for each player it skipped.

    `plain` leaves out what some readers stumble over: marks, glyphs and comments.
    """
    notes = NotesWritten()
    cells: list[str] = []
    seat = first
    all_pass = written_as_all_pass(first, calls)
    for n, made in enumerate(calls[: len(calls) - all_pass]):
        while seat is not made.seat:
            cells.append("^S")
            seat = seat.lho
        mark = "^I " if not plain and is_insufficient(calls[:n], made.call) else ""
        note = "" if made.alert is None else notes.reference(made.alert)
        glyphs, comment = ((), "") if plain else (made.glyphs, made.comment)
        cells.append(annotated(mark + call_text(made.call), note, glyphs, comment))
        seat = seat.lho
    if all_pass:
        cells.append("AP")
    elif not auction_is_over(calls):
        cells.append("+" if in_progress else "*")
    lines = [" ".join(cells[i : i + CALLS_A_LINE]) for i in range(0, len(cells), CALLS_A_LINE)]
    return Written(lines, notes.texts)


def leading_passes(calls: Sequence[RecordedCall], contract: Contract) -> tuple[RecordedCall, ...] | None:
    """The auction with the passes that some programs leave out before the opening; None if they explain nothing.

    They were left out if with one, two or three of them the auction leads to the contract and declarer as stated.
    """
    for count in (1, 2, 3):
        passes = [RecordedCall(seat, PASS) for seat in rotation(calls[0].seat)[:count]]
        moved = [replace(c, seat=rotation(c.seat)[count]) for c in calls]
        if contract_of(moved) == contract:
            return (*passes, *moved)
    return None
