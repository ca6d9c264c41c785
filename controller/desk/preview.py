"""What a ruling would change, tried with the pure `step`: shown before it counts, kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.desk import describe
from controller.desk.cases import Case
from controller.desk.record import TableRecord
from controller.desk.words import Words
from controller.model.events import Ruling
from controller.table import refusal, step


@dataclass(frozen=True, slots=True)
class Difference:
    """Findings that a ruling takes back, brings, changes or closes, as headings; or why it may not be given."""

    withdrawn: Sequence[str] = ()
    raised: Sequence[str] = ()
    changed: Sequence[str] = ()
    closed: Sequence[str] = ()
    refused: str | None = None

    @property
    def is_empty(self) -> bool:
        """Does nothing else change?"""
        return not (self.withdrawn or self.raised or self.changed or self.closed)


def of(record: TableRecord, ruling: Ruling, words: Words) -> Difference:
    """What a ruling would change at a table."""
    try:
        reason = refusal(record.table, ruling)
        if reason is not None:
            return Difference(refused=reason)
        stepped = step(record.table, ruling)
    except Exception as error:
        # A forecast that fails must not take the page away; recording it will say more.
        return Difference(refused=str(error) or type(error).__name__)

    def headings(ids: Sequence[str]) -> list[str]:
        return [describe.kind(i.partition("@")[0], words) for i in ids]

    return Difference(
        headings([i for i in stepped.withdrawn if i != ruling.on]),
        headings([f.id for f in stepped.raised]),
        headings([f.id for f in stepped.changed]),
        headings([r.id for r in stepped.resolved if r.id != ruling.on]),
    )


def of_dismissal(record: TableRecord, case: Case, words: Words) -> Difference:
    """What goes if the act of a case is struck out as a misread."""
    return of(record, Ruling(on=case.id, choice="dismiss", reason="-"), words)
