"""Device ticks (u32 microseconds) to controller time, with an uncertainty that is a promise, not a guess.

A sample proves that the device read its ticks between two controller times. While the device's crystal keeps
within its drift, the true time of any tick lies in the interval that all samples leave; the regression only
chooses the point inside. No clock is read here.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from firmware_bridge.link import TimeSample

#: Crystals of microcontrollers keep 100 ppm over temperature; ceramic resonators do not, and are seen as jumps.
MAX_DRIFT = 100e-6
TICK = 1e-6
WRAP = 1 << 32
#: Samples kept: about a minute.
KEPT = 64
#: The round-trip filter compares with the best of so many.
ROUND_TRIPS = 8
#: A sample this much slower than the best tells nothing new.
SLOW_FACTOR = 3.0
SLOW_MARGIN = 0.001
#: Samples that span less than this, in seconds, say nothing about drift.
SHORTEST_BASE = 0.01
#: Two samples that contradict the earlier ones and agree with each other: the device's clock has jumped.
JUMP_CONFIRMED_BY = 2
#: An event may seem this far in the future before its tick is taken for one of the lap before.
FUTURE_MARGIN = 1.0


class Verdict(Enum):
    """What became of a sample."""

    USED = "used"
    #: Its round trip was much longer than usual.
    SLOW = "slow"
    #: It contradicts the earlier ones; the next sample decides.
    CONTRADICTS = "contradicts"
    #: It confirmed that the device's clock has jumped; the mapping starts anew.
    JUMPED = "jumped"


@dataclass(frozen=True, slots=True)
class Stamp:
    """A controller time and how far it may be off, both in seconds."""

    t: float
    u: float


@dataclass(frozen=True, slots=True)
class _Point:
    """The device's ticks and the controller time that belongs to them, give or take `half`."""

    seconds: float
    t: float
    half: float

    def interval(self, seconds: float, drift: float) -> tuple[float, float]:
        """Earliest and latest controller time of another tick."""
        middle = self.t + (seconds - self.seconds)
        reach = self.half + drift * abs(seconds - self.seconds)
        return middle - reach, middle + reach


class DeviceClock:
    """Maps one boot of one device; make another one when the device has rebooted."""

    def __init__(self, *, max_drift: float = MAX_DRIFT) -> None:
        self._max_drift = max_drift
        self._points: deque[_Point] = deque(maxlen=KEPT)
        self._halves: deque[float] = deque(maxlen=ROUND_TRIPS)
        self._doubted: list[_Point] = []
        self._rate = 1.0
        self._mean_seconds = 0.0
        self._mean_t = 0.0

    @property
    def ready(self) -> bool:
        """There is a sample."""
        return bool(self._points)

    @property
    def drift(self) -> float:
        """How much faster controller time runs than the device's ticks, as a fraction."""
        return self._rate - 1.0

    def add(self, sample: TimeSample) -> Verdict:
        """Take one look at the device's clock."""
        point = self._point(sample)
        self._halves.append(point.half)
        if not self._points:
            return self._use(point, Verdict.USED)
        if self._contradicts(point, self._points):
            return self._doubt(point)
        self._doubted.clear()
        if point.half > SLOW_FACTOR * min(self._halves) + SLOW_MARGIN:
            return Verdict.SLOW
        return self._use(point, Verdict.USED)

    def stamp(self, tick_us: int, *, arrived: float) -> Stamp:
        """The controller time of a captured tick that arrived at `arrived`.

        The tick is taken as the latest one with that value that is not in the future, so an event may have
        waited up to 71 minutes in the device. Needs a sample (`ready`).
        """
        newest = self._seconds_at(arrived) + FUTURE_MARGIN
        seconds = _nearest_lap(tick_us, newest - WRAP * TICK / 2)
        earliest, latest = self._interval(self._points, seconds)
        t = min(max(self._fitted(seconds), earliest), latest)
        return Stamp(t, max(latest - t, t - earliest))

    def _point(self, sample: TimeSample) -> _Point:
        inside = ((sample.tick_tx_us - sample.tick_rx_us) % WRAP) * TICK
        half = max(0.0, (sample.received - sample.sent - inside) / 2) + TICK  # a counter shows whole microseconds
        t = (sample.sent + sample.received) / 2
        expected = self._seconds_at(t) - inside / 2 if self._points else sample.tick_rx_us * TICK
        return _Point(_nearest_lap(sample.tick_rx_us, expected) + inside / 2, t, half)

    def _interval(self, points: Iterable[_Point], seconds: float) -> tuple[float, float]:
        """The controller times that all these samples leave for a tick."""
        spans = [point.interval(seconds, self._max_drift) for point in points]
        earliest, latest = max(low for low, _ in spans), min(high for _, high in spans)
        return min(earliest, latest), max(earliest, latest)

    def _contradicts(self, point: _Point, others: Iterable[_Point]) -> bool:
        earliest, latest = self._interval(others, point.seconds)
        return point.t + point.half < earliest or point.t - point.half > latest

    def _doubt(self, point: _Point) -> Verdict:
        if self._doubted and self._contradicts(point, self._doubted):
            self._doubted.clear()
        self._doubted.append(point)
        if len(self._doubted) < JUMP_CONFIRMED_BY:
            return Verdict.CONTRADICTS
        self._points.clear()
        self._points.extend(self._doubted[:-1])
        self._doubted.clear()
        return self._use(point, Verdict.JUMPED)

    def _use(self, point: _Point, verdict: Verdict) -> Verdict:
        self._points.append(point)
        self._fit()
        return verdict

    def _fit(self) -> None:
        """Weighted linear regression; a line steeper than a crystal can be is cut to what it can."""
        weights = [1.0 / (point.half + 50e-6) ** 2 for point in self._points]
        total = sum(weights)
        weighed = list(zip(weights, self._points, strict=True))
        self._mean_seconds = sum(w * p.seconds for w, p in weighed) / total
        self._mean_t = sum(w * p.t for w, p in weighed) / total
        spread = sum(w * (p.seconds - self._mean_seconds) ** 2 for w, p in weighed)
        both = sum(w * (p.seconds - self._mean_seconds) * (p.t - self._mean_t) for w, p in weighed)
        slope = both / spread if spread > total * SHORTEST_BASE**2 else 1.0
        self._rate = min(max(slope, 1.0 - self._max_drift), 1.0 + self._max_drift)

    def _fitted(self, seconds: float) -> float:
        return self._mean_t + (seconds - self._mean_seconds) * self._rate

    def _seconds_at(self, t: float) -> float:
        return self._mean_seconds + (t - self._mean_t) / self._rate


def _nearest_lap(tick_us: int, expected: float) -> float:
    """The seconds nearest to `expected` at which a wrapping counter shows `tick_us`."""
    lap = WRAP * TICK
    shown = tick_us * TICK
    return shown + round((expected - shown) / lap) * lap
