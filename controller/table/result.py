"""The end of the play: the tricks are known, and what was keyed in is compared with them (Laws 78, 79)."""

from __future__ import annotations

from controller.table import revokes, transfers
from controller.table.game import Game


def play_is_over(game: Game) -> None:
    """Thirteen tricks, an agreed claim, or an award: the result is known, and no card in question counts any more."""
    assert game.declarer is not None
    game.play.lead_waits, game.play.ahead, game.play.extras = None, [], []
    side = game.declarer.side
    game.score.tricks = game.play.tricks[side] + game.score.claimed.get(side, 0)
    game.phase, game.turn = "ended", None
    revokes.after_trick(game)
    transfers.refresh(game)


def check_keyed(game: Game, n: str) -> None:
    """What the players keyed in, against the result as tracked; before the play, against the auction."""
    if game.keyed is None:
        return
    contract, declarer, tricks = game.keyed
    differs = contract != game.contract or (declarer is not None and declarer is not game.declarer)
    facts = {
        "keyed": {"contract": contract, "declarer": declarer.name if declarer else None, "tricks": tricks},
        "tracked": {
            "contract": game.contract,
            "declarer": game.declarer.name if game.declarer else None,
            "tricks": (game.play.result or {}).get("tricks"),
        },
    }
    result = game.play.result
    if result is None:
        if differs and game.contract is not None:
            game.raise_finding("contract_display_mismatch", n, seat=None, facts=facts)
        return
    if "artificial" in result or "cancelled" in result or game.score.ruled is not None:
        return
    if differs or (tricks is not None and result.get("tricks") != tricks):
        game.raise_finding("score_mismatch", n, seat=None, facts=facts)
