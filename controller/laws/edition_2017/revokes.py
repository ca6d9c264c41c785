"""Revokes, defective tricks and claims in the edition of 2017: Laws 61 to 71, row by row."""

from __future__ import annotations

from typing import Any

from controller.laws.rows import Law, Option, Who
from controller.model.irregularities import Attention

CORRECT = (Option("correct"),)
TRANSFER = (Option("transfer"),)
SILENT, END, LOG = Attention.SILENT, Attention.END_OF_BOARD, Attention.LOG

LAWS: tuple[Law, ...] = (
    Law("revoke_certain", ("61A", "61", "44C", "44", "62", "63", "64"), CORRECT, attention=SILENT),
    Law("revoke_possible", ("61A", "61", "44C", "44", "62", "63", "64"), attention=LOG),
    Law("revoke_corrected_before_established", ("62A", "62B", "62C", "62")),
    Law("revoke_established", ("63A", "63", "64A", "64B", "64"), TRANSFER, attention=END),
    Law("revoke_trick_twelve", ("62D", "62", "64B6", "64"), CORRECT),
    Law("missing_card_in_trick", ("67A", "67"), CORRECT),
    Law("defective_trick", ("67B", "67B1", "67", "14"), CORRECT, attention=SILENT),
    Law("trick_quitted_wrong_direction", ("65B3", "65B", "65"), attention=LOG),
    Law("claim_disputed", ("70", "68D", "68", "69", "71"), (Option("award_claim"), Option("play_on", Who.OTHER_SIDE))),
    Law("play_after_claim", ("68D2", "68D", "68")),
)

SETTLES: dict[str, Any] = {
    # 63A3: assent to a claim establishes a revoke only when the agreement itself is fixed (69A).
    "accepting_a_claim_establishes": False,
    # 62C3: both sides revoked in one trick: neither is established until both have played on.
    "both_sides_revoked_wait": True,
    # 64B7: both sides have revoked on the board, in whatever tricks, and both are established: no automatic trick.
    "both_sides_revoked_cancel_out": True,
    # 64A2: the further trick for a card kept back is gone.
    "kept_card_costs_a_trick": False,
    # 67B1: whether or not the hand could follow, the defective trick is deemed a revoke.
    "defective_trick_is_always_a_revoke": True,
}
