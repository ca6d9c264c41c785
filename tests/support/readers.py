"""Four virtual readers, one a seat, under a pcscd of their own, and the driver that listens to them."""

import asyncio
from pathlib import Path
from typing import Any

from support.until import until

from controller.model.readings import DeviceState, Reading, Scan, TagGone, TagSeen
from drivers.pcsc_reader.driver import open_driver
from hw_sim.clock import ScaledClock
from hw_sim.pcsc.twin import Daemon, VirtualReader

SEATS = "NESW"


def uid(number: int) -> bytes:
    """The UID of a card of a test."""
    return bytes((0x04, 0xA1, 0xB2, 0xC3, 0xD4, number >> 8, number & 0xFF))


def tag(number: int) -> str:
    """The same as readings write it."""
    return uid(number).hex().upper()


class Readers:
    """The readers by seat, and their daemon (not started)."""

    def __init__(
        self, handler: Path, run: Path, folder: Path, names: tuple[str, ...] = tuple(f"Seat {s}" for s in SEATS)
    ) -> None:
        folder = folder / "pcsc"
        folder.mkdir()
        self.all = [VirtualReader(name, folder) for name in names]
        self.daemon = Daemon(folder, self.all, handler, run)
        self.settings: dict[str, Any] = {
            "device": "readers-7",
            "readers": {f"Seat {seat}": f"play.{seat}" for seat in SEATS},
        }

    def __getitem__(self, seat: str) -> VirtualReader:
        return self.all[SEATS.index(seat)]

    def close(self) -> None:
        self.daemon.stop()
        for reader in self.all:
            reader.close()


class Listening:
    """The driver on these readers, and what it has told: `async with Listening(readers) as heard`."""

    def __init__(self, readers: Readers, /, **settings: Any) -> None:
        self.told: list[Reading] = []
        self.driver = open_driver({**readers.settings, **settings}, ScaledClock(1.0))

    async def __aenter__(self) -> "Listening":
        self.task = asyncio.create_task(self.driver.run(self.told.append))
        return self

    async def __aexit__(self, *_why: object) -> None:
        self.task.cancel()
        await asyncio.wait({self.task})

    def states(self) -> list[str]:
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    def cards(self) -> list[tuple[str, str]]:
        """Place and what happened there: `+tag`, `-tag`, `=tags`."""
        found = []
        for reading in self.told:
            if isinstance(reading, TagSeen):
                found.append((reading.at, f"+{reading.tag}"))
            elif isinstance(reading, TagGone):
                found.append((reading.at, f"-{reading.tag}"))
            elif isinstance(reading, Scan):
                found.append((reading.at, "=" + " ".join(reading.tags)))
        return found

    async def state(self, state: str) -> None:
        await until(lambda: self.states()[-1:] == [state])

    async def card(self, at: str, what: str) -> None:
        await until(lambda: (at, what) in self.cards())
