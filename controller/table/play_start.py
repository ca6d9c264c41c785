"""From the final pass to the first trick: cards shown in the auction become penalty cards, the leader is known."""

from __future__ import annotations

from controller.table.game import Game


def begin(game: Game, n: str) -> None:
    """The contract is known: presumed declarer's left-hand opponent is to lead."""
    assert game.declarer is not None
    game.play.leader = game.declarer.lho
    game.turn = game.declarer.lho
