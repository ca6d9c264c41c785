"""Deals on the shelf: which file deals which board, so that no board number ever has two different sets of hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.board import Hand
from controller.model.errors import LogError
from controller.model.seats import Seat
from controller.records.deal_files import DealtBoard

#: Hands that a file gave to boards which tables have taken up, by board. What pockets show is the Laws' affair.
TakenUp = Mapping[int, Iterable[Mapping[Seat, Hand]]]


@dataclass(slots=True)
class DealShelf:
    """The deals of some tables, by file and by board."""

    files: dict[str, Mapping[int, DealtBoard]] = field(default_factory=dict)

    def put(self, name: str, boards: Iterable[DealtBoard], taken_up: TakenUp) -> None:
        """Take a file, or take it anew.

        LogError, and all stays as it was, if another file deals one of its boards otherwise, or a table has taken it
        up with other hands.
        """
        found = {board.number: board for board in boards}
        for number, board in found.items():
            for other, theirs in self.files.items():
                if other != name and number in theirs and theirs[number].deal != board.deal:
                    raise LogError(f"is dealt otherwise in {other}", file=name, place=f"board {number}")
            if any(_differ(hands, board) for hands in taken_up.get(number, ())):
                raise LogError("has been taken up with other hands", file=name, place=f"board {number}")
        self.files[name] = found

    def fields(self) -> dict[int, dict[str, Any]]:
        """What each board's `board` event is given."""
        return {number: board.fields() for boards in self.files.values() for number, board in boards.items()}


def _differ(hands: Mapping[Seat, Hand], board: DealtBoard) -> bool:
    known = board.deal.hands
    return any(known[seat] != hand for seat, hand in hands.items() if seat in known)
