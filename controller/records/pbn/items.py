"""The tokens that an auction and a play section share: marks, notes, glyphs, ends (PBN 2.1, 3.2, 3.5 to 3.9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from controller.records.pbn.lexer import Word
from controller.records.pbn.tables import printable

Warn = Callable[[int, str], None]

#: Suffixes in the order of their glyphs: $1 to $6 for calls, $7 to $12 for cards.
SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
HIGHEST_NOTE = 32
_TOKEN = re.compile(r"\^[A-Za-z]|=[0-9]{1,6}=|\$[0-9]{1,6}|[!?]{1,2}|[*+]|[A-Za-z0-9-]+|.")


class Kind(Enum):
    """What a token of a section is."""

    ACT = "act"
    IRREGULARITY = "irregularity"
    NOTE = "note"
    GLYPH = "glyph"
    END = "end"
    TO_BE_CONTINUED = "to be continued"
    COMMENT = "comment"
    #: An asterisk written onto a call or card, as in `4C*`.
    ASTERISK = "asterisk"


class Item(NamedTuple):
    """One token: a call or card as written, `I S R L`, a note's number, a glyph's number, or a comment."""

    kind: Kind
    text: str
    line: int


def items(words: Iterable[Word], warn: Warn, first_suffix: int) -> Iterator[Item]:
    """The tokens of a section; `first_suffix` is the glyph that `!` stands for."""
    listed = list(words)
    last = next((word for word in reversed(listed) if not word.comment), None)
    for word in listed:
        if word.comment:
            yield Item(Kind.COMMENT, folded(word.text), word.line)
            continue
        tokens = _TOKEN.findall(word.text)
        for n, token in enumerate(tokens):
            if token == "*" and n and word is not last:
                yield Item(Kind.ASTERISK, word.text, word.line)
                continue
            found = _item(token, word.line, first_suffix)
            if found is None:
                warn(word.line, f"{token!r} has no meaning here; left out")
            else:
                yield found


def folded(text: str) -> str:
    """A comment inside a section as it is read: its line breaks are the layout of the file."""
    return " ".join(text.split())


def _item(token: str, line: int, first_suffix: int) -> Item | None:
    if token[0] == "^" and token[1:].upper() in ("I", "S", "R", "L"):
        return Item(Kind.IRREGULARITY, token[1:].upper(), line)
    if token[0] == "=" and len(token) > 2:
        return Item(Kind.NOTE, token.strip("="), line)
    if token[0] == "$" and len(token) > 1:
        return Item(Kind.GLYPH, token[1:], line)
    if token in SUFFIXES:
        return Item(Kind.GLYPH, str(first_suffix + SUFFIXES.index(token)), line)
    if token == "*":
        return Item(Kind.END, token, line)
    if token == "+":
        return Item(Kind.TO_BE_CONTINUED, token, line)
    if token[0].isascii() and (token[0].isalnum() or token[0] == "-"):
        return Item(Kind.ACT, token, line)
    return None


class NotesWritten:
    """The notes of a section being written: the same text gets the same number.

    Numbers go on after `used` ones of another section where there is room, for some readers keep one list of both.
    """

    def __init__(self, used: int = 0) -> None:
        self._numbers: dict[str, int] = {}
        self._used = used

    def reference(self, text: str) -> str:
        """`=n=` for a note of that text; empty once 32 notes are used up, for PBN has no more."""
        if text not in self._numbers:
            if self._used + len(self._numbers) == HIGHEST_NOTE:
                return ""
            self._numbers[text] = self._used + len(self._numbers) + 1
        return f"={self._numbers[text]}="

    @property
    def texts(self) -> Mapping[str, int]:
        """Text to number, in order."""
        return self._numbers


def annotated(act: str, note: str, glyphs: Iterable[int], comment: str) -> str:
    """A call or card with its note reference, glyphs in order and comment."""
    parts = [act]
    if note:
        parts.append(note)
    parts += [f"${glyph}" for glyph in sorted(glyphs)]
    if comment:
        parts.append("{" + in_braces(comment) + "}")
    return " ".join(parts)


def in_braces(text: str) -> str:
    """A text as a comment inside a section can hold it."""
    return folded(printable(text.replace("}", ")")))
