"""The open deals, for spectators and everybody else: hands and results, one board a page; nothing of the others."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import book, replay_view, wall_view
from controller.desk.describe import said
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import DeniedError, open_to, visitor_of
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.times import day_and_clock
from controller.desk.words import Words
from controller.session.may_see import Role, What
from controller.session.opening import BY_SESSION
from controller.session.rules import Opening
from controller.table import Table

router = APIRouter(include_in_schema=False)
#: Who may look at open deals: all but the wall, on which they would stand for those who have still to play others.
SPECTATORS = frozenset(Role) - {Role.WALL}


@router.get("/boards")
@open_to(SPECTATORS)
async def boards_page(request: Request) -> Response:
    """The open boards; the one that was opened last is shown."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    numbers = wall_view.open_boards(desk.room, viewer)
    latest = max(numbers, key=lambda number: (desk.room.progress(number).opens_at, number), default=None)
    return _page(request, numbers, latest)


@router.get("/boards/{board}")
@open_to(SPECTATORS)
async def board_page(request: Request, board: int) -> Response:
    """One open board."""
    numbers = wall_view.open_boards(desk_of(request).room, visitor_of(request).viewer)
    if board not in numbers:
        raise DeniedError(404, "error.unknown")
    return _page(request, numbers, board)


@router.get("/boards/{board}/tables/{table}")
@open_to(SPECTATORS)
async def replay_page(request: Request, board: int, table: str) -> Response:
    """An open board as one table played it, act by act; `?act=` says after which."""
    record, whole = played_at(request, board, table)
    desk, given = desk_of(request), request.query_params.get("act", "")
    act = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 1
    context = {
        "view": replay_view.view_of(record, whole, act, desk.words_for(request)),
        "path": request.url.path,
        "numbers": wall_view.open_boards(desk.room, visitor_of(request).viewer),
    }
    return desk.render(request, "replay.html", context)


def played_at(request: Request, board: int, table: str) -> tuple[TableRecord, Table]:
    """A table and the open board as it was played there; else it is as if there were none."""
    room, viewer = desk_of(request).room, visitor_of(request).viewer
    record = room.tables.get(table)
    may = record is not None and room.is_open(board) and room.sees(viewer, board, What.ACTS)
    whole = replay_view.played_at(record, board) if record is not None and may else None
    if record is None or whole is None or not room.sees(viewer, board, What.UNSEEN_CARDS):
        raise DeniedError(404, "error.unknown")
    return record, whole


def _page(request: Request, numbers: list[int], chosen: int | None) -> Response:
    desk, viewer = desk_of(request), visitor_of(request).viewer
    words = desk.words_for(request)
    context = {
        "numbers": numbers,
        "board": None if chosen is None else book.board(desk.room, chosen, words),
        "round": wall_view.wall_of(desk.room, viewer).round,
        "opening": _opening(desk, words),
        "is_screen": viewer.role in (Role.SPECTATOR, Role.SEAT),
    }
    return desk.render(request, "boards.html", context)


def _opening(desk: Desk, words: Words) -> list[Shown]:
    """When boards open, besides having been played everywhere."""
    opening = desk.room.plan.opening if desk.room.plan else Opening()
    found = []
    if opening.when == BY_SESSION:
        found.append(said(words, "boards.by_session"))
    if opening.delay_min:
        found.append(said(words, "boards.delay", {"n": opening.delay_min}))
    if desk.now() < opening.not_before:
        found.append(said(words, "boards.embargo", {"time": day_and_clock(opening.not_before, words)}))
    return found
