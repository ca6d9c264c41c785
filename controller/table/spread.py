"""Hands and cards shown face up, not in playing position: dummy, a claim, an exposed card (Laws 41, 48, 49, 54)."""

from __future__ import annotations

from controller.model.events import CardsExposed, HandFaced
from controller.table.game import Game


def on_hand_faced(game: Game, n: str, event: HandFaced) -> None:
    """A hand is spread."""


def on_cards_exposed(game: Game, n: str, event: CardsExposed) -> None:
    """Cards are seen face up after the auction."""
