"""Coming in and going out: the log-in page, the session cookie, language and size of letters."""

from __future__ import annotations

import asyncio
import math

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk.accounts import LONGEST_NAME, Account
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import ANYONE, COOKIE, KNOWN, open_to, visitor_of
from controller.desk.sessions import LONGEST_S
from controller.desk.words import LANGUAGES

router = APIRouter(include_in_schema=False)


@router.get("/login")
@open_to(ANYONE)
async def login_page(request: Request) -> Response:
    """The log-in page; the first set-up where nobody can log in yet."""
    desk = desk_of(request)
    if is_fresh(desk):
        return RedirectResponse("/setup", status_code=303)
    is_changed = request.query_params.get("changed") == "yes"
    return desk.render(request, "login.html", {"error": None, "name": "", "is_changed": is_changed})


@router.post("/login")
@open_to(ANYONE)
async def login(request: Request) -> Response:
    """Log in with name and password; the same answer whether the name or the password is wrong."""
    desk, form = desk_of(request), await request.form()
    name, password = str(form.get("name", ""))[:LONGEST_NAME], str(form.get("password", ""))
    account, wait = await checked(desk, request, name, password)
    if wait > 0:
        error = desk.words_for(request)("login.wait", seconds=wait)
        page = desk.render(request, "login.html", {"error": error, "name": name}, status=429)
        page.headers["Retry-After"] = str(wait)
        return page
    if account is None:
        error = desk.words_for(request)("login.wrong")
        return desk.render(request, "login.html", {"error": error, "name": name}, status=401)
    response = RedirectResponse("/", status_code=303)
    begin(desk, response, account)
    return response


def is_fresh(desk: Desk) -> bool:
    """Can nobody log in yet? Screens do not count: they let nobody in."""
    return all(account.is_screen for account in desk.accounts.all().values())


async def checked(desk: Desk, request: Request, name: str, password: str) -> tuple[Account | None, int]:
    """The account if the password is right; else None, and how many seconds to wait if there were too many tries."""
    place = request.client.host if request.client else ""
    wait = desk.guard.wait(name, place, desk.now())
    if wait > 0:
        return None, math.ceil(wait)
    # Counted before it is checked: many tries at once must not all slip through.
    desk.guard.failed(name, place, desk.now())
    account = desk.accounts.all().get(name)
    # A name that nobody has may be a password typed into the wrong field: it is not written down.
    by = name if account is not None else "–"
    if not await asyncio.to_thread(desk.passwords.is_right, account, password):
        desk.audit.noted("login_wrong", by=by, at=desk.now(), address=place)
        return None, 0
    desk.guard.succeeded(name, place)
    desk.audit.noted("login", by=by, at=desk.now(), address=place)
    return account, 0


def begin(desk: Desk, response: Response, account: Account) -> str:
    """Begin a session and set its cookie; the session's CSRF token."""
    token, session = desk.sessions.begin(account.name)
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(LONGEST_S),
        path="/",
        httponly=True,
        samesite="strict",
        secure=desk.settings.is_https,
    )
    return session.csrf


@router.post("/logout")
@open_to(KNOWN)
async def logout(request: Request) -> Response:
    """Log out: the session ends on our side too."""
    return end(request, RedirectResponse("/login", status_code=303))


def end(request: Request, response: Response) -> Response:
    """End the visitor's session, here and in his browser."""
    desk, token = desk_of(request), request.cookies.get(COOKIE)
    if token:
        desk.sessions.end(token)
    desk.audit.noted("logout", by=visitor_of(request).account.name, at=desk.now())
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response


@router.post("/language")
@open_to(KNOWN)
async def language(request: Request) -> Response:
    """The user's own language, kept with his account."""
    form = await request.form()
    wanted = str(form.get("language", ""))
    if wanted in LANGUAGES:
        desk_of(request).accounts.prefer(visitor_of(request).account.name, language=wanted)
    return RedirectResponse(own_path(str(form.get("back", "/"))), status_code=303)


@router.post("/letters")
@open_to(KNOWN)
async def letters(request: Request) -> Response:
    """Large letters on or off, kept with the account."""
    form = await request.form()
    desk_of(request).accounts.prefer(visitor_of(request).account.name, large_text=form.get("large") == "yes")
    return RedirectResponse(own_path(str(form.get("back", "/"))), status_code=303)


def own_path(path: str) -> str:
    """A path of ours to go back to; nothing that leads elsewhere."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_ours else "/"
