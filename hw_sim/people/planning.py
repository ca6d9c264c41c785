"""Where on a board an error can be made: found by letting the people play it in their heads, errors and all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from controller.records.board_record import BoardRecord
from hw_sim.people.course import whole_board
from hw_sim.people.errors import ERRORS, Error
from hw_sim.people.players import DEFAULT_RULES, Conduct, Moment, Players, TableRules
from hw_sim.people.steps import Made, Wanted


class NotPossibleError(ValueError):
    """An error was asked for that this board gives no chance for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which errors are made on a board, and at which of its moments."""

    errors: tuple[tuple[str, int], ...] = ()

    @property
    def conducts(self) -> dict[int, Conduct]:
        """What is done at which moment in place of the natural act."""
        return {index: ERRORS[name].conduct for name, index in self.errors}


NO_ERRORS = Plan()


def plan_errors(
    record: BoardRecord, names: Sequence[str], seed: int | str, *, rules: TableRules = DEFAULT_RULES
) -> Plan:
    """A place for each of the errors, one after the other in the course of the board, chosen by the seed.

    Raises:
        NotPossibleError: one of them cannot be made on this board after those before it.
    """
    plan = NO_ERRORS
    ordered = sorted((_error(name) for name in names), key=lambda error: _PHASES.index(error.phase))
    for error in ordered:
        chances = _chances(record, error, seed, rules, plan)
        chosen = Random(f"{seed} {error.name} {record.board}").sample(chances, len(chances))
        plans = (Plan((*plan.errors, (error.name, index))) for index in chosen)
        found = next((one for one in plans if _comes_about(record, error, one, seed, rules)), None)
        if found is None:
            raise NotPossibleError(f"board {record.board} gives no chance for {error.name}")
        plan = found
    return plan


def _comes_about(record: BoardRecord, error: Error, plan: Plan, seed: int | str, rules: TableRules) -> bool:
    """Does all of the error happen? Asked only where that is not known beforehand."""
    if not error.is_unsure:
        return True
    return set(error.kinds) <= {made.kind for made in findings_of(record, plan, seed, rules=rules)}


def possible_errors(
    record: BoardRecord, *, rules: TableRules = DEFAULT_RULES, names: Iterable[str] | None = None
) -> tuple[str, ...]:
    """The errors that can be made on this board, each by itself."""
    wanted = tuple(ERRORS) if names is None else tuple(names)
    return tuple(name for name in wanted if _is_possible(record, name, rules))


def _is_possible(record: BoardRecord, name: str, rules: TableRules) -> bool:
    try:
        plan_errors(record, [name], 0, rules=rules)
    except NotPossibleError:
        return False
    return True


def findings_of(
    record: BoardRecord, plan: Plan, seed: int | str, *, rules: TableRules = DEFAULT_RULES
) -> tuple[Made, ...]:
    """What the controller should find on this board if the director rules as expected."""
    people = Players(record, seed, rules=rules, plan=plan.conducts)
    return tuple(step for step in _played_in_the_head(people) if isinstance(step, Made))


#: In the order of a board; errors of a later phase come after those of an earlier one.
_PHASES = ("board", "call", "after_auction", "lead", "card", "result")


def _error(name: str) -> Error:
    if name not in ERRORS:
        raise ValueError(f"no such error: {name!r}; known: {', '.join(ERRORS)}")
    return ERRORS[name]


def _chances(record: BoardRecord, error: Error, seed: int | str, rules: TableRules, plan: Plan) -> list[int]:
    """The moments after the last error planned at which this one is possible."""
    after = max((index for _, index in plan.errors), default=-1)
    found: list[int] = []

    def watch(people: Players, moment: Moment) -> None:
        if moment.index > after and moment.phase == error.phase and error.fits(people, moment.seat):
            found.append(moment.index)

    people = Players(record, seed, rules=rules, plan=plan.conducts, watch=watch)
    for _ in _played_in_the_head(people):
        pass
    return found


def _played_in_the_head(people: Players) -> Iterable[object]:
    """Every step of the board, the director ruling as expected."""
    behaviour = whole_board(people)
    step = next(behaviour)
    while True:
        yield step
        try:
            step = behaviour.send(step.ruling if isinstance(step, Wanted) else None)
        except StopIteration:
            return
