"""The hands of one board at several tables, compared: where they contradict each other the board is fouled (Law 87)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.model.cards import Card
from controller.model.seats import SEATS, Seat

#: One card in two hands may be one misread tag; two are a fouled board.
ENOUGH = 2
#: So many that all went the same way are no exchange of cards.
TURNED = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards that were seen to belong to each hand of a board at one table, in its own directions."""

    table: str
    hands: Mapping[Seat, frozenset[Card]]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A table at which a board was not what it was at the table before."""

    #: Where it is another board since; and the last table that agreed with those before.
    table: str
    before: str
    #: Cards that are in another hand now: card -> its hand before, its hand now.
    cards: Mapping[Card, tuple[Seat, Seat]]
    #: So many cards both tables saw in the same hand.
    agree: int = 0

    @property
    def is_turned(self) -> bool:
        """Are all hands turned by as much? Then the board lay wrongly at one table, and no card is misplaced."""
        turns = {(SEATS.index(now) - SEATS.index(was)) % 4 for was, now in self.cards.values()}
        return len(turns) == 1 and self.agree == 0 and len(self.cards) >= TURNED


def moved(before: Seen, now: Seen) -> dict[Card, tuple[Seat, Seat]]:
    """Cards that one table saw in one hand and the other in another."""
    owner = {card: seat for seat, cards in before.hands.items() for card in cards}
    return {
        card: (owner[card], seat)
        for seat, cards in now.hands.items()
        for card in sorted(cards)
        if card in owner and owner[card] is not seat
    }


def contradiction(earlier: Sequence[Seen], now: Seen) -> Contradiction | None:
    """Does a table's board differ from what the tables before it saw? The latest of those that differ is named.

    Cards that no table has seen say nothing; a single card is not enough.
    """
    for before in reversed(earlier):
        cards = moved(before, now)
        if len(cards) >= ENOUGH:
            return Contradiction(now.table, before.table, cards, _in_common(before, now) - len(cards))
        if not cards and _shares_much(before, now):
            # The table before had the same board: whatever is different happened earlier, and was told then.
            return None
    return None


def groups(seen: Sequence[Seen]) -> list[list[str]]:
    """Tables whose boards agree, in the order of play: the groups in which a fouled board is scored."""
    found: list[list[Seen]] = []
    for one in seen:
        for group in found:
            if all(len(moved(other, one)) < ENOUGH for other in group):
                group.append(one)
                break
        else:
            found.append([one])
    return [[one.table for one in group] for group in found]


def _shares_much(before: Seen, now: Seen) -> bool:
    """Have both seen so much of the same cards that agreement says something?"""
    return _in_common(before, now) >= 26


def _in_common(before: Seen, now: Seen) -> int:
    """How many cards both have seen, in whatever hands."""
    one = frozenset[Card]().union(*before.hands.values())
    return len(one & frozenset[Card]().union(*now.hands.values()))
