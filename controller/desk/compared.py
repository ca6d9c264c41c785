"""One board at every table that has played it: where its hands changed, which cards, and since when (Law 87).

It names cards that nobody may have seen, so it is for the director alone and written down as a look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.desk import shown
from controller.desk.describe import said
from controller.desk.room import Room
from controller.desk.shown import Shown
from controller.desk.times import clock
from controller.desk.words import Words
from controller.service.deal_watch import seen_at
from controller.session.fouled import Contradiction, Seen, contradiction, groups

#: Findings that are about one board at several tables.
KINDS = ("fouled_board", "wrong_orientation")


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table, when it ended the board, and what is different there from the table before."""

    table: str
    ended: str
    #: So many of the cards were seen.
    seen: int
    #: Nothing where the board is as it was.
    before: str = ""
    is_turned: bool = False
    cards: Sequence[Shown] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """The tables in the order in which they played the board, and which of them had the same hands."""

    tables: Sequence[AtTable]
    groups: Sequence[Sequence[str]]


def compared(room: Room, board: int, words: Words) -> Compared:
    """What the tables saw of a board; a deal file's word plays no part."""
    ordered: list[tuple[float, Seen]] = []
    for record in room.in_order():
        for played in record.table.boards:
            if played.game.board == board:
                at = room.ended_at(record.name, board)
                ordered.append((float("inf") if at is None else at, seen_at(record.name, played)))
    ordered.sort(key=lambda one: one[0])
    tables: list[AtTable] = []
    for number, (at, seen) in enumerate(ordered):
        found = contradiction([earlier for _, earlier in ordered[:number]], seen)
        tables.append(_at_table(at, seen, found, words))
    return Compared(tables, groups([seen for _, seen in ordered]))


def _at_table(at: float, seen: Seen, found: Contradiction | None, words: Words) -> AtTable:
    ended = words.text("compare.playing") if at == float("inf") else clock(at)
    count = len(frozenset().union(*seen.hands.values()))
    if found is None:
        return AtTable(seen.table, ended, count)
    moved = [
        said(
            words,
            "compare.card",
            {"card": shown.card(card, words), "was": shown.seat(was, words), "now": shown.seat(now, words)},
        )
        for card, (was, now) in found.cards.items()
    ]
    return AtTable(seen.table, ended, count, found.before, found.is_turned, () if found.is_turned else moved)
