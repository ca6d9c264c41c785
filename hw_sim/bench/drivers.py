"""What drivers cost: readings a second if a core did nothing else, time from a byte on the tty to its reading, idling.

The devices are in another process; the processor's time counted here is that of this one, which runs the driver alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from controller.model.readings import CallShown, DeviceState, Reading, Scan, TagSeen
from hw_sim.bench.device_child import Mode, Order
from hw_sim.bench.figures import Advance, Figures, Target, spread_of
from hw_sim.bench.hall import child
from hw_sim.bench.pairs import SERIAL
from hw_sim.clock import ScaledClock

#: Seconds before anything is counted: the whole state has been told, buffers have their sizes.
SETTLE_S = 0.5
#: A device has to be found within so many.
READY_S = 30.0
IDLE_HUBS = 4
MODES: tuple[Mode, ...] = ("busy", "spaced", "idle")
#: What drivers should cost at the most: a club's box has one core for them and the rest.
MOST_P99_MS, MOST_IDLE_PERCENT = 5.0, 5.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """Which drivers, and how long each part of the measurement takes."""

    drivers: Sequence[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What a driver did in so many seconds."""

    readings: int
    cpu_s: float
    wall_s: float
    #: From the last byte written before a card or a call was told, milliseconds.
    waits_ms: list[float]


async def measure(wishes: Wishes, advance: Advance) -> Figures:
    """One driver after another, and four idle hubs."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="smarttable-drivers-") as folder:
        place = Path(folder)
        for number, name in enumerate(wishes.drivers):
            figures[name] = await _figures_of(name, wishes.seconds, place, partial(_advanced, advance, number, name))
        hubs = await _watched(Order("table_hub", "idle", place / "hubs", place, IDLE_HUBS), wishes.seconds)
    figures["four_idle_hubs_cpu_percent"] = _percent(hubs)
    return Figures("drivers", {"seconds": wishes.seconds}, figures, tuple(_targets(figures)))


def _advanced(advance: Advance, number: int, name: str, done: int) -> None:
    advance(len(MODES) * number + done, name)


async def _figures_of(name: str, seconds: float, place: Path, done: Callable[[int], None]) -> dict[str, Any]:
    """The figures of one driver."""
    seen = {}
    for number, mode in enumerate(MODES, 1):
        seen[mode] = await _watched(Order(name, mode, place / f"{name}-{mode}", place), seconds)
        done(number)
    busy = seen["busy"]
    return {
        "readings_per_s_at_100_percent": round(busy.readings / busy.cpu_s),
        "cpu_us_per_reading": round(busy.cpu_s / busy.readings * 1e6, 1),
        "readings_counted": busy.readings,
        **{f"byte_to_reading_{what}": value for what, value in spread_of(seen["spaced"].waits_ms).items()},
        "idle_cpu_percent": _percent(seen["idle"]),
    }


def _percent(seen: Seen) -> float:
    return round(100 * seen.cpu_s / seen.wall_s, 2)


async def _watched(order: Order, seconds: float) -> Seen:
    """Run the drivers of such devices for so long."""
    order.folder.mkdir()
    os.environ["PCSCLITE_CSOCK_NAME"] = f"{order.run}/pcscd.comm"
    async with child("hw_sim.bench.device_child", first_line=order.as_line()):
        told, cpu_s, wall_s = await _driven(order, seconds)
    times = json.loads((order.folder / "times.json").read_text(encoding="ascii"))
    counted = [at for at, reading in told if not isinstance(reading, DeviceState)]
    cards = [at for at, reading in told if _is_card(reading)]
    return Seen(len(counted), cpu_s, wall_s, [1000 * (at - _last_before(at, times)) for at in cards])


async def _driven(order: Order, seconds: float) -> tuple[list[tuple[float, Reading]], float, float]:
    """The drivers at work: what they told when, the processor's seconds and those on the wall."""
    given = json.loads((order.folder / "settings.json").read_text(encoding="utf-8"))
    point = next(point for point in entry_points(group="smart_table.drivers") if point.name == order.driver)
    told: list[tuple[float, Reading]] = []
    drivers = [point.load()(settings, ScaledClock(1.0, start=100.0)) for settings in given]

    ready, is_something_told = asyncio.Event(), asyncio.Event()
    there: set[str | None] = set()

    def take(driver: Any, reading: Reading) -> None:
        told.append((time.perf_counter(), reading))
        if _is_card(reading):
            is_something_told.set()
        if isinstance(reading, DeviceState) and reading.state == "ready":
            there.add(reading.device)
            if len(there) == len(drivers):
                ready.set()
        if reading.boot is not None and reading.seq is not None:
            driver.commit(reading.boot, reading.seq)

    tasks = [asyncio.create_task(driver.run(lambda r, driver=driver: take(driver, r))) for driver in drivers]
    try:
        async with asyncio.timeout(READY_S):
            await ready.wait()
        await asyncio.sleep(SETTLE_S)
        told.clear()
        is_something_told.clear()
        cpu, wall = time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        if order.mode != "idle":
            # A starved machine takes longer until anything is there to be measured.
            async with asyncio.timeout(READY_S):
                await is_something_told.wait()
        return list(told), time.process_time() - cpu, time.perf_counter() - wall
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _is_card(reading: Reading) -> bool:
    return isinstance(reading, CallShown | TagSeen) or (isinstance(reading, Scan) and bool(reading.tags))


def _last_before(at: float, times: Sequence[float]) -> float:
    return times[max(0, bisect_right(times, at) - 1)]


def _targets(figures: dict[str, Any]) -> list[Target]:
    hubs = figures["four_idle_hubs_cpu_percent"]
    waits = {name: one["byte_to_reading_p99_ms"] for name, one in figures.items() if name in SERIAL}
    return [
        *(Target.at_most(f"{name}.byte_to_reading_p99_ms", value, MOST_P99_MS) for name, value in waits.items()),
        Target.at_most("four_idle_hubs_cpu_percent", hubs, MOST_IDLE_PERCENT),
    ]
