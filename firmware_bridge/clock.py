"""Device ticks (u32 microseconds) to controller time, with an uncertainty that is a promise, not a guess.

A sample proves that the device read its ticks between two controller times. While the device's crystal keeps
within its drift, the true time of any tick lies in the interval that all samples leave; the regression only
chooses the point inside. No clock is read here.
"""

from collections import deque
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


@dataclass(frozen=True, slots=True)
class _Span:
    """The controller times that all samples leave for one tick; for other ticks it widens with the drift."""

    seconds: float
    earliest: float
    latest: float

    def at(self, seconds: float, drift: float) -> "_Span":
        """The span for another tick, earlier or later."""
        apart = seconds - self.seconds
        widening = drift * abs(apart)
        return _Span(seconds, self.earliest + apart - widening, self.latest + apart + widening)

    def contradicts(self, point: _Point) -> bool:
        """The sample, of the same tick, lies outside."""
        return point.t + point.half < self.earliest or point.t - point.half > self.latest

    def narrowed(self, point: _Point) -> "_Span":
        """What a sample of the same tick leaves of it."""
        return _Span(self.seconds, max(self.earliest, point.t - point.half), min(self.latest, point.t + point.half))

    @classmethod
    def of(cls, point: _Point) -> "_Span":
        """What one sample says by itself."""
        return cls(point.seconds, point.t - point.half, point.t + point.half)


class DeviceClock:
    """Maps one boot of one device; make another one when the device has rebooted."""

    def __init__(self, *, max_drift: float = MAX_DRIFT) -> None:
        self._max_drift = max_drift
        self._points: deque[_Point] = deque(maxlen=KEPT)
        self._halves: deque[float] = deque(maxlen=ROUND_TRIPS)
        self._span: _Span | None = None
        self._doubted: _Point | None = None
        self._rate = 1.0
        self._mean_seconds = 0.0
        self._mean_t = 0.0

    @property
    def ready(self) -> bool:
        """There is a sample."""
        return self._span is not None

    @property
    def drift(self) -> float:
        """How much faster controller time runs than the device's ticks, as a fraction."""
        return self._rate - 1.0

    def add(self, sample: TimeSample) -> Verdict:
        """Take one look at the device's clock."""
        point = self._point(sample)
        self._halves.append(point.half)
        if self._span is None:
            return self._use(point, _Span.of(point), Verdict.USED)
        span = self._span.at(point.seconds, self._max_drift)
        if span.contradicts(point):
            return self._doubt(point)
        self._doubted = None
        if point.half > SLOW_FACTOR * min(self._halves) + SLOW_MARGIN:
            return Verdict.SLOW
        return self._use(point, span.narrowed(point), Verdict.USED)

    def stamp(self, tick_us: int, *, arrived: float) -> Stamp:
        """The controller time of a captured tick that arrived at `arrived`.

        The tick is taken as the latest one with that value that is not in the future, so an event may have
        waited up to 71 minutes in the device.

        Raises:
            LookupError: there is no sample yet (`ready`).
        """
        newest = self._seconds_at(arrived) + FUTURE_MARGIN
        seconds = _nearest_lap(tick_us, newest - WRAP * TICK / 2)
        if self._span is None:
            raise LookupError("a clock without a sample maps nothing")
        span = self._span.at(seconds, self._max_drift)
        t = min(max(self._fitted(seconds), span.earliest), span.latest)
        return Stamp(t, max(span.latest - t, t - span.earliest))

    def _point(self, sample: TimeSample) -> _Point:
        inside = ((sample.tick_tx_us - sample.tick_rx_us) % WRAP) * TICK
        half = max(0.0, (sample.received - sample.sent - inside) / 2) + TICK  # a counter shows whole microseconds
        t = (sample.sent + sample.received) / 2
        expected = self._seconds_at(t) - inside / 2 if self._points else sample.tick_rx_us * TICK
        return _Point(_nearest_lap(sample.tick_rx_us, expected) + inside / 2, t, half)

    def _doubt(self, point: _Point) -> Verdict:
        """One sample against all others: the next one decides who is right."""
        before, self._doubted = self._doubted, point
        if before is None:
            return Verdict.CONTRADICTS
        span = _Span.of(before).at(point.seconds, self._max_drift)
        if span.contradicts(point):
            return Verdict.CONTRADICTS
        self._doubted = None
        self._points.clear()
        self._points.append(before)
        return self._use(point, span.narrowed(point), Verdict.JUMPED)

    def _use(self, point: _Point, span: _Span, verdict: Verdict) -> Verdict:
        self._points.append(point)
        self._span = span
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
