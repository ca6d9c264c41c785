"""Summonses that directors have put aside: asked, checked, written down. The table itself hears nothing of it.

Each mark on a summons has a number, so that of two directors the second is told of the first and overwrites nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.errors import LogError
from controller.ports import NewRow, Row

#: Summonses that one command may name: more than a burst of a table has.
_MOST = 2000


@dataclass(frozen=True, slots=True)
class Seen:
    """A summons as the director saw it: revision (None: he does not say) and number of the last mark on it."""

    on: str
    rev: int | None
    mark: int


@dataclass(frozen=True, slots=True)
class AsideAsked:
    """Put these aside `until` a wall-clock time (None: until the board has ended) or with a `device`; or `back`."""

    summonses: tuple[Seen, ...]
    until: float | None = None
    device: str | None = None
    back: bool = False

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> AsideAsked:
        """What a request asks for. LogError names the field."""
        listed, until, device = given.get("summonses"), given.get("until"), given.get("device")
        if not isinstance(listed, list) or not 1 <= len(listed) <= _MOST:
            raise LogError(f"a list of 1 to {_MOST} summonses is expected", field="summonses")
        is_time = isinstance(until, int | float) and not isinstance(until, bool) and math.isfinite(until)
        if until is not None and not is_time:
            raise LogError(f"{until!r} is not a time", field="until")
        if device is not None and (not isinstance(device, str) or not device):
            raise LogError(f"{device!r} is not a device", field="device")
        return cls(tuple(_seen(one) for one in listed), until, device, given.get("back") is True)


def _seen(given: Any) -> Seen:
    if not isinstance(given, Mapping) or not isinstance(given.get("on"), str) or not given["on"]:
        raise LogError("each has `on`, the summons", field="summonses.on")
    rev, mark = given.get("rev"), given.get("mark", 0)
    for name, value in (("rev", rev), ("mark", mark)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise LogError(f"{value!r} is not a number", field=f"summonses.{name}")
    return Seen(given["on"], rev, mark or 0)


@dataclass(slots=True)
class Marks:
    """The number of the last mark on each summons of one table."""

    table: str
    _last: dict[str, int] = field(default_factory=dict)

    def restore(self, rows: Iterable[Row]) -> None:
        """Take up what the journal says."""
        for row in rows:
            if row.kind == "later":
                self._last[str(row.body["id"])] = int(row.body["mark"])

    def stale(self, summons: str, seen: int) -> str | None:
        """Why he may not mark it: somebody has since he looked; None if he may."""
        last = self._last.get(summons, 0)
        return None if seen == last else f"it was put aside or brought back meanwhile (mark {last} by now)"

    def put(self, seen: Seen, rev: int, asked: AsideAsked, by: str) -> NewRow:
        """The journal's row of one more mark."""
        mark = self._last[seen.on] = self._last.get(seen.on, 0) + 1
        body = {"id": seen.on, "rev": rev, "mark": mark, "state": "back" if asked.back else "aside", "by": by}
        return NewRow(self.table, "later", body | {"until": asked.until, "device": asked.device})
