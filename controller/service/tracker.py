"""A table as the core follows it: `step` over every event, and what happens when `step` itself fails.

The same class rebuilds a table from its journal, so a restart comes to what the evening came to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from controller.model.events import BoardTaken, TableEvent
from controller.model.expectation import Expectation
from controller.model.regulations import Regulations
from controller.service.acknowledged import Acknowledged
from controller.service.bugs import place_of
from controller.table import Stepped, Table, step

#: `step` as it is handed in; tests hand in one that fails.
Step = Callable[[Table, TableEvent], Stepped]


class Outcome(NamedTuple):
    """An event with its number and what `step` made of it; `fault` says why it could make nothing."""

    n: int
    event: TableEvent
    stepped: Stepped | None
    fault: str | None = None
    #: Was the table following before this event? Then a fault is news.
    is_news: bool = False
    #: The board that a `board` event put an end to.
    board_before: int | None = None
    #: The table's phase after it.
    phase: str = "idle"


@dataclass(slots=True)
class Tracker:
    """The table, and whether the engine can still follow it.

    An exception in `step` is a bug of ours: the table is parked, its events are still numbered and recorded, and the
    next board is tried afresh, for nothing of a parked board decides what follows on it.
    """

    table: Table
    take_step: Step = step
    next_n: int = 0
    #: Why the table is parked, None while it is followed.
    parked: str | None = None
    #: What directors have acknowledged: a sensor's correction of it is told, not applied.
    acknowledged: Acknowledged = field(default_factory=Acknowledged)
    #: What the table expects now; asked so often that it is kept.
    expected: Expectation = field(init=False)

    def __post_init__(self) -> None:
        self.expected = self.table.expectation()

    @classmethod
    def fresh(cls, laws: str, regulations: Regulations, *, take_step: Step = step) -> Tracker:
        """A table before its first board."""
        return cls(Table.fresh(laws, regulations), take_step)

    def reset(self, *, next_n: int = 0) -> None:
        """Begin again before the first board."""
        self.table = Table.fresh(self.table.laws, self.table.regulations)
        self.next_n, self.parked = next_n, None
        self.expected = self.table.expectation()

    def take(self, event: TableEvent) -> Outcome:
        """What an event does to the table. Never raises: our own fault is told like any other."""
        n = self.next_n
        self.next_n += 1
        before = self.table.board_number if isinstance(event, BoardTaken) else None
        if self.parked is not None and not isinstance(event, BoardTaken):
            return Outcome(n, event, None, self.parked)
        was_parked = self.parked is not None
        try:
            event = self.acknowledged.marked(n, event, self.table)
            stepped = self.take_step(replace(self.table, next_n=n) if was_parked else self.table, event)
        except Exception as error:  # the one place where our own bug must not end the evening
            self.parked = place_of(error)
            return Outcome(n, event, None, self.parked, is_news=True, board_before=before)
        self.table, self.parked = stepped.table, None
        self.expected = self.table.expectation()
        return Outcome(n, event, stepped, board_before=before, phase=self.expected.phase)
