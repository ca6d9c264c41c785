"""PBN as games of tags, words and comments, each with its line (PBN 2.1, chapters 2, 3 and 5). No meaning lives here.

Tolerant: what is no PBN is reported with its line and left out; the rest of the game is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PbnWarning:
    """Something in a file that was put right, guessed or left out, and why."""

    line: int
    reason: str
    board: int | None = None
    file: str = ""

    def __str__(self) -> str:
        where = [self.file] if self.file else []
        where.append(f"line {self.line}")
        if self.board is not None:
            where.append(f"board {self.board}")
        return f"{', '.join(where)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Word:
    """A token of a section; `quoted` if it stood in quotes, `comment` if it is one."""

    text: str
    line: int
    #: Place in its line, from 0: tables are aligned by it.
    column: int = 0
    quoted: bool = False
    comment: bool = False


@dataclass(slots=True)
class Tag:
    """A tag pair and the section data after it."""

    name: str
    value: str
    line: int
    words: list[Word] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """One game: its tags in order, and the comments before the first of them."""

    line: int
    tags: list[Tag] = field(default_factory=list)
    opening: list[Word] = field(default_factory=list)


_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
#: A tag whose value holds a bare quote or ends in a backslash, as some programs write it.
_CARELESS_TAG = re.compile(r'\[\s*(\w+)\s*"(.*)"\s*\]')
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_WORD = re.compile(r'[^\s\[\]{};"]+')
_REST_OF_LINE = re.compile(r"[^\n]*")
_BLANKS = re.compile(r"[ \t\f\v]+")
_EMPTY_LINE = re.compile(r"[ \t\f\v]*(?:\n|\Z)")
_ESCAPED = re.compile(r'\\(["\\])')


def decode(data: bytes) -> str:
    """The text of a PBN file: ISO 8859-1 as the standard says, or what its byte order mark or its bytes tell."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


def unescape(text: str) -> str:
    r"""A string token's value: `\"` is a quote, two backslashes are one, any other backslash is itself."""
    return _ESCAPED.sub(r"\1", text)


class Lexer:
    """Reads the games of a text in order; `warnings` grows meanwhile."""

    def __init__(self, text: str) -> None:
        self._text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._at = 0
        self._line = 1
        self.warnings: list[PbnWarning] = []

    def games(self) -> Iterator[Game]:
        """Each game that has at least one tag."""
        game = Game(1)
        while self._at < len(self._text):
            if self._at_line_start() and (end := _EMPTY_LINE.match(self._text, self._at)):
                if game.tags:
                    yield game
                    game = Game(self._line)
                self._skip(max(end.end() - self._at, 1))
            elif self._at_line_start() and self._text[self._at] == "%":
                self._take(_REST_OF_LINE)
            else:
                self._one(game)
        if game.tags:
            yield game

    def _at_line_start(self) -> bool:
        return self._at == 0 or self._text[self._at - 1] == "\n"

    def _skip(self, count: int) -> str:
        taken = self._text[self._at : self._at + count]
        self._at += count
        self._line += taken.count("\n")
        return taken

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found:
            self._skip(found.end() - self._at)
        return found

    def _warn(self, reason: str, line: int | None = None) -> None:
        self.warnings.append(PbnWarning(line or self._line, reason))

    def _one(self, game: Game) -> None:
        line, here = self._line, self._text[self._at]
        column = self._at - self._text.rfind("\n", 0, self._at) - 1
        if here == "[":
            self._tag(game)
        elif here == "{":
            self._add(game, Word(self._brace_comment(), line, column, comment=True))
        elif here == ";":
            self._skip(1)
            found = self._take(_REST_OF_LINE)
            self._add(game, Word(found[0].strip() if found else "", line, column, comment=True))
        elif here == "\n":
            self._skip(1)
        elif self._take(_BLANKS):
            pass
        elif found := self._take(_STRING):
            self._add(game, Word(unescape(found[1]), line, column, quoted=True))
        elif found := self._take(_WORD):
            self._add(game, Word(found[0], line, column))
        else:
            self._warn(f"{here!r} does not belong here; left out")
            self._skip(1)

    def _tag(self, game: Game) -> None:
        line = self._line
        found = self._take(_TAG)
        if not found and (found := self._take(_CARELESS_TAG)):
            self._warn(f"a quote or backslash in the value of {found[1]} is not escaped; read as it looks", line)
        if found:
            game.tags.append(Tag(found[1], unescape(found[2]), line))
            return
        rest = self._take(_REST_OF_LINE)
        self._warn(f"no tag can be read in {rest[0] if rest else ''!r}; line left out", line)

    def _brace_comment(self) -> str:
        end = self._text.find("}", self._at)
        if end < 0:
            self._warn("a comment is never closed; it ends with its line here")
            found = self._take(_REST_OF_LINE)
            return found[0][1:] if found else ""
        return self._skip(end + 1 - self._at)[1:-1]

    def _add(self, game: Game, word: Word) -> None:
        if game.tags:
            game.tags[-1].words.append(word)
        elif word.comment:
            game.opening.append(word)
        else:
            self._skip_stray_line(word)

    def _skip_stray_line(self, word: Word) -> None:
        rest = self._take(_REST_OF_LINE)
        self._warn(f"text outside any game, left out: {(word.text + (rest[0] if rest else '')).strip()!r}", word.line)
