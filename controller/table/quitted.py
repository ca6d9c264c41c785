"""Quitted tricks: turned the wrong way, a card missing, a defective trick found (Laws 65, 67)."""

from __future__ import annotations

from controller.model.events import TrickQuitted
from controller.table.game import Game


def on_trick_quitted(game: Game, n: str, event: TrickQuitted) -> None:
    """A player turned his card of the last trick."""
