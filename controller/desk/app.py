"""The desk as an ASGI app: its parts put together, every route behind the door, errors as pages or JSON."""

from __future__ import annotations

import asyncio
import contextlib
import time
import traceback
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import structlog
from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from controller.adapters.double_dummy import DoubleDummy
from controller.desk import (
    account_pages,
    api,
    api_acts,
    api_looks,
    api_people,
    audit_pages,
    board_pages,
    book_pages,
    closing_pages,
    connect_pages,
    correcting_pages,
    doubts_pages,
    evening_pages,
    evidence_pages,
    keeping_pages,
    login_pages,
    pairing_pages,
    print_pages,
    report_pages,
    results_pages,
    room_pages,
    screen_pages,
    setup_pages,
    stream,
    summons_pages,
)
from controller.desk.accounts import Accounts, AccountsError, Passwords
from controller.desk.audit import Audit
from controller.desk.call_limit import CallLimit
from controller.desk.core import Commands
from controller.desk.core_watch import CoreWatch
from controller.desk.desk import Desk, desk_of, read_pages
from controller.desk.follower import Follower, Rows
from controller.desk.gate import DeniedError, door
from controller.desk.headers import Headers
from controller.desk.hub import Hub
from controller.desk.login_guard import LoginGuard
from controller.desk.next_evening import NextEvening
from controller.desk.pairing import PairingCodes
from controller.desk.room import Room
from controller.desk.sessions import Sessions
from controller.desk.settings import DeskSettings, check
from controller.desk.setup_code import SetupCode
from controller.desk.words import read_words

_STATIC = Path(__file__).parent / "static"
#: Everything that answers, every route of it behind the door. The first that fits a path answers it.
_PARTS = (
    setup_pages, login_pages, account_pages, pairing_pages, audit_pages, connect_pages, screen_pages, board_pages,
    room_pages, keeping_pages, doubts_pages, correcting_pages, results_pages, print_pages, book_pages,
    evening_pages, closing_pages, report_pages, summons_pages, evidence_pages, api, api_acts, api_looks,
    api_people, stream,
)  # fmt: skip


def create_app(
    settings: DeskSettings,
    rows: Rows,
    commands: Commands,
    *,
    passwords: Passwords | None = None,
    pages: Environment | None = None,
    say: Callable[[str], object] = str,
    next_evening: NextEvening | None = None,
    now: Callable[[], float] = time.time,
) -> FastAPI:
    """The app. `rows` is where the journal's rows come from, `commands` the core; `pages`: templates read before.

    `say` tells the code of the first set-up to whoever started the desk; `next_evening` sets up another evening.
    DeskError if it may not start as it is set up.
    """
    check(settings)
    audit, room = Audit(settings.looks), Room(now)
    room.declared = audit.declared()
    hub = Hub(room)
    follower = Follower(rows, room, hub)
    desk = Desk(
        settings=settings,
        room=room,
        hub=hub,
        follower=follower,
        watch=CoreWatch(commands, room, hub, now),
        commands=commands,
        accounts=Accounts(settings.accounts),
        passwords=passwords or Passwords(),
        sessions=Sessions(settings.sessions, now),
        guard=LoginGuard(),
        setup_code=SetupCode(now, say),
        pairing=PairingCodes(now),
        call_limit=CallLimit(),
        audit=audit,
        analysis=DoubleDummy(),
        printing=asyncio.Lock(),
        words=read_words(russian_cards=settings.russian_cards),
        pages=pages or read_pages(),
        now=now,
        next_evening=next_evening,
    )
    app = FastAPI(
        title="Smart Table desk",
        version="1",
        description="The director's desk: tables, summonses, rulings, and a live stream.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(door)],
        lifespan=_lifespan,
    )
    app.state.desk = desk
    app.add_middleware(Headers, allowed_hosts=settings.allowed_hosts, is_https=settings.is_https)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    for part in _PARTS:
        app.include_router(part.router)
    app.add_exception_handler(DeniedError, _denied)
    app.add_exception_handler(404, _unknown)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(Exception, _our_bug)
    return app


def offer_setup(app: FastAPI) -> None:
    """Where nobody can log in yet, say the code with which the first account is made."""
    desk: Desk = app.state.desk
    if login_pages.is_fresh(desk):
        desk.setup_code.offer()


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    desk: Desk = app.state.desk
    tasks = {asyncio.create_task(desk.follower.run()), asyncio.create_task(desk.watch.run())}
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await desk.commands.close()
        desk.sessions.close()
        desk.analysis.close()


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _error(request: Request, status: int, key: str) -> Response:
    if _wants_json(request):
        return JSONResponse({"detail": desk_of(request).words["en"].text(key)}, status)
    return desk_of(request).render(request, "error.html", {"key": key}, status=status)


async def _denied(request: Request, error: Exception) -> Response:
    assert isinstance(error, DeniedError)
    if error.instead is not None and not _wants_json(request) and request.method == "GET":
        return RedirectResponse(error.instead, status_code=303)
    return _error(request, error.status, error.key)


async def _unknown(request: Request, _: Exception) -> Response:
    return _error(request, 404, "error.unknown")


async def _malformed(_request: Request, error: Exception) -> Response:
    """Where a body does not fit and why; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    wrong = [f"{'.'.join(str(part) for part in found['loc'])}: {found['msg']}" for found in error.errors()]
    return JSONResponse({"detail": wrong}, 422)


async def _our_bug(request: Request, error: Exception) -> Response:
    """One clear page; where it went wrong stands in the log, but no message that could hold a card."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames][-6:]
    reason = str(error) if isinstance(error, AccountsError | OSError) else type(error).__name__
    structlog.get_logger("desk").error("request failed", path=request.url.path, reason=reason, where=where)
    return _error(request, 500, "error.internal")
