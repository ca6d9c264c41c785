"""The results of a session as they came in and were put right, with a trail (Law 79C). Each change makes a new book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from controller.scoring.results import Score

#: Table and board.
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A result that was there and is another one now."""

    table: str
    board: int
    was: Score
    now: Score
    #: When, on the clock of whoever keeps the book.
    at: float
    by: str = ""
    why: str = ""
    #: After the end of the correction period (79C): only the organiser's regulations can let it stand.
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """Every table's result on every board, and what was changed in it since."""

    results: Mapping[Place, Score] = field(default_factory=dict, hash=False)
    trail: tuple[Change, ...] = ()
    #: When the correction period ends; None: it has not begun or nobody has said.
    closes_at: float | None = None

    def with_result(self, place: Place, score: Score, *, at: float, by: str = "", why: str = "") -> Book:
        """The book after a result came in. The same again changes nothing, another one leaves a trail."""
        is_new = place not in self.results
        if not is_new and self.results[place] == score:
            return self
        results = MappingProxyType({**self.results, place: score})
        if is_new:
            return replace(self, results=results)
        late = self.closes_at is not None and at > self.closes_at
        change = Change(*place, self.results[place], score, at, by, why, late)
        return replace(self, results=results, trail=(*self.trail, change))

    def closed(self, at: float) -> Book:
        """The same with its correction period ending then."""
        return replace(self, closes_at=at)

    @property
    def late(self) -> tuple[Change, ...]:
        """Changes that came after the correction period."""
        return tuple(change for change in self.trail if change.is_late)
