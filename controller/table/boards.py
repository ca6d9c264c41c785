"""A board is taken up, left, and its result keyed in (Laws 2, 8, 15, 77, 79)."""

from __future__ import annotations

from controller.model.board import Vulnerability, dealer_of, vulnerability_of
from controller.model.events import BoardTaken, ResultEntered
from controller.table.game import Game


def on_board(game: Game, n: str, event: BoardTaken) -> None:
    """A board is taken up: dealer and vulnerability as marked, else as its number says."""
    game.board = event.board
    game.dealer = event.dealer or dealer_of(event.board)
    game.vul = event.vul or vulnerability_of(event.board)
    game.phase, game.turn = "auction", game.dealer
    if event.deal is not None:
        game.play.known = dict(event.deal.hands)


def on_board_left(game: Game, n: str) -> None:
    """The board leaves the table."""
    game.phase, game.turn = "ended", None


def on_result_entered(game: Game, n: str, event: ResultEntered) -> None:
    """The players key a contract or a result into the scoring unit."""


__all__ = ["Vulnerability", "on_board", "on_board_left", "on_result_entered"]
