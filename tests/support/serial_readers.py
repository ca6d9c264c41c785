"""A serial reader at work: its twin, its driver, and what the driver told. The kinds are those of the benches."""

import asyncio
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from support.until import until

from controller.model.readings import DeviceState, Reading, Scan
from hw_sim.bench.pairs import READERS, tag_of
from hw_sim.clock import ScaledClock

__all__ = ["KINDS", "ReaderAtWork", "tag_of"]

#: The kinds of readers by the names of their drivers.
KINDS = READERS


class ReaderAtWork:
    """A twin, its driver, and what the driver told."""

    def __init__(self, name: str, folder: Path, settings: dict[str, Any] | None = None, **of_field: Any) -> None:
        kind = KINDS[name]
        self.uid = kind.uid
        self.twin = kind.twin(folder, **of_field)
        self.field = self.twin.field
        self.settings = kind.settings(self.twin) | (settings or {})
        if "antennas" in self.settings:
            del self.settings["place"]
        point = next(point for point in entry_points(group="smart_table.drivers") if point.name == name)
        self.driver = point.load()(self.settings, ScaledClock(1.0, start=100.0))
        self.told: list[Reading] = []

    async def __aenter__(self) -> "ReaderAtWork":
        self.twin.start()
        self._task = asyncio.create_task(self.driver.run(self.told.append))
        await until(lambda: self.scans() or self.states() == ["lost"])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self.twin.stop()

    async def restart(self) -> None:
        """The driver ends and begins anew; the device has noticed nothing. What it told before is forgotten."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self.told.clear()
        self._task = asyncio.create_task(self.driver.run(self.told.append))
        await until(self.scans)

    def states(self) -> list[str]:
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    def scans(self, at: str = "play.N") -> list[tuple[str, ...]]:
        return [reading.tags for reading in self.told if isinstance(reading, Scan) and reading.at == at]

    async def put(self, *numbers: int, antenna: int = 0, at: str = "play.N") -> None:
        """Cards are put down; waits until the last scan shows all that lie there."""
        for number in numbers:
            self.field.put(self.uid(number), antenna)
        await self.shows(at, antenna)

    async def shows(self, at: str = "play.N", antenna: int = 0) -> None:
        wanted = tuple(sorted({tag_of(uid) for uid in self.field.lying(antenna)}))
        await until(lambda: self.scans(at)[-1:] == [wanted])

    async def rounds(self, count: int) -> None:
        """So many more rounds pass."""
        wanted = self.driver.counters()["rounds"] + count
        await until(lambda: self.driver.counters()["rounds"] >= wanted)
