"""What a board's number says (Law 2), a deal, a hand, and a contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from controller.model.calls import Denomination
from controller.model.cards import Card
from controller.model.seats import SEATS, Seat, Side

#: Thirteen cards a hand, thirteen tricks.
HAND_SIZE = 13

Hand = frozenset[Card]


class Vulnerability(Enum):
    """Which sides are vulnerable, written as in PBN."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    def of(self, side: Side) -> bool:
        """Is that side vulnerable?"""
        return self is Vulnerability.ALL or self.value == side.value


def dealer_of(number: int) -> Seat:
    """Law 2: board 1 is North's deal, 2 East's, and so on in rotation."""
    return SEATS[(number - 1) % 4]


_CYCLE = ("None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS", "All", "None", "NS", "EW")


def vulnerability_of(number: int) -> Vulnerability:
    """Law 2: the vulnerability cycle of sixteen boards."""
    return Vulnerability(_CYCLE[(number - 1) % 16])


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of the four hands as a record gives them; a hand that is not known is absent."""

    hands: Mapping[Seat, Hand]
    #: The notation it was read from, printed again as it stood.
    text: str | None = field(default=None, compare=False)

    def owner(self, wanted: Card) -> Seat | None:
        """Whose hand the record puts a card in."""
        for seat, hand in self.hands.items():
            if wanted in hand:
                return seat
        return None

    @property
    def is_complete(self) -> bool:
        """Four hands of thirteen, 52 different cards."""
        every = [c for hand in self.hands.values() for c in hand]
        return len(every) == 52 == len(set(every)) and all(len(h) == HAND_SIZE for h in self.hands.values())


@dataclass(frozen=True, slots=True)
class Contract:
    """The undertaking that the auction ended with; `doubled` is 0, 1 (X) or 2 (XX)."""

    level: int
    denomination: Denomination
    declarer: Seat
    doubled: int = 0

    def __str__(self) -> str:
        return f"{self.level}{self.denomination.name}{'X' * self.doubled}"

    @property
    def tricks_needed(self) -> int:
        """Tricks that make the contract."""
        return self.level + 6
