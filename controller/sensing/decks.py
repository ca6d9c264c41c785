"""Which card a tag is: the packs that a table knows. A tag of none of them is foreign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.model.cards import Card
from controller.model.reading_log import Deck


@dataclass(frozen=True, slots=True)
class Tagged:
    """The card that a tag is glued to; `pack` names its deck if that is not the board's."""

    card: Card
    pack: str | None = None


class Decks:
    """The board's deck first, then others that may turn up at the table."""

    def __init__(self, decks: Iterable[Deck]) -> None:
        self._cards: dict[str, Tagged] = {}
        for number, deck in enumerate(decks):
            for tag, card in deck.tags.items():
                self._cards.setdefault(tag, Tagged(card, None if number == 0 else deck.id))

    def card_of(self, tag: str) -> Tagged | None:
        """The card; None for a foreign tag."""
        return self._cards.get(tag)
