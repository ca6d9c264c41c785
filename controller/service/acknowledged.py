"""Which findings a director has acknowledged: a sensor may not change the act under one who is on his way.

A correction that would is marked with the finding, in the record, so that every replay comes to the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from controller.model.events import Correction, TableEvent
from controller.model.irregularities import number_in
from controller.ports import Row
from controller.table import Table, step


@dataclass(slots=True)
class Acknowledged:
    """The acknowledged findings of one table, by id."""

    _ids: set[str] = field(default_factory=set)
    #: What the journal says of the corrections it has: number -> the finding they were marked with.
    _marked: dict[int, str] = field(default_factory=dict)
    #: So many events are in the journal already; of them the marks are known.
    _known: int = 0

    def see(self, finding_ids: Collection[str]) -> None:
        """A director has seen them, or stands at the table where they wait."""
        self._ids.update(finding_ids)

    def restore(self, rows: Iterable[Row]) -> None:
        """Take up what the journal says: who had seen what, and which corrections were marked."""
        waiting: set[str] = set()
        for row in rows:
            if row.kind == "ack":
                self._ids.add(row.body["id"])
            elif row.kind == "summons":
                is_over = row.body["state"] in ("resolved", "withdrawn")
                (waiting.discard if is_over else waiting.add)(row.body["id"])
            elif row.kind == "at_table" and row.body["state"] == "begun":
                self._ids |= waiting
            elif row.kind == "event" and row.n is not None:
                self._known = row.n + 1
                if row.body.get("acknowledged"):
                    self._marked[row.n] = row.body["acknowledged"]

    def marked(self, n: int, event: TableEvent, table: Table) -> TableEvent:
        """The event, a sensor's correction marked if it would change what a director has acknowledged."""
        if not isinstance(event, Correction) or event.acknowledged is not None or not event.is_by_sensor:
            return event
        finding = self._marked.get(n) if n < self._known else self._changed_by(event, table)
        return event if finding is None else replace(event, acknowledged=finding)

    def _changed_by(self, correction: Correction, table: Table) -> str | None:
        if not self._ids:
            return None
        touched = {*correction.replaces, correction.before}
        of_these = sorted(i for i in self._ids if number_in(_act(i)) in touched)
        if of_these:
            return of_these[0]
        stepped = step(table, correction)
        gone = {*stepped.withdrawn, *(found.id for found in stepped.changed)}
        return min(gone & self._ids, default=None)


def _act(finding_id: str) -> str:
    """Number of the act in `kind@n:seat`; of an act that a correction put in (`n.0`), the correction's."""
    return finding_id.partition("@")[2].rpartition(":")[0].partition(".")[0]
