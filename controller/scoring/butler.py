"""Butler: IMPs against the board's datum, the mean of its results without the extremes.

The Laws say nothing of it and scorers differ in how the datum is rounded: all of that is a setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from controller.scoring.imps import imps
from controller.scoring.results import Given, Line, Scored, Share, mean, rounded_away


class Halves(Enum):
    """Where the datum goes that lies just between two numbers."""

    AWAY_FROM_ZERO = "away_from_zero"
    TOWARDS_ZERO = "towards_zero"
    #: The higher number: in favour of North-South.
    UP = "up"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class ButlerRules:
    """How the datum is made."""

    #: So many results are left out at each end; fewer where too few would be left.
    extremes: int = 1
    #: The datum is a multiple of this; 0: it is not rounded.
    rounded_to: int = 10
    halves: Halves = Halves.AWAY_FROM_ZERO


#: PBN's Butler-2 with the datum rounded to tens.
USUAL = ButlerRules()


def datum(scores: Sequence[int | Fraction], rules: ButlerRules = USUAL) -> Fraction:
    """The mean of North-South's scores that the rules leave in. ValueError where there is none."""
    if not scores:
        raise ValueError("a board without a result has no datum")
    left_out = min(rules.extremes, (len(scores) - 1) // 2)
    kept = sorted(scores)[left_out : len(scores) - left_out]
    exact = sum(map(Fraction, kept), Fraction(0)) / len(kept)
    return exact if rules.rounded_to == 0 else Fraction(_rounded(exact, rules))


def _rounded(value: Fraction, rules: ButlerRules) -> int:
    to = rules.rounded_to
    lower = (value // to) * to
    if value - lower != Fraction(to, 2):
        return rounded_away(value, to)
    match rules.halves:
        case Halves.AWAY_FROM_ZERO:
            return rounded_away(value, to)
        case Halves.TOWARDS_ZERO:
            return lower + to if value < 0 else lower
        case Halves.UP:
            return lower + to
        case Halves.EVEN:
            return lower if (lower // to) % 2 == 0 else lower + to


def butler_board(lines: Sequence[Line], *, rules: ButlerRules = USUAL) -> list[Given]:
    """Both sides' IMPs on one board. A weighted score is in the datum with its mean, a split one is not in it."""
    groups: dict[str, list[int | Fraction]] = {}
    for line in lines:
        if isinstance(line.score, Scored) and not line.score.is_split:
            groups.setdefault(line.group, []).append(mean(line.score.ns))
    given: list[Given] = []
    for line in lines:
        ns = ew = None
        if isinstance(line.score, Scored):
            # A group of split scores alone has nothing to compare with.
            middle = datum(groups[line.group], rules) if groups.get(line.group) else mean(line.score.ns)
            ns, ew = _against(line.score.ns, middle), -_against(line.score.ew, middle)
        given.append(Given(line, ns, ew))
    return given


def _against(mine: tuple[Share, ...], middle: Fraction) -> Fraction:
    return sum((share.weight * imps(share.score - middle) for share in mine), Fraction(0))
