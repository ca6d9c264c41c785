"""Movements: who plays which boards against whom, round by round. Values, and what can be wrong with one.

How a movement is made stands in `mitchell`, `howell`, `teams_match` and `listed`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table in one round: two pairs and the boards they play. Rounds and tables count from 1."""

    round: int
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]

    @property
    def pairs(self) -> tuple[int, int]:
        """Both pairs."""
        return self.ns, self.ew

    def switched(self) -> Sitting:
        """The arrow switch: the pairs change directions."""
        return Sitting(self.round, self.table, self.ew, self.ns, self.boards)


@dataclass(frozen=True, slots=True)
class Movement:
    """All sittings of a section, in the order of rounds and tables."""

    sittings: tuple[Sitting, ...]
    #: North-South and East-West have a winner each: no pair ever changes its direction.
    two_winners: bool = False

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return max((s.round for s in self.sittings), default=0)

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return max((s.table for s in self.sittings), default=0)

    @property
    def pairs(self) -> tuple[int, ...]:
        """Every pair's number, in order."""
        return tuple(sorted({pair for s in self.sittings for pair in s.pairs}))

    @property
    def boards(self) -> tuple[int, ...]:
        """Every board's number, in order."""
        return tuple(sorted({board for s in self.sittings for board in s.boards}))

    def of_pair(self, pair: int) -> Iterator[Sitting]:
        """A pair's evening."""
        return (s for s in self.sittings if pair in s.pairs)

    def of_table(self, table: int) -> Iterator[Sitting]:
        """A table's evening."""
        return (s for s in self.sittings if s.table == table)


def board_set(number: int, *, boards_per_round: int, first_board: int) -> tuple[int, ...]:
    """The boards of set `number`, which counts from 0."""
    begin = first_board + number * boards_per_round
    return tuple(range(begin, begin + boards_per_round))


def with_arrow_switch(sittings: Iterable[Sitting], rounds: Iterable[int]) -> tuple[Sitting, ...]:
    """The sittings, in those rounds with directions exchanged."""
    switched = frozenset(rounds)
    return tuple(s.switched() if s.round in switched else s for s in sittings)


def problems(movement: Movement, *, missing: Iterable[int] = (), is_match: bool = False) -> list[str]:
    """What no movement should have, in words: a pair at two tables at once, meeting a pair or a board twice.

    Two tables that share boards in one round are no problem: they pass them to and fro. The pairs of a match
    (`is_match`) meet each other all the time.
    """
    absent = frozenset(missing)
    played = [s for s in movement.sittings if not absent & set(s.pairs)]
    found: list[str] = []
    at_once = Counter((s.round, pair) for s in movement.sittings for pair in s.pairs)
    found += [f"pair {pair} sits at two tables in round {number}" for (number, pair), n in at_once.items() if n > 1]
    meetings = Counter(tuple(sorted(s.pairs)) for s in played)
    found += [f"pairs {a} and {b} meet {n} times" for (a, b), n in meetings.items() if n > 1 and not is_match]
    boards = Counter((pair, board) for s in played for pair in s.pairs for board in s.boards)
    found += [f"pair {pair} plays board {board} {n} times" for (pair, board), n in boards.items() if n > 1]
    found += [f"pair {s.ns} meets itself in round {s.round}" for s in movement.sittings if s.ns == s.ew]
    return found
