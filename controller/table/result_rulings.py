"""Rulings that give or take away the board's result: adjusted and artificial scores, a cancelled board (12, 86-88)."""

from __future__ import annotations

from collections.abc import Callable

from controller.model.events import Ruling
from controller.model.irregularities import Attention, Irregularity
from controller.table.game import Game

#: Stands for the finding where a ruling is given on the board as a whole.
WHOLE_BOARD = Irregularity("board", "board", None, (), Attention.LOG)


EFFECTS: dict[str, Callable[[Game, str, Irregularity, Ruling], None]] = {}
