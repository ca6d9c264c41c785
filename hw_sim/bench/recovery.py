"""Faults one after another while tables play: the core killed, the broker killed, a cable pulled.

Everything is the product's own, `smarttable run` as the supervisor included. Nothing may be lost, nothing told twice
with another meaning, and all has to be live again soon.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from controller.adapters.control_socket import ControlClient, ControlError
from controller.adapters.journal import JournalReader
from hw_sim.bench.automatic_director import AutomaticDirector
from hw_sim.bench.errors import fitting
from hw_sim.bench.figures import Advance, Figures, Target, percentile
from hw_sim.bench.hall import SUMMONSES, Hall, Plan, child, run_hall, subscriber
from hw_sim.bench.reckoning import Reckoning, reckon
from hw_sim.boards import boards
from hw_sim.happenings import BoardDone, Happening, Waiting
from hw_sim.people.evening import plan_evening, table_names
from hw_sim.room import Room

#: Errors after which the director has only to rule: what he would enter besides has no id to be recognised by.
ERRORS = ("insufficient_bid", "call_out_of_turn", "revoke", "opening_lead_out_of_turn_accepted", "inadmissible_double")
WANTED_LIVE_S = 3.0
#: Real seconds of quiet play between two faults, and how long a cable stays out.
_BETWEEN_S, _UNPLUGGED_S = (1.0, 2.5), (0.3, 1.5)
_LOOK_EVERY_S = 0.02
#: So long a fault may go unnoticed, real seconds.
_NOTICED_S = 1.0
#: What is not live again after so many real seconds will not be.
_PATIENCE_S = 60.0
#: Real seconds after the last board for what is still on its way.
_LINGER_S = 3.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """How many faults, and on what."""

    rounds: int = 9
    tables: int = 2
    boards: int = 3
    speed: float = 10.0
    seed: int = 1


async def measure(wishes: Wishes, advance: Advance) -> Figures:
    """Play, break, look, and reckon at the end."""
    with tempfile.TemporaryDirectory(prefix="smart-table-bench-") as name:
        return await _Breaking(wishes, advance, Path(name)).run()


class _Breaking:
    """An evening in which things break."""

    def __init__(self, wishes: Wishes, advance: Advance, folder: Path) -> None:
        self._wishes, self._advance, self._folder = wishes, advance, folder
        self._boards = boards()[: wishes.boards]
        self._random = Random(wishes.seed)
        self._finished: list[tuple[str, int]] = []
        #: Contents of each revision of a summons, by (table, ref, rev); and how often each message came.
        self._heard: dict[tuple[str, str, int], set[str]] = defaultdict(set)
        self._times: dict[str, int] = defaultdict(int)
        self._live: dict[str, list[float]] = {"core": [], "broker": [], "cable": []}
        self._director: AutomaticDirector | None = None
        (folder / "tty").mkdir()

    async def run(self) -> Figures:
        """The whole evening."""
        names, seed = table_names(self._wishes.tables), self._wishes.seed
        errors = fitting(ERRORS, len(ERRORS), self._boards, names, seed)
        script = plan_evening(self._boards, tables=names, errors=errors, seed=seed, all_play_all=True)
        room = Room(
            speed=self._wishes.speed,
            seed=self._wishes.seed,
            script=script,
            listen=self._happened,
            ports=self._folder / "tty",
            waits=True,
        )
        async with room:
            there = run_hall(self._folder, Plan(room.ports, self._boards, self._wishes.speed), _free_port())
            rounds_in_play = await self._play(there, room)
            reckoned = reckon(there.journal, self._boards, self._finished, room.injected)
            return self._figures(there, reckoned, rounds_in_play)

    async def _play(self, there: Hall, room: Room) -> int:
        """Break one thing after another; how many times while people played."""
        async with AsyncExitStack() as stack:
            settings = ("run", "--settings", str(there.settings))
            supervisor = await stack.enter_async_context(child("controller.cli", *settings))
            await stack.enter_async_context(subscriber(there, (SUMMONSES,), self._hear, lasting=True))
            self._director = AutomaticDirector(there.control_socket, there.journal, room.tell_ruling)
            ruling = asyncio.create_task(self._director.run())
            await _live(there, _is_well)
            room.begin()
            in_play = 0
            for number, what in zip(range(self._wishes.rounds), itertools.cycle(self._live), strict=False):
                await asyncio.sleep(self._random.uniform(*_BETWEEN_S))
                in_play += not room.done.is_set()
                self._live[what].append(await self._break(what, supervisor, there, room))
                self._advance(number + 1, f"faults, the last one live again after {self._live[what][-1]:.2f} s")
            await room.finished()
            await asyncio.sleep(_LINGER_S)
            ruling.cancel()
            await asyncio.wait({ruling})
        return in_play

    async def _break(self, what: str, supervisor: int, there: Hall, room: Room) -> float:
        """Do it; real seconds until all is live again."""
        if what == "cable":
            twin = self._random.choice(list(room.twins.values()))
            twin.unplug()
            await asyncio.sleep(self._random.uniform(*_UNPLUGGED_S))
            began = time.perf_counter()
            twin.replug()
        else:
            began = time.perf_counter()
            os.kill(_child_of(supervisor, what), signal.SIGKILL)
        # First it must be seen to be broken, or the state before would be taken for the state after.
        await _until_broken(there)
        await _live(there, _is_well)
        return time.perf_counter() - began

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening, BoardDone):
            self._finished.append((happening.table, happening.board))
        elif isinstance(happening, Waiting) and self._director is not None:
            self._director.wanted(happening)

    def _hear(self, _topic: str, payload: bytes, _when: float) -> None:
        given = json.loads(payload)
        data = given["data"]
        self._times[given["id"]] += 1
        # Told before it was on disk and told again once it was: the same content.
        content = {name: value for name, value in data.items() if name != "unrecorded"}
        self._heard[(data["table"], data["id"], data["rev"])].add(json.dumps(content, sort_keys=True))

    def _figures(self, there: Hall, reckoned: Reckoning, rounds_in_play: int) -> Figures:
        told = _told(there.journal)
        lost = [key for key in told if key not in self._heard]
        contradicting = [key for key, contents in self._heard.items() if len(contents) > 1]
        seconds = [one for some in self._live.values() for one in some]
        worst = max(seconds)
        assert self._director is not None
        return Figures(
            "recovery",
            asdict(self._wishes),
            {
                "faults": {what: len(some) for what, some in self._live.items()},
                "faults_in_play": rounds_in_play,
                "live_again_s": {
                    what: {"p50": round(percentile(some, 0.5), 2), "worst": round(max(some), 2)}
                    for what, some in self._live.items()
                    if some
                },
                "worst_live_again_s": round(worst, 2),
                "boards_finished": len(self._finished),
                "boards_recorded": reckoned.boards,
                "lost": {"acts": reckoned.acts_lost, "summonses": len(lost)},
                "doubled": {"acts": reckoned.acts_doubled, "summonses": len(contradicting)},
                "delivered_again_by_id": sum(times - 1 for times in self._times.values()),
                "irregularities": {
                    "made": reckoned.made,
                    "found": reckoned.found,
                    "missing": list(reckoned.missing),
                    "false": list(reckoned.false),
                    "ruled_in_vain": len(self._director.in_vain),
                },
            },
            (
                Target.at_most("worst_live_again_s", worst, WANTED_LIVE_S),
                Target.at_most("lost.acts", reckoned.acts_lost, 0),
                Target.at_most("lost.summonses", len(lost), 0),
                Target.at_most("doubled.acts", reckoned.acts_doubled, 0),
                Target.at_most("doubled.summonses", len(contradicting), 0),
            ),
        )


def _told(journal: Path) -> list[tuple[str, str, int]]:
    """Every revision of a summons that the journal says was for the bus."""
    reader = JournalReader(journal)
    try:
        rows = [row for row in reader.rows() if row.kind == "summons" and "bus" in row.body["channels"]]
    finally:
        reader.close()
    return [(row.table, row.body["ref"], row.body["rev"]) for row in rows]


# -- is it live? ------------------------------------------------------------------------------------------------------


def _is_well(health: Mapping[str, Any]) -> bool:
    """The broker is there and every device answers."""
    return bool(health["bus"]["connected"]) and all(one["state"] == "ready" for one in health["devices"].values())


async def _health(there: Hall) -> Mapping[str, Any] | None:
    """What the core says of everything; None while there is no core."""
    try:
        async with ControlClient(there.control_socket) as core:
            answer = await core.ask({"do": "health"})
    except ControlError:
        return None
    found: Mapping[str, Any] = answer["health"]
    return found


async def _live(there: Hall, is_well: Callable[[Mapping[str, Any]], bool]) -> None:
    async with asyncio.timeout(_PATIENCE_S):
        while True:
            health = await _health(there)
            if health is not None and is_well(health):
                return
            await asyncio.sleep(_LOOK_EVERY_S)


async def _until_broken(there: Hall) -> None:
    """Until the core has noticed; what heals before anybody can look was never seen to be broken."""
    until = time.perf_counter() + _NOTICED_S
    while time.perf_counter() < until:
        health = await _health(there)
        if health is None or not _is_well(health):
            return
        await asyncio.sleep(_LOOK_EVERY_S / 4)


# -- processes --------------------------------------------------------------------------------------------------------


def _child_of(supervisor: int, name: str) -> int:
    """The process id of the supervisor's core or broker, as it is now."""
    wanted = {"core": b"core", "broker": b"controller.adapters.broker"}[name]
    for pid in _children(supervisor):
        with contextlib.suppress(OSError):
            if wanted in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                return pid
    raise RuntimeError(f"the {name} is not running")


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (task / "children").read_text(encoding="ascii").split())


def _free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
