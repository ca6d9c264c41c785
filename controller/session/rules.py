"""How a session is scored, where the Laws leave it to the organiser. Each field is a key of the session's file."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from controller.scoring import (
    ButlerRules,
    Divide,
    Given,
    Line,
    Scale,
    VpTable,
    butler_board,
    cross_imp_board,
    matchpoint_board,
)

MATCHPOINTS, CROSS_IMPS, BUTLER, IMPS, BAM = METHODS = ("matchpoints", "cross_imps", "butler", "imps", "bam")
#: Pairs are compared over the field by these, the two tables of a match by the others.
OF_PAIRS = (MATCHPOINTS, CROSS_IMPS, BUTLER)


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """The method and its settings."""

    method: str = MATCHPOINTS
    scale: Scale = Scale.TWO
    #: Each board's matchpoints are rounded to so many decimals; None: they stay exact.
    board_places: int | None = None
    divide: Divide = Divide.COMPARISONS
    butler: ButlerRules = field(default_factory=ButlerRules)
    #: Contestants whose values agree to so many decimals are tied; None: only those who are equal.
    tie_places: int | None = None
    #: A match's victory points by a printed table instead of the WBF's formula.
    vp_table: VpTable | None = None
    #: Minutes of the correction period after the last result (Law 79C).
    correction_min: int = 30

    def score_board(self, lines: list[Line], expected: int) -> list[Given]:
        """What every side of one board is given, in a field of pairs."""
        if self.method == CROSS_IMPS:
            return cross_imp_board(lines, divide=self.divide)
        if self.method == BUTLER:
            return butler_board(lines, rules=self.butler)
        return matchpoint_board(lines, expected=expected, scale=self.scale, places=self.board_places)


@dataclass(frozen=True, slots=True)
class Opening:
    """When results and hands are shown to all (the organiser's regulation): never before all have played the board."""

    #: `board`: once every table that is to play it has; `session`: once all boards have been played everywhere.
    when: str = "board"
    #: So many minutes later.
    delay_min: int = 0
    #: An embargo: not before that time, in seconds since the epoch.
    not_before: float = 0.0


def vp_table(rows: list[list[object]]) -> VpTable:
    """A scale from rows of margin, winner's and loser's points. ValueError where it is none."""
    return VpTable(tuple((int(str(m)), Decimal(str(w)), Decimal(str(lost))) for m, w, lost in rows))
