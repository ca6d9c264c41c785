"""The Mitchell movement: North-South stay, East-West move up a table a round, boards move down one.

With an even number of tables East-West would come back to boards they have played: they skip a table half-way, or two
tables share boards with a relay opposite.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from controller.session.movement import Movement, Sitting, board_set, with_arrow_switch


class Even(Enum):
    """What is done about an even number of tables."""

    #: After half of the rounds East-West move up two tables: one round fewer, each misses one pair.
    SKIP = "skip"
    #: The first and the last table share boards all evening, and a relay stands half-way round.
    SHARE_AND_RELAY = "share_and_relay"


def mitchell(
    tables: int,
    *,
    rounds: int | None = None,
    boards_per_round: int = 2,
    first_board: int = 1,
    even: Even = Even.SKIP,
    arrow_switch: Iterable[int] = (),
) -> Movement:
    """A Mitchell movement; North-South are pairs 1 to `tables`, East-West the next ones.

    Without `rounds` as many as there can be. With an arrow switch in some rounds there is one winner. ValueError for
    more rounds than the tables allow.
    """
    if tables < 2:
        raise ValueError("a Mitchell movement has two tables at least")
    skips = tables % 2 == 0 and even is Even.SKIP
    most = tables - 1 if skips else tables
    count = most if rounds is None else rounds
    if not 1 <= count <= most:
        raise ValueError(f"{tables} tables allow {most} rounds of a Mitchell movement, not {count}")
    switched = frozenset(arrow_switch)
    sittings = tuple(
        Sitting(
            number + 1,
            table + 1,
            table + 1,
            tables + 1 + _east_west(table, number, tables, skips=skips),
            board_set(_set(table, number, tables, even), boards_per_round=boards_per_round, first_board=first_board),
        )
        for number in range(count)
        for table in range(tables)
    )
    return Movement(with_arrow_switch(sittings, switched), two_winners=not switched)


def _east_west(table: int, number: int, tables: int, *, skips: bool) -> int:
    """Which East-West pair is there; all counted from 0."""
    moved = number + (1 if skips and number >= tables // 2 else 0)
    return (table - moved) % tables


def _set(table: int, number: int, tables: int, even: Even) -> int:
    """Which set of boards is there."""
    if tables % 2 or even is Even.SKIP:
        return (table + number) % tables
    # The relay has a place of its own after the first half; so the last table's boards are the first one's.
    place = table if table < tables // 2 else table + 1
    return (place + number) % tables
