"""Table events: what happened at a table, in the words of the table log (docs/formats/TABLE_LOG.md).

One frozen class a type, fields as in the format; `None` means the field was not given. What they mean is for
the Laws and the table; how they are written is in `event_codec`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from controller.model.board import Deal, Vulnerability
from controller.model.calls import Call
from controller.model.cards import Card, Suit
from controller.model.seats import Seat, Side

NOTHING: Mapping[str, Any] = MappingProxyType({})


def nothing() -> Mapping[str, Any]:
    """No further fields; the default of every open-ended mapping."""
    return NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """Something that happened at the table. Order is its place in the log, never its time."""

    type: ClassVar[str] = ""

    #: Seconds since the board began; absent, events are five seconds apart.
    t: float | None = None
    #: `certain` (when absent) or `possible`.
    certainty: str | None = None
    #: Line numbers of the readings it rests on, or what else it came from.
    readings: tuple[Any, ...] | None = None
    #: `sensor` (when absent), `director` or `player`.
    src: str | None = None
    #: Fields that this version does not know, and known ones that were given as null: kept and printed again.
    extra: Mapping[str, Any] = field(default_factory=nothing, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTaken(TableEvent):
    """A board is taken up; everything starts afresh. Marks given are the board's own and are played as marked."""

    type: ClassVar[str] = "board"
    board: int
    dealer: Seat | None = None
    vul: Vulnerability | None = None
    deal: Deal | None = None
    pairs: Mapping[str, Any] | None = field(default=None, hash=False)
    schedule: Mapping[str, Any] | None = field(default=None, hash=False)
    set: str | None = None
    copy: str | None = None
    laws: str | None = None
    regulations: Mapping[str, Any] | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PocketScanned(TableEvent):
    """A full scan of one pocket of the board, before the hands are taken or after they are put back."""

    type: ClassVar[str] = "pocket"
    seat: Seat
    cards: tuple[Card, ...]
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScanned(TableEvent):
    """A full scan of a held hand: its cards, or only how many."""

    type: ClassVar[str] = "hand"
    seat: Seat
    count: int | None = None
    cards: tuple[Card, ...] | None = None
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMade(TableEvent):
    """A call is made: it stands on the table."""

    type: ClassVar[str] = "call"
    seat: Seat
    call: Call
    alerted: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRemoved(TableEvent):
    """A call that stood is taken back by the player."""

    type: ClassVar[str] = "call_removed"
    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(TableEvent):
    """A card is put in playing position, face up when `face` is absent. For dummy's cards the seat is dummy."""

    type: ClassVar[str] = "card"
    seat: Seat
    card: Card
    face: str | None = None
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFaced(TableEvent):
    """A card that lay face down in playing position is turned up."""

    type: ClassVar[str] = "card_faced"
    seat: Seat
    card: Card
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExposed(TableEvent):
    """Cards are seen face up, not in playing position."""

    type: ClassVar[str] = "card_exposed"
    seat: Seat
    cards: tuple[Card, ...]
    seen_by_partner: bool | None = None
    accidental: bool | None = None
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReturned(TableEvent):
    """A card that lay on the table goes back to the hand."""

    type: ClassVar[str] = "card_returned"
    seat: Seat
    card: Card
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFaced(TableEvent):
    """A whole hand, or what is read of it, is spread face up."""

    type: ClassVar[str] = "hand_faced"
    seat: Seat
    cards: tuple[Card, ...]
    pack: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickQuitted(TableEvent):
    """The seat turned its card of the last trick, pointing it as won or lost (Law 65)."""

    type: ClassVar[str] = "trick_quitted"
    seat: Seat
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMade(TableEvent):
    """A claim (Law 68): how many of the remaining tricks the claimer's side takes; 0 is a concession."""

    type: ClassVar[str] = "claim"
    seat: Seat
    tricks: int
    statement: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAnswered(TableEvent):
    """An opponent agrees or disputes."""

    type: ClassVar[str] = "claim_answer"
    seat: Seat
    agree: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCalled(TableEvent):
    """A player calls the director; `about` may be a kind of irregularity: attention is drawn."""

    type: ClassVar[str] = "director_called"
    seat: Seat | None = None
    about: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(TableEvent):
    """What the players keyed into the scoring unit: `contract` as `4SX`, or `P` for passed out; perhaps the lead."""

    type: ClassVar[str] = "result_entered"
    contract: str
    declarer: Seat | None = None
    tricks: int | None = None
    lead: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeft(TableEvent):
    """The board leaves the table."""

    type: ClassVar[str] = "board_left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(TableEvent):
    """The director's decision `on` a finding (its id, its kind, or `kind#2`), counted in the place `after`."""

    type: ClassVar[str] = "ruling"
    on: str
    choice: str
    after: int | None = None
    revises: int | None = None
    by: str | None = None
    id: str | None = None
    #: The revision of the finding that the director saw.
    rev: int | None = None
    seat: Seat | None = None
    suits: tuple[Suit, ...] | None = None
    suit: Suit | None = None
    card: Card | None = None
    kind: str | None = None
    tricks: int | None = None
    to: Side | None = None
    contract: str | None = None
    declarer: Seat | None = None
    ns_percent: float | None = None
    ew_percent: float | None = None
    artificial: bool | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Replacement:
    """One event of a correction; with `same_as` it is that act read differently and keeps its number."""

    event: TableEvent
    same_as: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(TableEvent):
    """What was read wrongly: the events stand in place of the first replaced one, or before event `before`."""

    type: ClassVar[str] = "correction"
    replaces: tuple[int, ...]
    events: tuple[Replacement, ...]
    reason: str
    before: int | None = None
    by: str | None = None
    #: The finding that a director had acknowledged when a sensor came with this: it is told, not applied.
    acknowledged: str | None = None

    @property
    def is_by_sensor(self) -> bool:
        """Does no person stand behind it?"""
        return self.by in (None, "sensor") and self.src in (None, "sensor")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeChanged(TableEvent):
    """How the record is kept from here on: `sensing`, `correcting` or `manual`."""

    type: ClassVar[str] = "mode"
    mode: str
    #: Back to `sensing` although table and record differ: the `record` is right, or the `cards` that lie there are.
    accept: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(TableEvent):
    """The controller was away: nothing about time may be concluded across it."""

    type: ClassVar[str] = "gap"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayPassed(TableEvent):
    """The bidding tray went to the other side of a screen."""

    type: ClassVar[str] = "tray_passed"
    to: str


EVENT_TYPES: tuple[type[TableEvent], ...] = (
    BoardTaken,
    PocketScanned,
    HandScanned,
    CallMade,
    CallRemoved,
    CardPlayed,
    CardFaced,
    CardsExposed,
    CardReturned,
    HandFaced,
    TrickQuitted,
    ClaimMade,
    ClaimAnswered,
    DirectorCalled,
    ResultEntered,
    BoardLeft,
    Ruling,
    Correction,
    ModeChanged,
    Gap,
    TrayPassed,
)
