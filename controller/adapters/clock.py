"""The session's clock: it goes on over a restart, never goes back, and `speed` makes an evening run faster.

One clock for people, antenna rounds, settle times and ticks. Links and heartbeats keep real time and do not ask here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def machine_boot() -> str:
    """Which start of this machine we live in: the monotonic clock means nothing across two of them."""
    return _BOOT_ID.read_text(encoding="ascii").strip() if _BOOT_ID.exists() else ""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where time comes from: seconds that only grow, wall-clock seconds, and the name of the machine's start."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    boot: Callable[[], str] = machine_boot


class SessionClock:
    """Seconds since the session began, times `speed`.

    `saved` is what `anchor()` gave in an earlier run: on the same start of the machine the clock goes on exactly, on
    another one it takes what the wall clock says has passed, and nothing if that went backwards.
    """

    def __init__(
        self, saved: Mapping[str, Any] | None = None, *, speed: float = 1.0, sources: Sources | None = None
    ) -> None:
        if not speed > 0:
            raise ValueError(f"speed {speed!r} must be greater than 0")
        self.speed = speed
        self._sources = sources or Sources()
        self._began = self._sources.monotonic()
        self._session = 0.0 if saved is None else self._gone_on(saved)
        self._last = self._session

    def _gone_on(self, saved: Mapping[str, Any]) -> float:
        before, speed = float(saved["session"]), float(saved["speed"])
        if saved["boot"] == self._sources.boot() and saved["boot"]:
            away = self._began - float(saved["monotonic"])
        else:
            away = self._sources.wall() - float(saved["wall"])
        return before + max(0.0, away) * speed

    def now(self) -> float:
        """Seconds since the session began; never decreases."""
        reading = self._session + (self._sources.monotonic() - self._began) * self.speed
        self._last = max(self._last, reading)
        return self._last

    def real_seconds(self, until: float) -> float:
        """How many real seconds to wait until that time; 0 if it has passed."""
        return max(0.0, (until - self.now()) / self.speed)

    def anchor(self) -> Mapping[str, Any]:
        """What a later run needs to go on from here; kept in the journal's meta."""
        return {
            "session": self.now(),
            "speed": self.speed,
            "monotonic": self._sources.monotonic(),
            "wall": self._sources.wall(),
            "boot": self._sources.boot(),
        }
