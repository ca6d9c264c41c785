"""International match points: the table of Law 78B."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

#: The smallest difference for each number of IMPs, from 1 to 24.
IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
#: What an average plus is worth at IMPs, for each comparison (Law 86).
AVERAGE_PLUS_IMPS = 3


def imps(difference: int | Fraction) -> int:
    """Law 78B: IMPs for a difference in score, below zero for a loss."""
    # Below a whole number of points no step lies.
    found = bisect_right(IMP_STEPS, int(max(difference, -difference)))
    return found if difference > 0 else -found


def artificial_imps(percent: Fraction) -> Fraction:
    """An artificial score as IMPs: 60 % is +3, average nothing, 40 % is -3, others in proportion."""
    return (percent - 50) * AVERAGE_PLUS_IMPS / 10
