"""A case: one finding as the desk keeps it, from the first word of it to the last ruling. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.model.irregularities import Attention, Irregularity, RestsOn, act_of
from controller.model.seats import Seat


@dataclass(frozen=True, slots=True)
class Told:
    """What the journal last said the director was told of a finding (docs/journal.md, `summons`)."""

    rev: int
    state: str
    is_open: bool
    attention: Attention
    rests_on: RestsOn
    is_held: bool
    is_recorded: bool
    reason: str | None
    how: str | None
    by: str | None
    choice: str | None


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A director has seen a summons, and is on his way."""

    by: str
    at: float


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling on a finding."""

    n: int
    choice: str
    by: str | None
    at: float
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One finding at one table."""

    table: str
    board: int | None
    edition: str
    finding: Irregularity
    #: Wall-clock time at which it was found.
    at: float
    #: None for what is only logged.
    told: Told | None = None
    acknowledged: Acknowledged | None = None
    rulings: tuple[Ruled, ...] = ()
    #: Taken back by a correction or a late ruling.
    is_withdrawn: bool = False

    @property
    def id(self) -> str:
        """The finding's id, unique at its table."""
        return self.finding.id

    @property
    def act(self) -> int | None:
        """Number of the event of the act; None for an event that a correction put in (`n.0`)."""
        number = act_of(self.id)
        return int(number) if number.isdigit() else None

    @property
    def rev(self) -> int:
        """Revision of what was told; 0 for what was only logged."""
        return self.told.rev if self.told else 0

    @property
    def attention(self) -> Attention:
        """How it calls, as it was told."""
        return self.told.attention if self.told else self.finding.attention

    @property
    def is_quiet(self) -> bool:
        """Only the director may know of it: nothing may move, sound or be counted."""
        return self.attention is Attention.SILENT

    @property
    def is_waiting(self) -> bool:
        """Does it still want a director: a decision, or that he has seen it?"""
        if self.told is None or self.is_closed:
            return False
        return self.told.is_open or self.acknowledged is None

    @property
    def is_closed(self) -> bool:
        """Has it been settled, or been taken back?"""
        return self.is_withdrawn or (self.told is not None and self.told.state in ("resolved", "withdrawn"))

    @property
    def needs_seen_cards_only(self) -> bool:
        """Does it rest on acts that every player has seen?"""
        return (self.told.rests_on if self.told else self.finding.rests_on) is RestsOn.SEEN


def irregularity_from(body: Mapping[str, Any]) -> Irregularity:
    """The finding that a journal's row carries; missing fields take what says least."""
    seat = str(body.get("seat"))
    finding_id = str(body.get("id", ""))
    return Irregularity(
        id=finding_id,
        kind=str(body.get("kind") or finding_id.partition("@")[0]),
        seat=Seat[seat] if seat in Seat.__members__ else None,
        laws=tuple(str(law) for law in body.get("laws", ())),
        attention=Attention(body.get("attention", "now")),
        options=tuple(str(option) for option in body.get("options", ())),
        by={str(k): str(v) for k, v in body.get("by", {}).items()},
        certainty=str(body.get("certainty", "certain")),
        rests_on=RestsOn(body.get("rests_on", "unseen")),
        facts=dict(body.get("facts", {})),
    )


def told_from(body: Mapping[str, Any]) -> Told:
    """What a `summons` row says of its finding."""
    by = body.get("by")
    return Told(
        rev=int(body.get("rev", 1)),
        state=str(body.get("state", "raised")),
        is_open=body.get("open") is True,
        attention=Attention(body.get("attention", "now")),
        rests_on=RestsOn(body.get("rests_on", "unseen")),
        is_held=body.get("held") is True,
        is_recorded=body.get("recorded") is not False,
        reason=body.get("reason"),
        how=body.get("how"),
        by=None if by is None else str(by),
        choice=body.get("choice"),
    )
