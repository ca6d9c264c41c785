"""The one clock of a simulation: people, antenna rounds and device ticks run on it, `speed` times as fast as life."""

from __future__ import annotations

import time
from collections.abc import Callable


class ScaledClock:
    """The controller's Clock port, scaled. Links and heartbeats keep real time and never ask this clock.

    `real` counts real seconds; clocks that share it and their start show the same time.
    """

    def __init__(self, speed: float = 1.0, *, start: float = 0.0, real: Callable[[], float] = time.monotonic) -> None:
        if speed <= 0:
            raise ValueError(f"speed {speed} must be more than zero")
        self.speed = speed
        self._real = real
        self._start = start
        self._began = real()

    def now(self) -> float:
        """Simulated seconds; they began at `start`."""
        return self._start + (self._real() - self._began) * self.speed

    def real_seconds(self, until: float) -> float:
        """Real seconds to wait until that simulated time; 0 if it has passed."""
        return max(0.0, (until - self.now()) / self.speed)

    def real_at(self, when: float) -> float:
        """The reading of the real clock at that simulated time."""
        return self._began + (when - self._start) / self.speed
