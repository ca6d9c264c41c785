"""How fast the Laws are: calls and cards a second through `replay` and through `step`, every check made."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.model.events import CallMade, CardPlayed, TableEvent
from controller.records.as_events import events_of
from controller.table import Table, replay, step
from hw_sim.bench.figures import Advance, Figures, Target
from hw_sim.boards import boards

#: One repetition covers at least so many calls and cards, or the clock's grain would count.
LEAST_ACTS = 20_000
#: Events a second that `replay` has to reach.
WANTED_EVENTS_PER_S = 150_000

Log = Sequence[TableEvent]


def measure(folder: Path | None, laws: str, repetitions: int, advance: Advance) -> Figures:
    """Replay and step through every board, `repetitions` times, on one core; reading the files does not count."""
    logs = [events_of(board) for board in boards(folder)]
    acts = sum(isinstance(event, CallMade | CardPlayed) for log in logs for event in log)
    rounds = -(-LEAST_ACTS // acts)
    replayed = _timed(lambda log: replayed_through(log, laws), logs, rounds, repetitions, advance, 0)
    stepped = _timed(lambda log: stepped_through(log, laws), logs, 1, repetitions, advance, repetitions)
    by_replay = _per_second(acts * rounds, replayed)
    return Figures(
        "engine",
        {"boards": len(logs), "acts": acts, "laws": laws, "repetitions": repetitions},
        {
            "replay_events_per_s": round(by_replay),
            "replay_events_per_s_by_wall_clock": round(acts * rounds / statistics.median(wall for _, wall in replayed)),
            "replay_us_per_event": round(1e6 / by_replay, 3),
            "step_events_per_s": round(_per_second(acts, stepped)),
            "findings": sum(replayed_through(log, laws) for log in logs),
        },
        (Target.at_least("replay_events_per_s", by_replay, WANTED_EVENTS_PER_S),),
    )


def replayed_through(log: Log, laws: str) -> int:
    """How many findings a log gives through `replay`."""
    found = 0
    for stepped in replay(log, laws):
        found += len(stepped.raised)
    return found


def stepped_through(log: Log, laws: str) -> int:
    """The same by `step`: a table as a value in, another out, for each event."""
    table, found = Table.fresh(laws), 0
    for event in log:
        stepped = step(table, event)
        table = stepped.table
        found += len(stepped.raised)
    return found


def _timed(
    through: Callable[[Log], int], logs: Sequence[Log], rounds: int, repetitions: int, advance: Advance, done: int
) -> list[tuple[float, float]]:
    """Seconds of each repetition: of this core's work, and by the clock on the wall."""
    seconds = []
    for repetition in range(repetitions):
        worked, began = time.thread_time(), time.perf_counter()
        for _ in range(rounds):
            for log in logs:
                through(log)
        seconds.append((time.thread_time() - worked, time.perf_counter() - began))
        advance(done + repetition + 1)
    return seconds


def _per_second(acts: int, seconds: Sequence[tuple[float, float]]) -> float:
    return acts / statistics.median(worked for worked, _ in seconds)
