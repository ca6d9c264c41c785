"""Teams: two tables play the same boards, and each board is compared between them (IMPs, or board-a-match)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from controller.scoring.imps import artificial_imps, imps
from controller.scoring.results import Artificial, Score, Scored, Share


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match. The home team sits North-South in the open room and East-West in the closed room."""

    number: int
    open: Score
    closed: Score


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What each team has; the two need not mirror each other where an adjusted score was split or artificial."""

    home: Fraction
    away: Fraction
    boards: int

    @property
    def margins(self) -> tuple[Fraction, Fraction]:
        """By how much each team has won, by its own reckoning (Law 86 averages them in a knock-out)."""
        return self.home, self.away

    @property
    def averaged(self) -> Fraction:
        """Home's margin where one must hold for both: the mean of the two reckonings."""
        return (self.home - self.away) / 2


def imp_match(boards: Sequence[MatchBoard]) -> MatchScore:
    """The match in IMPs: each team's net IMPs over the boards that count."""
    scored = [(_imps(board.open, board.closed), _imps(board.closed, board.open)) for board in boards]
    counted = [(home, away) for home, away in scored if home is not None and away is not None]
    return MatchScore(_sum(home for home, _ in counted), _sum(away for _, away in counted), len(counted))


def board_a_match(boards: Sequence[MatchBoard]) -> MatchScore:
    """The match by boards: 2 for a board won, 1 for one that was halved."""
    scored = [(_points(board.open, board.closed), _points(board.closed, board.open)) for board in boards]
    counted = [(home, away) for home, away in scored if home is not None and away is not None]
    return MatchScore(_sum(home for home, _ in counted), _sum(away for _, away in counted), len(counted))


def _imps(sat_ns: Score, sat_ew: Score) -> Fraction | None:
    """IMPs of the team that sat North-South at the first table and East-West at the second."""
    percent = _percent(sat_ns, sat_ew)
    if percent is not None:
        return artificial_imps(percent)
    if not isinstance(sat_ns, Scored) or not isinstance(sat_ew, Scored):
        return None
    return _over(sat_ns.ns, sat_ew.ew, imps_for=True)


def _points(sat_ns: Score, sat_ew: Score) -> Fraction | None:
    percent = _percent(sat_ns, sat_ew)
    if percent is not None:
        return percent / 50
    if not isinstance(sat_ns, Scored) or not isinstance(sat_ew, Scored):
        return None
    return _over(sat_ns.ns, sat_ew.ew, imps_for=False)


def _percent(sat_ns: Score, sat_ew: Score) -> Fraction | None:
    """The team's percentage where one of the tables, or both, has an artificial score."""
    found = [score.ns for score in (sat_ns,) if isinstance(score, Artificial)]
    found += [score.ew for score in (sat_ew,) if isinstance(score, Artificial)]
    return _sum(found) / len(found) if found else None


def _over(mine: tuple[Share, ...], theirs: tuple[Share, ...], *, imps_for: bool) -> Fraction:
    total = Fraction(0)
    for a in mine:
        for b in theirs:
            net = a.score - b.score
            total += a.weight * b.weight * (imps(net) if imps_for else 1 + (net > 0) - (net < 0))
    return total


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
