"""Does the event loop keep up? What holds it for long is a fault with a name: every table waits meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

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
