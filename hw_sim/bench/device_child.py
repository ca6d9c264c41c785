"""The devices' side of `bench drivers`, in a process of its own, so that what a driver costs is the driver's alone.

`python -m hw_sim.bench.device_child` takes one JSON line (`Order`) and is those devices until standard input closes.
Then the times at which it wrote to its ports are in the folder's `times.json`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Literal

from controller.cli.processes import say_ready, stop_event
from hw_sim.bench.pairs import READERS, SERIAL, Pair, ReaderPair, pcsc_pairs
from hw_sim.pcsc.twin import build_handler
from hw_sim.pty_port import PtyPort
from hw_sim.readers.field import Field

#: `idle`: nothing changes; `spaced`: something now and then; `busy`: something in every round, or as fast as it goes.
Mode = Literal["idle", "spaced", "busy"]
#: Seconds between two changes when they are spaced, and calls that a busy hub is shown at each of its waking-ups.
SPACED_S, BUSY_S, BUSY_CALLS = (0.03, 0.07), 0.005, 5


@dataclass(frozen=True, slots=True)
class Order:
    """Which devices to be."""

    driver: str
    mode: Mode
    folder: Path
    #: Where a pcscd has its socket: a process that has once asked for it there asks nowhere else.
    run: Path
    number: int = 1

    def as_line(self) -> bytes:
        """As the child reads it."""
        return json.dumps(asdict(self), default=str).encode() + b"\n"

    @classmethod
    def of_line(cls, line: bytes) -> Order:
        """The same again."""
        given = json.loads(line)
        return cls(**{**given, "folder": Path(given["folder"]), "run": Path(given["run"])})


class ChangingField(Field):
    """Another card lies there each time that a reader looks."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind
        self._looks = 0

    def answering(self, antenna: int = 0) -> list[bytes]:  # noqa: ARG002 - it has one
        """The card of this look."""
        self._looks += 1
        return [READERS[self._kind].uid(self._looks)]


def made(order: Order) -> list[Pair]:
    """The devices."""
    if order.driver == "pcsc_reader":
        return [*pcsc_pairs(order.folder / "readers", build_handler(order.folder), order.run)]
    return [SERIAL[order.driver](order.folder, str(number)) for number in range(order.number)]


async def _be(order: Order, times: list[float]) -> None:
    stop = stop_event(with_parent=True)
    pairs = made(order)
    for pair in pairs:
        pair.start()
        pair.lay(0)
        if order.mode == "busy" and isinstance(pair, ReaderPair):
            pair.twin.field = ChangingField(order.driver)
    settings = json.dumps([dict(pair.settings) for pair in pairs])
    (order.folder / "settings.json").write_text(settings, encoding="utf-8")
    working = [asyncio.create_task(_work(order, pair, times)) for pair in pairs]
    say_ready()
    await stop.wait()
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    for pair in pairs:
        pair.stop()


async def _work(order: Order, pair: Pair, times: list[float]) -> None:
    """What people do there."""
    chance = Random(1)
    laid = 0
    is_changing = order.mode == "spaced" or (order.mode == "busy" and not isinstance(pair, ReaderPair))
    while is_changing:
        await asyncio.sleep(BUSY_S if order.mode == "busy" else chance.uniform(*SPACED_S))
        for _ in range(BUSY_CALLS if order.mode == "busy" and order.driver == "table_hub" else 1):
            laid += 1
            if order.driver == "pcsc_reader":
                times.append(time.perf_counter())
            pair.lay(laid)


def _noting_writes(times: list[float]) -> None:
    """From now on every writing to a port is noted, just before the bytes are on their way."""
    plain = PtyPort.write

    def noted(port: PtyPort, data: bytes) -> None:
        times.append(time.perf_counter())
        plain(port, data)

    PtyPort.write = noted  # type: ignore[method-assign,assignment]


def main() -> None:
    """Be the devices until standard input closes or a signal comes."""
    order = Order.of_line(sys.stdin.buffer.readline())
    times: list[float] = []
    _noting_writes(times)
    asyncio.run(_be(order, times))
    (order.folder / "times.json").write_text(json.dumps(times), encoding="ascii")


if __name__ == "__main__":
    main()
