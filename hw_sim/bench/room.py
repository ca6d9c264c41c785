"""A room of tables at human pace, sped up: real hub twins on ttys in processes of their own, driver, core and broker.

What the core takes (processor, memory), how long summonses take under that load, and whether anything is lost.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.model.events import Ruling
from hw_sim.bench.arrivals import Arrivals, Sample, lost, read_notes, samples_of
from hw_sim.bench.automatic_director import AutomaticDirector
from hw_sim.bench.errors import fitting
from hw_sim.bench.figures import Advance, Figures, Target, spread_of
from hw_sim.bench.hall import SUMMONSES, Hall, Plan, core, cpu_seconds, hall, resident_mb, subscriber
from hw_sim.bench.reckoning import Reckoning, reckon
from hw_sim.boards import boards
from hw_sim.happenings import BoardDone, Happening, Injected, Waiting
from hw_sim.people.evening import table_names
from hw_sim.room_process import RoomProcess, RoomSettings, divide

#: What players do wrong, in turn over the room: acts in the auction, at the lead and in the play.
ERRORS = (
    "insufficient_bid",
    "call_out_of_turn",
    "opening_lead_out_of_turn_refused",
    "revoke",
    "inadmissible_double",
    "lead_from_wrong_hand",
    "opening_lead_out_of_turn_accepted",
    "wrong_result",
)
WANTED_P99_MS, WANTED_MB_A_TABLE = 50.0, 1.0
#: Real seconds after the last board for what is still on its way.
_SETTLED_S = 2.0


@dataclass(frozen=True, slots=True)
class RoomWishes:
    """How large the room is and what happens in it."""

    tables: int = 50
    #: Boards at each table.
    boards: int = 1
    speed: float = 10.0
    level: int = 0
    seed: int = 1
    #: Errors made, over the whole room.
    errors: int = 16
    #: Processes that the tables are shared out to.
    processes: int = 1


async def measure(wishes: RoomWishes, advance: Advance) -> Figures:
    """Play the room to its end."""
    evening = _Evening(wishes, advance)
    with tempfile.TemporaryDirectory(prefix="smart-table-bench-") as name:
        folder = Path(name)
        await evening.weigh_one_table(folder / "one")
        (folder / "tty").mkdir()
        async with AsyncExitStack() as rooms:
            ports = await evening.open_rooms(rooms, folder / "tty")
            plan = Plan(ports, evening.boards, wishes.speed)
            async with hall(folder / "all", plan) as there:
                await evening.play(there)
        told = read_notes(there.folder / "notes.json")
        found = samples_of(told, evening.arrivals)
        evening.lost_summonses = len(lost(told, evening.arrivals))
        reckoned = reckon(there.journal, evening.boards, evening.finished, evening.injected)
    return _figures(evening, found, reckoned)


class _Evening:
    """The room while it plays, and what was seen of it."""

    def __init__(self, wishes: RoomWishes, advance: Advance) -> None:
        self.wishes = wishes
        self.boards = boards()[: wishes.boards]
        self.arrivals = Arrivals()
        self.finished: list[tuple[str, int]] = []
        self.in_vain = 0
        self.lost_summonses = 0
        #: Real seconds of play, and of processor time by process.
        self.seconds = 0.0
        self.cpu: dict[str, float] = {}
        #: Memory of the core: with one idle table, with all of them idle, and after the last board.
        self.rss: dict[str, float] = {}
        self._advance = advance
        self._rooms: list[RoomProcess] = []
        self._director: AutomaticDirector | None = None

    @property
    def injected(self) -> list[Injected]:
        """The errors that were made."""
        return [one for room in self._rooms for one in room.injected]

    async def weigh_one_table(self, folder: Path) -> None:
        """What a core with one table takes before anything happens."""
        plan = Plan({"1": folder / "no-hub"}, self.boards, self.wishes.speed)
        async with hall(folder, plan) as there, core(there, folder / "notes.json") as pid:
            await asyncio.sleep(_SETTLED_S)
            self.rss["one_idle_table"] = resident_mb(pid)

    async def open_rooms(self, stack: AsyncExitStack, ttys: Path) -> Mapping[str, Path]:
        """Start the processes with the hubs and the people; where each hub is."""
        wishes = self.wishes
        shares = divide(table_names(wishes.tables), wishes.processes)
        for number, share in enumerate(shares):
            seed = wishes.seed + number
            count = wishes.errors // len(shares) + (number < wishes.errors % len(shares))
            settings = RoomSettings(
                share,
                speed=wishes.speed,
                seed=seed,
                level=wishes.level,
                errors=fitting(ERRORS, count, self.boards, share, seed),
                boards=wishes.boards,
            )
            self._rooms.append(await stack.enter_async_context(RoomProcess(settings, ttys, self._happened)))
        return {name: port for room in self._rooms for name, port in room.ports.items()}

    async def play(self, there: Hall) -> None:
        """From the start of the core to the last board."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(subscriber(there, (SUMMONSES,), self.arrivals.heard))
            pid = await stack.enter_async_context(core(there, there.folder / "notes.json"))
            self._director = AutomaticDirector(there.control_socket, there.journal, self._tell)
            ruling = asyncio.create_task(self._director.run())
            self.rss["all_idle"] = resident_mb(pid)
            processes = {"core": pid} | ({"broker": there.broker_pid} if there.broker_pid is not None else {})
            before = {name: cpu_seconds(one) for name, one in processes.items()}
            began = time.perf_counter()
            await asyncio.gather(*(room.finished() for room in self._rooms))
            self.seconds = time.perf_counter() - began
            self.cpu = {name: cpu_seconds(one) - before[name] for name, one in processes.items()}
            await asyncio.sleep(_SETTLED_S)
            self.rss["at_the_end"] = resident_mb(pid)
            ruling.cancel()
            await asyncio.wait({ruling})
            self.in_vain = len(self._director.in_vain)

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening, BoardDone):
            self.finished.append((happening.table, happening.board))
            self._advance(len(self.finished), "boards")
        elif isinstance(happening, Waiting) and self._director is not None:
            self._director.wanted(happening)

    def _tell(self, table: str, ruling: Ruling) -> None:
        next(room for room in self._rooms if table in room.settings.tables).tell_ruling(table, ruling)


def _figures(evening: _Evening, found: Sequence[Sample], reckoned: Reckoning) -> Figures:
    wishes, arrivals = evening.wishes, evening.arrivals
    latency = spread_of([1000 * one.arrived for one in found])
    added = (evening.rss["at_the_end"] - evening.rss["one_idle_table"]) / max(1, wishes.tables - 1)
    figures = {
        "boards_finished": len(evening.finished),
        "boards_recorded": reckoned.boards,
        "events": reckoned.events,
        "events_per_s": round(reckoned.events / evening.seconds, 1),
        "seconds": round(evening.seconds, 1),
        "summons": latency,
        "cpu_percent_of_a_core": {n: round(100 * used / evening.seconds, 1) for n, used in evening.cpu.items()},
        "core_rss_mb": {name: round(mb, 1) for name, mb in evening.rss.items()},
        "core_rss_mb_per_added_table": round(added, 3),
        "lost": {"acts": reckoned.acts_lost, "summonses": evening.lost_summonses},
        "doubled": {"acts": reckoned.acts_doubled, "summonses": arrivals.again},
        "irregularities": {
            "made": reckoned.made,
            "found": reckoned.found,
            "missing": list(reckoned.missing),
            "false": list(reckoned.false),
            "ruled_in_vain": evening.in_vain,
        },
    }
    targets = [
        Target.at_most("core_rss_mb_per_added_table", added, WANTED_MB_A_TABLE),
        Target.at_most("lost.acts", reckoned.acts_lost, 0),
        Target.at_most("doubled.acts", reckoned.acts_doubled, 0),
        Target.at_most("lost.summonses", evening.lost_summonses, 0),
        Target.at_most("doubled.summonses", arrivals.again, 0),
    ]
    if found:
        targets.append(Target.at_most("summons.p99_ms", latency["p99_ms"], WANTED_P99_MS))
    return Figures("room", asdict(wishes), figures, targets)
