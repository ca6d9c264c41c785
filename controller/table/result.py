"""The end of the play: the tricks are known, and what was keyed in is compared with them (Laws 78, 79)."""

from __future__ import annotations

from typing import Any

from controller.model.cards import Card
from controller.model.irregularities import act_of
from controller.table import revokes, transfers
from controller.table.game import Game, Keyed


def play_is_over(game: Game) -> None:
    """Thirteen tricks, an agreed claim, or an award: the result is known, and no card in question counts any more."""
    assert game.declarer is not None
    game.play.lead_waits, game.play.ahead, game.play.extras = None, [], []
    side = game.declarer.side
    game.score.tricks = game.play.tricks[side] + game.score.claimed.get(side, 0)
    game.phase, game.turn = "ended", None
    revokes.after_trick(game)
    transfers.refresh(game)
    if game.keyed is not None and game.keyed.tricks is not None and not _is_told(game, game.keyed):
        # Keyed before the play was over: now both are known.
        check_keyed(game)


def check_keyed(game: Game) -> None:
    """What the players keyed in, against the result as tracked; before the play is over, against the auction."""
    keyed, result = game.keyed, game.play.result
    if keyed is None:
        return
    differs = keyed.contract != game.contract or (keyed.declarer is not None and keyed.declarer is not game.declarer)
    if result is None:
        if differs and game.contract is not None:
            game.raise_finding("contract_display_mismatch", keyed.n, seat=None, facts=_facts(game, keyed))
        return
    if game.score.ruled is not None:
        # What the director gives is no longer what was played.
        return
    is_other_lead = keyed.lead is not None and _lead(game) not in (None, keyed.lead)
    if differs or is_other_lead or (keyed.tricks is not None and result.get("tricks") != keyed.tricks):
        game.raise_finding("score_mismatch", keyed.n, seat=None, facts=_facts(game, keyed))


def _is_told(game: Game, keyed: Keyed) -> bool:
    """Was that very entry told to be of another contract? Players are keying the right one; that is compared anew."""
    return any(f.kind == "contract_display_mismatch" and act_of(f.id) == keyed.n for f in game.findings.values())


def _facts(game: Game, keyed: Keyed) -> dict[str, Any]:
    """Both side by side; the lead where the players keyed one."""
    declarer = keyed.declarer.name if keyed.declarer else None
    said: dict[str, Any] = {"contract": keyed.contract, "declarer": declarer, "tricks": keyed.tricks}
    tracked: dict[str, Any] = {
        "contract": game.contract,
        "declarer": game.declarer.name if game.declarer else None,
        "tricks": (game.play.result or {}).get("tricks"),
    }
    if keyed.lead is not None:
        lead = _lead(game)
        said, tracked = {**said, "lead": keyed.lead.text}, {**tracked, "lead": lead.text if lead else None}
    return {"keyed": said, "tracked": tracked}


def _lead(game: Game) -> Card | None:
    """The opening lead as it stands; None while nobody has led."""
    first = game.play.done[0].cards if game.play.done else [(p.seat, p.card) for p in game.play.on_table]
    return next((card for _, card in first), None)
