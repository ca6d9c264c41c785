"""What the director's ruling on a board or a hand does (Laws 1 to 16, 87)."""

from __future__ import annotations

from collections.abc import Callable

from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.table.game import Game


def may_still(game: Game, found: Irregularity, ruling: Ruling) -> bool:
    """May the choice be made although the finding waits no more?"""
    return False


EFFECTS: dict[tuple[str, str], Callable[[Game, str, Irregularity, Ruling], None]] = {}
