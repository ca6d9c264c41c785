"""Enrolment of a deck in one pass: cards are laid on an antenna one by one, suit by suit from the ace to the two.

The next tag that has never been seen and has come to rest is the next card's; whether the cards before it still lie
there does not matter. Two at once are refused: nobody could say which is which. Pure: readings and times in, steps out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.model.cards import PACK, Card
from controller.model.reading_log import Deck
from controller.model.readings import DeviceState, KeyPressed, Reading
from controller.sensing.lying import FORGET_S, Lying, TagsThere

#: A card has come to rest once its tag has answered for so long, seconds.
REST_S = 0.6
#: What lies there at the start is no card that is being enrolled; so long is looked, seconds.
LOOK_ROUND_S = 1.5
#: After so long without a new card something is said, seconds.
SILENT_S = 20.0


@dataclass(frozen=True, slots=True)
class Ready:
    """The reader answers: the first card may be laid down."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """The card's tag is known; `number` counts from 1."""

    card: Card
    tag: str
    number: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The card that was enrolled last is to be laid down anew."""

    card: Card


@dataclass(frozen=True, slots=True)
class Trouble:
    """What does not fit.

    `lies_there`: tags that lay there at the start, `two_at_once`: lay one, `known`: this is that card already,
    `other_deck`: a card of another deck, `odd_tag`: another kind of tag, `silent`: nothing new, `lost`: the reader.
    """

    kind: str
    tags: tuple[str, ...] = ()
    card: Card | None = None
    deck: str = ""


Step = Ready | Enrolled | TakenBack | Trouble


class Enrolment:
    """One deck on its way. `known`: decks that exist already. `at`: the antenna; None: where the first card lies."""

    def __init__(self, known: Sequence[Deck] = (), *, at: str | None = None, order: Sequence[Card] = PACK) -> None:
        self.at = at
        self._known: Mapping[str, tuple[str, Card]] = {
            tag: (deck.id, card) for deck in known for tag, card in deck.tags.items()
        }
        self._order = order
        self._found: list[tuple[str, Card]] = []
        self._there = TagsThere()
        #: Tags that were refused, or lay there at the start: nothing is made of them before they have gone.
        self._refused: set[str] = set()
        self._opens: float | None = None
        self._is_open = False
        self._progress = 0.0
        self._was_empty = True
        self._due: float | None = None

    @property
    def tags(self) -> list[tuple[str, Card]]:
        """What has been enrolled, in order."""
        return list(self._found)

    @property
    def next_card(self) -> Card | None:
        """The card that is to be laid down; None when the deck is whole."""
        return self._order[len(self._found)] if len(self._found) < len(self._order) else None

    @property
    def is_done(self) -> bool:
        """Every card has its tag."""
        return self.next_card is None

    def due(self) -> float | None:
        """When to call `until`, if no reading comes before."""
        return self._due

    def take(self, reading: Reading) -> list[Step]:
        """A reading, and what follows from it."""
        found = self.until(reading.arrival)
        self._let_go(reading.arrival)
        self._there.take(reading)
        if isinstance(reading, DeviceState):
            found += self._device(reading)
        if isinstance(reading, KeyPressed) and reading.key == "dispute":
            found += self.back(reading.arrival)
        return found + self._look(reading.arrival)

    def until(self, now: float) -> list[Step]:
        """Everything that is due by then."""
        found: list[Step] = []
        while self._due is not None and self._due <= now:
            found += self._look(self._due)
        return found

    def back(self, now: float) -> list[Step]:
        """The last card was the wrong one: it is to be taken away and the right one laid down."""
        if not self._found:
            return []
        tag, card = self._found.pop()
        self._refused.add(tag)
        self._progress = now
        return [TakenBack(card)]

    # -- inside -------------------------------------------------------------------------------------

    def _device(self, state: DeviceState) -> list[Step]:
        if state.state == "lost":
            return [Trouble("lost")]
        if state.state == "ready" and self._opens is None:
            self._opens = state.arrival + LOOK_ROUND_S
        return []

    def _look(self, now: float) -> list[Step]:
        self._due = None
        if not self._is_open:
            return self._open(now)
        if self.next_card is None:
            return []
        if self.at is None:
            self.at = self._first_place(now)
        there = [] if self.at is None else self._there.at(self.at, now)
        self._let_go(now)
        found = self._new(there, now) or self._again(there)
        self._was_empty = not there
        if not found and now >= self._progress + SILENT_S - 1e-9:
            self._progress = now
            found = [Trouble("silent")]
        self._wake(self._progress + SILENT_S, now)
        for lying in there:
            if not lying.on:
                self._wake(lying.since + FORGET_S, now)
        return found

    def _open(self, now: float) -> list[Step]:
        if self._opens is None or now < self._opens - 1e-9:
            self._due = self._opens
            return []
        self._is_open, self._progress = True, now
        lain = sorted({lying.tag for place in self._there.places() for lying in self._there.at(place, now)})
        self._refused = set(lain)
        self._due = now + SILENT_S
        return [*([Trouble("lies_there", tuple(lain))] if lain else []), Ready()]

    def _let_go(self, now: float) -> None:
        """What was refused and has gone may come again."""
        places = self._there.places()
        self._refused &= {lying.tag for place in places for lying in self._there.at(place, now)}

    def _first_place(self, now: float) -> str | None:
        for place in self._there.places():
            new = [lying for lying in self._there.at(place, now) if lying.tag not in self._refused]
            if any(self._rests(lying, now) for lying in new):
                return place
            for lying in new:
                self._wake(lying.first + REST_S, now)
        return None

    def _rests(self, lying: Lying, now: float) -> bool:
        return lying.on and now >= lying.first + REST_S - 1e-9

    def _new(self, there: list[Lying], now: float) -> list[Step]:
        """A new card that has come to rest, alone."""
        enrolled = {tag for tag, _ in self._found}
        new = [lying for lying in there if lying.tag not in enrolled and lying.tag not in self._refused]
        if not new:
            return []
        for lying in new:
            self._wake(lying.first + REST_S, now)
        if not all(self._rests(lying, now) for lying in new):
            return []
        if len(new) > 1:
            return [self._refuse(Trouble("two_at_once", tuple(lying.tag for lying in new)), now)]
        return [self._enrol(new[0].tag, now)]

    def _enrol(self, tag: str, now: float) -> Step:
        card = self.next_card
        assert card is not None
        if tag in self._known:
            deck, face = self._known[tag]
            return self._refuse(Trouble("other_deck", (tag,), face, deck), now)
        if self._found and _kind(tag) != _kind(self._found[0][0]):
            return self._refuse(Trouble("odd_tag", (tag,)), now)
        self._found.append((tag, card))
        self._progress = now
        return Enrolled(card, tag, len(self._found))

    def _refuse(self, trouble: Trouble, now: float) -> Trouble:
        self._refused |= set(trouble.tags)
        self._progress = now
        return trouble

    def _again(self, there: list[Lying]) -> list[Step]:
        """A card that was enrolled comes alone to the empty antenna: or another one with the same tag."""
        if not self._was_empty or len(there) != 1:
            return []
        enrolled = dict(self._found)
        card = enrolled.get(there[0].tag)
        return [] if card is None else [Trouble("known", (there[0].tag,), card)]

    def _wake(self, at: float, now: float) -> None:
        if at > now and (self._due is None or at < self._due):
            self._due = at


def _kind(tag: str) -> tuple[int, str]:
    """How long a UID is and how it begins: those of one deck are of one make, and one that is not was read wrongly."""
    return len(tag), tag[:2]
