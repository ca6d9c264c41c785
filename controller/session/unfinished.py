"""What of an evening is not done at a table: boards that the plan has and nobody ended, a board left in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from controller.model.spans import spans
from controller.session.plan import SessionPlan
from controller.session.results import is_over
from controller.table import Table


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Something that a director may want to settle before the evening is closed: a sentence and what goes into it."""

    key: str
    fields: Mapping[str, object]


def unfinished_boards(name: str, table: Table, plan: SessionPlan | None) -> Iterator[Unfinished]:
    """The boards of one table."""
    ended = {board.game.board for board in table.boards if is_over(board)}
    missing = sorted(plan.boards_due(name) - ended) if plan is not None else []
    if missing:
        yield Unfinished("close.boards", {"table": name, "boards": spans(missing), "n": len(missing)})
    if table.board_number is not None and not is_over(table.boards[-1]):
        yield Unfinished("close.in_play", {"table": name, "board": table.board_number})
