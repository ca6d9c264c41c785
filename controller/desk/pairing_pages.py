"""Screens of the hall: the operator gives a code for a place, somebody types it at the screen there."""

from __future__ import annotations

import math

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import login_pages
from controller.desk.accounts import Account
from controller.desk.desk import Desk, desk_of
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
    given = {name: str(form.get(name, "")) for name in ("role", "table", "seat")}
    code, place = offered(desk, visitor_of(request).account.name, **given)
    return _page(request, code=code, place=place)


def offered(desk: Desk, by: str, *, role: str, table: str, seat: str) -> tuple[str, Place]:
    """A code for a place, written down. DeniedError where there is no such place."""
    wanted = next((one for one in SCREENS if one.value == role), None)
    if wanted is None:
        raise DeniedError(404, "error.unknown")
    place = Place(wanted)
    if wanted is Role.SEAT:
        if table not in desk.room.tables or seat not in Seat.__members__:
            raise DeniedError(404, "error.unknown")
        place = Place(wanted, table, Seat[seat])
    desk.audit.wrote("code", by=by, at=desk.now(), account=place.name)
    return desk.pairing.offer(place), place


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
    account, wait = let_in(desk, request, str(form.get("code", "")))
    if wait > 0:
        error = desk.words_for(request)("login.wait", seconds=wait)
        return desk.render(request, "pair.html", {"error": error}, status=429)
    if account is None:
        error = desk.words_for(request)("pair.wrong")
        return desk.render(request, "pair.html", {"error": error}, status=403)
    response = RedirectResponse("/", status_code=303)
    login_pages.begin(desk, response, account)
    return response


def let_in(desk: Desk, request: Request, code: str) -> tuple[Account | None, int]:
    """The account of the screen that the code is for; else None, and how many seconds to wait after too many tries."""
    where = request.client.host if request.client else ""
    wait = desk.guard.wait(_GUESSES, where, desk.now())
    if wait > 0:
        return None, math.ceil(wait)
    desk.guard.failed(_GUESSES, where, desk.now())
    place = desk.pairing.take(code)
    if place is None:
        return None, 0
    desk.guard.succeeded(_GUESSES, where)
    account = place.account()
    desk.audit.wrote("paired", by=account.name, at=desk.now(), address=where)
    if place.role is Role.SEAT:
        # One screen a seat; of the hall's there may be several.
        desk.sessions.end_all(account.name)
    desk.accounts.put(account)
    return account, 0
