"""Accounts on a page: who may come in and as what, new ones, new passwords, and everybody's own password.

An operator looks after all but directors' accounts: else he could let himself see every card.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk.accounts import LONGEST_NAME, Account, AccountsError, new_password
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import DIRECTORS, DOORKEEPERS, KNOWN, DeniedError, Visitor, open_to, visitor_of
from controller.desk.pairing import SCREENS
from controller.session.may_see import Role

router = APIRouter(include_in_schema=False)
#: Roles of people, the one that may least first: nobody becomes more by haste. Screens come in by a code.
PEOPLE = (Role.SPECTATOR, Role.SCORER, Role.OPERATOR, Role.PLAYING_DIRECTOR, Role.DIRECTOR)


@router.get("/accounts")
@open_to(DOORKEEPERS)
async def accounts_page(request: Request) -> Response:
    """Who may log in."""
    return _page(request)


def _page(request: Request, *, status: int = 200, **told: object) -> Response:
    desk, visitor = desk_of(request), visitor_of(request)
    known = sorted(desk.accounts.all().values(), key=lambda a: (a.is_screen, a.name.casefold()))
    context = {
        "accounts": [(account, _may_change(visitor, account)) for account in known],
        "roles": [role for role in PEOPLE if _may_give(visitor, role)],
        "is_chief": visitor.account.is_chief,
        "error": None,
        "given": None,
        "wanted": {"name": "", "role": "", "pair": ""},
    }
    return desk.render(request, "accounts.html", context | told, status=status)


def _may_give(visitor: Visitor, role: Role) -> bool:
    return visitor.account.role is Role.DIRECTOR or role not in DIRECTORS


def _may_change(visitor: Visitor, account: Account) -> bool:
    """His own he does not change here, a chief's only a chief does."""
    if account.name == visitor.account.name or (account.is_chief and not visitor.account.is_chief):
        return False
    return _may_give(visitor, account.role)


@router.post("/accounts/add")
@open_to(DOORKEEPERS)
async def add(request: Request) -> Response:
    """A new account; its first password is shown once, and its owner has to choose another."""
    desk, visitor, form = desk_of(request), visitor_of(request), await request.form()
    name, pair = _said(form, "name")[:LONGEST_NAME], _said(form, "pair")[:8]
    wanted = {"name": name, "role": _said(form, "role"), "pair": pair}
    role = next((role for role in PEOPLE if role.value == wanted["role"]), None)
    if role is None or not _may_give(visitor, role):
        raise DeniedError(403)
    if name in desk.accounts.all():
        return _page(request, status=409, error="accounts.error.known", wanted=wanted)
    if name.split(" ")[0] in SCREENS.values():
        return _page(request, status=422, error="accounts.error.name", wanted=wanted)
    is_chief = role is Role.DIRECTOR and visitor.account.is_chief and form.get("chief") == "yes"
    account = Account(name, role, "", pair=pair or None, is_chief=is_chief, must_change=True)
    try:
        password = await _give_password(desk, account)
    except AccountsError:
        return _page(request, status=422, error="accounts.error.name", wanted=wanted)
    desk.audit.wrote("account_added", by=visitor.account.name, at=desk.now(), account=name, role=role.value)
    return _page(request, given=(name, password))


@router.post("/accounts/renew")
@open_to(DOORKEEPERS)
async def renew(request: Request) -> Response:
    """A new first password for somebody who has lost his; he is logged out everywhere."""
    desk, visitor = desk_of(request), visitor_of(request)
    account = _wanted(desk, visitor, await request.form())
    if account.is_screen:
        raise DeniedError(403)
    password = await _give_password(desk, replace(account, must_change=True))
    desk.sessions.end_all(account.name)
    desk.audit.wrote("account_renewed", by=visitor.account.name, at=desk.now(), account=account.name)
    return _page(request, given=(account.name, password))


@router.post("/accounts/remove")
@open_to(DOORKEEPERS)
async def remove(request: Request) -> Response:
    """Take an account, or a screen, away; it is logged out at once."""
    desk, visitor = desk_of(request), visitor_of(request)
    account = _wanted(desk, visitor, await request.form())
    desk.audit.wrote("account_removed", by=visitor.account.name, at=desk.now(), account=account.name)
    desk.accounts.remove(account.name)
    desk.sessions.end_all(account.name)
    return RedirectResponse("/accounts", status_code=303)


def _wanted(desk: Desk, visitor: Visitor, form: FormData) -> Account:
    account = desk.accounts.all().get(_said(form, "name"))
    if account is None:
        raise DeniedError(404, "error.unknown")
    if not _may_change(visitor, account):
        raise DeniedError(403)
    return account


async def _give_password(desk: Desk, account: Account) -> str:
    password = new_password()
    hashed = await asyncio.to_thread(desk.passwords.hash, password)
    desk.accounts.put(replace(account, password=hashed))
    return password


def _said(form: FormData, field: str) -> str:
    return str(form.get(field, "")).strip()


# -- one's own password -----------------------------------------------------------------------------------------------


@router.get("/password")
@open_to(KNOWN)
async def password_page(request: Request) -> Response:
    """Choose one's own password."""
    return _password_page(request, None)


def _password_page(request: Request, error: str | None, *, status: int = 200) -> Response:
    account = visitor_of(request).account
    if account.is_screen:
        raise DeniedError(403)
    context = {"error": error, "is_first": account.must_change}
    return desk_of(request).render(request, "password.html", context, status=status)


@router.post("/password")
@open_to(KNOWN)
async def change_password(request: Request) -> Response:
    """Change it: the old one is asked for, and everybody logged in under that name has to log in again."""
    desk, account, form = desk_of(request), visitor_of(request).account, await request.form()
    if account.is_screen:
        raise DeniedError(403)
    place = request.client.host if request.client else ""
    if desk.guard.wait(account.name, place, desk.now()) > 0:
        return _password_page(request, "password.wait", status=429)
    old, new = str(form.get("old", "")), str(form.get("password", ""))
    desk.guard.failed(account.name, place, desk.now())
    if not await asyncio.to_thread(desk.passwords.is_right, account, old):
        return _password_page(request, "password.wrong", status=403)
    desk.guard.succeeded(account.name, place)
    if new != str(form.get("again", "")):
        return _password_page(request, "password.differ", status=422)
    try:
        hashed = await asyncio.to_thread(desk.passwords.hash, new)
    except AccountsError:
        return _password_page(request, "password.length", status=422)
    if new == old:
        return _password_page(request, "password.same", status=422)
    desk.accounts.put(replace(account, password=hashed, must_change=False))
    desk.sessions.end_all(account.name)
    desk.audit.wrote("password", by=account.name, at=desk.now())
    return RedirectResponse("/login", status_code=303)
