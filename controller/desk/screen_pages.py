"""The screens of players, hall and spectators: pages, their values as JSON, and one stream that looks at a steady pace.

The stream never waits for an event: it looks twice a second and tells what differs. What a screen may not show cannot
move it, not even in time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse

from controller.desk import asking, seat_view, wall_view
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import COOKIE, DeniedError, Visitor, open_to, visitor_of
from controller.desk.hub import BEAT, Told
from controller.desk.record import TableRecord
from controller.desk.room import Viewer
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model.seats import Seat
from controller.session.may_see import Role, What

router = APIRouter()
_SEAT, _WALL = frozenset({Role.SEAT}), frozenset({Role.WALL})
_SCREENS = frozenset({Role.SEAT, Role.WALL, Role.SPECTATOR})
#: Real seconds between looks; every second look is a beat, every tenth asks whether the screen is still let in.
_LOOK_S, _BEAT_EVERY, _CHECK_EVERY = 0.5, 2, 10


def _place(request: Request) -> tuple[TableRecord, Seat]:
    """The table and seat of the screen that asks."""
    desk, visitor = desk_of(request), visitor_of(request)
    record = desk.room.tables.get(visitor.account.table or "")
    if record is None or visitor.account.seat is None:
        raise DeniedError(404, "error.unknown")
    if not desk.room.sees(visitor.viewer, record.board, What.OWN_TABLE):
        raise DeniedError(404, "error.unknown")
    return record, visitor.account.seat


def is_live(desk: Desk) -> bool:
    """Is what the desk knows of the tables fresh? If not, a seat's screen shows no auction."""
    return desk.follower.trouble is None and not desk.watch.is_away


# -- a player's screen -------------------------------------------------------------------------------------------------


@router.get("/seat", include_in_schema=False)
@open_to(_SEAT)
async def seat_page(request: Request) -> Response:
    """A player's screen: board, auction while he may have it reviewed, contract, a button that calls the director."""
    return _seat_page(request, None)


def _seat_page(request: Request, refused: str | None, *, status: int = 200) -> Response:
    record, seat = _place(request)
    desk = desk_of(request)
    view = seat_view.view_of(record, desk.room.plan, seat, desk.words_for(request))
    context = {"view": view, "is_live": is_live(desk), "refused": refused}
    return desk.render(request, "seat.html", context, status=status)


@router.post("/seat/call", include_in_schema=False)
@open_to(_SEAT)
async def call(request: Request) -> Response:
    """Call the director: it goes the way of the key on a hub."""
    record, seat = _place(request)
    refused, status = await _call(desk_of(request), visitor_of(request), record, seat)
    if refused is not None:
        return _seat_page(request, refused, status=status)
    return RedirectResponse("/seat", status_code=303)


async def _call(desk: Desk, visitor: Visitor, record: TableRecord, seat: Seat) -> tuple[str | None, int]:
    """None if it was recorded, else what to say and how to answer."""
    if not desk.call_limit.take(record.name, desk.now()):
        return "seat.already", 429
    answer = await asking.call_director(desk, record.name, seat, visitor.account.name)
    if answer.is_recorded:
        return None, 200
    desk.call_limit.give_back(record.name)
    return "seat.not_called", 503 if answer.code == "away" else 409


@router.get("/api/v1/seat", tags=["screens"])
@open_to(_SEAT)
async def seat_json(request: Request) -> dict[str, Any]:
    """What the player in this seat may know; `auction` is null when it may not be reviewed any more."""
    record, seat = _place(request)
    return seat_view.seat_state(record, desk_of(request).room.plan, seat).as_json()


@router.post("/api/v1/seat/call", tags=["screens"])
@open_to(_SEAT)
async def call_json(request: Request) -> Response:
    """Call the director to this table. 429 where it was called a moment ago, 503 if nobody answers: call by voice."""
    record, seat = _place(request)
    refused, status = await _call(desk_of(request), visitor_of(request), record, seat)
    said = {"answer": "recorded"} if refused is None else {"answer": "refused", "code": refused.partition(".")[2]}
    return JSONResponse(said, status)


# -- the wall ----------------------------------------------------------------------------------------------------------


@router.get("/wall", include_in_schema=False)
@open_to(_WALL)
async def wall_page(request: Request) -> Response:
    """The hall's screen."""
    desk = desk_of(request)
    return desk.render(request, "wall.html", _wall(desk, visitor_of(request).viewer))


def _wall(desk: Desk, viewer: Viewer) -> dict[str, Any]:
    wall = wall_view.wall_of(desk.room, viewer)
    ends = clock(wall.ends) if wall.ends is not None else ""
    return {"wall": wall, "time": clock(desk.now()), "ends": ends}


@router.get("/api/v1/wall", tags=["screens"])
@open_to(_WALL)
async def wall_json(request: Request) -> dict[str, Any]:
    """Round, and which board is at which table."""
    return wall_view.wall_of(desk_of(request).room, visitor_of(request).viewer).as_json()


# -- their stream ------------------------------------------------------------------------------------------------------


@router.get("/api/v1/screen/stream", response_class=StreamingResponse, tags=["screens"])
@open_to(_SCREENS)
async def screen_stream(request: Request) -> Response:
    """`screen` with what to show, whenever it differs, and a `beat` each second."""
    desk, visitor, words = desk_of(request), visitor_of(request), desk_of(request).words_for(request)
    events = _events(desk, visitor, words, request.cookies.get(COOKIE, ""))
    return StreamingResponse(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _events(desk: Desk, visitor: Visitor, words: Words, token: str) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    last, looks = None, 0
    while looks % _CHECK_EVERY or _is_let_in(desk, visitor, token):
        shows = _screen(desk, visitor, words)
        if shows != last:
            last = shows
            yield Told("screen", shows).as_sse()
        elif looks % _BEAT_EVERY == 0:
            yield BEAT.as_sse()
        looks += 1
        await asyncio.sleep(_LOOK_S)


def _is_let_in(desk: Desk, visitor: Visitor, token: str) -> bool:
    return desk.sessions.find(token) is not None and visitor.account.name in desk.accounts.all()


def _screen(desk: Desk, visitor: Visitor, words: Words) -> dict[str, Any]:
    """What the screen shows now, as HTML made of the same template as its page."""
    account, viewer = visitor.account, visitor.viewer
    if account.role is Role.SPECTATOR:
        return {"open": wall_view.open_boards(desk.room, viewer)}
    if account.role is Role.WALL:
        context = _wall(desk, viewer)
        return {"html": desk.fragment("wall_body.html", words, context)}
    record = desk.room.tables.get(account.table or "")
    if record is None or account.seat is None or not desk.room.sees(viewer, record.board, What.OWN_TABLE):
        return {"html": ""}
    view = seat_view.view_of(record, desk.room.plan, account.seat, words)
    return {"html": desk.fragment("seat_body.html", words, {"view": view, "is_live": is_live(desk)})}
