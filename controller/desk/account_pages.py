"""Accounts on a page: who may come in and as what, new ones, new passwords, and everybody's own password."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import account_acts
from controller.desk.account_acts import PEOPLE, AccountRefusedError
from controller.desk.accounts import LONGEST_NAME
from controller.desk.desk import desk_of
from controller.desk.gate import DOORKEEPERS, KNOWN, DeniedError, open_to, visitor_of

router = APIRouter(include_in_schema=False)


@router.get("/accounts")
@open_to(DOORKEEPERS)
async def accounts_page(request: Request) -> Response:
    """Who may log in."""
    return _page(request)


def _page(request: Request, *, status: int = 200, **told: object) -> Response:
    desk, visitor = desk_of(request), visitor_of(request)
    known = sorted(desk.accounts.all().values(), key=lambda a: (a.is_screen, a.name.casefold()))
    context = {
        "accounts": [(account, account_acts.may_change(visitor, account)) for account in known],
        "roles": [role for role in PEOPLE if account_acts.may_give(visitor, role)],
        "is_chief": visitor.account.is_chief,
        "error": None,
        "given": None,
        "wanted": {"name": "", "role": "", "pair": ""},
    }
    return desk.render(request, "accounts.html", context | told, status=status)


@router.post("/accounts/add")
@open_to(DOORKEEPERS)
async def add(request: Request) -> Response:
    """A new account; its first password is shown once, and its owner has to choose another."""
    desk, visitor, form = desk_of(request), visitor_of(request), await request.form()
    wanted = {"name": _said(form, "name")[:LONGEST_NAME], "role": _said(form, "role"), "pair": _said(form, "pair")[:8]}
    try:
        password = await account_acts.add(desk, visitor, **wanted, chief=form.get("chief") == "yes")
    except AccountRefusedError as refused:
        return _page(request, status=refused.status, error=refused.key, wanted=wanted)
    return _page(request, given=(wanted["name"], password))


@router.post("/accounts/renew")
@open_to(DOORKEEPERS)
async def renew(request: Request) -> Response:
    """A new first password for somebody who has lost his; he is logged out everywhere."""
    name = _said(await request.form(), "name")
    password = await account_acts.renew(desk_of(request), visitor_of(request), name)
    return _page(request, given=(name, password))


@router.post("/accounts/remove")
@open_to(DOORKEEPERS)
async def remove(request: Request) -> Response:
    """Take an account, or a screen, away; it is logged out at once."""
    account_acts.remove(desk_of(request), visitor_of(request), _said(await request.form(), "name"))
    return RedirectResponse("/accounts", status_code=303)


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
    account, form = visitor_of(request).account, await request.form()
    place = request.client.host if request.client else ""
    given = {"old": "old", "new": "password", "again": "again"}
    try:
        typed = {name: str(form.get(field, "")) for name, field in given.items()}
        await account_acts.change_own(desk_of(request), account, place, **typed)
    except AccountRefusedError as refused:
        return _password_page(request, refused.key, status=refused.status)
    return RedirectResponse("/login?changed=yes", status_code=303)
