"""LIN files, of BBO's hand records and of vugraph with two rooms and chat, as board records, one by one.

A file's head (`vg`, `rs`, `pn` with eight names) counts for all boards after it. What is not understood is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from controller.model.board import Contract
from controller.records.board_record import UNKNOWN
from controller.records.lin import words
from controller.records.lin.board import LinBoard
from controller.records.lin.tokens import Token, tokens
from controller.records.lines import texts_of
from controller.records.warning import BoardRead, RecordWarning

#: Tags that lay out a page, and those that repeat what others say.
_OF_LAYOUT = frozenset(
    ("st", "rh", "pg", "sa", "va", "ls", "bn", "bt", "tu", "mn", "hs", "pw", "sk", "at", "fp", "ia", "nb")
)
#: Tags that begin the next board once one is dealt.
_BEGINNINGS = ("vg", "qx", "pn", "md")
_SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
_ROOMS = {"o": "Open", "c": "Closed"}
_MOST_WARNINGS = 200


@dataclass(slots=True)
class _Head:
    """What a file says of all its boards."""

    names: list[str] = field(default_factory=list)
    event: str = UNKNOWN
    scoring: str = UNKNOWN
    tags: dict[str, str] = field(default_factory=dict)
    #: Number of the first board, and the results of its open and closed room, then of the next board.
    first: int | None = None
    results: list[str] = field(default_factory=list)


def read_lin(chunks: Iterable[bytes], file: str = "") -> Iterator[BoardRead]:
    """The boards of a LIN file that arrives in pieces; never raises for what stands in it."""
    reader = _LinReader(file)
    for token in tokens(texts_of(chunks)):
        yield from reader.take(token)
    yield from reader.end()


class _LinReader:
    """Takes tokens, gives a board when the next one begins."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._head = _Head()
        self._board = LinBoard(1)
        self._warnings: list[RecordWarning] = []
        self._unknown: set[str] = set()

    def take(self, token: Token) -> Iterator[BoardRead]:
        """One token; the board before it if it begins another."""
        tag, value, line = token
        if tag == "pc":
            self._card(value, line)
        elif tag == "mb":
            self._call(value, line)
        elif tag in _OF_LAYOUT:
            return
        elif tag in _BEGINNINGS:
            if self._board.is_dealt:
                yield from self.end()
                self._board = LinBoard(line)
            self._begin(tag, value, line)
        else:
            self._other(tag, value, line)

    def end(self) -> Iterator[BoardRead]:
        """The board in hand, if there is one."""
        board, told = self._board, None
        if board.is_dealt:
            told = self._result(board)
            record = board.record(self._about(board), told, self._warn)
            warnings = tuple(RecordWarning(w.line, w.reason, record.board, self._file) for w in self._warnings)
            yield BoardRead(record, warnings)
        elif self._warnings:
            yield BoardRead(None, tuple(self._warnings))
        self._warnings = []

    def _warn(self, line: int, reason: str) -> None:
        if len(self._warnings) < _MOST_WARNINGS:
            self._warnings.append(RecordWarning(line, reason, file=self._file))

    # -- tokens -------------------------------------------------------------------------------------------------

    def _card(self, value: str, line: int) -> None:
        plain = words.PLAIN_CARD_WORDS.get(value)
        try:
            for card in (plain,) if plain else words.cards_of(value):
                self._board.played(card, line)
        except ValueError as error:
            self._warn(line, f"pc: {error}; left out")

    def _call(self, value: str, line: int) -> None:
        plain = words.PLAIN_CALL_WORDS.get(value)
        try:
            for made, is_alerted in ((plain, False),) if plain else words.calls_of(value):
                self._board.called(made, line, is_alerted=is_alerted)
        except ValueError as error:
            self._warn(line, f"mb: {error}; left out")

    def _begin(self, tag: str, value: str, line: int) -> None:
        if tag == "vg":
            self._vugraph(value)
        elif tag == "pn":
            self._head.names = [name.strip() for name in value.split(",")]
        elif tag == "qx":
            self._label(value)
        else:
            self._dealt(value, line)

    def _other(self, tag: str, value: str, line: int) -> None:
        board = self._board
        if tag == "nt":
            board.say(value)
        elif tag == "an":
            board.explained(value, self._warn, line)
        elif tag == "sv":
            board.vulnerability = words.VULNERABILITY.get(value.strip().lower())
        elif tag == "ah":
            number = re.search(r"[0-9]{1,6}", value)
            board.number = int(number[0]) or None if number else board.number
        elif tag == "mc":
            self._claim(value, line)
        elif tag == "rs":
            self._head.results = value.split(",")
        elif tag == "":
            self._warn(line, f"text outside any tag, left out: {value[:80]!r}")
        elif tag not in self._unknown:
            self._unknown.add(tag)
            self._warn(line, f"the tag {tag!r} is not known here; left out wherever it stands")

    def _claim(self, value: str, line: int) -> None:
        if re.fullmatch(r"\s*[0-9]{1,2}\s*", value):
            self._board.claimed = int(value.strip())
        else:
            self._warn(line, f"mc: {value[:80]!r} is no number of tricks; left out")

    def _dealt(self, value: str, line: int) -> None:
        self._board.is_dealt, self._board.line = True, line
        self._board.dealer = words.dealer_of(value.strip()[:1])
        try:
            self._board.deal = words.deal_of_hands(value.strip()[1:].split(","))
        except ValueError as error:
            self._warn(line, f"md: {error}; the deal is taken as not known")

    def _label(self, value: str) -> None:
        found = re.match(r"\s*([oc]?)([0-9]{1,6})", value.lower())
        if found:
            self._board.room = _ROOMS.get(found[1])
            self._board.number = int(found[2]) or None

    def _vugraph(self, value: str) -> None:
        """Title, segment, scoring, first and last board, and each team with what it carries over."""
        fields = [text.strip() for text in value.rsplit(",", 8)]
        title, segment, scoring, first, _, home, carry, visit, visit_carry = [*fields, *[""] * 9][:9]
        self._head.event = title or UNKNOWN
        self._head.results = []
        self._head.scoring = _SCORING.get(scoring.upper(), scoring) or UNKNOWN
        self._head.first = int(first) if re.fullmatch(r"[0-9]{1,6}", first) else None
        told = {"Stage": segment, "HomeTeam": home, "VisitTeam": visit}
        if carry or visit_carry:
            told["CarryOver"] = f"{carry}:{visit_carry}"
        self._head.tags = {name: text for name, text in told.items() if text}

    # -- what the head says of a board --------------------------------------------------------------------------

    def _about(self, board: LinBoard) -> dict[str, Any]:
        names = self._head.names[4:8] if board.room == "Closed" and len(self._head.names) > 4 else self._head.names[:4]
        return {
            "event": self._head.event,
            "scoring": self._head.scoring,
            "names": {seat: name for seat, name in zip(words.ORDER, names, strict=False) if name},
            "tags": {**self._head.tags, **({"Room": board.room} if board.room else {})},
        }

    def _result(self, board: LinBoard) -> tuple[Contract | None, int | None] | None:
        if self._head.first is None or board.number is None or not self._head.results:
            return None
        at = 2 * (board.number - self._head.first) + (board.room == "Closed")
        text = self._head.results[at] if 0 <= at < len(self._head.results) else ""
        if not text.strip():
            return None
        try:
            return words.result_of(text)
        except ValueError as error:
            self._warn(board.line, f"rs: {error}; left out")
            return None
