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
from controller.desk import api, keeping_pages, login_pages, results_pages, room_pages, stream, summons_pages
from controller.desk.accounts import Accounts, AccountsError, Passwords
from controller.desk.audit import Audit
from controller.desk.core import Commands
from controller.desk.core_watch import CoreWatch
from controller.desk.desk import Desk, desk_of, read_pages
from controller.desk.follower import Follower, Rows
from controller.desk.gate import DeniedError, door
from controller.desk.headers import Headers
from controller.desk.hub import Hub
from controller.desk.login_guard import LoginGuard
from controller.desk.room import Room
from controller.desk.sessions import Sessions
from controller.desk.settings import DeskSettings, check
from controller.desk.words import read_words

_STATIC = Path(__file__).parent / "static"


def create_app(
    settings: DeskSettings,
    rows: Rows,
    commands: Commands,
    *,
    passwords: Passwords | None = None,
    pages: Environment | None = None,
    now: Callable[[], float] = time.time,
) -> FastAPI:
    """The app. `rows` is where the journal's rows come from, `commands` the core; `pages`: templates read before.

    DeskError if it may not start as it is set up.
    """
    check(settings)
    room = Room()
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
        audit=Audit(settings.looks),
        analysis=DoubleDummy(),
        words=read_words(),
        pages=pages or read_pages(),
        now=now,
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
    for part in (login_pages, room_pages, keeping_pages, results_pages, summons_pages, api, stream):
        app.include_router(part.router)
    app.add_exception_handler(DeniedError, _denied)
    app.add_exception_handler(404, _unknown)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(Exception, _our_bug)
    return app


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
    if error.status == 401 and not _wants_json(request) and request.method == "GET":
        return RedirectResponse("/login", status_code=303)
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
