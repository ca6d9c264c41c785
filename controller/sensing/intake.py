"""Readings as they come in, before anything is made of them: what cannot be meant is noted, and goes no further."""

from __future__ import annotations

from math import isfinite

from controller.model import readings as rd
from controller.sensing.jam import Jam
from controller.sensing.presence import PLACES
from controller.sensing.scene import Scene

#: A capture time is never believed to lie further behind its arrival, seconds; nor further ahead of it than a jitter.
_OLDEST_S, _AHEAD_S = 60.0, 1.0
#: What arrives later than that tells of a clock that is wrong, not of the link, seconds.
_LONGEST_DELAY_S = 10.0
#: So many readings of one place a second may come for ever, and so many at once after a loss.
_PER_S, _AT_ONCE = 200.0, 6000
#: More tags than these answer at no antenna: the rest is noise.
_MOST_TAGS = 120


class Intake:
    """Looks at every reading first."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._jam = Jam(per_s=_PER_S, at_once=_AT_ONCE)
        self._is_jammed = False
        self._back_at = float("-inf")

    def take(self, reading: rd.Reading, now: float, *, before: float) -> float | None:
        """Its capture time; None: it is not followed. `before`: the time when the one before it came in."""
        if not self._jam.lets_through(reading, now):
            self._note_jam(now)
            return None
        if self._is_jammed:
            self._note_jam(now)
        if isinstance(reading, rd.Scan | rd.TagSeen | rd.TagGone) and reading.at not in PLACES:
            self._note(reading, "unknown_antenna", now, f"no antenna of this table is called {reading.at[:40]!r}")
            return None
        if isfinite(reading.arrival) and reading.arrival < before - 1e-6:
            self._note(reading, "out_of_order", now, "readings stand in another order than they came in")
        return self._captured(reading, now)

    def _captured(self, reading: rd.Reading, now: float) -> float:
        """When it was read, as far as that can be believed."""
        if not isfinite(reading.t) or not isfinite(reading.arrival):
            self._note(reading, "bad_clock", now, "a time that is no number is taken as now")
            return now if isfinite(now) else 0.0
        t = min(max(reading.t, now - _OLDEST_S), now)
        if not t - _AHEAD_S <= reading.t <= t + _AHEAD_S:
            off = "ahead of" if reading.t > t else "behind"
            self._note(reading, "bad_clock", now, f"its clock is {abs(reading.t - now):.0f} s {off} the table's")
        if not isinstance(reading, rd.Entered) and self._back_at <= t and now - t <= _LONGEST_DELAY_S:
            self._scene.rates.arrived(now - t, at=now)
        return t

    def is_back(self, now: float) -> None:
        """A device is back: what it kept from before says nothing of the link's delay."""
        self._back_at = now

    def _note(self, reading: rd.Reading, kind: str, now: float, text: str) -> None:
        self._scene.notes.add(kind, (reading.device or reading.type)[:40], now if isfinite(now) else 0.0, text)

    def _note_jam(self, now: float) -> None:
        jammed = self._jam.jammed(now)
        self._is_jammed = bool(jammed)
        for device, place in jammed:
            text = f"{place} tells more than any table can; what is too much is dropped"
            self._scene.notes.add("jammed", f"{device} {place}".strip(), now, text)
        for note in self._scene.notes.standing():
            if note.kind == "jammed" and not any(f"{d} {p}".strip() == note.at for d, p in jammed):
                self._scene.notes.drop("jammed", note.at)


def tags_of(reading: rd.Scan) -> tuple[str, ...]:
    """The tags of a round, as many as an antenna can hold."""
    return reading.tags[:_MOST_TAGS]
