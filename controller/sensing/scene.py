"""What the parts of sensing share: evidence, measured rates, what the table expects, and what has been told so far.

Every event gets its time, certainty and readings here; which events there are is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.model.board import Deal
from controller.model.calls import Call
from controller.model.cards import Card, Suit
from controller.model.expectation import Expectation
from controller.model.irregularities import POSSIBLE
from controller.model.regulations import Regulations
from controller.model.seats import Seat
from controller.sensing.boxes import Boxes
from controller.sensing.decks import Decks
from controller.sensing.notes import Notes
from controller.sensing.presence import Presence, Stay
from controller.sensing.rates import Rates
from controller.sensing.settings import SensingSettings

#: Times are told in milliseconds; acts in turn never share one.
TICK = 0.001


@dataclass(slots=True)
class Wake:
    """When to look again: the earliest time asked for after `now`."""

    now: float
    due: float | None = None

    def at(self, time: float | None) -> None:
        """Look again at that time, if it has not passed."""
        if time is not None and time > self.now and (self.due is None or time < self.due):
            self.due = time

    def is_past(self, time: float) -> bool:
        """Has that time come? If not, look again then."""
        if self.now >= time - 1e-6:
            return True
        self.at(time)
        return False


@dataclass(slots=True)
class ToldCard:
    """A card that was told and lies, or lay, in playing position."""

    seat: Seat
    card: Card
    t: float
    n: int
    stay: Stay | None
    #: Capture time of its first answer.
    first: float = 0.0
    #: Told as lying face down, and not faced since.
    is_down: bool = False
    #: Number of its event, where it has one of its own.
    number: int | None = None
    #: A person entered it.
    is_entered: bool = False


@dataclass(slots=True)
class Told:
    """What the table log of this board says so far, as far as sensing needs it."""

    #: Time and seat of the latest call or card, and whether it was a card.
    t: float = 0.0
    act_first: float | None = None
    act_seat: Seat | None = None
    act_is_card: bool = False
    #: Number of the next event.
    n: int = 0
    has_begun: bool = False
    calls: list[tuple[Seat, Call]] = field(default_factory=list)
    cards: dict[tuple[Seat, Card], ToldCard] = field(default_factory=dict)
    #: Number of the latest ruling.
    ruled_at: int = -1
    #: When the latest claim was made.
    claimed_at: float | None = None
    #: Suits that a seat has shown to be out of, by not following.
    voids: set[tuple[Seat, Suit]] = field(default_factory=set)

    def begin(self) -> None:
        """A new board."""
        self.has_begun = True
        self.ruled_at = -1
        self.claimed_at = None
        self.calls.clear()
        self.cards.clear()
        self.voids.clear()


class Scene:
    """One table as sensing knows it."""

    def __init__(self, *, decks: Decks, regulations: Regulations, settings: SensingSettings, first_event: int) -> None:
        self.decks = decks
        self.regulations = regulations
        self.settings = settings
        self.rates = Rates(settings)
        self.presence = Presence(self.rates, settings, card_settle=regulations.card_settle)
        self.boxes = Boxes(call_settle=regulations.call_settle, relist_s=settings.relist_s)
        self.notes = Notes()
        self.expected = Expectation()
        self.told = Told(n=first_event)
        #: The director was called while an act was held: it need not wait longer.
        self.urged_at: float | None = None

    @property
    def is_lead_faced(self) -> bool:
        """Is the opening lead faced, so that play has begun?"""
        return self.expected.phase not in ("idle", "auction", "clarification")

    # -- stamps -----------------------------------------------------------------------------------

    def stamp(self, first: float) -> float:
        """The time of an event that is no call and no card."""
        self.told.t = round(max(first, self.told.t), 3)
        return self.told.t

    def stamp_act(self, seat: Seat, first: float, *, is_card: bool, in_turn: bool, uncertainty: float) -> float:
        """The time of a call or card: its own, later than the last; equal where it may have been at the same time.

        Only an act that is not in turn is ever told as simultaneous (Laws 33, 58A): the lawful one stands before it.
        """
        told = self.told
        near = told.act_first is not None and abs(first - told.act_first) <= uncertainty + 1e-6
        if near and not in_turn and told.act_is_card is is_card and told.t > 0:
            t = told.t
        else:
            t = max(round(first, 3), round(told.t + TICK, 3))
        told.t, told.act_first, told.act_seat, told.act_is_card = t, first, seat, is_card
        return t

    def certainty(self, is_doubtful: bool) -> str | None:
        """The certainty of an event: given only where it is not certain."""
        return POSSIBLE if is_doubtful else None

    # -- what is known of hands -------------------------------------------------------------------

    def spread_cards(self, seat: Seat) -> list[Card]:
        """Cards that are read now where that hand is spread."""
        place = self.presence.antennas[f"spread.{seat.value}"]
        found = (self.decks.card_of(tag) for tag in place.on)
        return [tagged.card for tagged in found if tagged is not None and tagged.pack is None]

    def hand_of(self, seat: Seat) -> set[Card] | None:
        """What the record leaves in a hand; None if it says nothing."""
        deal: Deal | None = self.expected.deal
        if deal is None or seat not in deal.hands:
            return None
        return {c for c in deal.hands[seat] if (seat, c) not in self.expected.played}

    def holds(self, seat: Seat, suit: Suit, gone: Iterable[Card] = ()) -> bool | None:
        """Has that hand a card of the suit when those are gone, too? None if nobody knows."""
        hand = self.hand_of(seat)
        if hand is not None:
            return any(c.suit is suit for c in hand.difference(gone))
        if (seat, suit) in self.told.voids:
            return False
        if seat is self.expected.dummy and self.expected.dummy_spread:
            return any(c.suit is suit for c in self.spread_cards(seat) if c not in gone) or None
        return None

    def owner(self, card: Card) -> Seat | None:
        """Whose hand the record puts a card in."""
        return None if self.expected.deal is None else self.expected.deal.owner(card)

    def counted(self, seat: Seat, card: Card) -> bool:
        """Has that card been played, as the table has it?"""
        return (seat, card) in self.expected.played and (seat, card) not in self.expected.penalty_cards

    def played_by(self, seat: Seat) -> int:
        """How many cards of a hand have been played."""
        return sum(1 for s, _ in self.expected.played if s is seat)


def lines_of(*some: Iterable[int]) -> tuple[int, ...]:
    """Line numbers of readings, each once, in order."""
    return tuple(sorted({line for lines in some for line in lines if line > 0}))
