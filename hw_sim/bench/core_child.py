"""The core in a process of its own, with a probe: when was it woken, by a byte or a timer, for which summons.

`python -m hw_sim.bench.core_child SETTINGS PROBE`; the probe's notes are in the file PROBE once it has ended. What runs
is the product's core; the probe reads the clock where the core wakes up and changes nothing.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVarTuple, Unpack

from controller.cli.core_process import Engine, run_core
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.settings import read_settings
from controller.service.recorder import Entry
from controller.service.table_service import TableService
from controller.service.tracker import Outcome

_Ts = TypeVarTuple("_Ts")


@dataclass(slots=True)
class Told:
    """A revision of a summons on its way out; times as `time.perf_counter` gives them on this machine."""

    table: str
    ref: str
    rev: int
    state: str
    #: `byte` or `timer`.
    woken_by: str
    woken: float
    #: Sensing and the Laws have spoken.
    decided: float
    #: The round that decided it has ended: it is on disk and handed to the bus.
    on_disk: float = 0.0


@dataclass(slots=True)
class Probe:
    """What the core was woken for."""

    told: list[Told] = field(default_factory=list)
    #: When the callback that runs now began to read a file descriptor; None in any other callback.
    reading_since: float | None = None

    def woken(self) -> tuple[float, str]:
        """Now, or when the bytes were there that are being read."""
        if self.reading_since is not None:
            return self.reading_since, "byte"
        return time.perf_counter(), "timer"

    def write(self, path: Path) -> None:
        """Keep the notes."""
        path.write_text(json.dumps([asdict(told) for told in self.told]), encoding="utf-8")


class ProbedLoop(asyncio.SelectorEventLoop):
    """An event loop that knows since when it has been reading."""

    def __init__(self, probe: Probe) -> None:
        super().__init__()
        self._probe = probe

    def add_reader(self, fd: Any, callback: Callable[[Unpack[_Ts]], Any], *args: *_Ts) -> None:
        """As ever; the probe learns when the callback begins."""
        super().add_reader(fd, self._read, callback, args)

    def _read(self, callback: Callable[[Unpack[_Ts]], Any], args: tuple[*_Ts]) -> None:
        self._probe.reading_since = time.perf_counter()
        try:
            callback(*args)
        finally:
            self._probe.reading_since = None


class _Wake(asyncio.Event):
    """What wakes a table up: mail, or a timer that is due. Notes the earliest cause of the next round."""

    def __init__(self, probe: Probe) -> None:
        super().__init__()
        self._probe = probe
        self.cause: tuple[float, str] | None = None

    def set(self) -> None:
        if self.cause is None:
            self.cause = self._probe.woken()
        super().set()

    def take(self) -> tuple[float, str]:
        """The cause of the round that begins now."""
        cause, self.cause = self.cause or self._probe.woken(), None
        return cause


def watched_by(probe: Probe) -> type[TableService]:
    """The table service, noting for each summons what woke it."""

    class WatchedTable(TableService):
        def __post_init__(self) -> None:
            super().__post_init__()
            self._alarm = _Wake(probe)
            self._wake = self._alarm
            self._cause = probe.woken()
            self._round: list[Told] = []

        async def work(self) -> None:
            self._cause, self._round = self._alarm.take(), []
            await super().work()
            now = time.perf_counter()
            for told in self._round:
                told.on_disk = now
            probe.told += self._round

        def _record(self, outcome: Outcome) -> Entry:
            entry = super()._record(outcome)
            now = time.perf_counter()
            woken, by = self._cause
            for summons in entry.summonses:
                if summons.goes_out:
                    self._round.append(Told(self.name, summons.ref, summons.rev, summons.state, by, woken, now))
            return entry

    return WatchedTable


async def _run(settings: Path, probe: Probe) -> None:
    stop = stop_event(with_parent=True)
    await run_core(read_settings(settings), stop, ready=say_ready, engine=Engine(table_service=watched_by(probe)))


def main(settings: Path, notes: Path) -> None:
    """Run until standard input closes or a signal comes."""
    set_up_logs()
    probe = Probe()
    with asyncio.Runner(loop_factory=lambda: ProbedLoop(probe)) as runner:
        runner.run(_run(settings, probe))
    probe.write(notes)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
