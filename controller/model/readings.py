"""Readings: what a sensor saw, never what it means (docs/formats/READING_LOG.md).

Times are seconds on the controller's clock: `t` capture, `r` arrival, `u` the uncertainty of `t` (plus or minus).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from controller.model.calls import Call
from controller.model.events import TableEvent, nothing
from controller.model.seats import Seat

#: Uncertainty of a capture time where a reading gives none, in seconds.
DEFAULT_UNCERTAINTY = 0.05
#: The kinds of place a tag can be seen at: `play.N`, `spread.E`, `pocket.S`, and `board`.
PLACE_KINDS = ("play", "spread", "pocket")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Something a sensor of one table saw, or a person entered."""

    type: ClassVar[str] = ""

    #: Capture time, seconds on the controller's clock.
    t: float
    #: Arrival time; absent: as `t`.
    r: float | None = None
    #: Uncertainty of `t`, plus or minus seconds; absent: 0.05.
    u: float | None = None
    #: Which device told it.
    device: str | None = None
    #: The device's start (a random number) and its event number within it: together they name a reading once.
    boot: int | None = None
    seq: int | None = None
    #: Fields that this version does not know, and known ones that were given as null: kept and printed again.
    extra: Mapping[str, Any] = field(default_factory=nothing, hash=False)

    @property
    def arrival(self) -> float:
        """When the controller had it."""
        return self.t if self.r is None else self.r

    @property
    def uncertainty(self) -> float:
        """Plus or minus seconds of `t`."""
        return DEFAULT_UNCERTAINTY if self.u is None else self.u


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan(Reading):
    """All tags that answered in one inventory round at an antenna. One missing may well still lie there."""

    type: ClassVar[str] = "scan"
    at: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TagSeen(Reading):
    """A tag began to answer at an antenna (readers that keep track themselves)."""

    type: ClassVar[str] = "tag_seen"
    at: str
    tag: str
    rssi: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TagGone(Reading):
    """A tag no longer answers at an antenna."""

    type: ClassVar[str] = "tag_gone"
    at: str
    tag: str
    rssi: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallShown(Reading):
    """A bidding card or button shows a call before a seat."""

    type: ClassVar[str] = "call_shown"
    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class CallGone(Reading):
    """A call no longer shows before a seat."""

    type: ClassVar[str] = "call_removed"
    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPressed(Reading):
    """A key: `claim` (value: tricks), `agree`, `dispute`, `director`, `result` (value `4SX N 10`), `done`."""

    type: ClassVar[str] = "key"
    seat: Seat
    key: str
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTag(Reading):
    """The board's own tag came to the centre; None: it left."""

    type: ClassVar[str] = "board_tag"
    board: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceState(Reading):
    """A device is `ready`, `degraded` or `lost`."""

    type: ClassVar[str] = "device"
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Reading):
    """A ruling or a manual event, in the stream of readings so that sensing knows of it in its place."""

    type: ClassVar[str] = "entered"
    event: TableEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved(Reading):
    """`card_seen` and `tray`: reserved for cameras and screens; kept as they are, nothing is made of them."""

    type: ClassVar[str] = "reserved"
    kind: str


READING_TYPES: tuple[type[Reading], ...] = (
    Scan,
    TagSeen,
    TagGone,
    CallShown,
    CallGone,
    KeyPressed,
    BoardTag,
    DeviceState,
    Entered,
)
RESERVED_TYPES = ("card_seen", "tray")
