"""Boards at the other table: the simulator's people, irregularities and all, at readers that it knows nothing of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sensing.listening import Follower, heard
from sensing.noisy_table import Level
from sensing.other_table import DECK, Make, OtherTable

from controller.model import readings as rd
from controller.model.event_codec import event_to_json
from controller.model.events import BoardTaken, TableEvent
from controller.model.irregularities import Attention
from controller.model.reading_log import BoardHeader, ReadingLog
from controller.model.regulations import Regulations
from controller.records.board_record import BoardRecord
from controller.table import Table
from hw_sim.people import (
    DEFAULT_RULES,
    ERRORS,
    PACE,
    Do,
    NotPossibleError,
    Pace,
    Players,
    TableRules,
    Wanted,
    plan_errors,
    whole_board,
)
from hw_sim.people.pace import Span

#: People who play a board in a minute and a half: the next card is often down within half a second.
HASTY = replace(
    PACE,
    call=Span(1.5, 0.6, 0.8, 10.0),
    lead=Span(1.2, 0.6, 0.5, 8.0),
    card=Span(0.7, 0.6, 0.3, 6.0),
    no_choice=Span(0.5, 0.4, 0.25, 3.0),
)
#: People who think.
SLOW = replace(PACE, card=Span(4.0, 0.8, 0.6, 60.0), lead=Span(7.0, 0.8, 1.0, 90.0))


#: This table has one deck and no antennas under the pockets.
NOT_HERE = {"card_of_another_pack", *(name for name, error in ERRORS.items() if error.needs_pockets)}


@dataclass(frozen=True)
class Played:
    """A board as the sensors saw it, and as it was."""

    log: ReadingLog
    truth: tuple[TableEvent, ...]


def play(
    record: BoardRecord,
    make: Make,
    level: int | Level,
    seed: int,
    *,
    errs: bool | str = False,
    pace: Pace = PACE,
    rules: TableRules = DEFAULT_RULES,
    table: type[OtherTable] = OtherTable,
) -> Played:
    """One board; with an irregularity of some kind that it gives a chance for, or with the one named."""
    possible = sorted(ERRORS.keys() - NOT_HERE)
    names = Random(f"{seed} which").sample(possible, len(possible)) if errs is True else [errs] if errs else []
    for name in names:
        apt = ERRORS[name].rules(rules)
        try:
            plan = plan_errors(record, [name], seed, rules=apt)
        except NotPossibleError:
            continue
        return _play(table(make, level, seed), seed, Players(record, seed, rules=apt, pace=pace, plan=plan.conducts))
    return _play(table(make, level, seed), seed, Players(record, seed, rules=rules, pace=pace))


def _play(table: OtherTable, seed: int, people: Players) -> Played:
    director = Random(f"{seed} director")
    truth: list[TableEvent] = []
    entered: list[rd.Reading] = []
    behaviour, now = whole_board(people), 5.0
    step: Any = next(behaviour)
    while True:
        answer = None
        if isinstance(step, Do):
            now += step.after
            if step.act is not None:
                now = max(now, table.do(step.act, now))
            truth += [replace(event, t=round(now, 3)) for event in step.told]
        elif isinstance(step, Wanted):
            now += people.pace.director.draw(director)
            stamped = [replace(event, t=round(now, 3), src="director") for event in step.enters]
            truth += stamped
            entered += [rd.Entered(t=round(now, 3), event=event) for event in stamped]
            answer = step.ruling
        try:
            step = behaviour.send(answer)
        except StopIteration:
            break
    taken = truth[0]
    assert isinstance(taken, BoardTaken)
    more = {"schedule": taken.schedule} if taken.schedule is not None else {}
    header = BoardHeader(taken.board, taken.dealer, taken.vul, taken.deal, more)
    regulations = Regulations(opening_lead=people.rules.opening_lead)
    readings = table.readings(entered, now + 12.0)
    log = ReadingLog(people.rules.laws, readings, regulations, DECK, header, "other", 0, {"log": "reading-log/1"})
    return Played(log, tuple(truth))


@dataclass(frozen=True)
class Verdict:
    """What the controller made of a board: the record right, what it missed, what it summoned for without a cause."""

    is_exact: bool
    missed: Counter[tuple[str, str | None]]
    false: Counter[tuple[str, str | None]]


def judged(played: Played) -> Verdict:
    """Sensing and the Laws over the readings, held against the Laws over the truth."""
    truth, told = Follower(played.log), heard(played.log)
    for event in played.truth:
        truth(event)
    should, summoned = _found(truth), _summoned(told)
    return Verdict(_stands(told.table) == _stands(truth.table), should - _found(told), summoned - should)


def _found(follower: Follower) -> Counter[tuple[str, str | None]]:
    """What stands at the end."""
    found: Counter[tuple[str, str | None]] = Counter()
    for stepped in follower.stepped:
        found.update((i.kind, i.seat.value if i.seat else None) for i in stepped.raised)
        for finding in stepped.withdrawn:
            kind, _, act = finding.partition("@")
            seat = act.rpartition(":")[2]
            found[(kind, None if seat == "-" else seat)] -= 1
    return +found


def _summoned(follower: Follower) -> Counter[tuple[str, str | None]]:
    """What a director was called for, even if it was taken back later."""
    every = (i for stepped in follower.stepped for i in stepped.raised if i.attention is not Attention.LOG)
    return Counter((i.kind, i.seat.value if i.seat else None) for i in every)


def _stands(table: Table) -> dict[str, Any]:
    state = table.state()
    calls = [(c.seat, c.call, c.status) for c in table.calls]
    tricks = [trick.cards for trick in table.tricks_played]
    named = {name: state[name] for name in ("phase", "contract", "declarer", "result")}
    return {"calls": calls, "tricks": tricks, "on_table": table.on_table, **named}


def words_of(events: tuple[TableEvent, ...]) -> list[dict[str, Any]]:
    """Events without how they were learnt, for those who look at a failure."""
    how = ("readings", "src")
    return [{k: v for k, v in event_to_json(event).items() if k not in how} for event in events]
