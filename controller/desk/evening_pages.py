"""The evening: how it stands, and the next one set up on one form, checked, and opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from controller.desk.describe import said
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import DeniedError, open_to, visitor_of
from controller.desk.next_evening import NextEvening
from controller.desk.shown import Shown
from controller.desk.times import day_and_clock
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.model.regulations import BASE_SETS, EDITIONS
from controller.session.checks import Check, Mark
from controller.session.draft import MOVEMENTS, Draft
from controller.session.may_see import Role
from controller.session.rules import METHODS
from controller.session.unfinished import Unfinished, unfinished_boards

router = APIRouter(include_in_schema=False)
#: Who sets up an evening.
HOSTS = frozenset({Role.DIRECTOR, Role.OPERATOR})
#: How the log of looks calls that an evening was closed.
CLOSED = "evening_closed"
_LONGEST = 20_000
_LEADS = ("face_down", "face_up")
_EVENS = ("skip", "share_and_relay")


@router.get("/evening")
@open_to(HOSTS)
async def evening_page(request: Request) -> Response:
    """The form, filled with what the present evening has, and what of that one is unfinished."""
    desk = desk_of(request)
    return _page(request, await asyncio.to_thread(office_of(desk).draft))


@router.post("/evening")
@open_to(HOSTS)
async def evening(request: Request) -> Response:
    """Check what was filled in, or (`do=open`, `do=anyway`) make it the evening."""
    desk, form = desk_of(request), await request.form()
    office, draft = office_of(desk), _draft(form)
    try:
        found = await asyncio.to_thread(office.check, draft)
        if form.get("do") == "anyway" or (form.get("do") == "open" and not stops(found)):
            starts = await opened(desk, draft, visitor_of(request).account.name)
            return desk.render(request, "evening_opened.html", {"session": draft.session, "starts": starts})
    except LogError as error:
        return _page(request, draft, error=error, status=422)
    return _page(request, draft, checks=found)


def stops(found: Sequence[Check]) -> bool:
    """Does anything that a check found speak against opening the evening?"""
    return any(one.mark is Mark.BAD for one in found)


async def opened(desk: Desk, draft: Draft, by: str) -> bool:
    """Make it the evening, written down; False where people have to start it. LogError names the field."""
    starts = await asyncio.to_thread(office_of(desk).open, draft)
    desk.audit.wrote("evening", by=by, at=desk.now(), session=draft.session)
    return starts


def office_of(desk: Desk) -> NextEvening:
    """Whoever sets up evenings here. DeniedError where this desk was not given its files."""
    if desk.next_evening is None:
        raise DeniedError(404, "error.unknown")
    return desk.next_evening


def _draft(form: FormData) -> Draft:
    def text(name: str, default: str = "") -> str:
        return str(form.get(name, default))[:_LONGEST].strip()

    return Draft(
        session=text("session"),
        laws=text("laws", "2017"),
        base=text("base", "club"),
        opening_lead=text("opening_lead", "face_down"),
        tables=tuple(str(table)[:64] for table in form.getlist("tables")),
        movement=text("movement", "none"),
        scoring=text("scoring", "matchpoints"),
        rounds=text("rounds"),
        boards_per_round=text("boards_per_round", "2"),
        first_board=text("first_board", "1"),
        even=text("even", "skip"),
        arrow_switch=text("arrow_switch"),
        missing=text("missing"),
        names=text("names"),
        round_min=text("round_min", "0"),
        rounds_csv=text("rounds_csv"),
        teams=(text("home"), text("away")),
    )


def _page(
    request: Request,
    draft: Draft,
    *,
    checks: Sequence[Check] | None = None,
    error: LogError | None = None,
    status: int = 200,
) -> Response:
    desk = desk_of(request)
    words = desk.words_for(request)
    field = f"evening.{error.field}" if error is not None else ""
    context: dict[str, Any] = {
        "draft": draft,
        "tables": office_of(desk).tables(),
        "checks": None if checks is None else sorted(checks, key=lambda one: list(Mark).index(one.mark)),
        "counts": {mark.value: sum(one.mark is mark for one in checks or ()) for mark in Mark},
        "error": error,
        "error_field": words.text(field) if field in words else "",
        "unfinished": unfinished(desk, words),
        "closed": last_closing(desk, words),
        "editions": list(EDITIONS),
        "bases": list(BASE_SETS),
        "leads": _LEADS,
        "movements": MOVEMENTS,
        "evens": _EVENS,
        "methods": list(METHODS),
    }
    return desk.render(request, "evening.html", context, status=status)


def unfinished(desk: Desk, words: Words) -> list[Shown]:
    """What of the present evening is not done: boards due and not ended, boards in play, summonses that wait."""
    found: list[Unfinished] = []
    for record in desk.room.in_order():
        found += unfinished_boards(record.name, record.table, desk.room.plan)
        waiting = sum(not case.is_quiet for case in record.waiting)
        if waiting:
            found.append(Unfinished("evening.waiting", {"table": record.name, "n": waiting}))
    return [said(words, one.key, one.fields) for one in found]


def last_closing(desk: Desk, words: Words) -> Shown | None:
    """When this evening was closed last, and by whom."""
    entries = [e for e in desk.audit.entries() if e.get("what") == CLOSED and e.get("session") == session_of(desk)]
    if not entries:
        return None
    return said(
        words, "evening.closed.last", {"time": day_and_clock(entries[-1]["at"], words), "by": entries[-1]["by"]}
    )


def session_of(desk: Desk) -> str:
    """The evening's name, empty before the journal has said it."""
    return desk.room.session.session if desk.room.session else ""
