"""Cross-IMPs: each result against every other one of its board (PBN: Cross, Cross1, Cross2)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from controller.scoring.imps import imps
from controller.scoring.results import Given, Line, Scored, against, spreads


class Divide(Enum):
    """By what the sum of a board's IMPs is divided."""

    #: The sum as it is (PBN: Cross).
    NOT = "not"
    #: The number of results (PBN: Cross1).
    RESULTS = "results"
    #: The number of comparisons, one less (PBN: Cross2).
    COMPARISONS = "comparisons"


def cross_imp_board(lines: Sequence[Line], *, divide: Divide = Divide.COMPARISONS) -> list[Given]:
    """Both sides' IMPs on one board, against every other result of their group."""
    groups: dict[str, list[Line]] = {}
    for line in lines:
        if isinstance(line.score, Scored):
            groups.setdefault(line.group, []).append(line)
    of_group = {name: spreads(among) for name, among in groups.items()}
    most = max((len(group) for group in groups.values()), default=0)
    given: list[Given] = []
    for line in lines:
        among = groups.get(line.group, []) if isinstance(line.score, Scored) else []
        # One comparison of an artificial score counts as those of a result do.
        unit = _unit(len(among) or most, divide)
        ns = ew = None
        if isinstance(line.score, Scored):
            of_ns, of_ew = of_group[line.group]
            by = _divisor(len(among), divide)
            ns = against(line.score.ns, of_ns, _imps) / by
            ew = -against(line.score.ew, of_ew, _imps) / by
        given.append(Given(line, ns, ew, unit=unit))
    return given


def _divisor(results: int, divide: Divide) -> int:
    return {Divide.NOT: 1, Divide.RESULTS: results, Divide.COMPARISONS: max(results - 1, 1)}[divide]


def _unit(results: int, divide: Divide) -> Fraction:
    return Fraction(max(results - 1, 1), _divisor(max(results, 1), divide))


def _imps(mine: int, other: int) -> int:
    return imps(mine - other)
