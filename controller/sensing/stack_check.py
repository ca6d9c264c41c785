"""Can a deck be read through a stack? Its suits are laid on an antenna as piles of thirteen, in any order of suits.

Each pile is listened to for a while: which cards answer for how much of the time, and which not at all, with their
place in the pile (ace on top). Pure: readings and times in, steps out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.model.cards import PACK, Card, Suit, in_order
from controller.model.reading_log import Deck
from controller.model.readings import DeviceState, Reading
from controller.sensing.enrolment import LOOK_ROUND_S, Ready
from controller.sensing.lying import Lying, TagsThere

#: A pile lies there once nothing new has answered for so long; then it is listened to for so long, seconds.
QUIET_S, LISTEN_S = 2.0, 5.0
#: It has been lifted once nothing has answered for so long, seconds.
LIFTED_S = 1.5
#: A card that is heard now and then stays in its pile.
_KEEP_S = 600.0
PILES = 4
_PILE = 13
#: So many cards of one suit and none of another are that suit's pile.
_SUIT = 7


@dataclass(frozen=True, slots=True)
class PileRead:
    """One pile: the share of the time for which each card answered, and those of its suit that did not at all."""

    suit: Suit | None
    shares: Mapping[Card, float]
    missed: tuple[Card, ...]
    #: Tags that are not of this deck.
    strangers: tuple[str, ...] = ()

    @property
    def positions(self) -> Mapping[Card, int]:
        """Where each missed card lies, counted from the top, the ace being the first."""
        return {card: PACK.index(card) % _PILE + 1 for card in self.missed}


@dataclass(frozen=True, slots=True)
class Lifted:
    """The pile has been taken away: the next one may be laid down."""


CheckStep = Ready | PileRead | Lifted


class StackCheck:
    """The check of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._there = TagsThere(forget_s=_KEEP_S)
        self._opens: float | None = None
        self._is_open = False
        #: Since when the pile is listened to; None before it lies there.
        self._listens: float | None = None
        #: It has been read, and is to be lifted.
        self._is_read = False
        self._due: float | None = None
        self.piles: list[PileRead] = []

    @property
    def is_done(self) -> bool:
        """Four piles have been read, or every card has."""
        return len(self.piles) >= PILES or not self.unread

    @property
    def unread(self) -> list[Card]:
        """Cards that have answered in no pile."""
        seen = {card for pile in self.piles for card in pile.shares}
        return in_order(card for card in self._deck.tags.values() if card not in seen)

    def due(self) -> float | None:
        """When to call `until`, if no reading comes before."""
        return self._due

    def take(self, reading: Reading) -> list[CheckStep]:
        """A reading, and what follows from it."""
        found = self.until(reading.arrival)
        self._there.take(reading)
        if isinstance(reading, DeviceState) and reading.state == "ready" and self._opens is None:
            self._opens = reading.arrival + LOOK_ROUND_S
        return found + self._look(reading.arrival)

    def until(self, now: float) -> list[CheckStep]:
        """Everything that is due by then."""
        found: list[CheckStep] = []
        while self._due is not None and self._due <= now:
            found += self._look(self._due)
        return found

    def _look(self, now: float) -> list[CheckStep]:
        self._due = None
        if not self._is_open:
            if self._opens is None or now < self._opens - 1e-9:
                self._due = self._opens
                return []
            self._is_open = True
            return [Ready(), *self._pile(now)]
        return self._pile(now)

    def _pile(self, now: float) -> list[CheckStep]:
        there = self._fullest(now)
        if self._is_read:
            return self._until_lifted(there, now)
        if self.is_done or not any(lying.tag in self._deck.tags for lying in there):
            self._listens = None
            return []
        quiet = max(lying.first for lying in there) + QUIET_S
        if self._listens is None or quiet > self._listens:
            if now < quiet - 1e-9:
                self._due = quiet
                return []
            self._listens = now
            self._there.restart(now)
        if now < self._listens + LISTEN_S - 1e-9:
            self._due = self._listens + LISTEN_S
            return []
        self._is_read, self._listens = True, None
        self._due = now + LIFTED_S
        self.piles.append(self._read(there, now))
        return [self.piles[-1]]

    def _until_lifted(self, there: list[Lying], now: float) -> list[CheckStep]:
        lifted = max((now if lying.on else lying.since for lying in there), default=now - LIFTED_S) + LIFTED_S
        if now < lifted - 1e-9:
            self._due = lifted
            return []
        self._is_read = False
        self._there.clear()
        return [] if self.is_done else [Lifted()]

    def _fullest(self, now: float) -> list[Lying]:
        """The antenna with the most tags of the deck."""
        every = [self._there.at(place, now) for place in self._there.places()]
        return max(every, key=lambda some: sum(lying.tag in self._deck.tags for lying in some), default=[])

    def _read(self, there: list[Lying], now: float) -> PileRead:
        shares = {
            self._deck.tags[lying.tag]: min(1.0, lying.answered(now) / LISTEN_S)
            for lying in there
            if lying.tag in self._deck.tags
        }
        suits = {card.suit for card in shares}
        suit = suits.pop() if len(suits) == 1 and len(shares) >= _SUIT else None
        missed = tuple(card for card in PACK if card.suit is suit and card not in shares) if suit is not None else ()
        strangers = tuple(lying.tag for lying in there if lying.tag not in self._deck.tags)
        return PileRead(suit, {card: shares[card] for card in in_order(shares)}, missed, strangers)
