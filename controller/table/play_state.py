"""The play part of a table's private state: tricks, penalty cards, orders, revokes, the hands as far as known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from controller.model.cards import Card, Suit
from controller.model.seats import SEATS, Seat, Side


class Played(NamedTuple):
    """A card in its place in a trick; `n` is the number of its event."""

    n: str
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: cards in the order in which they count."""

    number: int
    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat
    #: Numbers of the events of its cards.
    numbers: tuple[str, ...] = ()


class PenaltyCard(NamedTuple):
    """A defender's card that lies face up by Law 50; `kind` is `major` or `minor`, `id` the finding that made it."""

    seat: Seat
    card: Card
    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class LeadOrder:
    """An order, or a right still unused, over the lead of `seat`."""

    seat: Seat
    #: `require`, `forbid` or `pending`.
    kind: str
    suits: tuple[Suit, ...] = ()
    #: The Law that gives it, `26`, `50` or `51`, and the finding it is ruled on.
    law: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """An order of Law 57A over the card of `seat` to trick `trick`."""

    seat: Seat
    #: `highest`, `lowest`, `forbid_suit` or `require_suit`.
    order: str
    suit: Suit
    trick: int
    id: str = ""


@dataclass(slots=True)
class Play:
    """The play of one board, as far as it has come."""

    trick: int = 1
    leader: Seat | None = None
    on_table: list[Played] = field(default_factory=list)
    tricks: dict[Side, int] = field(default_factory=lambda: {Side.NS: 0, Side.EW: 0})
    done: list[Trick] = field(default_factory=list)
    #: Cards that count as played, by seat: card -> number of the trick.
    played: dict[Seat, dict[Card, int]] = field(default_factory=lambda: {seat: {} for seat in SEATS})
    #: Hands as dealt, where a record, a full scan or a spread hand says so.
    known: dict[Seat, frozenset[Card]] = field(default_factory=dict)
    #: Hands that have been spread: their cards are seen by all.
    faced: dict[Seat, frozenset[Card]] = field(default_factory=dict)
    penalty: list[PenaltyCard] = field(default_factory=list)
    lead_orders: list[LeadOrder] = field(default_factory=list)
    play_orders: list[PlayOrder] = field(default_factory=list)
    result: Mapping[str, Any] | None = None

    def copy(self) -> Play:
        """An independent copy; containers are copied, the values in them are frozen."""
        return replace(
            self,
            on_table=list(self.on_table),
            tricks=dict(self.tricks),
            done=list(self.done),
            played={seat: dict(cards) for seat, cards in self.played.items()},
            known=dict(self.known),
            faced=dict(self.faced),
            penalty=list(self.penalty),
            lead_orders=list(self.lead_orders),
            play_orders=list(self.play_orders),
        )
