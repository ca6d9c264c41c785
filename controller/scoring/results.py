"""What a table's board is worth before it is compared: a score, a weighted, split or artificial one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

#: A pair or a team, as the session names it.
Contestant = str


class Share(NamedTuple):
    """One score of a weighted adjusted score and its part of the whole (Law 12C1c)."""

    score: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Scored:
    """What the two sides of a table score, both as North-South's score.

    They differ only where the director gave each side its own adjusted score (a split score).
    """

    ns: tuple[Share, ...]
    ew: tuple[Share, ...]

    @property
    def is_split(self) -> bool:
        """Do the sides have scores of their own?"""
        return self.ns != self.ew


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial adjusted score, in percent of what a board is worth (Law 12C2)."""

    ns: Fraction
    ew: Fraction


#: None: the board has no result at that table and counts for nobody there.
Score = Scored | Artificial | None


@dataclass(frozen=True, slots=True)
class Line:
    """One table's result on one board, as a traveller has it."""

    board: int
    ns: Contestant
    ew: Contestant
    score: Score
    #: Results of a fouled board are compared within their group only (Law 87).
    group: str = ""
    table: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """A line with what each side is given for it; None where it does not count or waits for a percentage."""

    line: Line
    ns: Fraction | None
    ew: Fraction | None
    #: The most that could be had; at IMPs, which have no top, 0.
    top: Fraction = Fraction(0)
    #: IMPs of one comparison count so many times on this board.
    unit: Fraction = Fraction(1)

    def of(self, contestant: Contestant) -> Fraction | None:
        """What that side is given."""
        return self.ns if contestant == self.line.ns else self.ew

    def percent_of(self, contestant: Contestant) -> Fraction | None:
        """The percentage of an artificial score; None where the board was scored."""
        score = self.line.score
        if not isinstance(score, Artificial):
            return None
        return score.ns if contestant == self.line.ns else score.ew


def plain(score: int) -> Scored:
    """A score that both sides have."""
    shares = (Share(score, Fraction(1)),)
    return Scored(shares, shares)


def weighted(shares: Mapping[int, Fraction]) -> Scored:
    """A weighted adjusted score: score -> its share. ValueError if the shares are not one together."""
    found = _shares(shares)
    return Scored(found, found)


def split(ns: Mapping[int, Fraction], ew: Mapping[int, Fraction]) -> Scored:
    """A score for each side, each perhaps weighted, all as North-South's score."""
    return Scored(_shares(ns), _shares(ew))


def _shares(shares: Mapping[int, Fraction]) -> tuple[Share, ...]:
    found = tuple(Share(score, Fraction(weight)) for score, weight in shares.items())
    if sum((share.weight for share in found), Fraction(0)) != 1 or any(share.weight <= 0 for share in found):
        raise ValueError("the shares of a weighted score are above zero and one together")
    return found


#: How much of each score there is on a board. Whole numbers as far as they go: most evenings have no weighted score.
Spread = Mapping[int, int | Fraction]


def spread(every: Iterable[tuple[Share, ...]]) -> Spread:
    """All results of one direction together."""
    found: dict[int, int | Fraction] = {}
    for shares in every:
        for score, weight in shares:
            found[score] = found.get(score, 0) + (1 if weight == 1 else weight)
    return found


def spreads(among: Iterable[Line]) -> tuple[Spread, Spread]:
    """The spread of a group as each direction has it; they differ by split scores alone."""
    scores = [line.score for line in among if isinstance(line.score, Scored)]
    return spread(score.ns for score in scores), spread(score.ew for score in scores)


def against(mine: tuple[Share, ...], others: Spread, compare: Callable[[int, int], int]) -> Fraction:
    """One result compared with every other one of a spread that it is part of itself, each by its weight."""

    def compared(among: Collection[tuple[int, int | Fraction]]) -> int | Fraction:
        total: int | Fraction = 0
        for score, weight in mine:
            points = sum(compare(score, other) * share for other, share in among)
            total += points if weight == 1 else weight * points
        return total

    # It compares equal with itself, and that is no comparison.
    return Fraction(compared(others.items()) - compared([(score, 1 if w == 1 else w) for score, w in mine]))


def mean(shares: tuple[Share, ...]) -> Fraction:
    """What a weighted score is on average."""
    return sum((share.score * share.weight for share in shares), Fraction(0))


def rounded_away(value: Fraction, to: int = 1) -> int:
    """The nearest multiple of `to`, halves away from zero."""
    whole = int((abs(value) / to) + Fraction(1, 2))
    return whole * to if value >= 0 else -whole * to


def to_places(value: Fraction, places: int) -> Fraction:
    """Rounded to so many decimal places, halves away from zero as scorers do."""
    return Fraction(rounded_away(value * 10**places), 10**places)
