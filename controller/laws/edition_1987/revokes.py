"""Revokes, defective tricks and claims in the edition of 1987: Laws 61 to 71, row by row."""

from __future__ import annotations

from typing import Any

from controller.laws.edition_2017.revokes import CORRECT, END, LOG, SILENT, TRANSFER
from controller.laws.rows import Law, Option

LAWS: tuple[Law, ...] = (
    Law("revoke_certain", ("61A", "61", "44C", "44", "62", "63", "64"), CORRECT, attention=SILENT),
    Law("revoke_possible", ("61A", "61", "44C", "44", "62", "63", "64"), attention=LOG),
    Law("revoke_corrected_before_established", ("62A", "62B", "62C", "62")),
    Law("revoke_established", ("63A", "63", "64A", "64B", "64"), TRANSFER, attention=END),
    Law("revoke_trick_twelve", ("62D", "62", "64B", "64"), CORRECT),
    Law("missing_card_in_trick", ("67A", "67"), CORRECT),
    Law("defective_trick", ("67B", "67B1", "67", "14"), CORRECT, attention=SILENT),
    Law("trick_quitted_wrong_direction", ("65", "65B"), attention=LOG),
    # Play has ceased and cannot go on.
    Law("claim_disputed", ("70", "68D", "68", "69", "71"), (Option("award_claim"),)),
    Law("play_after_claim", ("68D", "68")),
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
