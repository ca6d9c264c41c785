"""What a room tells of itself while it plays: for a demo's progress, a bench's count, an automatic director."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from controller.model.events import Ruling
from controller.model.seats import Seat
from hw_sim.people import Wanted


class Injected(NamedTuple):
    """A finding that the controller should come to."""

    table: str
    board: int
    kind: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class BoardBegun:
    """A board is laid on the table."""

    table: str
    board: int


@dataclass(frozen=True, slots=True)
class ErrorMade:
    """An irregularity has just happened."""

    injected: Injected


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table has stopped and waits for the director; `wanted` says what he is expected to enter."""

    table: str
    board: int
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class RulingHeard:
    """The players have heard a ruling that they waited for, and go on."""

    table: str
    board: int
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class NobodyCame:
    """The players have waited long enough and go on as if the expected ruling had been given."""

    table: str
    board: int
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class BoardDone:
    """The board has left the table."""

    table: str
    board: int


@dataclass(frozen=True, slots=True)
class TableDone:
    """The last board of that table is over."""

    table: str


Happening = BoardBegun | ErrorMade | Waiting | RulingHeard | NobodyCame | BoardDone | TableDone
Listen = Callable[[Happening], None]
