"""A jammed reader: how many readings of one place are followed. What comes beyond is counted and dropped.

Pure; the same rule bounds what is kept as evidence and what is made sense of.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.model import readings as rd
from controller.sensing.presence import PLACES

#: A place that tells no more than it may for so long is itself again, seconds.
_CALM_S = 5.0
_Source = tuple[str, str]


@dataclass(slots=True)
class _Bucket:
    """How many readings may come at once, and since when that is so."""

    left: float
    at: float
    #: Dropped since it jammed.
    dropped: int = 0
    #: When one was dropped last.
    jammed: float | None = None


class Jam:
    """Counts the readings of each place. `per_s` may come for ever, `at_once` more than that in one go.

    An antenna told 4,096 edges that a hub had kept through a long loss is well; one that goes on so is not.
    """

    def __init__(self, *, per_s: float, at_once: int) -> None:
        self._per_s, self._at_once = per_s, at_once
        self._buckets: dict[_Source, _Bucket] = {}

    def lets_through(self, reading: rd.Reading, now: float) -> bool:
        """May this one still come? What people enter and what devices say of themselves always may."""
        if isinstance(reading, rd.Entered | rd.DeviceState):
            return True
        source = (reading.device or "", _place(reading))
        bucket = self._buckets.setdefault(source, _Bucket(self._at_once, now))
        bucket.left = min(self._at_once, bucket.left + max(0.0, now - bucket.at) * self._per_s)
        bucket.at = max(now, bucket.at)
        if bucket.left >= 1.0:
            bucket.left -= 1.0
            return True
        bucket.dropped += 1
        bucket.jammed = now
        return False

    def jammed(self, now: float) -> dict[_Source, int]:
        """Devices and places that tell too much just now, with how much of it was dropped."""
        found = {}
        for source, bucket in self._buckets.items():
            if bucket.jammed is None:
                continue
            if now >= bucket.jammed + _CALM_S:
                bucket.jammed, bucket.dropped = None, 0
            else:
                found[source] = bucket.dropped
        return found

    def calm_at(self) -> float | None:
        """When the next of them may be called well again."""
        return min((b.jammed + _CALM_S for b in self._buckets.values() if b.jammed is not None), default=None)


def _place(reading: rd.Reading) -> str:
    """What is counted together: an antenna, a box, a kind of reading. Made-up antennas are one."""
    match reading:
        case rd.Scan(at=at) | rd.TagSeen(at=at) | rd.TagGone(at=at):
            return at if at in PLACES else "?"
        case rd.CallShown(seat=seat) | rd.CallGone(seat=seat):
            return f"box.{seat.value}"
        case _:
            return reading.type
