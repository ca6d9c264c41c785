"""Screens of the hall: the operator gives a code for a place, somebody types it at the screen there."""

from __future__ import annotations

import math

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import login_pages
from controller.desk.desk import desk_of
from controller.desk.gate import ANYONE, DOORKEEPERS, DeniedError, open_to, visitor_of
from controller.desk.pairing import SCREENS, Place
from controller.model.seats import Seat
from controller.session.may_see import Role

router = APIRouter(include_in_schema=False)
#: The name under which wrong codes are counted, place by place.
_GUESSES = "a code for a screen"


@router.get("/screens")
@open_to(DOORKEEPERS)
async def screens_page(request: Request) -> Response:
    """Which screens there are, and codes for new ones."""
    return _page(request)


def _page(request: Request, *, code: str | None = None, place: Place | None = None) -> Response:
    desk = desk_of(request)
    known = desk.accounts.all()
    tables = [
        (record.name, [(seat, Place(Role.SEAT, record.name, seat).name in known) for seat in Seat])
        for record in desk.room.in_order()
    ]
    halls = [(role, Place(role).name in known) for role in (Role.WALL, Role.SPECTATOR)]
    context = {"tables": tables, "halls": halls, "code": code, "place": place, "address": str(request.base_url)}
    return desk.render(request, "screens.html", context)


@router.post("/screens/code")
@open_to(DOORKEEPERS)
async def give_code(request: Request) -> Response:
    """A code for a place; it works once and for ten minutes."""
    desk, form = desk_of(request), await request.form()
    role = next((role for role in SCREENS if role.value == form.get("role")), None)
    if role is None:
        raise DeniedError(404, "error.unknown")
    place = Place(role)
    if role is Role.SEAT:
        table, seat = str(form.get("table", "")), str(form.get("seat", ""))
        if table not in desk.room.tables or seat not in Seat.__members__:
            raise DeniedError(404, "error.unknown")
        place = Place(role, table, Seat[seat])
    desk.audit.wrote("code", by=visitor_of(request).account.name, at=desk.now(), account=place.name)
    return _page(request, code=desk.pairing.offer(place), place=place)


@router.get("/pair")
@open_to(ANYONE)
async def pair_page(request: Request) -> Response:
    """Where a code is typed."""
    return desk_of(request).render(request, "pair.html", {"error": None})


@router.post("/pair")
@open_to(ANYONE)
async def pair(request: Request) -> Response:
    """Let a screen in. An older device at the same seat is logged out."""
    desk, form = desk_of(request), await request.form()
    where = request.client.host if request.client else ""
    wait = desk.guard.wait(_GUESSES, where, desk.now())
    if wait > 0:
        error = desk.words_for(request)("login.wait", seconds=math.ceil(wait))
        return desk.render(request, "pair.html", {"error": error}, status=429)
    desk.guard.failed(_GUESSES, where, desk.now())
    place = desk.pairing.take(str(form.get("code", "")))
    if place is None:
        error = desk.words_for(request)("pair.wrong")
        return desk.render(request, "pair.html", {"error": error}, status=403)
    desk.guard.succeeded(_GUESSES, where)
    account = place.account()
    desk.audit.wrote("paired", by=account.name, at=desk.now(), address=where)
    if place.role is Role.SEAT:
        # One screen a seat; of the hall's there may be several.
        desk.sessions.end_all(account.name)
    desk.accounts.put(account)
    response = RedirectResponse("/", status_code=303)
    login_pages.begin(desk, response, account)
    return response
