"""An RS-485 line: a real pseudo-terminal for the host, and stations that hear everything and may collide.

A byte takes its time; two that speak at once are noise for all. All times are real seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from hw_sim.pty_port import OnPort, PtyPort
from hw_sim.wire import CLEAN, Wire, WireFaults

#: Bits on the wire for each byte.
BITS = 10


class Station(Protocol):
    """Something on the line."""

    def hear(self, data: bytes) -> None:
        """Bytes that another has sent have arrived."""


@dataclass(slots=True)
class _Speech:
    """Bytes on the line, and whether they were alone on it."""

    who: object
    ends: float
    is_clear: bool = True


class SharedLine(OnPort):
    """The line, its host at a port named `link`. `shared=False`: an ordinary line, on which two ends never collide."""

    def __init__(
        self,
        link: Path,
        *,
        baud: int = 115200,
        seed: int | str = 0,
        shared: bool = True,
        on_host: Callable[[bool], None] = lambda _: None,
    ) -> None:
        self.shared = shared
        #: The host's adapter hands back what it sends.
        self.echoes = False
        self.collisions = 0
        self._byte_s = BITS / baud
        self._rng = Random(f"{seed} line {link.name}")
        self._to_host = Wire(rng=Random(f"{seed} to host {link.name}"))
        self._from_host = Wire(rng=Random(f"{seed} from host {link.name}"))
        self._stations: list[Station] = []
        self._speeches: list[_Speech] = []
        self._timers: set[asyncio.TimerHandle] = set()
        self._port = PtyPort(link, on_data=lambda data: self._speak(None, data), on_host=on_host)

    @property
    def stations(self) -> tuple[Station, ...]:
        """Who is on the line."""
        return tuple(self._stations)

    def join(self, station: Station) -> None:
        """A station is put on the line."""
        if station not in self._stations:
            self._stations.append(station)

    def leave(self, station: Station) -> None:
        """A station is taken off the line: it hears nothing and what it says reaches nobody."""
        if station in self._stations:
            self._stations.remove(station)

    def say(self, station: Station, data: bytes) -> None:
        """A station sends bytes, now."""
        if station in self._stations and data:
            self._speak(station, data)

    # -- the host's adapter ------------------------------------------------------------------------

    def plug(self) -> None:
        """The adapter is plugged in; needs a running event loop."""
        self._port.plug()

    def unplug(self) -> None:
        """The adapter is pulled out; the stations have power of their own."""
        self._to_host.clear()
        self._from_host.clear()
        self._port.unplug()

    def close(self) -> None:
        """The end of the simulation."""
        for timer in self._timers:
            timer.cancel()
        self._port.close()

    def inject(self, garbage: bytes) -> None:
        """Bytes appear on the way to the host that nobody sent."""
        self._to_host.insert(garbage, time.monotonic())
        self._hand_over()

    def spoil_wire(self, faults: WireFaults = CLEAN) -> None:
        """The line is like that from now on, in both directions."""
        self._to_host.faults = self._from_host.faults = faults

    def set_baud(self, baud: int | None) -> None:
        """The host has to talk at that speed from now on; without one any fits, as on USB."""
        self._port.baud = baud

    def later(self, seconds: float, step: Callable[[], None]) -> None:
        """Something happens on the line so many seconds from now."""

        def due() -> None:
            self._timers.discard(timer)
            step()

        timer = asyncio.get_running_loop().call_later(seconds, due)
        self._timers.add(timer)

    # -- the line ----------------------------------------------------------------------------------

    def _speak(self, who: Station | None, data: bytes) -> None:
        now = time.monotonic()
        self._speeches = [speech for speech in self._speeches if speech.ends > now]
        begins = max([now, *(speech.ends for speech in self._speeches if speech.who is who)])
        mine = _Speech(who, begins + len(data) * self._byte_s)
        for other in self._speeches:
            if other.who is not who and self.shared:
                mine.is_clear = other.is_clear = False
                self.collisions += 1
        self._speeches.append(mine)
        self.later(mine.ends - now, lambda: self._arrive(who, data, mine))

    def _arrive(self, who: Station | None, data: bytes, speech: _Speech) -> None:
        now = time.monotonic()
        heard = data if speech.is_clear else self._rng.randbytes(len(data))
        if who is not None or self.echoes:
            self._to_host.push(heard, now)
        if who is None:
            self._from_host.push(heard, now)
        else:
            for station in [one for one in self._stations if one is not who]:
                station.hear(heard)
        self._hand_over()

    def _hand_over(self) -> None:
        """What is due at either end."""
        now = time.monotonic()
        for chunk in self._to_host.pop(now):
            self._port.write(chunk)
        for chunk in self._from_host.pop(now):
            for station in list(self._stations):
                station.hear(chunk)
        dues = [due for due in (self._to_host.due(), self._from_host.due()) if due is not None]
        if dues:
            self.later(max(0.001, min(dues) - time.monotonic()), self._hand_over)
