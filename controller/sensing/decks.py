"""Which card a tag is: the packs that a table knows, and which of them the board is played with.

The board's own pack is the one that is expected for it. Where the pockets hold another one that may belong there too,
that is the board's; where none is expected, the first card that is met decides. A card of any other pack is foreign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from controller.model.board import HAND_SIZE
from controller.model.cards import Card
from controller.model.reading_log import Deck


@dataclass(frozen=True, slots=True)
class Tagged:
    """The card that a tag is glued to; `pack` names its deck if that is not the board's."""

    card: Card
    pack: str | None = None


class Decks:
    """The board's deck first, then others that may turn up at the table; those with `fits` may be the board's."""

    def __init__(self, decks: Iterable[Deck], others: Iterable[Deck] = ()) -> None:
        expected, others = list(decks), list(others)
        self._cards: dict[str, tuple[str, Card]] = {}
        for deck in (*expected, *others):
            for tag, card in deck.tags.items():
                self._cards.setdefault(tag, (deck.id, card))
        #: The deck that should be there; None: any of those that fit.
        self.expected = expected[0].id if expected else None
        self._fits = {deck.id for deck in others if deck.fits} | {deck.id for deck in expected[:1]}
        self._own: set[str] = set()
        #: What has been asked for, while the board's decks are these.
        self._tagged: dict[str, Tagged] = {}
        self._met: set[str] = set()
        self.begin()

    def begin(self) -> None:
        """A new board: what was found of the one before says nothing."""
        self._use(set() if self.expected is None else {self.expected})
        self._met.clear()

    @property
    def knows_any(self) -> bool:
        """Is any deck known at all?"""
        return bool(self._cards)

    def card_of(self, tag: str) -> Tagged | None:
        """The card; None for a foreign tag."""
        known = self._tagged.get(tag)
        if known is not None:
            return known
        found = self._cards.get(tag)
        if found is None:
            return None
        deck, card = found
        tagged = self._tagged[tag] = Tagged(card, None if deck in self._own else deck)
        return tagged

    def deck_of(self, tag: str) -> str | None:
        """The deck that a tag belongs to; None for a foreign tag."""
        found = self._cards.get(tag)
        return None if found is None else found[0]

    def meet(self, tag: str) -> None:
        """A card comes to rest on the table: where no deck is known to be the board's, this one's is."""
        deck = self.deck_of(tag)
        if not self._own and deck in self._fits:
            assert deck is not None
            self._use({deck})

    def recognise(self, counts: Mapping[str, int]) -> str | None:
        """So many cards of each deck lie in the pockets: the deck that the board is played with after all, if any."""
        if not counts:
            return None
        best = max(counts, key=lambda deck: (counts[deck], deck in self._own))
        rest = sum(counts.values()) - counts[best]
        if best in self._own or best not in self._fits or counts[best] < HAND_SIZE or counts[best] <= 2 * rest:
            return None
        self._use({best})
        return best

    def told(self, deck: str) -> None:
        """Cards of that deck were told as foreign."""
        self._met.add(deck)

    def let_be(self) -> None:
        """The director lets the board go on with the foreign cards that were told: they are the board's from now on."""
        self._use(self._own | self._met)
        self._met.clear()

    def _use(self, decks: set[str]) -> None:
        self._own = decks
        self._tagged.clear()
