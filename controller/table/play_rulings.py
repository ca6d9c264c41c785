"""What the director's ruling on a lead, a play or a card does (Laws 44 to 71)."""

from __future__ import annotations

from collections.abc import Callable

from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.table import auction_cards
from controller.table.game import Game


def may_still(game: Game, found: Irregularity, ruling: Ruling) -> bool:
    """May the choice be made although the finding waits no more (lead orders)?"""
    return False


EFFECTS: dict[tuple[str, str], Callable[[Game, str, Irregularity, Ruling], None]] = {**auction_cards.EFFECTS}
