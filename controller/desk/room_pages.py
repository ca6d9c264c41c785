"""The room, one table live, the rulings book and the open boards, as pages."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import book, table_view
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import DIRECTORS, KNOWN, DeniedError, open_to, visitor_of
from controller.desk.queue import CHECK, queue_for
from controller.desk.record import TableRecord
from controller.desk.room import Viewer
from controller.desk.summons_view import ref_of
from controller.desk.tiles import FILTERS, filtered, filters_for, tiles_for
from controller.desk.times import clock_s
from controller.session.may_see import Role, What

router = APIRouter(include_in_schema=False)
IN_THE_ROOM = frozenset({Role.DIRECTOR, Role.PLAYING_DIRECTOR, Role.OPERATOR})


@router.get("/")
@open_to(KNOWN)
async def home(request: Request) -> Response:
    """Everybody's first page."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    if viewer.role in (Role.SEAT, Role.SPECTATOR):
        return RedirectResponse("/boards", status_code=303)
    if viewer.role is Role.PLAYING_DIRECTOR:
        return _come(desk, request, viewer)
    return room_page(desk, request, viewer)


def room_page(desk: Desk, request: Request, viewer: Viewer) -> Response:
    """The room: who waits, then a tile a table."""
    words = desk.words_for(request)
    queue = queue_for(desk.room, viewer, words, desk.now())
    tiles = tiles_for(desk.room, viewer, queue, words)
    chosen = request.query_params.get("show", "all")
    chosen = chosen if chosen in FILTERS else "all"
    context = {
        "queue": queue,
        "tiles": filtered(tiles, chosen),
        "all_tables": len(tiles),
        "filters": filters_for(tiles, chosen, words),
        "link": _operators_link if viewer.role is Role.OPERATOR else _link,
    }
    return desk.render(request, "room.html", context)


def _operators_link(table: str, summons: str | None, _style: str) -> str:
    """An operator looks after readers: his page of a table is the one on which its record is kept by hand."""
    return _link(table, CHECK, "device") if table != "–" else _link(table, summons, "device")


def _link(table: str, summons: str | None, style: str) -> str:
    """Where a row of the queue leads. A quiet one has an address that tells nothing."""
    if summons is None:
        return f"/tables/{table}" if table != "–" else "/"
    if summons == CHECK:
        return f"/tables/{table}/keep"
    if style == "quiet":
        return f"/tables/{table}/summonses/{ref_of(table, summons)}"
    return f"/tables/{table}/summonses/{summons}"


def _come(desk: Desk, request: Request, viewer: Viewer) -> Response:
    """A playing director: where to come, and of boards that he has still to play nothing more."""
    wanted = [
        record.name
        for record in desk.room.in_order()
        if any(not c.is_quiet and c.acknowledged is None for c in record.waiting) or record.unanswered
    ]
    allowed = [t for t in wanted if desk.room.sees(viewer, desk.room.tables[t].board, What.COME_TO_TABLE)]
    queue = queue_for(desk.room, viewer, desk.words_for(request), desk.now())
    return desk.render(request, "come.html", {"tables": allowed, "queue": queue, "link": _link})


def record_for(request: Request, table: str, what: What) -> TableRecord:
    """A table's record, if the visitor may see that of its board; else it is as if there were none."""
    desk = desk_of(request)
    record = desk.room.tables.get(table)
    if record is None or not desk.room.sees(visitor_of(request).viewer, record.board, what):
        raise DeniedError(404, "error.unknown")
    return record


@router.get("/tables/{table}")
@open_to(DIRECTORS)
async def table_page(request: Request, table: str) -> Response:
    """One table, live or looked back at. Hands are not in it."""
    return _table(request, record_for(request, table, What.ACTS))


@router.post("/tables/{table}/hands")
@open_to(DIRECTORS)
async def look(request: Request, table: str) -> Response:
    """The same with the hands: written down before it is shown."""
    record = record_for(request, table, What.UNSEEN_CARDS)
    desk = desk_of(request)
    desk.audit.looked(by=visitor_of(request).account.name, table=table, board=record.board, page="table", at=desk.now())
    return _table(request, record, opened=True)


def _table(request: Request, record: TableRecord, *, opened: bool = False) -> Response:
    desk, viewer = desk_of(request), visitor_of(request).viewer
    wanted = request.query_params.get("at", "")
    at = int(wanted) if wanted.isascii() and wanted.isdigit() else None
    view = table_view.view_of(desk.room, record, viewer, desk.words_for(request), at=at, opened=opened)
    queue = queue_for(desk.room, viewer, desk.words_for(request), desk.now())
    elsewhere = sum(1 for row in queue.needs if row.table != record.name)
    context = {"view": view, "looked": clock_s(desk.now()), "waiting": elsewhere, "recorded": _recorded(request)}
    return desk.render(request, "table.html", context)


def _recorded(request: Request) -> int | None:
    """Number of the ruling just recorded, for a word of confirmation."""
    given = request.query_params.get("recorded", "")
    return int(given) if given.isascii() and given.isdigit() else None


@router.get("/rulings")
@open_to(DIRECTORS)
async def rulings_page(request: Request) -> Response:
    """The rulings book."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    wanted = request.query_params.get("q", "")[:80]
    lines = book.lines(desk.room, viewer, desk.words_for(request), wanted)
    context = {"lines": lines, "q": wanted, "open": sum(1 for line in lines if line.state == "open")}
    return desk.render(request, "rulings.html", context)


@router.get("/boards")
@open_to(KNOWN)
async def boards_page(request: Request) -> Response:
    """The deals that every table has played; nothing of the others."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    return desk.render(request, "boards.html", {"boards": book.boards(desk.room, viewer, desk.words_for(request))})
