"""How many cards lie in a pocket, as far as tags can say: a tag that is seen is there, one that is not seen may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from controller.model.board import HAND_SIZE
from controller.model.cards import PACK, Card
from controller.model.seats import Seat


class CountState(Enum):
    """What a count is worth."""

    #: Thirteen tags seen, or all four pockets account for the pack, or a second scan has shown the same.
    CERTAIN = "certain"
    #: Some were seen; a stack may hide others.
    PARTIAL = "partial"
    #: Nothing has been read there.
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Counted:
    """The cards seen in one pocket."""

    seat: Seat
    cards: frozenset[Card]
    state: CountState

    @property
    def text(self) -> str:
        """For the operator."""
        return f"{len(self.cards)} cards read in the pocket: please scan it again"


def count(found: Mapping[Seat, frozenset[Card]], confirmed: Mapping[Seat, frozenset[Card]]) -> dict[Seat, Counted]:
    """Each pocket's count. `confirmed`: what a pocket showed that was emptied, filled and read again."""
    every = [card for cards in found.values() for card in cards]
    is_whole_pack = len(every) == len(PACK) == len(set(every))
    counted = {}
    for seat, cards in found.items():
        if not cards:
            state = CountState.UNKNOWN
        elif is_whole_pack or len(cards) == HAND_SIZE or confirmed.get(seat) == cards:
            state = CountState.CERTAIN
        else:
            state = CountState.PARTIAL
        counted[seat] = Counted(seat, cards, state)
    return counted
