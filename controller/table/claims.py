"""Claims and concessions (Laws 68 to 71)."""

from __future__ import annotations

from controller.model.events import ClaimAnswered, ClaimMade
from controller.table.game import Game


def on_claim(game: Game, n: str, event: ClaimMade) -> None:
    """A player claims or concedes."""


def on_claim_answer(game: Game, n: str, event: ClaimAnswered) -> None:
    """An opponent agrees or disputes."""
