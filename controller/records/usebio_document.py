"""A USEBIO document taken apart: the event, pairs with their players, lines of travellers, hands, as texts.

Nothing is fetched, and what a document defines of its own (entities) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

from controller.model.errors import LogError
from controller.records.board_record import UNKNOWN

#: A year of a union's results is shorter.
LONGEST = 1 << 26
_LONGEST_TEXT = 1 << 16
_DEEPEST = 64
_SCORING = {
    "MATCH_POINTS": "MP",
    "IMPS": "IMP",
    "BAM": "BAM",
    "BUTLER_IMPS": "Butler",
    "CROSS_IMPS": "Cross",
}
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")

Fields = dict[str, str]


@dataclass(slots=True)
class Document:
    """What was found, before hands and results are put together: hands may stand behind the results."""

    event: str = UNKNOWN
    date: str = UNKNOWN
    scoring: str = UNKNOWN
    #: Section, direction (empty where none stands there) and number -> players.
    pairs: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)
    #: Section, board, the line's fields, its place in the file.
    lines: list[tuple[str, str, Fields, int]] = field(default_factory=list)
    hands: dict[str, dict[str, Fields]] = field(default_factory=dict)


def parse_document(chunks: Iterable[bytes], file: str = "") -> Document:
    """The document of some bytes. LogError names the line of what is no USEBIO."""
    return _Parser(file).parse(chunks)


class _Parser:
    """The document, element by element."""

    def __init__(self, file: str) -> None:
        self._file, self._document = file, Document()
        self._path: list[str] = []
        self._text: list[str] = []
        self._length = 0
        self._section = ""
        self._fields: Fields = {}
        self._board = ""
        self._names: list[str] = []
        self._line = 0
        self._expat = expat.ParserCreate()
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._characters
        self._expat.EntityDeclHandler = self._entity

    def parse(self, chunks: Iterable[bytes]) -> Document:
        """Read it all. LogError names the line of what is no XML."""
        length = 0
        try:
            for chunk in chunks:
                length += len(chunk)
                if length > LONGEST:
                    raise LogError("no file of results is that long", file=self._file)
                self._expat.Parse(chunk, False)
            self._expat.Parse(b"", True)
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code) or "no XML"
            raise LogError(f"no USEBIO file: {said}", file=self._file, place=f"line {error.lineno}") from None
        except (ValueError, LookupError) as error:
            if isinstance(error, LogError):
                raise
            raise LogError("no USEBIO file: its alphabet cannot be read", file=self._file) from None
        return self._document

    def _entity(self, *_about: object) -> None:
        place = f"line {self._expat.CurrentLineNumber}"
        raise LogError("defines entities of its own; such a file is not read", file=self._file, place=place)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._path and name.upper() != "USEBIO":
            raise LogError(f"begins with <{name[:40]}>: no USEBIO file", file=self._file, place="line 1")
        if len(self._path) >= _DEEPEST:
            place = f"line {self._expat.CurrentLineNumber}"
            raise LogError("no USEBIO file is that deep", file=self._file, place=place)
        name = name.upper()
        self._path.append(name)
        self._text, self._length = [], 0
        if name == "SECTION":
            self._section = attributes.get("SECTION_ID", "")
        elif name in ("PAIR", "TRAVELLER_LINE", "HAND"):
            self._fields, self._names, self._line = {}, [], self._expat.CurrentLineNumber
        elif name == "BOARD":
            self._board = ""

    def _characters(self, text: str) -> None:
        self._length += len(text)
        if self._length <= _LONGEST_TEXT:
            self._text.append(text)

    def _end(self, name: str) -> None:
        name = name.upper()
        text = "".join(self._text).strip()
        self._path.pop()
        self._text = []
        parent = self._path[-1] if self._path else ""
        if name == "PLAYER_NAME":
            self._names.append(text)
        elif name == "BOARD_NUMBER" and parent == "BOARD":
            self._board = text
        elif parent in ("PAIR", "TRAVELLER_LINE", "HAND"):
            self._fields[name] = text
        elif name == "PAIR":
            key = (self._section, self._fields.get("DIRECTION", ""), self._fields.get("PAIR_NUMBER", ""))
            self._document.pairs[key] = self._names
        elif name == "TRAVELLER_LINE":
            self._document.lines.append((self._section, self._board, self._fields, self._line))
        elif name == "HAND":
            hands = self._document.hands.setdefault(self._board, {})
            hands[self._fields.get("DIRECTION", "")[:1].upper()] = self._fields
        elif parent == "EVENT" or self._path == ["USEBIO"]:
            self._of_event(name, text)

    def _of_event(self, name: str, text: str) -> None:
        date = _DATE.fullmatch(text)
        if name == "EVENT_DESCRIPTION" and text:
            self._document.event = text
        elif name == "DATE" and date:
            self._document.date = f"{date[3]}.{int(date[2]):02d}.{int(date[1]):02d}"
        elif name == "BOARD_SCORING_METHOD":
            self._document.scoring = _SCORING.get(text.upper(), UNKNOWN)
