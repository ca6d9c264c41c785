"""What the director's ruling on a revoke, a defective trick or a claim does (Laws 62 to 71)."""

from __future__ import annotations

from collections.abc import Callable

from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.table import claims, corrections, revokes
from controller.table.game import Game

EFFECTS: dict[tuple[str, str], Callable[[Game, str, Irregularity, Ruling], None]] = {
    ("revoke_certain", "correct"): corrections.order,
    ("revoke_trick_twelve", "correct"): corrections.order,
    ("missing_card_in_trick", "correct"): corrections.order_missing,
    ("defective_trick", "correct"): corrections.order_missing,
    ("revoke_established", "transfer"): revokes.rule_transfer,
    ("defective_trick", "transfer"): revokes.rule_transfer,
    ("claim_disputed", "award_claim"): claims.award,
    ("claim_disputed", "play_on"): claims.play_on,
}


def may_still(_game: Game, found: Irregularity, ruling: Ruling) -> bool:
    """Tricks are transferred at the end, the finding being closed or not; a later ruling replaces an earlier one."""
    return ruling.choice == "transfer" and found.kind in ("revoke_established", "defective_trick")
