"""An evening: which table plays which boards, and what goes wrong on them; everything follows from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from controller.records.board_record import BoardRecord
from hw_sim.people.pace import PACE, Pace
from hw_sim.people.planning import NotPossibleError, plan_errors
from hw_sim.people.players import DEFAULT_RULES, Players, TableRules


@dataclass(frozen=True, slots=True)
class Sitting:
    """One board at one table, and the errors that are made on it."""

    board: BoardRecord
    errors: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The board's number."""
        return self.board.board or 0


@dataclass(frozen=True, slots=True)
class Evening:
    """Every table's boards in the order of play."""

    sittings: Mapping[str, tuple[Sitting, ...]] = field(hash=False)
    seed: int = 0
    rules: TableRules = DEFAULT_RULES
    pace: Pace = PACE

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of the tables."""
        return tuple(self.sittings)

    @property
    def boards(self) -> dict[int, BoardRecord]:
        """Every board that is played somewhere, by number."""
        return {s.number: s.board for sittings in self.sittings.values() for s in sittings}

    def people(self, table: str, sitting: Sitting) -> Players:
        """The people of that table at that board, with their errors planned."""
        seed = f"{self.seed} {table} {sitting.number}"
        plan = plan_errors(sitting.board, sitting.errors, seed, rules=self.rules)
        return Players(sitting.board, seed, rules=self.rules, pace=self.pace, plan=plan.conducts)


def table_names(count: int) -> tuple[str, ...]:
    """Tables are numbered from 1."""
    return tuple(str(number) for number in range(1, count + 1))


def plan_evening(
    boards: Sequence[BoardRecord],
    *,
    tables: int | Sequence[str] = 2,
    errors: Sequence[str] = (),
    seed: int = 0,
    rules: TableRules = DEFAULT_RULES,
    pace: Pace = PACE,
    all_play_all: bool = False,
) -> Evening:
    """Deal the boards out to the tables (or every board to every table), and the errors over the boards.

    Raises:
        NotPossibleError: an error that no board gives a chance for besides those that it has already.
    """
    names = table_names(tables) if isinstance(tables, int) else tuple(tables)
    share = len(boards) if all_play_all else -(-len(boards) // len(names))
    dealt = {
        name: [Sitting(board) for board in (boards if all_play_all else boards[i * share : (i + 1) * share])]
        for i, name in enumerate(names)
    }
    places = [(name, i) for i in range(share) for name in names if i < len(dealt[name])]
    for error in errors:
        places = _place(error, dealt, places, seed, rules)
    return Evening({name: tuple(sittings) for name, sittings in dealt.items()}, seed, rules, pace)


def _place(
    error: str, dealt: dict[str, list[Sitting]], places: list[tuple[str, int]], seed: int, rules: TableRules
) -> list[tuple[str, int]]:
    """Give the error to the first place that can take it; that place goes to the end of the queue."""
    for place in places:
        name, i = place
        sitting = replace(dealt[name][i], errors=(*dealt[name][i].errors, error))
        try:
            plan_errors(sitting.board, sitting.errors, f"{seed} {name} {sitting.number}", rules=rules)
        except NotPossibleError:
            continue
        dealt[name][i] = sitting
        return [other for other in places if other != place] + [place]
    raise NotPossibleError(f"no board of the evening gives a chance for {error}")
