"""How well the controller reads real boards through simulated sensors: with and without errors, at a level of noise.

Virtual time, no ttys: physics and people of `hw_sim.offline`, then the product's own sensing, its loop, and the Laws.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from hw_sim.bench.figures import Advance, Figures, Target, percentile
from hw_sim.bench.one_board import Task, Verdict, judge
from hw_sim.bench.plot import picture
from hw_sim.boards import boards as read_boards
from hw_sim.people import ERRORS
from hw_sim.physics import OFTEN, alone
from hw_sim.physics.noise import ROUND_S

#: Boards that went wrong are named, so that they can be played again; not more than so many.
_EXAMPLES = 20
#: So many boards are looked at for one that gives a chance for an error.
_CHOICE = 24


@dataclass(frozen=True, slots=True)
class Wishes:
    """Which boards are played and how. `boards` without an error, and as many with one."""

    boards: int = 100
    level: int = 1
    seed: int = 1
    laws: str = "2017"
    opening_lead: str = "face_down"
    #: Rare faults (reader lost, sticking cards, clock drift …) as on an old table, too.
    rare: bool = False
    #: Rare faults by name, each on every board.
    faults: tuple[str, ...] = ()
    round_s: float = ROUND_S
    processes: int = 1


def measure(wishes: Wishes, folder: Path | None, advance: Advance) -> tuple[Figures, str]:
    """Play them all and count; the figures, and a picture of them (SVG)."""
    tasks = list(_tasks(wishes, folder))
    verdicts: list[Verdict] = []
    for verdict in _judged(tasks, wishes.processes):
        verdicts.append(verdict)
        wrong = sum(not one.recorded_exactly for one in verdicts)
        advance(len(verdicts), f"boards, {wrong} not exact, {sum(len(one.false) for one in verdicts)} false")
    groups = {
        "clean": verdicts[: wishes.boards],
        "with_errors": verdicts[wishes.boards :],
        "full": [one for one in verdicts if one.is_full],
        "short": [one for one in verdicts if not one.is_full],
        "all": verdicts,
    }
    figures: dict[str, Any] = {
        "boards": {name: _of(some) for name, some in groups.items() if some},
        "by_kind": _by_kind(verdicts),
        "confused": _confused(verdicts),
        "examples": [_example(one) for one in verdicts if _went_wrong(one)][:_EXAMPLES],
    }
    told = Figures("accuracy", asdict(wishes), figures, _targets(wishes.level, figures["boards"]))
    return told, picture(f"accuracy at level {wishes.level}, seed {wishes.seed}", verdicts)


def _tasks(wishes: Wishes, folder: Path | None) -> Iterator[Task]:
    """Each board in turn, again and again with another seed; the same seeds at every level.

    The errors come in turn, too, each as often as the others, on the next board that gives a chance for it.
    """
    records = read_boards(folder)
    rare = OFTEN if wishes.rare else alone(wishes.faults)
    names = sorted(ERRORS)
    shift = Random(f"{wishes.seed} errors").randrange(len(names))
    for errs in (False, True):
        for number in range(wishes.boards):
            seed = wishes.seed * 1_000_003 + number
            choice = tuple(records[(number + i) % len(records)] for i in range(_CHOICE if errs else 1))
            error = names[(number + shift) % len(names)] if errs else None
            yield Task(choice, seed, wishes.level, error, wishes.laws, wishes.opening_lead, rare, wishes.round_s)


def _judged(tasks: Sequence[Task], processes: int) -> Iterable[Verdict]:
    if processes == 1:
        yield from map(judge, tasks)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(judge, tasks, chunksize=4)


def _of(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    boards = len(verdicts)
    wrong = sum(not one.recorded_exactly for one in verdicts)
    made = sum(len(one.made) for one in verdicts)
    found = sum(len(one.found) for one in verdicts)
    false = sum(len(one.false) for one in verdicts)
    disturbed = sum(bool(one.false) for one in verdicts)
    waits = [wait for one in verdicts for _, wait in one.waits]
    return {
        "boards": boards,
        "acts_per_board": round(sum(one.acts for one in verdicts) / boards, 1),
        "recorded_exactly": boards - wrong,
        "told_exactly": sum(one.told_exactly for one in verdicts),
        "share_recorded_exactly": round(1 - wrong / boards, 5),
        # So bad might it be, had chance been kind to us (95 %).
        "share_recorded_exactly_at_least": round(1 - upper_bound(wrong, boards), 5),
        "irregularities_made": made,
        "irregularities_found": found,
        "found_as_possible": sum(len(one.doubtful) for one in verdicts),
        "share_found": round(found / made, 5) if made else None,
        "false_summonses": false,
        "false_per_1000_boards": round(1000 * false / boards, 2),
        # One misread card can bring a whole string of them.
        "boards_with_false_summonses": disturbed,
        "boards_with_false_per_1000_at_most": round(1000 * upper_bound(disturbed, boards), 2),
        "rest_to_summons_s": {name: round(percentile(waits, share), 2) for name, share in _SHARES} if waits else None,
        "corrections": sum(one.corrections for one in verdicts),
        "events_corrected": sum(one.events_corrected for one in verdicts),
        "cards_not_told": sum(one.untold for one in verdicts),
        # Lost evidence, where nobody was told that something may be wrong.
        "boards_with_cards_not_told_and_no_doubt": sum(bool(one.untold) and not one.shows_doubt for one in verdicts),
        "boards_not_exact_with_a_doubt": sum(not one.recorded_exactly and one.shows_doubt for one in verdicts),
        "boards_with_a_doubt": sum(one.shows_doubt for one in verdicts),
        "faults": sum(one.fault is not None for one in verdicts),
    }


_SHARES = (("p50", 0.5), ("p99", 0.99))


def upper_bound(count: int, of: int) -> float:
    """The highest rate that `count` in `of` boards still agrees with (95 %, one-sided): no error in 3,000 is 0.1 %."""
    if count == 0:
        return 1.0 - float(0.05 ** (1 / of))
    # Wilson's interval, one-sided; close enough for a handful of errors in hundreds of boards.
    z, rate = 1.645, min(1.0, count / of)
    centre = rate + z * z / (2 * of)
    spread = z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return min(1.0, (centre + spread) / (1 + z * z / of))


def _by_kind(verdicts: Iterable[Verdict]) -> dict[str, dict[str, Any]]:
    """For each kind: how often it was made, found, found as `possible`, told without a cause, and how soon."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("made", "found", "possible", "false")}
    waits: defaultdict[str, list[float]] = defaultdict(list)
    for one in verdicts:
        for name, some in zip(counts, (one.made, one.found, one.doubtful, one.false), strict=True):
            counts[name].update(some)
        for kind, wait in one.waits:
            waits[kind].append(wait)
    kinds = sorted({*counts["made"], *counts["false"]})
    return {kind: {name: count[kind] for name, count in counts.items()} | _soon(waits[kind]) for kind in kinds}


def _soon(waits: Sequence[float]) -> dict[str, float | None]:
    return {f"{name}_s": round(percentile(waits, share), 2) if waits else None for name, share in _SHARES}


def _confused(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """What was found in place of what was made, most often first; what was found rightly is not listed."""
    pairs = Counter(pair for one in verdicts for pair in one.pairs if pair[0] != pair[1])
    return [{"made": made, "found": found, "times": n} for (made, found), n in sorted(pairs.items(), key=_often)]


def _often(counted: tuple[tuple[str, str], int]) -> tuple[int, tuple[str, str]]:
    return -counted[1], counted[0]


def _went_wrong(one: Verdict) -> bool:
    return bool(not one.recorded_exactly or one.false or len(one.found) < len(one.made) or one.fault)


def _example(one: Verdict) -> dict[str, Any]:
    missed = Counter(one.made) - Counter(one.found)
    return {
        "board": one.board,
        "seed": one.seed,
        "error": one.error,
        "recorded_exactly": one.recorded_exactly,
        "untold": one.untold,
        "shows_doubt": one.shows_doubt,
        "missed": sorted(missed.elements()),
        "false": list(one.false),
        "fault": one.fault,
    }


#: What full boards and all irregularities have to reach at each level: exact, found, false per 1,000.
TARGETS = ((1.0, 1.0, 0.0), (0.999, 0.995, 1.0), (0.99, 0.99, 5.0))


def _targets(level: int, boards: dict[str, dict[str, Any]]) -> list[Target]:
    """What the level has to reach; of failing hardware only that nothing is lost without a doubt being shown."""
    every = boards["all"]
    if level >= len(TARGETS):
        lost = "boards_with_cards_not_told_and_no_doubt"
        return [
            Target.at_most("boards.all.faults", every["faults"], 0),
            Target.at_most(f"boards.all.{lost}", every[lost], 0),
        ]
    exact, found, false = TARGETS[level]
    share_found = 1.0 if every["share_found"] is None else every["share_found"]
    targets = [
        Target.at_least("boards.all.share_found", share_found, found),
        Target.at_most("boards.all.false_per_1000_boards", every["false_per_1000_boards"], false),
    ]
    # A board that ends with a claim is easier; without noise both have to be exact.
    group = "all" if level == 0 else "full"
    if group in boards:
        share = boards[group]["share_recorded_exactly"]
        targets.insert(0, Target.at_least(f"boards.{group}.share_recorded_exactly", share, exact))
    return targets
