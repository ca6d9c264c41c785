"""The book of results kept along a table's log: what each board came to, and what rulings changed later (Law 79C)."""

from __future__ import annotations

from controller.model.events import BoardLeft, BoardTaken, Correction, Ruling, TableEvent
from controller.scoring import Book
from controller.session.plan import SessionPlan
from controller.session.results import result_of
from controller.table import Table

#: Types of the events that may book or change a result.
CONCERN_RESULTS = tuple(kind.type for kind in (BoardLeft, BoardTaken, Correction, Ruling))


def is_complete(book: Book, plan: SessionPlan) -> bool:
    """Has every sitting of the evening its results?"""
    return all((place.table, board) in book.results for place in plan.places for board in place.sitting.boards)


def closing(book: Book, plan: SessionPlan | None, at: float) -> Book:
    """The book, its correction period (79C) begun if all results are in: now the ranking can be checked."""
    if plan is None or book.closes_at is not None or not is_complete(book, plan):
        return book
    return book.closed(at + 60 * plan.rules.correction_min)


def kept(book: Book, name: str, table: Table, event: TableEvent, *, at: float) -> Book:
    """The book after an event at table `name`; `table` as the event left it, `at` the time on the book's clock.

    A result is booked when its board has left; from then on what changes it leaves a trail.
    """
    if isinstance(event, Ruling | Correction):
        boards = [b for b in table.boards if (name, b.game.board) in book.results]
    elif isinstance(event, BoardTaken):
        boards = list(table.boards[-2:-1])
    elif isinstance(event, BoardLeft):
        boards = list(table.boards[-1:])
    else:
        return book
    by = getattr(event, "by", None) or ""
    why = event.choice if isinstance(event, Ruling) else event.reason if isinstance(event, Correction) else ""
    for board in boards:
        found = result_of(name, board)
        if found is not None:
            book = book.with_result((name, found.board), found.score, at=at, by=by, why=why)
    return book
