"""What should be at a table now: which round, which pairs, which boards. It follows what has been played there.

No clock moves a table on: a round is over when its boards have been played, or when one of a later round has been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.model.events import BoardTaken
from controller.session.plan import Place, SessionPlan
from controller.table import Table


@dataclass(frozen=True, slots=True)
class Taken:
    """A board that was taken up at a table."""

    table: str
    board: int
    #: A call was made on it, or it has a result. One that was put back at once is still to be played.
    is_played: bool
    #: Who sat there, as the table's log says: `{"NS": 3, "EW": 12}`.
    pairs: Mapping[str, Any] | None = None


def due_at(plan: SessionPlan, table: str, taken: Sequence[Taken], *, board: int | None = None) -> Place | None:
    """The sitting that is due at a table, given everything that was taken up in the room; None: no more is.

    With the `board` that is now taken up: a board left over from an earlier round is due again when the table has
    nothing under way in its own round, for late play is a sitting like any other.
    """
    places = list(plan.at_table(table))
    left = [set(place.sitting.boards) for place in places]
    since = 0
    for played in (t.board for t in taken if t.table == table and t.is_played):
        # In its own round or a later one, else as late play of an earlier one.
        here = next((i for i in (*range(since, len(places)), *range(since)) if played in left[i]), None)
        if here is not None:
            left[here].discard(played)
            since = max(since, here)
    current = next((i for i in range(since, len(places)) if left[i]), None)
    has_begun = current is not None and len(left[current]) < len(places[current].sitting.boards)
    if board is not None and not has_begun and (current is None or board not in left[current]):
        late = next((i for i in range(since) if board in left[i]), None)
        if late is not None:
            return places[late]
    return None if current is None else places[current]


def board_fields(plan: SessionPlan, table: str, board: int, taken: Sequence[Taken]) -> dict[str, Any]:
    """`pairs` and `schedule` of the `board` event of a board that a table takes up (docs/formats/TABLE_LOG.md).

    Who really sits there nobody has said: the pairs are those that should. Nothing for a table of no section.
    """
    if not plan.at_table(table):
        return {}
    place = due_at(plan, table, taken, board=board)
    if place is None:
        return {"schedule": {"boards": []}}
    section, _, sitting = place
    due = {"NS": plan.pair_id(section, sitting.ns), "EW": plan.pair_id(section, sitting.ew)}
    return {"pairs": dict(due), "schedule": {"boards": list(sitting.boards), **due, "played": played_by(due, taken)}}


def played_by(pairs: Mapping[str, Any], taken: Sequence[Taken]) -> list[int]:
    """Every board that one of those pairs has played, at whatever table."""
    who = {str(pair) for pair in pairs.values()}
    return sorted({t.board for t in taken if t.is_played and who & {str(p) for p in (t.pairs or {}).values()}})


def taken_at(name: str, table: Table) -> list[Taken]:
    """Every board that a table has taken up this evening."""
    found: list[Taken] = []
    for board in table.boards:
        game, taken = board.game, board.entries[0].event if board.entries else None
        if isinstance(taken, BoardTaken):
            is_played = bool(game.shown) or game.play.result is not None
            found.append(Taken(name, taken.board, is_played, taken.pairs))
    return found
