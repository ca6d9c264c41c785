"""The desk as JSON, who comes in and how: accounts, passwords, screens, the evening that is set up."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from math import inf
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.desk import account_acts, closing_pages, evening_pages, login_pages, pairing_pages
from controller.desk import api_examples as ex
from controller.desk.account_acts import AccountRefusedError
from controller.desk.api import begun
from controller.desk.api_models import (
    AccountAsked,
    CloseAsked,
    CodeAsked,
    EveningAsked,
    NameAsked,
    PasswordAsked,
    PlaceAsked,
    PlayedAsked,
    PreferencesAsked,
)
from controller.desk.audit_pages import CHIEF, COLUMNS, for_the_chief, newest
from controller.desk.desk import desk_of
from controller.desk.evening_pages import HOSTS
from controller.desk.gate import ANYONE, DOORKEEPERS, KNOWN, open_to, visitor_of
from controller.desk.pairing import LASTS_S
from controller.desk.room_pages import say_played
from controller.model.errors import LogError
from controller.session.draft import Draft
from controller.session.may_see import Role

router = APIRouter(prefix="/api/v1", tags=["people"])


@router.get("/accounts", responses=ex.answers([ex.ACCOUNT]))
@open_to(DOORKEEPERS)
async def accounts(request: Request) -> list[dict[str, Any]]:
    """Who may log in, and whom of them the visitor may change. Never a password."""
    visitor = visitor_of(request)
    return [
        {
            "name": account.name,
            "role": account.role.value,
            "pair": account.pair,
            "table": account.table,
            "seat": account.seat.value if account.seat else None,
            "chief": account.is_chief,
            "screen": account.is_screen,
            "must_change": account.must_change,
            "may_change": account_acts.may_change(visitor, account),
        }
        for account in desk_of(request).accounts.all().values()
    ]


@router.get("/audit", responses=ex.answers(ex.LOOKS))
@open_to(CHIEF)
async def audit(
    request: Request,
    q: Annotated[str, Query(max_length=80)] = "",
    before: Annotated[int | None, Query(ge=1)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 300,
) -> dict[str, Any]:
    """Who looked at what, for the chief director: the newest lines first, those `before` line `next` on the next page.

    `q` searches names, tables, boards and pages.
    """
    found = newest(for_the_chief(request), q, limit + 1, before=inf if before is None else before)
    lines = [{"n": n} | {column: entry.get(column) for column in COLUMNS} for n, entry in found[:limit]]
    return {"lines": lines, "next": lines[-1]["n"] if len(found) > limit else None}


@router.post("/accounts", responses=ex.answers(ex.GIVEN, refuses=True))
@open_to(DOORKEEPERS)
async def add(request: Request, asked: AccountAsked) -> Response:
    """A new account; its first password is told once, and its owner has to choose another."""
    given = {"name": asked.name.strip(), "role": asked.role, "pair": asked.pair.strip()}
    try:
        password = await account_acts.add(desk_of(request), visitor_of(request), **given, chief=asked.chief)
    except AccountRefusedError as refused:
        return _refused(request, refused)
    return JSONResponse({"name": given["name"], "password": password})


@router.post("/accounts/renew", responses=ex.answers(ex.GIVEN))
@open_to(DOORKEEPERS)
async def renew(request: Request, asked: NameAsked) -> dict[str, Any]:
    """A new first password for somebody who has lost his; he is logged out everywhere."""
    password = await account_acts.renew(desk_of(request), visitor_of(request), asked.name)
    return {"name": asked.name, "password": password}


@router.post("/accounts/remove", responses=ex.answers({"removed": True}))
@open_to(DOORKEEPERS)
async def remove(request: Request, asked: NameAsked) -> dict[str, Any]:
    """Take an account, or a screen, away; it is logged out at once."""
    account_acts.remove(desk_of(request), visitor_of(request), asked.name)
    return {"removed": True}


@router.post("/password", responses=ex.answers({"changed": True}, refuses=True))
@open_to(KNOWN)
async def password(request: Request, asked: PasswordAsked) -> Response:
    """Change one's own password. Everybody logged in under that name, you too, has to log in again."""
    account, place = visitor_of(request).account, request.client.host if request.client else ""
    new = asked.password
    try:
        await account_acts.change_own(desk_of(request), account, place, old=asked.old, new=new, again=new)
    except AccountRefusedError as refused:
        return _refused(request, refused)
    return JSONResponse({"changed": True})


@router.post("/preferences", responses=ex.answers({"kept": True}))
@open_to(KNOWN)
async def preferences(request: Request, asked: PreferencesAsked) -> dict[str, Any]:
    """One's own language and size of letters, kept with the account."""
    name = visitor_of(request).account.name
    desk_of(request).accounts.prefer(name, language=asked.language, large_text=asked.large_text)
    return {"kept": True}


@router.post("/logout", responses=ex.answers({"ended": True}))
@open_to(KNOWN)
async def log_out(request: Request) -> Response:
    """End the session, on the desk's side too."""
    return login_pages.end(request, JSONResponse({"ended": True}))


@router.post("/screens/codes", responses=ex.answers(ex.CODE))
@open_to(DOORKEEPERS)
async def give_code(request: Request, asked: PlaceAsked) -> dict[str, Any]:
    """A code for the screen of a place; it works once, and so many seconds."""
    by = visitor_of(request).account.name
    code, place = pairing_pages.offered(desk_of(request), by, role=asked.role, table=asked.table, seat=asked.seat)
    return {"code": code, "screen": place.name, "lasts_s": LASTS_S}


@router.post("/pair", responses=ex.answers({"name": "screen 7 S", "role": "seat", "csrf": "the token"}))
@open_to(ANYONE)
async def pair(request: Request, asked: CodeAsked) -> Response:
    """Come in as a screen, by its code: sets the session cookie. 429 after too many wrong ones."""
    desk = desk_of(request)
    account, wait = pairing_pages.let_in(desk, request, asked.code)
    if wait > 0:
        return JSONResponse({"detail": "too many wrong attempts"}, 429, {"Retry-After": str(wait)})
    if account is None:
        return JSONResponse({"detail": "there is no such code, or it was used"}, 403)
    return begun(desk, account)


@router.post("/tables/{table}/played", responses=ex.answers({"recorded": True}, refuses=True))
@open_to(frozenset({Role.PLAYING_DIRECTOR}))
async def played(request: Request, table: str, asked: PlayedAsked) -> Response:
    """A playing director says that he has played the board there; written down, and not believed against the plan."""
    refused = say_played(desk_of(request), visitor_of(request).viewer, table, str(asked.board))
    if refused is not None:
        return JSONResponse({"detail": desk_of(request).words["en"].text(refused)}, 409)
    return JSONResponse({"recorded": True})


# -- the evening -------------------------------------------------------------------------------------------------------


@router.get("/evening", responses=ex.answers(ex.EVENING))
@open_to(HOSTS)
async def evening(request: Request) -> dict[str, Any]:
    """The present evening as the form has it, the club's tables, and what is unfinished."""
    desk = desk_of(request)
    office = evening_pages.office_of(desk)
    draft = await asyncio.to_thread(office.draft)
    tables = [{"table": name, "devices": list(devices)} for name, devices in office.tables()]
    left = [line.text for line in evening_pages.unfinished(desk, desk.words_for(request))]
    known = {name: value for name, value in asdict(draft).items() if name != "more"}
    return {"draft": known, "tables": tables, "unfinished": left}


@router.post("/evening/check", responses=ex.answers(ex.CHECKED, refuses=True))
@open_to(HOSTS)
async def check(request: Request, asked: EveningAsked) -> Response:
    """Check an evening as it would be; nothing is changed."""
    return await _evening(request, asked, opens=False)


@router.post("/evening/open", responses=ex.answers({**ex.CHECKED, "opened": True, "starts": True}, refuses=True))
@open_to(HOSTS)
async def open_evening(request: Request, asked: EveningAsked) -> Response:
    """Make it the evening. 409 with the checks where one speaks against it and `anyway` is not set."""
    return await _evening(request, asked, opens=True)


@router.post("/evening/close", responses=ex.answers(ex.CLOSED, refuses=True))
@open_to(HOSTS)
async def close_evening(request: Request, asked: CloseAsked) -> Response:
    """Write every board, the results and an archive. 409 where something is unfinished and `anyway` is not set.

    Nothing is stopped: what happens afterwards is not in the files; closed again they are written anew.
    """
    desk = desk_of(request)
    office = evening_pages.office_of(desk)
    left = [line.text for line in evening_pages.unfinished(desk, desk.words_for(request))]
    if left and not asked.anyway:
        return JSONResponse({"closed": False, "unfinished": left}, 409)
    try:
        files = await closing_pages.closed(request)
    except LogError as error:
        return JSONResponse({"detail": str(error)}, 503)
    return JSONResponse({"closed": True, "unfinished": left, "folder": office.closes_into(), "files": list(files)})


async def _evening(request: Request, asked: EveningAsked, *, opens: bool) -> Response:
    desk, words = desk_of(request), desk_of(request).words_for(request)
    office, draft = evening_pages.office_of(desk), _draft(asked)
    try:
        found = await asyncio.to_thread(office.check, draft)
        told = {"checks": [{"mark": one.mark.value, "text": words.text(one.key, one.fields)} for one in found]}
        if not opens:
            return JSONResponse(told)
        if evening_pages.stops(found) and not asked.anyway:
            return JSONResponse(told | {"opened": False}, 409)
        starts = await evening_pages.opened(desk, draft, visitor_of(request).account.name)
    except LogError as error:
        return JSONResponse({"detail": f"{error.field}: {error.message}"}, 422)
    return JSONResponse(told | {"opened": True, "starts": starts})


def _draft(asked: EveningAsked) -> Draft:
    given = asked.model_dump(exclude={"anyway", "tables"})
    return Draft(**given, tables=tuple(asked.tables))


def _refused(request: Request, refused: AccountRefusedError) -> Response:
    return JSONResponse({"detail": desk_of(request).words["en"].text(refused.key)}, refused.status)
