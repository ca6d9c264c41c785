"""Who should sit where with which board, as the plan says and the tables' logs have it by now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from controller.service.tracker import Tracker
from controller.session.plan import SessionPlan
from controller.session.schedule import Taken, board_fields, taken_at


@dataclass(slots=True, eq=False)
class Seating:
    """The plan of the evening beside all tables; without a plan nothing is due anywhere."""

    plan: SessionPlan | None = None
    _tables: dict[str, Tracker] = field(default_factory=dict)

    def seat(self, name: str, tracker: Tracker) -> None:
        """A table of the room."""
        self._tables[name] = tracker

    def at(self, name: str) -> Callable[[int], Mapping[str, Any]]:
        """For that table: the fields of the `board` event of a board that it takes up now."""
        return partial(self._due, name)

    def _due(self, name: str, board: int) -> Mapping[str, Any]:
        return {} if self.plan is None else board_fields(self.plan, name, board, self.taken())

    def taken(self) -> list[Taken]:
        """Every board that was taken up so far, table by table."""
        return [taken for name, tracker in self._tables.items() for taken in taken_at(name, tracker.table)]
