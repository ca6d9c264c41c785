"""One board through simulated sensors in virtual time: what the controller made of it against what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from controller.model.event_codec import event_to_json
from controller.model.events import Correction, TableEvent
from controller.model.expectation import Expectation
from controller.model.irregularities import Attention, Irregularity
from controller.records.board_record import BoardRecord
from controller.sensing import Listening, sensing_of
from controller.table import Stepped, Table, step
from hw_sim.offline import Simulation, simulate
from hw_sim.people import ERRORS, NotPossibleError, TableRules
from hw_sim.physics import NO_RARE_FAULTS, OFTEN

#: Kind and seat of a finding.
Key = tuple[str, str | None]
#: Fields of an event that say how it was learnt, not what happened.
_HOW = ("t", "readings", "certainty", "src")


@dataclass(frozen=True, slots=True)
class Task:
    """A board to be played: which noise, whether somebody errs, and the seed that decides all else."""

    record: BoardRecord
    seed: int
    level: int
    errs: bool
    laws: str = "2017"
    opening_lead: str = "face_down"
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the controller did on one board."""

    board: int
    seed: int
    error: str | None
    acts: int
    #: What stands in the record at the end is what was done; every event was told right the first time.
    recorded_exactly: bool
    told_exactly: bool
    corrections: int
    #: Kinds that should be found, and those of them that were.
    made: tuple[str, ...]
    found: tuple[str, ...]
    #: Kinds the director was summoned for without a cause.
    false: tuple[str, ...]
    #: Seconds of table time from the act at rest to the summons.
    waits: tuple[float, ...]
    #: Our own bug, if one showed.
    fault: str | None = None


def judge(task: Task) -> Verdict:
    """Play the board, sense it, follow it, compare."""
    played, error = _played(task)
    number = task.record.board or 0
    acts = sum(event.type in ("call", "card") for event in played.truth)
    truth = _Follower(played)
    for event in played.truth:
        truth.take(event)
    told = _Follower(played)
    try:
        told.listen(played)
    except Exception as bug:
        fault = f"{type(bug).__name__}: {bug}"
        made = tuple(key[0] for key in truth.summoned.elements())
        return Verdict(number, task.seed, error, acts, False, False, 0, made, (), (), (), fault)
    found = truth.findings & told.findings
    return Verdict(
        number,
        task.seed,
        error,
        acts,
        recorded_exactly=_stands(told.table) == _stands(truth.table),
        told_exactly=told.said == truth.said,
        corrections=sum(isinstance(event, Correction) for event in told.events),
        made=tuple(kind for kind, _ in truth.findings.elements()),
        found=tuple(kind for kind, _ in found.elements()),
        false=tuple(kind for kind, _ in (told.summoned - truth.findings).elements()),
        waits=_waits(truth, told),
    )


def _played(task: Task) -> tuple[Simulation, str | None]:
    """The board, with the first error that it gives a chance for where somebody is to err."""
    rules = TableRules(laws=task.laws, opening_lead=task.opening_lead)
    rare = OFTEN if task.rare else NO_RARE_FAULTS
    names = Random(f"{task.seed} error").sample(sorted(ERRORS), len(ERRORS)) if task.errs else []
    for name in names:
        try:
            return simulate(task.record, [name], task.level, task.seed, rules=rules, rare=rare), name
        except NotPossibleError:
            continue
    return simulate(task.record, (), task.level, task.seed, rules=rules, rare=rare), None


class _Follower:
    """A table that follows events, and what it had to tell."""

    def __init__(self, played: Simulation) -> None:
        self.table = Table.fresh(played.log.laws, played.log.regulations)
        self.events: list[TableEvent] = []
        #: For each event: when it was told, and did it bring a summons?
        self.told_at: list[tuple[float, bool]] = []
        #: What a director would have been summoned for, even if it was taken back later.
        self.summoned: Counter[Key] = Counter()
        #: Everything that stands at the end.
        self.findings: Counter[Key] = Counter()

    def listen(self, played: Simulation) -> None:
        """Follow what sensing makes of the readings."""
        listening = Listening(sensing_of(played.log), lambda event: self.take(event, listening.sensing.now))
        for reading in played.log.readings:
            listening.take(reading)
        listening.finish()

    def take(self, event: TableEvent, now: float | None = None) -> Expectation:
        """One more event."""
        stepped = step(self.table, event)
        self.table = stepped.table
        self.events.append(event)
        summonses = [f for f in stepped.raised if f.attention is not Attention.LOG]
        self.summoned.update(map(_key, summonses))
        self.told_at.append((event.t or 0.0 if now is None else now, bool(summonses)))
        self._keep(stepped)
        return self.table.expectation()

    def _keep(self, stepped: Stepped) -> None:
        self.findings.update(map(_key, stepped.raised))
        for finding_id in stepped.withdrawn:
            kind, _, act = finding_id.partition("@")
            seat = act.rpartition(":")[2]
            self.findings[(kind, None if seat == "-" else seat)] -= 1

    @property
    def said(self) -> list[dict[str, Any]]:
        """What happened, in the words of the table log."""
        return [_what(event) for event in self.events]


def _key(finding: Irregularity) -> Key:
    return finding.kind, finding.seat.value if finding.seat else None


def _what(event: TableEvent) -> dict[str, Any]:
    given = event_to_json(event)
    if event.type == "board":
        return {"type": "board", "board": given["board"]}
    return {name: value for name, value in given.items() if name not in _HOW}


def _stands(table: Table) -> dict[str, Any]:
    """The record of the board as it stands: auction, contract, tricks, result."""
    state = table.state()
    return {
        "calls": [(c.seat, c.call, c.status) for c in table.calls],
        "tricks": [t.cards for t in table.tricks_played],
        "on_table": table.on_table,
        **{name: state[name] for name in ("phase", "contract", "declarer", "result")},
    }


def _waits(truth: _Follower, told: _Follower) -> tuple[float, ...]:
    """From rest to summons, for each act that brought one; only where both logs agree on what happened."""
    if told.said != truth.said:
        return ()
    pairs: Sequence[tuple[TableEvent, tuple[float, bool]]] = list(zip(truth.events, told.told_at, strict=True))
    return tuple(at - (event.t or 0.0) for event, (at, has_summoned) in pairs if has_summoned)
