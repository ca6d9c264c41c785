"""The room, one table live and the open boards, as pages."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import asking, table_view
from controller.desk.asking import Answer
from controller.desk.audit import PLAYED
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import DIRECTORS, KNOWN, DeniedError, open_to, visitor_of
from controller.desk.queue import CHECK, queue_for
from controller.desk.record import TableRecord
from controller.desk.refused_page import not_recorded
from controller.desk.room import Viewer
from controller.desk.summons_view import ref_of
from controller.desk.tiles import FILTERS, filtered, filters_for, tiles_for
from controller.desk.times import clock_s
from controller.session.may_see import Role, What

router = APIRouter(include_in_schema=False)
#: First pages of those who are not in the room.
_FIRST_PAGES = {Role.SEAT: "/seat", Role.WALL: "/wall", Role.SPECTATOR: "/boards", Role.SCORER: "/results"}
#: Looks that are written down.
_MORE_THAN_PLAYERS_KNOW = frozenset({What.ACTS, What.FINDING, What.QUIET_FINDING})


@router.get("/")
@open_to(KNOWN)
async def home(request: Request) -> Response:
    """Everybody's first page."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    if viewer.role in _FIRST_PAGES:
        return RedirectResponse(_FIRST_PAGES[viewer.role], status_code=303)
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
        "has_evening": desk.next_evening is not None,
        "filters": filters_for(tiles, chosen, words),
        "link": _operators_link if viewer.role is Role.OPERATOR else _link,
    }
    return desk.render(request, "room.html", context)


@router.post("/aside")
@open_to(DIRECTORS)
async def aside(request: Request) -> Response:
    """Put aside what came from one device at once, or bring back what was put aside so of one table."""
    desk, visitor, form = desk_of(request), visitor_of(request), await request.form()
    back = str(form.get("back", ""))
    if back:
        answer = await asking.bring_back(desk, back, visitor.account.name)
    else:
        answer, _ = await put_aside(desk, visitor.viewer, str(form.get("device", "")))
    if not answer.is_recorded:
        return not_recorded(request, back, answer, None)
    return RedirectResponse("/", status_code=303)


async def put_aside(desk: Desk, viewer: Viewer, device: str) -> tuple[Answer, int]:
    """Put a burst aside, as far as that viewer sees it; and how many summonses those were."""
    queue = queue_for(desk.room, viewer, desk.words["en"], desk.now())
    burst = next((burst for burst in queue.bursts if burst.device == device), None)
    if burst is None:
        raise DeniedError(404, "error.unknown")
    return await asking.put_aside(desk, burst.cases, viewer.name, device=device), len(burst.cases)


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


def _come(desk: Desk, request: Request, viewer: Viewer, refused: str | None = None, *, status: int = 200) -> Response:
    """A playing director: where to come, and of boards that he has still to play nothing more."""
    wanted = [
        record.name
        for record in desk.room.in_order()
        if any(not c.is_quiet and c.acknowledged is None for c in record.waiting) or record.unanswered
    ]
    allowed = [t for t in wanted if desk.room.sees(viewer, desk.room.tables[t].board, What.COME_TO_TABLE)]
    queue = queue_for(desk.room, viewer, desk.words_for(request), desk.now())
    board = desk.room.tables[allowed[0]].board if allowed else None
    may_ask = board is not None and not desk.room.sees(viewer, board, What.ACTS)
    asked = (allowed[0], board) if may_ask else None
    context = {"tables": allowed, "queue": queue, "link": _link, "ask_played": asked, "refused": refused}
    return desk.render(request, "come.html", context, status=status)


@router.post("/tables/{table}/played")
@open_to(frozenset({Role.PLAYING_DIRECTOR}))
async def played(request: Request, table: str) -> Response:
    """A playing director says that he has played the board there: written down, then he may see it.

    Where the record has him still to play it, he is not believed.
    """
    desk, viewer, form = desk_of(request), visitor_of(request).viewer, await request.form()
    refused = say_played(desk, viewer, table, str(form.get("board", "")))
    if refused is not None:
        return _come(desk, request, viewer, refused, status=409)
    return RedirectResponse("/", status_code=303)


def say_played(desk: Desk, viewer: Viewer, table: str, board: str) -> str | None:
    """Write down that he has played the board there. The catalogue's entry that says why not, where he is refused."""
    record = desk.room.tables.get(table)
    if record is None or record.board is None or str(record.board) != board:
        return "come.played.other"
    if desk.room.has_still_to_play(viewer, record.board):
        return "come.played.not"
    desk.audit.wrote(PLAYED, by=viewer.name, at=desk.now(), table=table, board=record.board)
    desk.room.declared.add((viewer.name, record.board))
    return None


def record_for(request: Request, table: str, what: What) -> TableRecord:
    """A table's record, if the visitor may see that of its board; else it is as if there were none."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    record = desk.room.tables.get(table)
    if record is None or not desk.room.sees(viewer, record.board, what):
        raise DeniedError(404, "error.unknown")
    if what in _MORE_THAN_PLAYERS_KNOW:
        note_look(request, table, record.board)
    return record


def note_look(request: Request, table: str, board: int | None) -> None:
    """Write down that a director has a page with more than players know."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    if viewer.role in DIRECTORS:
        desk.audit.seen(by=viewer.name, table=table, board=board, page=request.scope["route"].path, at=desk.now())


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
    act, at = _asked(request, "act"), _asked(request, "at")
    act = table_view.act_after(record, at) if act is None and at is not None else act
    view = table_view.view_of(desk.room, record, viewer, desk.words_for(request), act=act, opened=opened)
    queue = queue_for(desk.room, viewer, desk.words_for(request), desk.now())
    elsewhere = sum(1 for row in queue.needs if row.table != record.name)
    context = {
        "view": view,
        "looked": clock_s(desk.now()),
        "waiting": elsewhere,
        "recorded": _asked(request, "recorded"),
    }
    return desk.render(request, "table.html", context)


def _asked(request: Request, name: str) -> int | None:
    """A number in the address: an act to look back to, the ruling just recorded."""
    given = request.query_params.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None
