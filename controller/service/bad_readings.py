"""Readings that no device of a table can mean: named and counted; the table goes on, its evidence stays readable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite

from controller.model.readings import Reading, Scan, TagGone, TagSeen
from controller.ports import NewRow
from controller.sensing.presence import PLACES
from controller.service.account import fault_row

BAD_READING = "bad_reading"
#: A time further away than any evening is none, seconds.
_LONGEST_S = 1e8
#: More tags than these, and longer ones, answer at no antenna.
_MOST_TAGS, _LONGEST_TAG = 120, 64
#: A flood is written down at most so often, seconds.
_EVERY_S = 5.0


@dataclass(slots=True)
class BadReadings:
    """Those of one table."""

    table: str
    count: int = 0
    _written: float = float("-inf")

    def believed(self, reading: Reading, now: float) -> tuple[Reading | None, str | None]:
        """The reading as it can be kept, None if it cannot; and what is wrong with it, if anything is."""
        device = (reading.device or "?")[:40]
        if isinstance(reading, Scan | TagSeen | TagGone) and reading.at not in PLACES:
            return None, f"{device}: no antenna of a table is called {str(reading.at)[:40]!r}"
        if isinstance(reading, Scan) and _is_too_much(reading.tags):
            tags = tuple(tag for tag in reading.tags[:_MOST_TAGS] if len(tag) <= _LONGEST_TAG)
            return replace(reading, tags=tags), f"{device}: {len(reading.tags)} tags at {reading.at} in one round"
        if isinstance(reading, TagSeen | TagGone) and len(reading.tag) > _LONGEST_TAG:
            return None, f"{device}: a tag of {len(reading.tag)} characters at {reading.at}"
        if not isfinite(reading.t) or abs(reading.t - now) > _LONGEST_S:
            return replace(reading, t=now), f"{device}: a reading of a time that is none"
        if reading.u is not None and not 0.0 <= reading.u < _LONGEST_S:
            return replace(reading, u=None), f"{device}: an uncertainty that is none"
        return reading, None

    def row(self, why: str, now: float) -> NewRow | None:
        """One more of them: what is to be written down of it, if it is time to."""
        self.count += 1
        if now - self._written < _EVERY_S:
            return None
        self._written = now
        return fault_row(self.table, BAD_READING, is_on=True, detail=why, count=self.count)


def _is_too_much(tags: tuple[str, ...]) -> bool:
    return len(tags) > _MOST_TAGS or any(len(tag) > _LONGEST_TAG for tag in tags)
