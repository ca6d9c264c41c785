"""The board's result: tricks, transfers, score (Laws 64, 77 to 79)."""

from __future__ import annotations

from controller.table.game import Game


def play_is_over(game: Game, n: str) -> None:
    """Thirteen tricks, an agreed claim, or an award: the result is known."""
