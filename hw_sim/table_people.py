"""The people of one table in scaled time: the clock drives their behaviour, waits for the director stop it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.model.events import Ruling
from hw_sim.clock import ScaledClock
from hw_sim.happenings import (
    BoardBegun,
    BoardDone,
    ErrorMade,
    Happening,
    Injected,
    NobodyCame,
    RulingHeard,
    TableDone,
    Waiting,
)
from hw_sim.people import Do, Made, Step, Wanted, whole_board
from hw_sim.people.evening import Evening, Sitting
from hw_sim.table_hub import TableHubTwin

#: Between two boards, simulated seconds.
BETWEEN_BOARDS_S = 4.0


class TablePeople:
    """Who sits at one table, and what they wait for."""

    def __init__(
        self,
        name: str,
        twin: TableHubTwin,
        clock: ScaledClock,
        evening: Evening,
        *,
        tell: Callable[[Happening], None],
        patience_s: float,
    ) -> None:
        self.name = name
        self.wanted: Wanted | None = None
        #: The board on the table.
        self.board: int | None = None
        self._twin = twin
        self._clock = clock
        self._evening = evening
        self._tell = tell
        self._patience_s = patience_s
        self._rulings: list[Ruling] = []
        self._heard = asyncio.Event()
        #: Simulated time up to which the table has got; never behind the clock once it plays.
        self._now = 0.0

    def hear(self, ruling: Ruling) -> None:
        """The director speaks."""
        self._rulings.append(ruling)
        self._heard.set()

    async def play_evening(self) -> None:
        """Play every board of the table, from the moment a host listens to the hub."""
        await self._twin.met_host.wait()
        for sitting in self._evening.sittings[self.name]:
            await self._play(sitting)
            await self._sleep(BETWEEN_BOARDS_S)
        self.board = None
        self._tell(TableDone(self.name))

    async def _play(self, sitting: Sitting) -> None:
        self.board = sitting.number
        self._rulings.clear()
        self._tell(BoardBegun(self.name, sitting.number))
        behaviour = whole_board(self._evening.people(self.name, sitting))
        step: Step = next(behaviour)
        while True:
            ruling = await self._take(step, sitting.number)
            try:
                step = behaviour.send(ruling)
            except StopIteration:
                break
        self._tell(BoardDone(self.name, sitting.number))

    async def _take(self, step: Step, board: int) -> Ruling | None:
        match step:
            case Do(after, act, _):
                await self._sleep(after)
                if act is not None:
                    self._now = max(self._now, self._twin.do(act))
            case Made(kind, seat):
                self._tell(ErrorMade(Injected(self.name, board, kind, seat)))
            case Wanted():
                return await self._wait_for_director(step, board)
        return None

    async def _sleep(self, seconds: float) -> None:
        """Simulated seconds from what was done last; a table that is late does not hurry."""
        self._now = max(self._now, self._clock.now()) + seconds
        await asyncio.sleep(self._clock.real_seconds(self._now))

    async def _wait_for_director(self, wanted: Wanted, board: int) -> Ruling | None:
        self.wanted = wanted
        self._tell(Waiting(self.name, board, wanted))
        try:
            async with asyncio.timeout(self._patience_s / self._clock.speed):
                ruling = await self._ruling_on(wanted.kind)
        except TimeoutError:
            self._tell(NobodyCame(self.name, board, wanted))
            return None
        finally:
            self.wanted = None
        self._tell(RulingHeard(self.name, board, ruling))
        return ruling

    async def _ruling_on(self, kind: str) -> Ruling:
        while True:
            for ruling in self._rulings:
                if kind_of(ruling.on) == kind:
                    self._rulings.remove(ruling)
                    return ruling
            self._heard.clear()
            await self._heard.wait()


def kind_of(on: str) -> str:
    """The kind that a ruling's `on` names: a finding's id, a kind, or the second one of a kind."""
    return on.partition("@")[0].partition("#")[0]
