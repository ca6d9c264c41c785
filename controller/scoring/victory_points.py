"""Victory points for a match's IMPs: the WBF's continuous scale of 2013, or a table that the organiser gives."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

_EXACT = Context(prec=40)
_ALL = Decimal(20)
_HALF = Decimal(10)
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class VpTable:
    """A scale as printed: the winner's and the loser's points from each margin on, the smallest margin first."""

    rows: tuple[tuple[int, Decimal, Decimal], ...]

    def __post_init__(self) -> None:
        margins = [margin for margin, _, _ in self.rows]
        if not margins or margins[0] != 0 or margins != sorted(set(margins)):
            raise ValueError("the rows of a scale begin at a margin of 0 and grow")

    def of(self, margin: int) -> tuple[Decimal, Decimal]:
        """Points of the winner and the loser."""
        row = next(row for row in reversed(self.rows) if row[0] <= margin)
        return row[1], row[2]


def wbf_vps(margin: int | Fraction, boards: int, *, table: VpTable | None = None) -> tuple[Decimal, Decimal]:
    """Victory points of a team that won by so many IMPs (below zero: lost), and of a team that lost by them.

    `VP = 10 + 10 (1 - R^(3M/X)) / (1 - R^3)` with `R = (√5 - 1)/2` and `X = 15 √boards`, to two decimals, at most 20.
    The WBF's printed tables smooth a few values by 0.01: give `table` where those are to hold.
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    winner, loser = table.of(abs(int(margin))) if table is not None else _continuous(abs(Fraction(margin)), boards)
    return (winner, loser) if margin >= 0 else (loser, winner)


def _continuous(margin: Fraction, boards: int) -> tuple[Decimal, Decimal]:
    blitz_squared = 225 * boards
    if margin * margin >= blitz_squared:
        return _ALL.quantize(_CENT), Decimal(0).quantize(_CENT)
    golden = _EXACT.divide(_EXACT.sqrt(Decimal(5)) - 1, Decimal(2))
    whole = _EXACT.divide(Decimal(margin.numerator), Decimal(margin.denominator))
    power = _EXACT.divide(3 * whole, 15 * _EXACT.sqrt(Decimal(boards)))
    share = _EXACT.divide(1 - _EXACT.power(golden, power), 1 - _EXACT.power(golden, Decimal(3)))
    winner = (_HALF + _HALF * share).quantize(_CENT, ROUND_HALF_UP)
    return winner, _ALL - winner
