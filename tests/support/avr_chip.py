"""A microcontroller that runs the real firmware in simavr, and the real driver at the other end of its line."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from controller.adapters.clock import SessionClock
from controller.model.readings import Reading
from controller.ports import Driver, Resume
from drivers.table_hub.driver import open_driver
from hw_sim.boxes.shared_line import SharedLine

CHIPS = {"bidding_box": "atmega328p", "bidding_box_485": "atmega328p", "table_hub": "atmega2560"}
#: The pin that enables the line's driver, where there is one.
DRIVER_PINS = {"bidding_box_485": ["1", "B2"]}


class Chip:
    """One chip with its firmware; switch it on and off, and press what it has."""

    def __init__(self, build: Path, firmware: str, folder: Path) -> None:
        self.port = folder / "tty"
        self._command = [build / "runner", CHIPS[firmware], build / f"{firmware}.elf", self.port, folder / "eeprom"]
        self._command += DRIVER_PINS.get(firmware, [])
        self._process: asyncio.subprocess.Process | None = None

    async def on(self, *pins: str) -> None:
        """Switched on; pins (`B3=0`) are wired before its first instruction."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, *pins, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(10):
            while await self._process.stdout.readline() != b"ready\n":
                pass

    async def off(self) -> None:
        """As after a power cut: RAM is gone, EEPROM stays."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            async with asyncio.timeout(10):
                assert await self._process.wait() == 0
            self._process = None

    def press(self, *keys: int) -> None:
        """One after another, each down and up as a finger does it, on the chip's own clock."""
        for key in keys:
            self.say(f"key {key} 1", "wait 40", f"key {key} 0", "wait 40")

    def say(self, *lines: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())


class Listener:
    """The driver of the table hub on a chip's line, and what it has delivered."""

    def __init__(self, chip: Chip, **settings: Any) -> None:
        self.found: list[Reading] = []
        self._came = asyncio.Event()
        self._settings = {"device": "box", "port": str(chip.port), **settings}
        self.driver: Driver | None = None

    @contextlib.asynccontextmanager
    async def listening(self, resume: Resume | None = None) -> AsyncIterator["Listener"]:
        self.driver = open_driver(self._settings, SessionClock(None))
        running = asyncio.create_task(self.driver.run(self._take, resume))
        try:
            yield self
        finally:
            running.cancel()
            await asyncio.wait({running})

    def of(self, kind: type[Reading]) -> list[Any]:
        return [reading for reading in self.found if isinstance(reading, kind)]

    async def until(self, holds: Callable[["Listener"], bool], seconds: float = 15.0) -> None:
        async with asyncio.timeout(seconds):
            while not holds(self):
                self._came.clear()
                await self._came.wait()

    def _take(self, reading: Reading) -> None:
        self.found.append(reading)
        self._came.set()


class ChipOnLine:
    """A chip whose pty is wired to a shared line: what it says, all hear, and it hears all."""

    def __init__(self, chip: Chip, line: SharedLine) -> None:
        self._chip = chip
        self._line = line
        self._fd = -1

    async def on(self, seat: int) -> None:
        """Its address switches are set, then it is switched on."""
        await self._chip.on(f"B3={int(not seat & 1)}", f"B4={int(not seat & 2)}")
        self._fd = os.open(self._chip.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._fd, self._spoke)
        self._line.join(self)

    async def off(self) -> None:
        self._line.leave(self)
        if self._fd >= 0:
            asyncio.get_running_loop().remove_reader(self._fd)
            os.close(self._fd)
            self._fd = -1
        await self._chip.off()

    def press(self, *keys: int) -> None:
        self._chip.press(*keys)

    def hear(self, data: bytes) -> None:
        os.write(self._fd, data)

    def _spoke(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._line.say(self, os.read(self._fd, 4096))
