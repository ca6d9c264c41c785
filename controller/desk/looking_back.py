"""A board as it counts: corrections and late rulings in their places, and how it stood after any of its acts."""

from __future__ import annotations

from dataclasses import replace

from controller.model.events import Correction
from controller.table import Table
from controller.table.derive import Entry, derive, order_of
from controller.table.table import Board


def counted(board: Board) -> list[Entry]:
    """The entries of a board in the order in which they count; what was corrected away is not among them."""
    return order_of(board.entries, board.rulings_on)


def board_of(table: Table, n: int) -> Table:
    """The table as of the board that event `n` belongs to: its last board is that one."""
    boards = table.boards
    for index in range(len(boards) - 1, 0, -1):
        if boards[index].entries and int(boards[index].entries[0].n) <= n:
            return replace(table, boards=boards[: index + 1])
    return replace(table, boards=boards[:1])


def as_of(view: Table, place: int) -> Table:
    """The table's last board just after the entry at that place (from 0) of those that count."""
    board = view.boards[-1]
    entries = counted(board)[: place + 1]
    settled = dict(board.rulings_on)
    game = derive(board.base, entries, settled)
    return replace(view, boards=(*view.boards[:-1], Board(board.base, tuple(entries), game, settled)))


def corrections(board: Board) -> int:
    """How often the record of a board has been corrected: a correction is made for one such moment only."""
    return sum(1 for entry in board.entries if isinstance(entry.event, Correction))
