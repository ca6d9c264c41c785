"""Two things that every table depends on: does the event loop keep up, and is there a broker?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.ports import Bus

#: Beyond this it is a fault, milliseconds.
LAG_MS = 250.0
_EVERY_S = 0.1


class LagWatch:
    """Measures how late the loop wakes us."""

    def __init__(self, on_lag: Callable[[float], None]) -> None:
        self._on_lag = on_lag
        #: The longest lag of the last minute or so, milliseconds.
        self.worst_ms = 0.0

    async def run(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(_EVERY_S)
            lag_ms = (loop.time() - before - _EVERY_S) * 1000
            self.worst_ms = max(lag_ms, self.worst_ms * 0.995)
            if lag_ms > LAG_MS:
                self._on_lag(lag_ms)


#: A broker that is away for so many real seconds is a fault; a reconnect is none.
_AWAY_S = 2.0
_LOOK_S = 0.5


class BusWatch:
    """Tells when the broker is away, and when it is back."""

    def __init__(self, bus: Bus, on_change: Callable[[bool], None]) -> None:
        self._bus, self._on_change = bus, on_change

    async def run(self) -> None:
        """Look until cancelled."""
        loop = asyncio.get_running_loop()
        seen, is_down = loop.time(), False
        while True:
            now = loop.time()
            if self._bus.is_connected:
                seen = now
            if is_down != (now - seen > _AWAY_S):
                is_down = not is_down
                self._on_change(is_down)
            await asyncio.sleep(_LOOK_S)
