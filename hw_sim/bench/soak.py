"""Cables pulled and put back, again and again: one loss each time, the whole state on each return, nothing grows."""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from controller.model.readings import DeviceState, Reading
from drivers.transports import serial_port
from hw_sim.bench.figures import Advance, Figures, Target
from hw_sim.bench.pairs import SERIAL, Pair, pcsc_pairs
from hw_sim.clock import ScaledClock
from hw_sim.pcsc.twin import build_handler

#: So many of the cycles are for caches and pools to fill, before anything is measured.
WARM_UP = 0.2
#: A device that is not told of for so long, real seconds, is taken for stuck: the cycle has failed.
PATIENCE_S = 60.0
#: Fifteen readers are the most that a pcscd may have, four a table.
MOST_PCSC_TABLES = 3
#: Memory that may grow over a whole soak, KiB: allocators keep what they once had.
MOST_KIB = 2048
#: Whose objects are counted: those of the event loop come and go with the moment.
OURS = frozenset({"controller", "drivers", "firmware_bridge", "hw_sim"})
#: What has to be as many as the cycles.
EACH_CYCLE = ("lost", "returned", "whole")
NEVER = ("lost_again", "stuck", "threads_growth", "files_growth")


@dataclass(frozen=True, slots=True)
class Sizes:
    """What a process holds."""

    threads: int
    files: int
    kib: int
    objects: int

    @classmethod
    def now(cls) -> Sizes:
        """After all garbage is collected."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
        kib = pages * os.sysconf("SC_PAGE_SIZE") // 1024
        # As text: of a few types it is no module's name, but what would give it.
        ours = sum(str(type(thing).__module__).partition(".")[0] in OURS for thing in gc.get_objects())
        return cls(threading.active_count(), files, kib, ours)

    def since(self, before: Sizes) -> dict[str, int]:
        """By how much each has grown."""
        return {f"{name}_growth": value - getattr(before, name) for name, value in asdict(self).items()}


@dataclass(slots=True)
class Soaked:
    """One device through its cycles: only counts are kept of what was told."""

    pair: Pair
    driver: Any
    counts: Counter[str] = field(default_factory=Counter)
    laid: int = 0
    _since: list[Reading] = field(default_factory=list)
    _state: str = ""
    _away: bool = True
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, reading: Reading) -> None:
        """A reading was delivered."""
        if isinstance(reading, DeviceState):
            was_lost = self._state == "lost"
            self._state = reading.state
            self.counts[reading.state] += 1
            if reading.state == "lost":
                # One loss told twice; a host that is starved may lose a device that is plugged in, which is another.
                self.counts["lost_again"] += was_lost
                self._away = True
            elif reading.state == "ready" and self._away:
                self._away = False
                self.counts["returned"] += 1
        if reading.boot is not None and reading.seq is not None:
            self.driver.commit(reading.boot, reading.seq)  # as if it were on disk: a device keeps what is not
        self._since.append(reading)
        self._news.set()

    async def back(self) -> None:
        """Until it is ready and has told its whole state."""
        await self._until(lambda: self._state == "ready" and self.pair.is_whole(self._since, self.laid))
        self.counts["whole"] += 1

    async def cycles(self, number: int, done: Callable[[], None]) -> None:
        """So many cycles; a device that does not come back takes part in no more."""
        try:
            for _ in range(number if not self.counts["stuck"] else 0):
                await self._cycle()
                done()
        except TimeoutError:
            self.counts["stuck"] += 1

    async def _cycle(self) -> None:
        """Pulled, lost; something else is laid; put back, ready, told."""
        self.counts["cycles"] += 1
        self.pair.unplug()
        await self._until(lambda: self._state == "lost")
        # Not at every loss: what a device has numbered it tells once, also where a starved host loses it again.
        self._since.clear()
        self.laid += 1
        self.pair.lay(self.laid)
        self.pair.replug()
        await self.back()

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._news.clear()
                await self._news.wait()


async def soak(
    driver: str, pairs: Sequence[Pair], cycles: int, done: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Put all pairs of one driver through so many cycles together; what was told, and what grew after the warm-up."""
    point = next(point for point in entry_points(group="smart_table.drivers") if point.name == driver)
    devices = [Soaked(pair, point.load()(dict(pair.settings), ScaledClock(1.0, start=100.0))) for pair in pairs]
    for device in devices:
        device.pair.start()
        device.pair.lay(0)
    tasks = [asyncio.create_task(device.driver.run(device.take)) for device in devices]
    began = time.monotonic()
    try:
        with _short_pauses():
            grown = await _cycled(devices, -(-cycles // len(devices)), done)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for device in devices:
            device.pair.stop()
    total = sum((device.counts for device in devices), Counter[str]())
    return {
        "cycles": total["cycles"],
        "lost": total["lost"],
        # Each was found once before the first cycle.
        "returned": total["returned"] - len(devices),
        "whole": total["whole"] - len(devices),
        "lost_again": total["lost_again"],
        "stuck": total["stuck"],
        "degraded": total["degraded"],
        **grown,
        "seconds": round(time.monotonic() - began, 1),
    }


async def _cycled(devices: Sequence[Soaked], each: int, done: Callable[[], None]) -> dict[str, int]:
    """So many cycles for each; by how much all has grown since the warm-up, with everything plugged in both times."""
    await _all(device.back() for device in devices)
    warm = max(1, round(each * WARM_UP))
    await _all(device.cycles(warm, done) for device in devices)
    before = Sizes.now()
    await _all(device.cycles(each - warm, done) for device in devices)
    return Sizes.now().since(before)


@contextmanager
def _short_pauses() -> Iterator[None]:
    """A port that flaps is tried for at growing pauses, up to a second: ten thousand times that is not waited for."""
    usual, serial_port.LONGEST_PAUSE = serial_port.LONGEST_PAUSE, serial_port.FIRST_PAUSE
    try:
        yield
    finally:
        serial_port.LONGEST_PAUSE = usual


async def _all(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(work)


@dataclass(frozen=True, slots=True)
class Wishes:
    """How many cycles, of which drivers, and how many devices of each take part at once."""

    cycles: int
    drivers: Sequence[str]
    at_once: int


async def measure(wishes: Wishes, advance: Advance) -> Figures:
    """Soak one driver after another."""
    figures: dict[str, Any] = {}
    for number, name in enumerate(wishes.drivers):
        base = number * wishes.cycles
        counted = Counter[str]()

        def done(name: str = name, base: int = base, counted: Counter[str] = counted) -> None:
            counted["done"] += 1
            advance(base + counted["done"], name)

        with tempfile.TemporaryDirectory(prefix="smarttable-soak-") as folder:
            figures[name] = await soak(name, _pairs(name, Path(folder), wishes.at_once), wishes.cycles, done)
    return Figures("soak", {"cycles": wishes.cycles, "at_once": wishes.at_once}, figures, tuple(_targets(figures)))


def _pairs(name: str, folder: Path, at_once: int) -> list[Pair]:
    if name == "pcsc_reader":
        run = folder / "run"
        run.mkdir()
        return [*pcsc_pairs(folder / "readers", build_handler(folder), run, min(at_once, MOST_PCSC_TABLES))]
    return [SERIAL[name](folder, str(number)) for number in range(at_once)]


def _targets(figures: Mapping[str, Mapping[str, Any]]) -> list[Target]:
    targets: list[Target] = []
    for name, one in figures.items():
        targets += [
            *(Target(f"{name}.{what}", f"= {one['cycles']}", one[what] == one["cycles"]) for what in EACH_CYCLE),
            *(Target.at_most(f"{name}.{what}", one[what], 0) for what in NEVER),
            Target.at_most(f"{name}.kib_growth", one["kib_growth"], MOST_KIB),
        ]
    return targets
