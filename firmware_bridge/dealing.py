"""What a dealing machine and the host say to each other: codes of cards, pockets and troubles, a dataclass a message.

How they look as bytes stands in declaration.py; how a deal goes, in DEALING.md.
"""

from dataclasses import dataclass
from enum import IntEnum

#: Card codes: 0 = SA, 1 = SK … 12 = S2, 13 = HA … 51 = C2.
CARD_LAST = 51
#: The machine could not read the card.
CARD_UNREAD = 255
#: No pocket: the card was put aside, or the trouble is not about a pocket.
NO_POCKET = 255
CARDS_IN_A_PACK = 52


class TroubleCode(IntEnum):
    """What goes wrong with a deal."""

    #: A card could not be read.
    MISREAD = 1
    #: A card came that has been dealt already.
    DUPLICATE = 2
    #: The cards ran out before the fifty-second.
    SHORT = 3
    #: A card is left after the fifty-second.
    SURPLUS = 4
    #: A card is stuck; the machine has stopped.
    JAM = 5
    #: The deal was broken off, by a person or by the host.
    STOPPED = 6


class MachineCode(IntEnum):
    """What a machine is doing."""

    #: Nothing: it waits for an order.
    IDLE = 0
    #: It has an order and waits for cards and for an empty board.
    WAITS = 1
    DEALING = 2
    #: It has stopped in the middle of a deal and waits for a person.
    STOPPED = 3


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card fell into a pocket."""

    board: int
    number: int
    pocket: int
    card: int
    uid: bytes


@dataclass(frozen=True, slots=True)
class DealTrouble:
    """Something is wrong with the deal in hand."""

    board: int
    number: int
    code: int
    pocket: int
    card: int


@dataclass(frozen=True, slots=True)
class BoardDealt:
    """The deal is finished: so many cards fell into each pocket."""

    board: int
    north: int
    east: int
    south: int
    west: int


@dataclass(frozen=True, slots=True)
class MachineState:
    """What the machine does from now on."""

    state: int
    board: int


@dataclass(frozen=True, slots=True)
class DealBoard:
    """Deal this board: as the cards come (planned = 0), or each card into its pocket."""

    board: int
    planned: int
    spades: int
    hearts: int
    diamonds: int
    clubs: int


@dataclass(frozen=True, slots=True)
class StopDeal:
    """Break the deal off."""

    board: int


DealingBody = CardDealt | DealTrouble | BoardDealt | MachineState
DealingCommand = DealBoard | StopDeal
