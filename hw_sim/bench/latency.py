"""How long a summons takes: from the last byte read, or the timer's callback, to an MQTT subscriber.

Beside it, in the same run, the round trip of bare messages of the same size, as far apart, on the same broker. The
core, its journal on disk (synchronous=FULL), the serial line and the broker are real, each in a process of its own.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from controller.adapters.control_socket import ControlClient
from controller.model.calls import PASS, Bid, Denomination, bid
from controller.model.seats import Seat, rotation
from hw_sim import acts
from hw_sim.bench.arrivals import Arrivals, Sample, read_notes, samples_of
from hw_sim.bench.figures import Advance, Figures, Target, percentile, spread_of
from hw_sim.bench.hall import RAW_TOPIC, SUMMONSES, Hall, Place, Plan, child, core, hall, subscriber
from hw_sim.bench.raw_publisher import RawSettings
from hw_sim.boards import boards
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin

#: Bytes of a bare message: as many as a summons has.
RAW_SIZE = 700
#: Between two bare messages, simulated seconds on average: as far apart as summonses. A path that is used fifty times
#: a second stands in the processor's caches; one that waits for a summons does not, and costs several times as much.
RAW_EVERY_S = 1.5
#: The disk is asked for so many pages of so many bytes, with so many real seconds between them.
_PAGES, _PAGE, _BETWEEN_PAGES_S = 100, 4096, 0.005
#: A summons that has not come after so many real seconds does not come.
PATIENCE_S = 15.0
TABLE = "1"
#: Times the bare round trip that a summons may take.
WANTED_P50, WANTED_P99 = 2.0, 3.0

BIDS: tuple[Bid, ...] = tuple(bid(level, d) for level in range(1, 8) for d in Denomination)


async def measure(samples: int, speed: float, place: Place | None, disk: Path | None, advance: Advance) -> Figures:
    """`samples` summonses that a byte causes and as many that a timer causes, one at a time.

    `disk`: a folder on the disk that the journal is to lie on; without it, where temporary files go.
    """
    arrivals = Arrivals()
    with tempfile.TemporaryDirectory(prefix="smart-table-bench-", dir=disk) as name:
        folder = Path(name)
        (folder / "tty").mkdir()
        table = _Table(folder / "tty", speed, arrivals, advance)
        try:
            plan = Plan({TABLE: table.twin.path}, boards(), speed)
            async with hall(folder, plan, place) as there:
                await _play(there, table, arrivals, samples)
        finally:
            table.twin.stop()
        found = samples_of(read_notes(folder / "notes.json"), arrivals)
        synced = sync_times(folder)
    broker = "embedded" if place is None else f"{place.host}:{place.port}"
    conditions = {"samples": samples, "speed": speed, "broker": broker, "disk": str(disk or "temporary files")}
    return _figures(found, arrivals, conditions, synced)


def sync_times(folder: Path) -> list[float]:
    """What the disk takes for a bare page that has to be safe (fdatasync), milliseconds: no record is quicker."""
    times = []
    descriptor = os.open(folder / "page", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.pwrite(descriptor, bytes(_PAGE * _PAGES), 0)
        os.fsync(descriptor)
        for number in range(_PAGES):
            os.pwrite(descriptor, b"x" * _PAGE, number * _PAGE)
            began = time.perf_counter()
            os.fdatasync(descriptor)
            times.append(1000 * (time.perf_counter() - began))
            time.sleep(_BETWEEN_PAGES_S)
    finally:
        os.close(descriptor)
    return times


async def _play(there: Hall, table: _Table, arrivals: Arrivals, samples: int) -> None:
    raw = RawSettings(there.host, there.port, *there.raw, RAW_TOPIC, RAW_SIZE, RAW_EVERY_S / table.speed)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(subscriber(there, (SUMMONSES, RAW_TOPIC), arrivals.heard))
        await stack.enter_async_context(core(there, there.folder / "notes.json"))
        director = await stack.enter_async_context(ControlClient(there.control_socket))
        await table.twin.met_host.wait()
        await stack.enter_async_context(child("hw_sim.bench.raw_publisher", first_line=raw.as_line(), says_ready=False))
        await table.play(director, samples)


class _Table:
    """One table, and what is done there to have the director summoned again and again."""

    def __init__(self, ports: Path, speed: float, arrivals: Arrivals, advance: Advance) -> None:
        self.twin = TableHubTwin(TABLE, TableTop("latency"), ScaledClock(speed), ports=ports)
        self.twin.start()
        self.speed = speed
        self._arrivals = arrivals
        self._advance = advance
        self._pause = Random("latency")
        self._boards = boards()
        self._played = 0
        self._done = 0

    async def play(self, director: ControlClient, samples: int) -> None:
        """First by keys, which are acts at once; then by calls, which count when they have stood."""
        await self._seconds(2.0)
        while self._done < samples:
            await self._results_that_differ(director, min(12, samples - self._done))
        while self._done < 2 * samples:
            await self._insufficient_bids(director, min(len(BIDS) - 2, 2 * samples - self._done))

    async def _results_that_differ(self, director: ControlClient, count: int) -> None:
        """A board is passed out, and contracts are keyed in all the same (each is a summons at once)."""
        dealer = await self._board(director)
        for seat in rotation(dealer):
            self.twin.do(acts.ShowCall(seat, PASS))
            await self._seconds(1.5)
        await self._seconds(3.0)
        for tricks in range(count):
            await self._summoned_by(acts.PressKey(dealer, "result", f"1C {dealer.name} {tricks}"))
            # The same key within a second is one press.
            await self._seconds(1.1)

    async def _insufficient_bids(self, director: ControlClient, count: int) -> None:
        """Each lawful bid is followed by one below it, which the next bid accepts."""
        caller = await self._board(director)
        for place in range(count):
            self.twin.do(acts.ShowCall(caller, BIDS[place + 1]))
            await self._seconds(1.5)
            caller = caller.lho
            await self._summoned_by(acts.ShowCall(caller, BIDS[place]))
            caller = caller.lho

    async def _board(self, director: ControlClient) -> Seat:
        """The next board; its dealer."""
        record = self._boards[self._played % len(self._boards)]
        self._played += 1
        assert record.board is not None
        assert record.dealer is not None
        self.twin.do(acts.ClearBoxes())
        await self._seconds(5.0)
        # The director says so: the auction before is not over by the Laws.
        answer = await director.ask({"do": "board", "table": TABLE, "board": record.board, "by": "director"})
        if answer["answer"] != "recorded":
            raise RuntimeError(f"the core takes no board: {answer}")
        await self._seconds(1.0)
        return record.dealer

    async def _summoned_by(self, act: acts.Act) -> None:
        self._arrivals.came.clear()
        self.twin.do(act)
        async with asyncio.timeout(PATIENCE_S):
            await self._arrivals.came.wait()
        self._done += 1
        self._advance(self._done, "summonses")
        # Not in step with any round or tick.
        await asyncio.sleep(self._pause.uniform(0.0, 0.03))

    async def _seconds(self, simulated: float) -> None:
        await asyncio.sleep(simulated / self.speed)


def _figures(
    found: Sequence[Sample], arrivals: Arrivals, conditions: dict[str, object], synced: Sequence[float]
) -> Figures:
    raw = [1000 * one for one in arrivals.raw]
    raw_p50, raw_p99 = percentile(raw, 0.5), percentile(raw, 0.99)
    arrived = [1000 * one.arrived for one in found]
    ratio = {
        "p50": round(percentile(arrived, 0.5) / raw_p50, 2),
        "p99": round(percentile(arrived, 0.99) / raw_p99, 2),
    }
    return Figures(
        "latency",
        conditions,
        {
            "summons": spread_of(arrived),
            "raw": spread_of(raw),
            "ratio": ratio,
            "by": {
                cause: spread_of([1000 * s.arrived for s in found if s.woken_by == cause])
                for cause in ("byte", "timer")
            },
            "of_which": {
                "decided_p50_ms": round(percentile((1000 * s.decided for s in found), 0.5), 3),
                "on_disk_p50_ms": round(percentile((1000 * s.on_disk for s in found), 0.5), 3),
            },
            "disk": spread_of(synced),
            "summons_bytes": round(percentile(arrivals.sizes, 0.5)),
            "doubled": arrivals.again,
        },
        (
            Target.at_most("ratio.p50", ratio["p50"], WANTED_P50),
            Target.at_most("ratio.p99", ratio["p99"], WANTED_P99),
        ),
    )
