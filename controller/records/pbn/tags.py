"""The tags of one game: which counts, what is inherited, which notes belong to which section (PBN 2.1, 3.3, 4.8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from controller.records.board_record import UNKNOWN
from controller.records.pbn.lexer import MOST_WARNINGS, Game, Tag, shown
from controller.records.warning import RecordWarning

T = TypeVar("T")

#: Tags that may not be inherited (4.8).
_NEVER_INHERITED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
#: Names whose last value is remembered; a file that invents more forgets the oldest.
_MOST_NAMES = 400
_NOTE = re.compile(r"\s*([0-9]{1,6})\s*:(.*)", re.DOTALL)


class Inheritance:
    """Values that later games take over: `#` from the game before, `##text` for all that follow (4.8)."""

    def __init__(self) -> None:
        self._before: dict[str, str] = {}
        self._standing: dict[str, str] = {}

    def resolve(self, given: dict[str, str]) -> dict[str, str]:
        """The values of one game with everything inherited filled in."""
        found = {**{name: text for name, text in self._standing.items() if name not in given}, **given}
        for name, text in given.items():
            if text[:1] != "#" or name in _NEVER_INHERITED:
                continue
            if text.startswith("##"):
                found[name] = self._standing[name] = text[2:]
            elif text == "#":
                found[name] = self._before.get(name, "")
        for name in found:
            self._before.pop(name, None)
        self._before.update(found)
        while len(self._before) > _MOST_NAMES:
            del self._before[next(iter(self._before))]
        return found


class GameTags:
    """The values of one game's tags by name, and the warnings of reading them."""

    def __init__(self, game: Game, inherited: Inheritance) -> None:
        self.game = game
        self.warnings: list[RecordWarning] = []
        self.tags: dict[str, Tag] = {}
        self._notes: dict[str, dict[int, str]] = {"Auction": {}, "Play": {}}
        self._collect()
        self.values = inherited.resolve({name: tag.value for name, tag in self.tags.items()})

    def warn(self, line: int, reason: str) -> None:
        """Say what was put right, guessed or left out."""
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(RecordWarning(line, reason))

    def _collect(self) -> None:
        """The first tag of each name counts (3.3); notes belong to the section before them."""
        section = "Auction"
        for tag in self.game.tags:
            name = tag.name
            if name in self._notes:
                section = name
            if name == "Note":
                self._note(tag, section)
            elif name in self.tags:
                self.warn(tag.line, f"a second {name} tag in the same game; left out")
            else:
                self.tags[name] = tag

    def _note(self, tag: Tag, section: str) -> None:
        found = _NOTE.fullmatch(tag.value)
        if not found:
            self.warn(tag.line, f"note {shown(tag.value)} does not begin with its number and a colon")
            return
        self._notes[section][int(found[1])] = found[2]
        # Words after a note still belong to its section.
        if tag.words and section in self.tags:
            self.tags[section].words.extend(tag.words)

    def notes_of(self, section: str) -> Mapping[int, str]:
        """A section's notes; one that only the other section explains serves too, for some programs misplace them."""
        merged: dict[int, str] = {}
        for notes in self._notes.values():
            merged.update(notes)
        return {**merged, **self._notes[section]}

    def line(self, name: str) -> int:
        """The line of a tag; of the game if it is not there."""
        return self.tags[name].line if name in self.tags else self.game.line

    def known(self, name: str) -> str | None:
        """A tag's value; None if the tag is absent, empty or a question mark."""
        text = self.values.get(name, "").strip()
        return None if text in ("", UNKNOWN) else text

    def read(self, name: str, read: Callable[[str], T]) -> T | None:
        """A tag's value as `read` understands it; what it does not is a warning, and not known."""
        text = self.known(name)
        if text is None:
            return None
        try:
            return read(text)
        except ValueError as error:
            self.warn(self.line(name), f"{name}: {error}; taken as not known")
            return None
