"""PBN as games of tags, words and comments, each with its line (PBN 2.1, chapters 2, 3 and 5). No meaning lives here.

Tolerant: what is no PBN is reported with its line and left out; the rest of the game is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.records.warning import RecordWarning


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
    #: The section as it stands, where nothing but bare words is in it; else None.
    plain: str | None = None
    _words: list[Word] = field(default_factory=list)

    @property
    def words(self) -> list[Word]:
        """The tokens of the section, each with its place."""
        if self.plain is not None:
            self._words = list(_plain_words(self.plain, self.line))
            self.plain = None
        return self._words


def _plain_words(body: str, line: int) -> Iterator[Word]:
    for n, text in enumerate(body.split("\n")):
        for found in _WORD.finditer(text):
            yield Word(found[0], line + n, found.start())


@dataclass(slots=True)
class Game:
    """One game: its tags in order, and the comments before the first of them."""

    line: int
    tags: list[Tag] = field(default_factory=list)
    opening: list[Word] = field(default_factory=list)


#: A passage of nothing but errors is not told error by error.
MOST_WARNINGS = 200
#: Longer values than this are no tag; so a line of a million brackets is not read a million times.
_LONGEST_VALUE = 8192
TAG = re.compile(rf'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.){{0,{_LONGEST_VALUE}}})"\s*\]')
#: A tag whose value holds a bare quote or ends in a backslash, as some programs write it.
CARELESS_TAG = re.compile(rf'\[\s*(\w+)\s*"(.{{0,{_LONGEST_VALUE}}})"\s*\]')
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_WORD = re.compile(r'[^\s\[\]{};"]+')
_REST_OF_LINE = re.compile(r"[^\n]*")
_BLANKS = re.compile(r"[ \t\f\v]+")
_EMPTY_LINE = re.compile(r"[ \t\f\v]*(?:\n|\Z)")
_ESCAPED = re.compile(r'\\(["\\])')
#: A tag as programs write it: on one line, nothing escaped.
_SIMPLE_TAG = re.compile(r'\[ *(\w+) *"([^"\\\n]*)" *\]')
#: What makes a game one that must be read with care: comments, escaped lines, careless tags, quoted words.
_NEEDS_CARE = re.compile(r'[{};"%\[\]\\]')


def shown(text: str) -> str:
    """A text from a file as a warning quotes it."""
    return repr(text if len(text) <= 80 else text[:80] + "…")


def simple_game(text: str, line: int) -> Game | None:
    """The game in a text that holds nothing but simple tags and bare words, as most do; None if it holds more."""
    before, *pieces = _SIMPLE_TAG.split(text)
    if not pieces or not (before == "" or before.isspace()):
        return None
    line += before.count("\n")
    game = Game(line)
    for at in range(0, len(pieces), 3):
        body = pieces[at + 2]
        if body == "\n":
            game.tags.append(Tag(pieces[at], pieces[at + 1], line))
            line += 1
            continue
        if _NEEDS_CARE.search(body):
            return None
        game.tags.append(Tag(pieces[at], pieces[at + 1], line, body))
        line += body.count("\n")
    return game


def unescape(text: str) -> str:
    r"""A string token's value: `\"` is a quote, two backslashes are one, any other backslash is itself."""
    return _ESCAPED.sub(r"\1", text)


class Lexer:
    """Reads the games of a text in order; `warnings` grows meanwhile."""

    def __init__(self, text: str, line: int = 1) -> None:
        self._text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        self._at = self._line_start = 0
        self._line = line
        self._nothing_closes = False
        self.warnings: list[RecordWarning] = []
        #: Comments after the last game, which belong to a game that follows.
        self.left_over: list[Word] = []

    def games(self) -> Iterator[Game]:
        """Each game that has at least one tag."""
        game = Game(self._line)
        while self._at < len(self._text):
            if self._at_line_start() and (end := _EMPTY_LINE.match(self._text, self._at)):
                if game.tags:
                    yield game
                    game = Game(self._line)
                self._skip(max(end.end() - self._at, 1))
                if not game.tags:
                    game.line = self._line
            elif self._at_line_start() and self._text[self._at] == "%":
                self._take(_REST_OF_LINE)
            else:
                self._one(game)
        if game.tags:
            yield game
        else:
            self.left_over = game.opening

    def _at_line_start(self) -> bool:
        return self._at == self._line_start

    def _skip(self, count: int) -> str:
        taken = self._text[self._at : self._at + count]
        self._at += count
        if ends := taken.count("\n"):
            self._line += ends
            self._line_start = self._at - len(taken) + taken.rfind("\n") + 1
        return taken

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found:
            self._skip(found.end() - self._at)
        return found

    def _warn(self, reason: str, line: int | None = None) -> None:
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(RecordWarning(line or self._line, reason))

    def _one(self, game: Game) -> None:
        line, here = self._line, self._text[self._at]
        column = self._at - self._line_start
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
        found = self._take(TAG)
        if not found and (found := self._take(CARELESS_TAG)):
            self._warn(f"a quote or backslash in the value of {found[1]} is not escaped; read as it looks", line)
        if found:
            game.tags.append(Tag(found[1], unescape(found[2]), line))
            return
        rest = self._take(_REST_OF_LINE)
        self._warn(f"no tag can be read in {shown(rest[0] if rest else '')}; line left out", line)

    def _brace_comment(self) -> str:
        end = -1 if self._nothing_closes else self._text.find("}", self._at)
        if end < 0:
            self._nothing_closes = True
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
        text = (word.text + (rest[0] if rest else "")).strip()
        self._warn(f"text outside any game, left out: {shown(text)}", word.line)
