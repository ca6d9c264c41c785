"""A director stands at a table: until he has ruled, or two minutes have passed, nobody is summoned there again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.ports import NewRow, Row

#: So long he is taken to be there, seconds on the session clock.
HOLD_S = 120.0


@dataclass(slots=True)
class Hold:
    """Who stands at a table, and until when."""

    table: str
    by: str = ""
    until: float | None = None

    @property
    def is_on(self) -> bool:
        """Is somebody there?"""
        return self.until is not None

    def begin(self, by: str, came: float) -> NewRow | None:
        """He came at that time (or says again that he is there); None where somebody who is there came later."""
        if self.until is not None and self.until > came + HOLD_S:
            return None
        self.by, self.until = by, came + HOLD_S
        return self._row("begun", None)

    def end(self, why: str) -> NewRow:
        """He has ruled (`ruling`), gone (`left`), or the time is over (`time`)."""
        row = self._row("ended", why)
        self.until = None
        return row

    def restore(self, rows: Iterable[Row]) -> None:
        """Take up what the journal says last."""
        for row in rows:
            if row.kind == "at_table":
                self.by = row.body["by"]
                self.until = row.body["until"] if row.body["state"] == "begun" else None

    def _row(self, state: str, why: str | None) -> NewRow:
        return NewRow(self.table, "at_table", {"by": self.by, "state": state, "until": self.until, "why": why})
