"""One board through simulated sensors in virtual time: what the controller made of it against what was done."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from controller.model.cards import PACK
from controller.model.event_codec import event_to_json
from controller.model.events import CardPlayed, Correction, ModeChanged, Ruling, TableEvent
from controller.model.expectation import Expectation
from controller.model.irregularities import CERTAIN, POSSIBLE, Attention, Irregularity
from controller.model.readings import Entered, Reading
from controller.records.board_record import BoardRecord
from controller.sensing import Listening, sensing_of
from controller.table import Stepped, Table, refusal, step
from hw_sim.offline import Simulation, simulate
from hw_sim.people import ERRORS, NotPossibleError, TableRules
from hw_sim.physics import NO_RARE_FAULTS, RareFaults
from hw_sim.physics.noise import ROUND_S

#: Kind and seat of a finding.
Key = tuple[str, str | None]
#: A kind made and a kind found.
Pair = tuple[str, str]
#: Fields of an event that say how it was learnt, not what happened.
_HOW = ("t", "readings", "certainty", "src")


#: Notes that say that the record may lack something or have it wrong.
_OF_THE_RECORD = frozenset(
    {"unread_card", "record_adrift", "moved_card", "hidden_card", "pocket_count", "card_at_claim", "order_in_doubt"}
)
#: In a pair of kinds made and found: nothing was made, or nothing was found.
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Task:
    """A board to be played: which noise, which error if any, and the seed that decides all else."""

    #: The first that gives a chance for the error is played.
    records: tuple[BoardRecord, ...]
    seed: int
    level: int
    error: str | None = None
    laws: str = "2017"
    opening_lead: str = "face_down"
    rare: RareFaults = NO_RARE_FAULTS
    round_s: float = ROUND_S


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the controller did on one board."""

    board: int
    seed: int
    error: str | None
    acts: int
    #: All 52 cards were played.
    is_full: bool
    #: What stands in the record at the end is what was done; every event was told right the first time.
    recorded_exactly: bool
    told_exactly: bool
    #: Corrections that sensing made of itself, and how many events they replaced or put in.
    corrections: int
    events_corrected: int
    #: Kinds that should be found, those of them that were, and those of these that were told as `possible` only.
    made: tuple[str, ...]
    found: tuple[str, ...]
    doubtful: tuple[str, ...]
    #: Kinds the director was summoned for without a cause.
    false: tuple[str, ...]
    #: Each kind made with what was found for it, and what was told for nothing.
    pairs: tuple[Pair, ...]
    #: Cards that were played and of which nothing was told.
    untold: int
    #: Something was told as `possible`, asked of the operator, or left to people (`correcting`).
    shows_doubt: bool
    #: For each summons with a cause its kind, and the seconds of table time from the act at rest to it.
    waits: tuple[tuple[str, float], ...]
    #: Our own bug, if one showed.
    fault: str | None = None


def judge(task: Task) -> Verdict:
    """Play the board, sense it, follow it, compare."""
    record, played, error = _played(task)
    number = record.board or 0
    acts = sum(event.type in ("call", "card") for event in played.truth)
    is_full = len({event.card for event in played.truth if isinstance(event, CardPlayed)}) == len(PACK)
    truth = _Follower(played)
    for event in played.truth:
        truth.take(event)
    told = _Follower(played)
    try:
        told.listen(played)
    except Exception as bug:
        fault = f"{type(bug).__name__}: {bug}"
        made = tuple(key[0] for key in truth.findings.elements())
        pairs = tuple((kind, NOTHING) for kind in made)
        return Verdict(
            number, task.seed, error, acts, is_full, False, False, 0, 0, made, (), (), (), pairs, 0, False, (), fault
        )
    found = truth.findings & told.findings
    corrections = [event for event in told.events if isinstance(event, Correction)]
    return Verdict(
        number,
        task.seed,
        error,
        acts,
        is_full,
        recorded_exactly=_stands(told.table) == _stands(truth.table),
        told_exactly=told.said == truth.said,
        corrections=len(corrections),
        events_corrected=sum(max(len(c.replaces), len(c.events)) for c in corrections),
        made=_kinds(truth.findings),
        found=_kinds(found),
        doubtful=_kinds(found - told.certain),
        false=_kinds(told.summoned - truth.findings),
        pairs=tuple(paired(truth.findings, told.findings | told.summoned, told.summoned)),
        untold=len(truth.cards - told.cards),
        shows_doubt=told.shows_doubt,
        waits=tuple(_waits(truth, told)),
    )


def paired(made: Counter[Key], told: Counter[Key], summoned: Counter[Key]) -> Iterator[Pair]:
    """What was made beside what was found for it. A miss is paired with what was told of the same seat instead.

    What was told for nothing counts only where the director was summoned for it.
    """
    yield from ((kind, kind) for kind, _ in (made & told).elements())
    others = told - made
    for kind, seat in (made - told).elements():
        instead = min(others.elements(), key=lambda key: (key[1] != seat, key), default=None)
        if instead is not None:
            others -= Counter([instead])
        yield kind, NOTHING if instead is None else instead[0]
    yield from ((NOTHING, kind) for kind, _ in (others & summoned).elements())


def _kinds(keys: Counter[Key]) -> tuple[str, ...]:
    return tuple(kind for kind, _ in keys.elements())


def _played(task: Task) -> tuple[BoardRecord, Simulation, str | None]:
    """The first board that gives a chance for the error; where none does, the first with any error it has."""
    if task.error is None:
        return task.records[0], _simulated(task, task.records[0], None), None
    others = Random(f"{task.seed} error").sample(sorted(ERRORS), len(ERRORS))
    tries = [(record, task.error) for record in task.records] + [(task.records[0], name) for name in others]
    for record, name in tries:
        try:
            return record, _simulated(task, record, name), name
        except NotPossibleError:
            continue
    return task.records[0], _simulated(task, task.records[0], None), None


def _simulated(task: Task, record: BoardRecord, error: str | None) -> Simulation:
    rules = TableRules(laws=task.laws, opening_lead=task.opening_lead)
    rules = ERRORS[error].rules(rules) if error else rules
    errors = [error] if error else []
    is_read = error is not None and ERRORS[error].needs_last_pass
    rare = replace(task.rare, last_pass_tapped=0.0) if is_read else task.rare
    return simulate(record, errors, task.level, task.seed, rules=rules, rare=rare, round_s=task.round_s)


class _Follower:
    """A table that follows events, and what it had to tell."""

    def __init__(self, played: Simulation) -> None:
        self.table = Table.fresh(played.log.laws, played.log.regulations)
        self.events: list[TableEvent] = []
        #: When the director was summoned for what.
        self.summoned_at: defaultdict[Key, list[float]] = defaultdict(list)
        #: What a director would have been summoned for, even if it was taken back later.
        self.summoned: Counter[Key] = Counter()
        #: Everything that stands at the end.
        self.findings: Counter[Key] = Counter()
        #: What was told as certain.
        self.certain: Counter[Key] = Counter()
        #: Doubts about the record that the operator and the director were told of.
        self.noted: set[str] = set()
        #: Rulings that could not be recorded.
        self.refused = 0

    def listen(self, played: Simulation) -> None:
        """Follow what sensing makes of the readings."""
        listening = Listening(sensing_of(played.log), lambda event: self.take(event, listening.sensing.now))
        for reading in played.log.readings:
            listening.until(reading.arrival)
            if not self._refuses(reading):
                listening.take(reading)
            self.noted |= _OF_THE_RECORD.intersection(note.kind for note in listening.sensing.doubts())
        listening.finish()

    def _refuses(self, reading: Reading) -> bool:
        """A ruling that the record has no place for is refused, as by the product's core: nothing is told of it."""
        if not isinstance(reading, Entered) or not isinstance(reading.event, Ruling):
            return False
        is_refused = refusal(self.table, reading.event) is not None
        self.refused += is_refused
        return is_refused

    def take(self, event: TableEvent, now: float | None = None) -> Expectation:
        """One more event."""
        stepped = step(self.table, event)
        self.table = stepped.table
        self.events.append(event)
        at = event.t or 0.0 if now is None else now
        for found in stepped.raised:
            if found.attention is not Attention.LOG:
                self.summoned[_key(found)] += 1
                self.summoned_at[_key(found)].append(at)
        self._keep(stepped)
        return self.table.expectation()

    def _keep(self, stepped: Stepped) -> None:
        self.findings.update(map(_key, stepped.raised))
        self.certain.update(_key(found) for found in stepped.raised if found.certainty == CERTAIN)
        for finding_id in stepped.withdrawn:
            kind, _, act = finding_id.partition("@")
            seat = act.rpartition(":")[2]
            self.findings[(kind, None if seat == "-" else seat)] -= 1

    @property
    def cards(self) -> set[tuple[str, str]]:
        """Every card that was told as played or put into its place by a correction."""
        events = [event for event in self.events if not isinstance(event, Correction)]
        events += [one.event for event in self.events if isinstance(event, Correction) for one in event.events]
        return {(event.seat.value, event.card.text) for event in events if isinstance(event, CardPlayed)}

    @property
    def shows_doubt(self) -> bool:
        """Do people know that this record may be wrong?"""
        is_asked = any(isinstance(event, ModeChanged) and event.mode == "correcting" for event in self.events)
        return bool(self.noted) or is_asked or any(event.certainty == POSSIBLE for event in self.events)

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


def _waits(truth: _Follower, told: _Follower) -> Iterator[tuple[str, float]]:
    """From rest to summons, for each summons with a cause."""
    for key, rested in truth.summoned_at.items():
        for done, at in zip(rested, told.summoned_at.get(key, ()), strict=False):
            yield key[0], max(0.0, at - done)
