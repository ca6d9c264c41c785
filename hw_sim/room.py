"""A room of tables: a hub twin each on its own tty, people who play an evening of boards, one clock for all.

Several rooms in several processes make a big one: give each its own tables (`hw_sim.room_process`).
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from controller.model.events import Ruling
from controller.model.reading_log import Deck
from hw_sim.boards import boards as boards_of_the_evening
from hw_sim.clock import ScaledClock
from hw_sim.decks import deck_of
from hw_sim.happenings import BoardBegun, ErrorMade, Happening, Injected, Listen
from hw_sim.people.evening import Evening, plan_evening
from hw_sim.people.steps import Wanted
from hw_sim.physics import NO_RARE_FAULTS, NoiseLevel, RareFaults, TableTop
from hw_sim.table_hub import TableHubTwin
from hw_sim.table_people import TablePeople
from hw_sim.trouble import trouble_of_a_board
from hw_sim.wire import CLEAN, WireFaults

#: Simulated seconds that players wait for a ruling before they go on without one.
PATIENCE_S = 900.0


class Room:
    """`async with Room(tables=2, speed=20, seed=7, level=1) as room:` and the tables play as soon as a host connects.

    With `waits` they sit still until `begin()`. `script` is an Evening; without one the boards that come with the
    project are dealt out over the tables.
    """

    def __init__(
        self,
        *,
        tables: int | Sequence[str] = 2,
        speed: float = 1.0,
        seed: int = 0,
        level: int | NoiseLevel = 0,
        script: Evening | None = None,
        rare: RareFaults = NO_RARE_FAULTS,
        wire_faults: WireFaults = CLEAN,
        listen: Listen | None = None,
        ports: Path | None = None,
        patience_s: float = PATIENCE_S,
        waits: bool = False,
    ) -> None:
        self.evening = script or plan_evening(boards_of_the_evening(), tables=tables, seed=seed)
        self.clock = ScaledClock(speed)
        self.injected: list[Injected] = []
        #: Set when every table has played its last board, or one has failed.
        self.done = asyncio.Event()
        self.twins: dict[str, TableHubTwin] = {}
        self._seed, self._level, self._rare, self._wire_faults = seed, level, rare, wire_faults
        self._listen = listen
        self._patience_s = patience_s
        self._given_ports = ports
        self._ports: Path | None = None
        self._may_begin = asyncio.Event()
        if not waits:
            self._may_begin.set()
        self._people: dict[str, TablePeople] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._trouble: list[asyncio.Task[None]] = []
        self._watch: asyncio.Task[None] | None = None

    # -- what others need ----------------------------------------------------------------------

    @property
    def ports(self) -> Mapping[str, Path]:
        """Where the driver of each table finds its hub."""
        return {name: twin.path for name, twin in self.twins.items()}

    @property
    def decks(self) -> Mapping[int, Deck]:
        """The pack of each board that is played."""
        return {number: deck_of(number) for number in self.evening.boards}

    def tell_ruling(self, table: str, ruling: Ruling) -> None:
        """The director has ruled, and the players at the table hear it."""
        self._people[table].hear(ruling)

    def wanted(self, table: str) -> Wanted | None:
        """What the table waits for; None while it plays."""
        return self._people[table].wanted

    async def finished(self) -> None:
        """Wait for the end; raises what went wrong in the simulation itself."""
        await self.done.wait()
        for task in self._tasks:
            if task.done():
                task.result()

    # -- life ----------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self._ports = self._given_ports or Path(tempfile.mkdtemp(prefix="smart-table-room-"))
        for name in self.evening.tables:
            self._seat(name)
        for name, people in self._people.items():
            self._tasks.append(asyncio.create_task(self._play(people), name=f"people of table {name}"))
        self._watch = asyncio.create_task(self._until_all_have_played())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        everyone = [*self._tasks, *self._trouble, *([self._watch] if self._watch else [])]
        for task in everyone:
            task.cancel()
        await asyncio.gather(*everyone, return_exceptions=True)
        for twin in self.twins.values():
            twin.stop()
        if self._given_ports is None and self._ports is not None:
            shutil.rmtree(self._ports, ignore_errors=True)

    def begin(self) -> None:
        """A room that `waits` begins to play: whoever wanted to see its first board is there."""
        self._may_begin.set()

    async def _play(self, people: TablePeople) -> None:
        await self._may_begin.wait()
        await people.play_evening()

    def _seat(self, name: str) -> None:
        assert self._ports is not None
        table_seed = f"{self._seed} {name}"
        rules = self.evening.rules
        top = TableTop(table_seed, level=self._level, rare=self._rare, pockets=rules.pockets)
        twin = TableHubTwin(
            name,
            top,
            self.clock,
            ports=self._ports,
            seed=table_seed,
            clock_ppm=self._rare.clock_ppm,
            wire_faults=self._wire_faults,
        )
        self.twins[name] = twin
        self._people[name] = TablePeople(
            name, twin, self.clock, self.evening, tell=self._happened, patience_s=self._patience_s
        )
        twin.start()

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening, ErrorMade):
            self.injected.append(happening.injected)
        if isinstance(happening, BoardBegun) and self._rare != NO_RARE_FAULTS:
            rng = Random(f"{self._seed} trouble {happening.table} {happening.board}")
            coming = trouble_of_a_board(self.twins[happening.table], self.clock, self._rare, rng)
            self._trouble.append(asyncio.create_task(coming))
        if self._listen is not None:
            self._listen(happening)

    async def _until_all_have_played(self) -> None:
        await asyncio.wait(self._tasks, return_when=asyncio.FIRST_EXCEPTION)
        self.done.set()
