"""From boards to a ranking: sums, artificial scores by a contestant's own session (Laws 12C2, 88), penalties, ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from controller.scoring.imps import artificial_imps
from controller.scoring.results import Contestant, Given, to_places

#: Percentages of Law 12C2 that follow a contestant's own session.
_PLUS, _MINUS = Fraction(60), Fraction(40)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A procedural or disciplinary penalty (Laws 90, 91): taken off the contestant's sum."""

    contestant: Contestant
    amount: Fraction
    #: `points` as they are scored (matchpoints, IMPs), `percent_of_top`, or `percent` of the session; `vps` of a match.
    unit: str = "points"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """What a contestant has over the boards that count."""

    contestant: Contestant
    points: Fraction
    #: The tops of those boards together; 0 at IMPs.
    available: Fraction
    boards: int
    penalty: Fraction = Fraction(0)
    #: Each board with what it brought, artificial scores by the own session.
    by_board: tuple[tuple[Given, Fraction], ...] = field(default=(), repr=False)

    @property
    def net(self) -> Fraction:
        """After penalties."""
        return self.points - self.penalty

    @property
    def percent(self) -> Fraction | None:
        """The net as a percentage; None at IMPs and before the first board that counts."""
        return self.net * 100 / self.available if self.available else None

    @property
    def value(self) -> Fraction:
        """What contestants are ranked by: the percentage, or points where there is no top."""
        return self.net if self.percent is None else self.percent


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a ranking."""

    place: int
    is_tied: bool
    total: Total


def totals(
    given: Iterable[Given],
    *,
    penalties: Sequence[Penalty] = (),
    laws: str = "2017",
    contestants: Iterable[Contestant] = (),
) -> dict[Contestant, Total]:
    """Every contestant's sum. `contestants` without a board yet are listed with nothing."""
    of: dict[Contestant, list[Given]] = {contestant: [] for contestant in contestants}
    for one in given:
        if one.line.score is not None:
            of.setdefault(one.line.ns, []).append(one)
            of.setdefault(one.line.ew, []).append(one)
    return {who: _total(who, boards, penalties, laws) for who, boards in of.items()}


def _total(who: Contestant, boards: Sequence[Given], penalties: Sequence[Penalty], laws: str) -> Total:
    scored = [(one, points) for one in boards if (points := one.of(who)) is not None]
    is_matchpoints = any(one.top for one in boards)
    award = _matchpoint_award(scored, laws) if is_matchpoints else _imp_award(scored, laws)
    by_board: list[tuple[Given, Fraction]] = []
    for one in boards:
        points = one.of(who)
        percent = one.percent_of(who)
        if points is None and percent is not None:
            points = award(one, percent)
        if points is not None:
            by_board.append((one, points))
    available = sum((one.top for one, _ in by_board), Fraction(0))
    penalty = sum((_amount(p, by_board, available) for p in penalties if p.contestant == who), Fraction(0))
    points = sum((points for _, points in by_board), Fraction(0))
    return Total(who, points, available, len(by_board), penalty, tuple(by_board))


Award = Callable[[Given, Fraction], Fraction]


def _matchpoint_award(scored: Sequence[tuple[Given, Fraction]], laws: str) -> Award:
    available = sum((one.top for one, _ in scored), Fraction(0))
    own = sum((points for _, points in scored), Fraction(0)) * 100 / available if available else None
    return lambda one, percent: artificial_percent(percent, own, laws=laws) * one.top / 100


def _imp_award(scored: Sequence[tuple[Given, Fraction]], laws: str) -> Award:
    """The same at IMPs: +3 or the contestant's own mean a board, whichever is more."""
    own = sum((points / one.unit for one, points in scored), Fraction(0)) / len(scored) if scored else None

    def award(one: Given, percent: Fraction) -> Fraction:
        usual = artificial_imps(percent)
        if own is not None and percent == _PLUS:
            usual = max(usual, own)
        elif own is not None and percent == _MINUS and laws != "1987":
            usual = min(usual, own)
        return usual * one.unit

    return award


def artificial_percent(percent: Fraction, own: Fraction | None, *, laws: str = "2017") -> Fraction:
    """Laws 12C2, 88: what an artificial score is worth to a contestant with that percentage on his other boards.

    Average plus is at least 60 %, his own session's where that is higher; in 2017 average minus is at most 40 %, his
    own session's where that is lower (1987 knows no such limit). Without another board the percentage stands.
    """
    if own is None:
        return percent
    if percent == _PLUS:
        return max(percent, own)
    if percent == _MINUS and laws != "1987":
        return min(percent, own)
    return percent


def _amount(penalty: Penalty, by_board: Sequence[tuple[Given, Fraction]], available: Fraction) -> Fraction:
    if penalty.unit == "points":
        return penalty.amount
    if penalty.unit == "percent":
        return penalty.amount * available / 100
    if penalty.unit == "percent_of_top":
        top = max((one.top for one, _ in by_board), default=Fraction(0))
        return penalty.amount * top / 100
    raise ValueError(f"{penalty.unit!r} is no unit of a penalty: points, percent, percent_of_top")


def ranking(found: Mapping[Contestant, Total] | Iterable[Total], *, places: int | None = None) -> list[Ranked]:
    """The best first; equal values share a place and the next place is as many further on.

    `places`: values that are equal when rounded to so many decimals are tied (exact without).
    """
    every = list(found.values()) if isinstance(found, Mapping) else list(found)

    values = {t.contestant: t.value if places is None else to_places(t.value, places) for t in every}
    ordered = sorted(every, key=lambda t: (-values[t.contestant], _natural(t.contestant)))
    count = Counter(values.values())
    place = {value: 1 + sum(n for other, n in count.items() if other > value) for value in count}
    return [Ranked(place[v], count[v] > 1, t) for t in ordered for v in (values[t.contestant],)]


def _natural(name: Contestant) -> tuple[str, int, str]:
    """Pair 2 before pair 10."""
    digits = "".join(c for c in name if c in "0123456789")
    return "".join(c for c in name if c not in "0123456789"), int(digits[:9] or 0), name
