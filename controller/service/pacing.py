"""How far a table's time may pass: as far as its devices have surely been heard, on a host that is busy or behind.

What came in before we last looked into the ports is in the mail; of what came in since nobody knows yet. While readings
come in late, more of them are on the way: time passes as far as they have come, until there is a quiet moment.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.readings import Entered, Reading
from controller.ports import Clock

#: Later than this by a real clock is late, and after so long without a reading we have caught up, real seconds.
_LATE_S, _QUIET_S = 0.05, 0.1
#: What is later still was kept by a device that was away; and nobody is behind for longer than this: a clock is wrong.
_KEPT_S, _LONGEST_S = 5.0, 2.0


@dataclass(slots=True, eq=False)
class Pacing:
    """One table's; times on the session clock."""

    clock: Clock
    _looked: float = float("-inf")
    _came: float = float("-inf")
    _calm_at: float = float("-inf")
    _late_at: float = float("-inf")
    _behind_since: float = float("-inf")

    def look(self) -> None:
        """The ports are read after this."""
        self._looked = self.clock.now()

    def took(self, reading: Reading) -> None:
        """A reading was taken: is it late?"""
        if isinstance(reading, Entered):
            return
        now = self.clock.now()
        second = self.clock.real_seconds(now + 1.0)
        if not _LATE_S < (now - reading.t) * second < _KEPT_S:
            return
        if now > self._late_at + _QUIET_S / second:
            self._behind_since, self._came = now, float("-inf")
        self._late_at, self._came = now, max(self._came, reading.t)
        self._calm_at = min(now + _QUIET_S / second, self._behind_since + _LONGEST_S / second)

    @property
    def until(self) -> float:
        """Time may pass up to then."""
        return min(self._looked, self._came) if self.clock.now() < self._calm_at else self._looked

    def wake_at(self, due: float) -> float:
        """When to look again at what is due then."""
        return max(due, self._calm_at)
