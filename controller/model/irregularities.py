"""Irregularities: what the Laws say of an act, as values (docs/formats/IRREGULARITIES.md).

A finding's id never changes: `kind@n:seat`, n the number of the act. What the director does with it is a ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from controller.model.events import nothing
from controller.model.seats import Seat


class Attention(Enum):
    """When and whom a finding brings."""

    #: The director is summoned.
    NOW = "now"
    #: Only the director is told, and the table must not be (Laws 62, 63).
    SILENT = "silent"
    #: Told when the board has ended.
    END_OF_BOARD = "end_of_board"
    #: Never summons.
    LOG = "log"

    __hash__ = object.__hash__


class RestsOn(Enum):
    """Which cards a finding gives away."""

    #: It follows from calls and cards that every player may have seen.
    SEEN = "seen"
    #: It could not be made without cards that some player has not seen.
    UNSEEN = "unseen"

    __hash__ = object.__hash__


CERTAIN, POSSIBLE = "certain", "possible"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A departure from procedure, with the lawful options (all of them, in the Laws' order) and who chooses."""

    id: str
    kind: str
    seat: Seat | None
    laws: tuple[str, ...]
    attention: Attention
    options: tuple[str, ...] = ()
    #: Option -> who may choose it: a seat, `NS`, `EW` or `director`.
    by: Mapping[str, str] = field(default_factory=nothing, hash=False)
    certainty: str = CERTAIN
    rests_on: RestsOn = RestsOn.SEEN
    facts: Mapping[str, Any] = field(default_factory=nothing, hash=False)

    def as_json(self) -> dict[str, Any]:
        """The object of the table log format."""
        return {
            "id": self.id,
            "kind": self.kind,
            "seat": self.seat.value if self.seat else None,
            "certainty": self.certainty,
            "laws": list(self.laws),
            "options": list(self.options),
            "by": dict(self.by),
            "attention": self.attention.value,
            "rests_on": self.rests_on.value,
            "facts": dict(self.facts),
        }


def see_also(laws: tuple[str, ...]) -> tuple[str, ...]:
    """The paragraphs to look up besides the first; a whole Law is left out where a paragraph of it is named."""
    paragraphs = {law.rstrip("0123456789").rstrip("ABCDEFGH") for law in laws if not law.isdigit()}
    return tuple(law for law in laws[1:] if law not in paragraphs)


def act_of(finding_id: str) -> str:
    """The number of the act in a finding's id `kind@n:seat`."""
    return finding_id.partition("@")[2].rpartition(":")[0]


def number_in(text: str) -> int | None:
    """The number that a text is, as acts and tricks are counted; None where it is none (`²` is a digit to Python)."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A finding that needs no decision any more: closed by a ruling, by a player's action, or promoted to another."""

    id: str
    #: `ruling`, `action` or `promoted`.
    how: str
    #: Number of the event that closed it.
    by: str
    choice: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The object of `judge --trace`."""
        found: dict[str, Any] = {"id": self.id, "how": self.how, "by": self.by}
        if self.choice is not None:
            found["choice"] = self.choice
        return found
