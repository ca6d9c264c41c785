"""Tables against each other: matchpoints, IMPs and what follows from them, up to a ranking; exact arithmetic.

The score of one contract is a Law (77) and lives in `controller.laws.score`. No I/O and no clock here.
"""

from controller.scoring.butler import ButlerRules, Halves, butler_board, datum
from controller.scoring.cross_imps import Divide, cross_imp_board
from controller.scoring.imps import IMP_STEPS, imps
from controller.scoring.matchpoints import Scale, matchpoint_board, neuberg
from controller.scoring.ranking import Penalty, Ranked, Total, ranking, totals
from controller.scoring.results import Artificial, Given, Line, Score, Scored, Share, plain, split, weighted
from controller.scoring.teams import MatchBoard, MatchScore, board_a_match, imp_match
from controller.scoring.trail import Book, Change
from controller.scoring.victory_points import VpTable, wbf_vps

__all__ = [
    "IMP_STEPS",
    "Artificial",
    "Book",
    "ButlerRules",
    "Change",
    "Divide",
    "Given",
    "Halves",
    "Line",
    "MatchBoard",
    "MatchScore",
    "Penalty",
    "Ranked",
    "Scale",
    "Score",
    "Scored",
    "Share",
    "Total",
    "VpTable",
    "board_a_match",
    "butler_board",
    "cross_imp_board",
    "datum",
    "imp_match",
    "imps",
    "matchpoint_board",
    "neuberg",
    "plain",
    "ranking",
    "split",
    "totals",
    "wbf_vps",
    "weighted",
]
