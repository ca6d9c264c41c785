"""Logs told otherwise, and what must be the same in the end: states and findings of every board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from controller.model.events import CallMade, CardPlayed, Gap, TableEvent
from controller.model.regulations import CLUB, Regulations
from controller.table import Table, replay

#: Stands in a log where nothing happened; every other event keeps its number.
NOTHING_HAPPENED = Gap(reason="nothing happened")


def without(events: Sequence[TableEvent], *numbers: int) -> list[TableEvent]:
    """The same log in which these events did not happen."""
    return with_in_place(events, dict.fromkeys(numbers, NOTHING_HAPPENED))


def with_in_place(events: Sequence[TableEvent], others: dict[int, TableEvent]) -> list[TableEvent]:
    """The same log with other events in these places."""
    return [others.get(n, event) for n, event in enumerate(events)]


def table_after(events: Sequence[TableEvent], laws: str, regulations: Regulations = CLUB) -> Table:
    """The table at the end of a log."""
    return list(replay(events, laws, regulations))[-1].table


def outcome(table: Table, *, ids: bool = True, besides: str = "") -> list[dict[str, Any]]:
    """What is so at the end: of every board its state, its findings and which of them wait.

    `ids` False where acts have other numbers in the two logs: findings are compared without their names.
    `besides`: findings of that kind are left out of account.
    """
    return [_of_board(table, index, ids, besides) for index in range(len(table.boards))]


def _of_board(table: Table, index: int, ids: bool, besides: str) -> dict[str, Any]:
    one = replace(table, boards=table.boards[: index + 1])
    findings = [found.as_json() for found in one.findings.values() if found.kind != besides]
    if not ids:
        findings = [{**found, "id": None} for found in findings]
    calls = [(c.seat, c.call, c.status) for c in one.calls if c.status in ("stands", "waiting")]
    return {"state": one.state(), "findings": sorted(findings, key=str), "calls": calls}


def is_at_one_moment(events: Sequence[TableEvent], n: int) -> bool:
    """Does event `n`, or do its neighbours, state one and the same time?"""
    acts = [e for e in events[max(n - 1, 0) : n + 2] if isinstance(e, CallMade | CardPlayed)]
    times = [e.t for e in acts if e.t is not None]
    return len(times) != len(set(times))
