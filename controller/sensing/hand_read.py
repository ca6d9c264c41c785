"""A hand is counted at a reader: its cards are passed over the antenna one by one, or laid on it, in any order.

It is at an end when nothing new has been read for a while, or a key `done` says so. Pure: readings and times in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.model.cards import Card, in_order
from controller.model.reading_log import Deck
from controller.model.readings import DeviceState, KeyPressed, Reading, Scan, TagSeen
from controller.sensing.enrolment import LOOK_ROUND_S, Ready

#: The hand is at an end once nothing new has been read for so long, seconds.
QUIET_S = 4.0


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card of the hand; `number` counts from 1."""

    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class Stranger:
    """A tag that is in none of the decks, or of another deck than the cards before it (`deck`)."""

    tag: str
    deck: str = ""


HandStep = Ready | CardRead | Stranger


class HandRead:
    """One hand, of whichever of the decks its first card is."""

    def __init__(self, decks: Sequence[Deck]) -> None:
        self._decks = {tag: deck for deck in decks for tag in deck.tags}
        self._seen: set[str] = set()
        self._cards: list[Card] = []
        self.deck: Deck | None = None
        self._opens: float | None = None
        self._due: float | None = None
        self.is_done = False

    @property
    def cards(self) -> list[Card]:
        """What has been read, in the order of a printed hand."""
        return in_order(self._cards)

    def due(self) -> float | None:
        """When to call `until`, if no reading comes before."""
        return self._due

    def take(self, reading: Reading) -> list[HandStep]:
        """A reading, and what follows from it."""
        found = self.until(reading.arrival)
        match reading:
            case DeviceState(state="ready") if self._opens is None:
                self._opens = self._due = reading.arrival + LOOK_ROUND_S
            case Scan():
                for tag in reading.tags:
                    found += self._tag(tag, reading.arrival)
            case TagSeen():
                found += self._tag(reading.tag, reading.arrival)
            case KeyPressed(key="done"):
                self.is_done = bool(self._cards)
            case _:
                pass
        return found

    def until(self, now: float) -> list[HandStep]:
        """Everything that is due by then."""
        if self._due is None or now < self._due - 1e-9:
            return []
        self._due = None
        if self._cards:
            self.is_done = True
            return []
        return [Ready()]

    def _tag(self, tag: str, now: float) -> list[HandStep]:
        if tag in self._seen or self.is_done:
            return []
        self._seen.add(tag)
        deck = self._decks.get(tag)
        if deck is None or (self.deck is not None and deck is not self.deck):
            return [Stranger(tag, deck.id if deck is not None else "")]
        self.deck = deck
        self._cards.append(deck.tags[tag])
        self._due = now + QUIET_S
        return [CardRead(deck.tags[tag], len(self._cards))]
