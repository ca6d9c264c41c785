"""What is told outside of the journal, and who writes it down: values and the port of the encoder.

The words of MQTT are an adapter's (controller/adapters/mqtt_words.py); nothing about unseen cards is in these values
unless a summons carries it, and `Summons.is_whole` says whether it may be written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from controller.model.events import TableEvent
from controller.ports import OutMessage
from controller.sensing.check import Check
from controller.service.commands import Answer, BusCommand
from controller.service.summons import Summons
from controller.table import Table

_THIRTEEN = 13


def public_state(table: Table) -> dict[str, Any]:
    """Where a table stands as its players see it; no key of it rests on an unseen card."""
    state = table.state()
    if table.board_number is None:
        return {"phase": "idle"}
    in_play = state["phase"] in ("play", "claim")
    return {
        "phase": state["phase"],
        "board": table.board_number,
        "dealer": table.dealer.value if table.dealer else None,
        "vul": table.vulnerability.value,
        "turn": table.turn_as_seen,
        "auction": state["auction"],
        "contract": state["contract"],
        "declarer": state["declarer"],
        "dummy": state["dummy"],
        # Before the opening lead is faced nothing of it is told.
        "trick": state["trick"] if in_play else None,
        "leader": state["leader"] if in_play else None,
        "on_table": state["on_table"] if in_play else [],
        "tricks": state["tricks"],
        "cards_left": _cards_left(table) if in_play else {},
    }


def _cards_left(table: Table) -> dict[str, int]:
    left = dict.fromkeys("NESW", _THIRTEEN - len(table.tricks_played))
    for seat, _card in table.on_table:
        left[seat.value] -= 1
    return left


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A public state with its revision, and whether the record is being kept."""

    rev: int
    state: Mapping[str, Any]
    unrecorded: bool = False


class Teller(Protocol):
    """Writes messages for the bus. What it returns is journaled before it is sent."""

    def shows(self, event: TableEvent) -> bool:
        """Is it an act that everybody at the table could see?"""

    def act(self, table: str, event: TableEvent, *, seq: int, board: int | None) -> OutMessage:
        """An act that `shows`; `seq` counts them without gaps."""

    def state(self, table: str, seen: SeenTable) -> OutMessage:
        """Where a table stands; kept by the broker for whoever comes later."""

    def summons(self, table: str, summons: Summons) -> OutMessage:
        """A summons, whole or as a notice; `recorded` false says that it is not on disk yet."""

    def check(self, table: str, check: Check | None, *, board: int | None) -> OutMessage:
        """How many cards are missing and too many where, while table and record differ; None: no more."""

    def result(self, table: str, board: int, told: Mapping[str, Any] | None, *, rev: int) -> OutMessage:
        """A board's result for everybody, kept by the broker; None: it is taken back, and the broker forgets it."""

    def device(self, device: str, state: str, faults: Sequence[str]) -> OutMessage:
        """Whether a device is there."""

    def answer(self, command: BusCommand, answer: Answer) -> OutMessage:
        """What became of a request that came over the bus."""

    def table(self, command: BusCommand, seen: SeenTable, summonses: Sequence[Summons]) -> OutMessage:
        """A table and its open summonses, for a director who came late."""


@dataclass(slots=True)
class PublicView:
    """Counts what was told of a table: acts without gaps, states that differ from the one before."""

    teller: Teller
    next_act: int = 0
    rev: int = 0
    _last: Mapping[str, Any] | None = None
    _seen: Table | None = None

    def act(self, table: str, event: TableEvent, *, board: int | None) -> Callable[[], OutMessage] | None:
        """What writes the message of an act that everybody could see, None where there was nothing to see.

        Its number is taken now; it is written when there is time for it.
        """
        if not self.teller.shows(event):
            return None
        self.next_act += 1
        return partial(self.teller.act, table, event, seq=self.next_act - 1, board=board)

    def count(self, event: TableEvent) -> None:
        """An act of an earlier run: it was told then."""
        self.next_act += self.teller.shows(event)

    def look(self, table: Table) -> bool:
        """Take in how the table stands; does it show anything new?"""
        if table is self._seen:
            return False
        self._seen, state = table, public_state(table)
        if state == self._last:
            return False
        self._last, self.rev = state, self.rev + 1
        return True

    def seen(self, *, unrecorded: bool = False) -> SeenTable:
        """What shows, with its revision."""
        return SeenTable(self.rev, self._last or {"phase": "idle"}, unrecorded)
