"""A PBN file that arrives in pieces, parted into games (PBN 2.1, chapter 3): memory holds one game, not the file.

A game ends at a semi-empty line, except inside a brace comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from controller.records.lines import LONGEST
from controller.records.pbn.lexer import CARELESS_TAG, TAG

_BREAK = re.compile(r"\n[ \t\f\v]*(?=\n)")
#: What may hold a brace that opens no comment, or is one; the last alternative is a comment that is not closed.
_HOLDS_BRACES = re.compile(
    rf"{TAG.pattern}|{CARELESS_TAG.pattern}|;[^\n]*|\{{[^}}]*\}}|^%[^\n]*|(?P<open>\{{)", re.MULTILINE
)


class Passage(NamedTuple):
    """The text of a game, or of a few where comments are never closed, and the number of its first line."""

    line: int
    text: str


def passages(texts: Iterable[str]) -> Iterator[Passage]:
    """The games of a text that comes in pieces which end with lines."""
    rest, line = "", 1
    for text in texts:
        rest += text
        start = 0
        while (end := _end(rest, start, is_all=False)) is not None:
            passage = rest[start:end]
            if not passage.isspace():
                yield Passage(line, passage)
            line += passage.count("\n")
            start = end
        rest = rest[start:]
    start = 0
    while start < len(rest):
        end = _end(rest, start, is_all=True) or len(rest)
        yield Passage(line, rest[start:end])
        line += rest.count("\n", start, end)
        start = end


def _end(text: str, start: int, *, is_all: bool) -> int | None:
    """Where the game that begins at `start` ends; None while that cannot be said."""
    at = scanned = start
    while found := _BREAK.search(text, at):
        end = found.start() + 1
        if text.rfind("{", scanned, end) <= text.rfind("}", scanned, end) or not _is_open(text, scanned, end):
            return end
        closed = text.find("}", end)
        if closed < 0 or closed - start > LONGEST:
            return end if is_all or len(text) - start > LONGEST else None
        at = scanned = closed + 1
    if not is_all and len(text) - start > LONGEST:
        # No game is that long: it is cut at a line, so that memory stays bounded.
        return text.rfind("\n", start, start + LONGEST) + 1 or start + LONGEST
    return None


def _is_open(text: str, start: int, end: int) -> bool:
    """Does a brace comment that begins there go on beyond `end`?"""
    return any(found["open"] for found in _HOLDS_BRACES.finditer(text, start, end))
