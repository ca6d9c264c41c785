"""How the cards lie against the record: values for the operator and the director, never for the players."""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.cards import Card
from controller.model.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatCheck:
    """What should lie in front of a seat, and what is read there."""

    seat: Seat
    #: Cards that the record has played from this hand, or lying there as penalty cards.
    expected: tuple[Card, ...] = ()
    #: Those of them that are not read there now.
    missing: tuple[Card, ...] = ()
    #: Cards read there that the record does not have there.
    surplus: tuple[Card, ...] = ()
    #: Cards that the record has as played and that are read in this hand's pocket.
    in_pocket: tuple[Card, ...] = ()
    #: False: nothing is heard of this antenna.
    is_read: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """The whole table, for the operator and the director; never for the players."""

    mode: str
    seats: tuple[SeatCheck, ...]
    #: Can the record be made to say what lies there?
    may_take: bool = False
