"""The first visit: with the code from the terminal the first director makes his account. Then this page is gone."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import login_pages
from controller.desk.accounts import LONGEST_NAME, Account, AccountsError
from controller.desk.desk import desk_of
from controller.desk.gate import ANYONE, DeniedError, open_to
from controller.desk.words import LANGUAGES
from controller.session.may_see import Role

router = APIRouter(include_in_schema=False)


@router.get("/setup")
@open_to(ANYONE)
async def setup_page(request: Request) -> Response:
    """The page, as long as there is no account; the code is said at the terminal again if the last one is void."""
    return _page(request, None)


def _page(request: Request, error: str | None, *, status: int = 200, name: str = "") -> Response:
    desk = desk_of(request)
    if not login_pages.is_fresh(desk):
        raise DeniedError(404, "error.unknown", instead="/login")
    desk.setup_code.offer()
    return desk.render(request, "setup.html", {"error": error, "name": name}, status=status)


@router.post("/setup")
@open_to(ANYONE)
async def set_up(request: Request) -> Response:
    """Make the first account, a chief director's, and log him in."""
    desk, form = desk_of(request), await request.form()
    if not login_pages.is_fresh(desk):
        raise DeniedError(404, "error.unknown")
    name, password = str(form.get("name", "")).strip()[:LONGEST_NAME], str(form.get("password", ""))
    # What is wrong with the rest is said first: it must not use the code up.
    if password != str(form.get("again", "")):
        return _page(request, "password.differ", status=422, name=name)
    try:
        hashed = await asyncio.to_thread(desk.passwords.hash, password)
    except AccountsError:
        return _page(request, "password.length", status=422, name=name)
    if not desk.setup_code.works:
        return _page(request, "setup.void", status=429, name=name)
    if not name.isprintable() or not name:
        return _page(request, "accounts.error.name", status=422, name=name)
    if not desk.setup_code.is_right(str(form.get("code", ""))):
        return _page(request, "setup.wrong", status=403, name=name)
    language = desk.words_for(request).language
    account = Account(name, Role.DIRECTOR, hashed, language if language in LANGUAGES else None, is_chief=True)
    desk.accounts.put(account)
    desk.audit.wrote("set_up", by=name, at=desk.now())
    response = RedirectResponse("/", status_code=303)
    login_pages.begin(desk, response, account)
    return response
