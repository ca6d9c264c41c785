"""Full scans of pockets and hands (Laws 1, 6, 7, 13 to 15, 87)."""

from __future__ import annotations

from controller.model.events import HandScanned, PocketScanned
from controller.table.game import Game


def on_pocket(game: Game, n: str, event: PocketScanned) -> None:
    """A pocket of the board is scanned, before the hands are taken or after they are put back."""


def on_hand(game: Game, n: str, event: HandScanned) -> None:
    """A held hand is scanned: its cards, or how many."""
