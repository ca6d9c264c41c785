"""What the hardware of a table notices besides the antennas: boxes, keys, the board's tag; and how hands move cards."""

from __future__ import annotations

from typing import NamedTuple

from controller.model.calls import Call
from controller.model.seats import SEATS, Seat
from hw_sim.physics.antenna import Answer

#: The antennas of a table in the order in which its hub numbers and scans them; the board's own is number 12.
PLACES: tuple[str, ...] = tuple(f"{kind}.{seat.value}" for kind in ("play", "spread", "pocket") for seat in SEATS)
#: Thirteen antennas in turn, whether or not each one exists at this table.
TURNS = len(PLACES) + 1


class BoxChange(NamedTuple):
    """A call appears in front of a seat or goes."""

    t: float
    seat: Seat
    call: Call
    shown: bool


class KeyPress(NamedTuple):
    """A key goes down."""

    t: float
    seat: Seat
    key: str
    value: str | None


class BoardSeen(NamedTuple):
    """The board's tag comes to the centre; None: it is gone."""

    t: float
    board: int | None


class Edge(NamedTuple):
    """A tag comes into reach of an antenna, or leaves it."""

    t: float
    place: str
    tag: str
    here: bool


Change = BoxChange | KeyPress | BoardSeen
Sensed = Answer | Change


class Motion(NamedTuple):
    """What an act amounts to: edges at antennas, changes at boxes and keys, and when people see it done."""

    done: float
    edges: tuple[Edge, ...] = ()
    changes: tuple[Change, ...] = ()
