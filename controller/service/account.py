"""What becomes of an event: its row in the journal, the summonses it gives rise to, the act that all may see.

Nothing is stored or sent here; the recorder does that. The same account, run over an earlier evening's outcomes,
comes to where that evening stood.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from controller.model.event_codec import event_to_json
from controller.model.events import BoardTaken
from controller.model.irregularities import Irregularity
from controller.ports import NewRow, Row
from controller.service.recorder import Entry
from controller.service.summons import ENGINE_FAULT, Scene, Summons, Summonses, engine_fault
from controller.service.told import PublicView
from controller.service.tracker import Outcome
from controller.table import Table

#: Faults of our own that park a table.
SENSING_FAULT = "sensing_fault"
#: A fault of our own that ends with the piece of work in which it came.
SERVICE_FAULT = "service_fault"


def fault_row(table: str, fault: str, *, is_on: bool, detail: str, count: int | None = None) -> NewRow:
    """A `fault` row of the journal; with a `count` it is a moment, not a state."""
    body: dict[str, Any] = {"fault": fault, "state": "on" if is_on else "off", "detail": detail}
    return NewRow(table, "fault", body if count is None else body | {"count": count})


def standing_faults(rows: Iterable[Row]) -> list[str]:
    """Faults of one table that hold, as its journal says: begun, not over, and no mere moments."""
    standing: dict[str, bool] = {}
    for row in rows:
        if row.kind == "fault" and "count" not in row.body:
            standing[row.body["fault"]] = row.body["state"] == "on"
    return [fault for fault, is_on in standing.items() if is_on]


@dataclass(slots=True)
class Account:
    """The summonses and the public view of one table."""

    table: str
    summonses: Summonses
    view: PublicView
    #: Board -> number of the event with which it first came to its end.
    ended: dict[int, int] = field(default_factory=dict)
    #: Number of the first event of each board, and the board's number.
    _boards: list[tuple[int, int]] = field(default_factory=list)

    def entry(self, outcome: Outcome, *, was_parked: bool, is_held: bool) -> Entry:
        """What is to be recorded and told of an event that has just happened."""
        rows = [NewRow(self.table, "event", event_to_json(outcome.event), outcome.n)]
        if outcome.is_news:
            rows.append(fault_row(self.table, ENGINE_FAULT, is_on=True, detail=outcome.fault or ""))
        elif was_parked and outcome.stepped is not None:
            rows.append(fault_row(self.table, ENGINE_FAULT, is_on=False, detail="the next board is followed again"))
        summonses = self._summonses(outcome, is_held=is_held)
        board = self._boards[-1][1] if self._boards else None
        act = self.view.act(self.table, outcome.event, board=board)
        return Entry(rows, summonses, acts=() if act is None else (act,))

    def fold(self, outcome: Outcome) -> None:
        """An event of an earlier run: what it led to was told then."""
        self._summonses(outcome, is_held=False)
        self.view.count(outcome.event)

    def of_the_session(self, found: Irregularity, *, is_held: bool) -> list[Summons]:
        """A finding that no log of this table could give, told once."""
        if self.summonses.of(found.id) is not None:
            return []
        board = self._boards[-1][1] if self._boards else None
        return self.summonses.raise_fault(found, Scene(board, (found.id,), held=is_held, boards=self._boards))

    def _summonses(self, outcome: Outcome, *, is_held: bool) -> list[Summons]:
        if isinstance(outcome.event, BoardTaken):
            self._boards.append((outcome.n, outcome.event.board))
        if outcome.stepped is not None:
            table = outcome.stepped.table
            if outcome.phase == "ended" and table.board_number is not None:
                self.ended.setdefault(table.board_number, outcome.n)
            scene = Scene(table.board_number, open_ids(table), outcome.phase == "ended", is_held, self._boards)
            return self.summonses.after(outcome.stepped, scene, board_before=outcome.board_before)
        if outcome.is_news:
            # Never held: the director at the table must know that nothing is watched there any more.
            board = self._boards[-1][1] if self._boards else None
            return self.summonses.raise_fault(engine_fault(outcome.n), Scene(board))
        return []


def open_ids(table: Table) -> Collection[str]:
    """Ids of the findings that wait for a decision."""
    return {finding.id for finding in table.open_findings}
