"""What a dealing machine tells: cards that fall into pockets, what goes wrong with a deal, boards that are finished.

They have capture times and numbers as readings of a table have; they never stand in a table's log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from controller.model.cards import Card
from controller.model.readings import Reading
from controller.model.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt(Reading):
    """The card with that number in this deal fell into a pocket; None: it could not be read."""

    type: ClassVar[str] = "card_dealt"
    board: int
    number: int
    pocket: Seat | None
    card: Card | None
    #: Its tag, if the machine reads tags; else empty.
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTrouble(Reading):
    """`misread`, `duplicate`, `short`, `surplus`, `jam` or `stopped`: something is wrong with the deal in hand."""

    type: ClassVar[str] = "deal_trouble"
    board: int
    number: int
    kind: str
    pocket: Seat | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDealt(Reading):
    """The deal is finished: so many cards fell into each pocket."""

    type: ClassVar[str] = "board_dealt"
    board: int
    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineState(Reading):
    """The machine is `idle`, `waits` for cards or a board, is `dealing`, or has `stopped`."""

    type: ClassVar[str] = "machine"
    state: str
    board: int | None
