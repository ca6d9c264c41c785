"""What a director's phone is told: which summonses wait, as rows of the journal come, and one line of text each.

A line names table, board, kind and Law. Of a finding that rests on cards nobody has seen it says "see the desk" alone;
of a quiet one nothing, unless it was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.desk import describe
from controller.desk.cases import irregularity_from, told_from
from controller.desk.words import Words
from controller.model.irregularities import Attention, RestsOn
from controller.ports import Row

_CALLED = "director_called"


@dataclass(frozen=True, slots=True)
class Notice:
    """One summons that waits. `kind` None: more than where it is may not be told."""

    key: str
    table: str
    board: int | None
    kind: str | None = None
    law: str | None = None
    is_quiet: bool = False

    def text(self, words: Words) -> str:
        """The line in a director's language."""
        fields: dict[str, Any] = {"table": self.table, "board": "–" if self.board is None else self.board}
        if self.is_quiet:
            return words.text("notify.quiet", fields)
        if self.kind is None:
            return words.text("notify.desk", fields)
        fields |= {"kind": describe.kind(self.kind, words), "law": self.law}
        return words.text("notify.told" if self.law else "notify.told.no_law", fields)


@dataclass(slots=True)
class Waiting:
    """The summonses that nobody has taken in hand, by key, oldest first."""

    with_quiet: bool = False
    notices: dict[str, Notice] = field(default_factory=dict)
    _boards: dict[str, int] = field(default_factory=dict)

    def apply(self, row: Row) -> None:
        """One row of the journal, in order."""
        match row.kind:
            case "summons":
                self._summons(row)
            case "ack":
                self._gone(row.table, str(row.body.get("id")))
            case "at_table" if row.body.get("state") == "begun":
                # He sees there, and on his page, what there is.
                self._gone(row.table)
            case "event" if row.body.get("type") == "board":
                self._boards[row.table] = int(row.body["board"])
                self._gone(row.table, _CALLED)
            case "event" if row.body.get("type") == _CALLED:
                key = f"{row.table}/{_CALLED}@{row.n}"
                self.notices[key] = Notice(key, row.table, self._boards.get(row.table), _CALLED)

    def _summons(self, row: Row) -> None:
        told, key = told_from(row.body), f"{row.table}/{row.body.get('id')}"
        if told.state in ("resolved", "withdrawn"):
            self.notices.pop(key, None)
        elif told.state == "raised" and not told.is_held and self._is_wanted(told.attention):
            self.notices[key] = _notice(key, row.table, row.body)

    def _is_wanted(self, attention: Attention) -> bool:
        return attention is not Attention.LOG and (self.with_quiet or attention is not Attention.SILENT)

    def _gone(self, table: str, beginning: str = "") -> None:
        for key in [key for key in self.notices if key.startswith(f"{table}/{beginning}")]:
            del self.notices[key]


def _notice(key: str, table: str, body: Mapping[str, Any]) -> Notice:
    told, found = told_from(body), irregularity_from(body.get("finding") or {})
    board = body.get("board")
    if told.attention is Attention.SILENT or told.rests_on is not RestsOn.SEEN:
        return Notice(key, table, board, is_quiet=told.attention is Attention.SILENT)
    return Notice(key, table, board, found.kind, found.laws[0] if found.laws else None)
