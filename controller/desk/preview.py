"""What a ruling or a correction would change, tried with the pure `step`: shown before it counts, kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.desk import describe, shown
from controller.desk.cases import Case
from controller.desk.consequences import what_follows
from controller.desk.describe import said
from controller.desk.looking_back import board_of
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.table_view import result
from controller.desk.words import Words
from controller.model.events import Correction, Ruling
from controller.model.irregularities import act_of
from controller.table import Table, refusal, step

_SIDES = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class Difference:
    """Findings that an event takes back, brings, changes or closes, as headings; or why it may not be given."""

    withdrawn: Sequence[str] = ()
    raised: Sequence[str] = ()
    changed: Sequence[str] = ()
    closed: Sequence[str] = ()
    refused: str | None = None
    #: What holds at the table afterwards and did not before.
    then: Sequence[Shown] = ()

    @property
    def is_empty(self) -> bool:
        """Does nothing else change?"""
        return not (self.withdrawn or self.raised or self.changed or self.closed or self.then)


def of(record: TableRecord, ruling: Ruling, words: Words) -> Difference:
    """What a ruling would change at a table."""
    return _tried(record, ruling, words, act=int(act) if (act := act_of(ruling.on)).isdigit() else None)


def of_dismissal(record: TableRecord, case: Case, words: Words) -> Difference:
    """What goes if the act of a case is struck out as a misread."""
    return of(record, Ruling(on=case.id, choice="dismiss", reason="-"), words)


def of_correction(record: TableRecord, correction: Correction, words: Words) -> Difference:
    """What a correction would change at a table."""
    act = correction.replaces[0] if correction.replaces else correction.before
    return _tried(record, correction, words, act=act)


def _tried(record: TableRecord, event: Ruling | Correction, words: Words, *, act: int | None) -> Difference:
    """Try an event on the board that `act` belongs to."""
    try:
        reason = refusal(record.table, event) if isinstance(event, Ruling) else None
        if reason is not None:
            return Difference(refused=reason)
        stepped = step(record.table, event)
        before, after = (_board_of(table, act).state() for table in (record.table, stepped.table))
    except Exception as error:
        # A forecast that fails must not take the page away; recording it will say more.
        return Difference(refused=str(error) or type(error).__name__)
    on = event.on if isinstance(event, Ruling) else None

    def headings(ids: Sequence[str]) -> list[str]:
        return [describe.kind(i.partition("@")[0], words) for i in ids if i != on]

    return Difference(
        headings(stepped.withdrawn),
        headings([f.id for f in stepped.raised]),
        headings([f.id for f in stepped.changed]),
        headings([r.id for r in stepped.resolved]),
        then=[*_course(before, after, words), *what_follows(before, after, words)],
    )


def _board_of(table: Table, act: int | None) -> Table:
    return table if act is None else board_of(table, act)


def _course(before: Mapping[str, Any], after: Mapping[str, Any], words: Words) -> Iterator[Shown]:
    """Contract, tricks won and result where they are others than before."""
    if after["contract"] != before["contract"]:
        contracts = [shown.contract_text(state["contract"], words) for state in (after, before)]
        yield said(words, "preview.contract", {"now": contracts[0], "was": contracts[1]})
    if after["tricks"] != before["tricks"]:
        fields = {
            f"{side.lower()}{w}": s["tricks"][side] for w, s in (("", after), ("_was", before)) for side in _SIDES
        }
        yield said(words, "preview.tricks", fields)
    if after["result"] != before["result"]:
        results = [result(state["result"], words) if state["result"] else shown.plain("–") for state in (after, before)]
        yield said(words, "preview.result", {"now": results[0], "was": results[1]})
