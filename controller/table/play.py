"""Cards played: in turn, out of turn, replaced, returned (Laws 41 to 63)."""

from __future__ import annotations

from controller.model.events import CardFaced, CardPlayed, CardReturned
from controller.table.game import Game


def on_card(game: Game, n: str, event: CardPlayed) -> None:
    """A card is put in playing position."""


def on_card_faced(game: Game, n: str, event: CardFaced) -> None:
    """A card that lay face down in playing position is turned up."""


def on_card_returned(game: Game, n: str, event: CardReturned) -> None:
    """A card that lay on the table goes back to the hand."""
