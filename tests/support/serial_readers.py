"""The serial readers under test: for each its twin, the settings that find it, and UIDs that it can read."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from support.until import until

from controller.model.readings import DeviceState, Reading, Scan
from hw_sim.clock import ScaledClock
from hw_sim.readers.cr95hf import Cr95hfTwin
from hw_sim.readers.feig import FeigTwin
from hw_sim.readers.field import Field
from hw_sim.readers.m100 import M100Twin
from hw_sim.readers.pn532 import Pn532Twin
from hw_sim.readers.twin import ReaderTwin
from hw_sim.readers.uhfreader18 import UhfReader18Twin


def card_14443(number: int) -> bytes:
    """A seven-byte UID of ISO 14443A."""
    return bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, number >> 8, number & 0xFF))


def card_15693(number: int) -> bytes:
    """A UID of ISO 15693."""
    return bytes.fromhex("E00401500A00") + number.to_bytes(2, "big")


def card_epc(number: int) -> bytes:
    """An EPC of 96 bits."""
    return bytes.fromhex("E2801160600002054CC2") + number.to_bytes(2, "big")


@dataclass(frozen=True)
class Kind:
    """One kind of reader."""

    make: type[ReaderTwin]
    uid: Callable[[int], bytes]
    options: dict[str, Any] = field(default_factory=dict)
    #: How many frames in a hundred a bad wire spoils: a round counts only whole, and has many frames.
    spoiled: int = 8

    def twin(self, folder: Path, **of_field: Any) -> ReaderTwin:
        return self.make("7", Field(seed=1, **of_field), ports=folder, seed=1)

    def settings(self, twin: ReaderTwin) -> dict[str, Any]:
        return {"device": "reader-7", "port": str(twin.path), "place": "play.N", **self.options}


KINDS = {
    "pn532": Kind(Pn532Twin, card_14443),
    "cr95hf": Kind(Cr95hfTwin, card_15693, spoiled=2),
    "feig": Kind(FeigTwin, card_15693),
    "m100": Kind(M100Twin, card_epc),
    "uhfreader18": Kind(UhfReader18Twin, card_epc),
}


def tag_of(uid: bytes) -> str:
    """A UID as readings write it."""
    return uid.hex().upper()


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
