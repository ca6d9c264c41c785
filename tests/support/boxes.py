"""Bidding boxes on a line of their own or a shared one, their driver, and what it told."""

import asyncio
from pathlib import Path
from typing import Any

from support.pty_hub import until

from controller.model.readings import CallGone, CallShown, DeviceState, KeyPressed, Reading
from controller.model.seats import SEATS, Seat
from controller.ports import Resume
from drivers.bidding_box.driver import open_driver
from hw_sim.boxes.bidding_box import BoxTwin
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock


class BoxesAtWork:
    """`async with BoxesAtWork(folder) as table`: four boxes share a line unless told otherwise."""

    def __init__(
        self, folder: Path, *, seats: str = "NESW", shared: bool = True, kind: type[BoxTwin] = BoxTwin, **settings: Any
    ) -> None:
        self.clock = ScaledClock(1.0, start=100.0)
        self.line = SharedLine(folder / "usb-SmartTable_RS485_7-if00", seed=1, shared=shared)
        self.boxes = {
            seat: kind(seat, self.line, self.clock, address=SEATS.index(seat) + 1 if shared else 1, seed=1)
            for seat in map(Seat, seats)
        }
        where: dict[str, Any] = {"boxes": {s: SEATS.index(Seat(s)) + 1 for s in seats}} if shared else {"seat": seats}
        self.settings = {"device": "boxes-7", "port": str(self.line.path), **where, **settings}
        self.told: list[Reading] = []
        self.driver = open_driver(self.settings, self.clock)

    def __getitem__(self, seat: str) -> Any:
        return self.boxes[Seat(seat)]

    async def __aenter__(self) -> "BoxesAtWork":
        self.line.plug()
        for box in self.boxes.values():
            box.start()
        self.start()
        await until(lambda: all(box.link.connected for box in self.boxes.values()), seconds=20)
        await until(lambda: self.states()[-1:] == ["ready"], seconds=20)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        self.line.close()

    def start(self, resume: Resume | None = None) -> None:
        self._task = asyncio.create_task(self.driver.run(self.told.append, resume))

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def states(self) -> list[str]:
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    def reasons(self) -> list[str]:
        return [reading.extra.get("reason", "") for reading in self.told if isinstance(reading, DeviceState)]

    def calls(self) -> list[str]:
        """`N+1C` shown, `N-1C` gone, in the order in which they were told."""
        return [
            f"{reading.seat}{'+' if isinstance(reading, CallShown) else '-'}{reading.call.text}"
            for reading in self.told
            if isinstance(reading, CallShown | CallGone)
        ]

    def keys(self) -> list[tuple[str, str, Any]]:
        return [(str(r.seat), r.key, r.value) for r in self.told if isinstance(r, KeyPressed)]

    async def tells(self, *calls: str, seconds: float = 8.0) -> None:
        await until(lambda: self.calls() == list(calls), seconds=seconds)
