"""The play part of a table's private state: tricks, penalty cards, orders, revokes, the hands as far as known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple

from controller.model.cards import Card, Suit
from controller.model.events import CardPlayed
from controller.model.seats import SEATS, Seat, Side
from controller.table.copying import copies


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


@dataclass(frozen=True, slots=True)
class Ahead:
    """A card put before its turn: it counts at its turn without a second event, unless a choice over it is open."""

    n: str
    seat: Seat
    card: Card
    #: The finding about it; empty where nothing was raised.
    id: str
    #: The trick it is for: a lead to the next one waits for that trick.
    trick: int
    #: Declarer's choice over it is open (Law 57A): it counts only once that right is gone.
    waits: bool = False
    #: It was led to the next trick.
    is_lead: bool = False
    #: The hand's penalty cards when it was put: one made since does not make it wrong.
    bound_by: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class IrregularLead:
    """A faced lead out of turn over which a choice is open (Laws 53 to 56)."""

    n: str
    id: str
    kind: str
    seat: Seat
    card: Card
    #: Who should have led.
    proper: Seat
    #: The proper hand's own card, put while the choice was open, and the finding about it (empty if none).
    answer: Played | None = None
    answer_id: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """A card taken back, or another put in its place, without leave (Laws 41, 47): the director decides."""

    id: str
    seat: Seat
    first: Played
    #: The trick the first card was in.
    trick: int
    second: Played | None = None
    #: It was an opening lead that lay face down.
    was_down: bool = False
    #: The second card lies face up.
    is_faced: bool = False


@dataclass(frozen=True, slots=True)
class Together:
    """Cards that one hand put at once (Law 58B): the first counts until the player has named his card."""

    id: str
    seat: Seat
    cards: tuple[Played, ...]
    trick: int


@dataclass(frozen=True, slots=True)
class Extra:
    """A fifth card (Law 45E): the director finds whether it was a lead."""

    n: str
    id: str
    seat: Seat
    card: Card
    trick: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card that has disobeyed an order, or may have: where the hand is not known a later card may prove it (61A)."""

    id: str
    n: str
    seat: Seat
    card: Card
    trick: int
    #: The suit led.
    led: Suit
    #: The suits that the order left for a lead; empty where it was an order of Law 57A.
    suits: frozenset[Suit] = frozenset()
    order: PlayOrder | None = None
    #: The offender's side has led or played to a later trick.
    played_on: bool = False


@dataclass(slots=True)
class Play:
    """The play of one board, as far as it has come."""

    #: Number of the trick in progress; 14 once thirteen are complete.
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
    #: Face-down cards in playing position, by seat: an opening lead before it is faced.
    down: dict[Seat, Played] = field(default_factory=dict)
    #: Face-down leads that their owner took back of his own accord.
    lifted: dict[Seat, Played] = field(default_factory=dict)
    lead_waits: IrregularLead | None = None
    ahead: list[Ahead] = field(default_factory=list)
    changed: Changed | None = None
    #: Cards put at once by one hand, over which the player has yet to speak.
    together: list[Together] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    #: The trick for whose lead declarer has used, or waived, his choice over penalty cards (Laws 50, 51).
    chosen: int = 0
    #: The play went on one way or another by a card that nobody has seen: what is found from here on gives it away.
    hangs_on_unseen: bool = False
    #: Declarer has taken back a lead out of turn and has not led anew (Law 60B).
    is_retracted: bool = False
    #: The latest card put face up: two of one hand at one time are simultaneous (58B).
    latest: CardPlayed | None = None
    #: Something may be pending, restricted, penalised or out of its order: `play.is_plain` is to be asked again.
    may_be_special: bool = True
    result: Mapping[str, Any] | None = None

    def copy(self) -> Play:
        """An independent copy; containers are copied, the values in them are frozen."""
        other = Play(*copies(_values_of(self)))
        other.played = {seat: cards.copy() for seat, cards in self.played.items()}
        return other


_values_of = attrgetter(*(part.name for part in fields(Play)))
