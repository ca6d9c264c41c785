"""Revokes, defective tricks and claims in the edition of 1987: Laws 61 to 71, row by row."""

from __future__ import annotations

from typing import Any

from controller.laws.edition_2017.revokes import CORRECT, END, LOG, SILENT, TRANSFER
from controller.laws.rows import Law, Option

LAWS: tuple[Law, ...] = (
    Law("revoke_certain", ("61A", "44C", "62"), CORRECT, attention=SILENT),
    Law("revoke_possible", ("61A", "44C"), attention=LOG),
    Law("revoke_corrected_before_established", ("62A", "62B")),
    Law("revoke_established", ("63A", "64A"), TRANSFER, attention=END),
    Law("revoke_trick_twelve", ("62D",), CORRECT),
    Law("missing_card_in_trick", ("67A",), CORRECT),
    Law("defective_trick", ("67B", "67B1"), CORRECT, attention=SILENT),
    Law("trick_quitted_wrong_direction", ("65",), attention=LOG),
    # Play has ceased and cannot go on.
    Law("claim_disputed", ("70", "68D"), (Option("award_claim"),)),
    Law("play_after_claim", ("68D",)),
)

SETTLES: dict[str, Any] = {
    # 63A3: a member of the side that accepts an opponent's claim establishes its revoke.
    "accepting_a_claim_establishes": True,
    # The edition is silent on both sides revoking in one trick: each is established by its own side's next card.
    "both_sides_revoked_wait": False,
    "both_sides_revoked_cancel_out": False,
    # 64A2: a trick won later with a card that could have been played to the revoke trick goes over as well.
    "kept_card_costs_a_trick": True,
    # 67B1(a): a hand that can follow supplies the card and nothing further.
    "defective_trick_is_always_a_revoke": False,
}
