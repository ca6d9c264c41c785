"""When a deal is open to everybody: the organiser's regulation on running results, a delay, an embargo. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.session.may_see import DealProgress
from controller.session.plan import Place, SessionPlan

#: Table and board.
PlayedAt = tuple[str, int]
BY_BOARD, BY_SESSION = WHENS = ("board", "session")
_NEVER = float("inf")


def progress_of(
    board: int, plan: SessionPlan | None, *, tables: Iterable[str], ended: Mapping[PlayedAt, float]
) -> DealProgress:
    """How far a deal is. `ended`: when each table ended each board it has played, in seconds since the epoch.

    Where no plan says which tables are to play it, every one of `tables` is.
    """
    places = plan.of_board(board) if plan is not None else ()
    scheduled = frozenset(place.table for place in places) or frozenset(tables)
    finished = frozenset(table for table, number in ended if number == board)
    if plan is None:
        return DealProgress(scheduled, finished)
    return DealProgress(scheduled, finished, _opens_at(board, plan, places, ended))


def _opens_at(board: int, plan: SessionPlan, places: Iterable[Place], ended: Mapping[PlayedAt, float]) -> float:
    opening = plan.opening
    if opening.when == BY_SESSION:
        waited = [(place.table, number) for place in plan.places for number in place.sitting.boards]
    else:
        waited = [(place.table, board) for place in places]
    last = max((ended.get(one, _NEVER) for one in waited), default=0.0)
    return max(opening.not_before, last + 60 * opening.delay_min)
