"""Rulings that give or take away the board's result: adjusted and artificial scores, a cancelled board (12, 86-88)."""

from __future__ import annotations

from collections.abc import Callable

from controller.laws.score import score_ns
from controller.model.events import Ruling
from controller.model.irregularities import Attention, Irregularity
from controller.table import transfers
from controller.table.game import Game

#: What is about the board before: a ruling on it settles it, and the board in hand goes on.
OF_THE_BOARD_BEFORE = "score_missing"
#: Stands for the finding where a ruling is given on the board as a whole.
WHOLE_BOARD = Irregularity("board", "board", None, (), Attention.LOG)


def adjust(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 12: an assigned adjusted score, written as contract, declarer and tricks."""
    contract = ruling.contract or game.contract or "P"
    declarer = ruling.declarer or game.declarer
    tricks = ruling.tricks or 0
    if contract == "P" or declarer is None:
        game.score.ruled = {"score": 0}
    else:
        made = transfers.contract_by(contract, declarer.name)
        game.score.ruled = {"tricks": tricks, "score": score_ns(made, tricks, game.vul)}
    _end(game, n, found, ruling, all_findings=False)


def artificial(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Laws 12, 88: no result can be had; a percentage for each side."""
    game.score.ruled = {"artificial": {"NS": ruling.ns_percent, "EW": ruling.ew_percent}}
    _end(game, n, found, ruling, all_findings=True)


def cancel_board(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """No result on this board."""
    game.score.ruled = {"cancelled": True}
    _end(game, n, found, ruling, all_findings=True)


def _end(game: Game, n: str, found: Irregularity, ruling: Ruling, *, all_findings: bool) -> None:
    if found is not WHOLE_BOARD:
        game.close(found.id, "ruling", n, ruling.choice)
    if all_findings:
        for finding_id in list(game.pending):
            game.close(finding_id, "ruling", n, ruling.choice)
        game.waiting.clear()
        game.watch.replacing.clear()
    game.phase, game.turn = "ended", None
    transfers.refresh(game)


Effect = Callable[[Game, str, Irregularity, Ruling], None]


def _of_this_board(effect: Effect) -> Effect:
    """The effect, but for a finding about the board before, which it only settles."""

    def rule(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
        if found.kind == OF_THE_BOARD_BEFORE:
            game.close(found.id, "ruling", n, ruling.choice)
        else:
            effect(game, n, found, ruling)

    return rule


EFFECTS: dict[str, Effect] = {
    "adjust": _of_this_board(adjust),
    "artificial": _of_this_board(artificial),
    "cancel_board": _of_this_board(cancel_board),
}
