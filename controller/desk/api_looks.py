"""The desk as JSON, looks at hidden hands beyond a table's: analysis, one board at every table, a case's report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request

from controller.desk import api_examples as ex
from controller.desk import report_pages, summons_pages
from controller.desk.desk import desk_of
from controller.desk.gate import DIRECTORS, DeniedError, open_to, visitor_of
from controller.desk.shown import Shown
from controller.model.cards import Card
from controller.session.may_see import What

router = APIRouter(prefix="/api/v1", tags=["desk"])
_CASE = "/tables/{table}/summonses/{summons}"


@router.post(_CASE + "/analysis", responses=ex.answers({"found": {"side": "NS", "won": 3, "more": 7}, "why": ""}))
@open_to(DIRECTORS)
async def analysis(request: Request, table: str, summons: str) -> dict[str, Any]:
    """Double dummy before the act, for the director alone. Written down as a look."""
    found, why = await summons_pages.analysed(request, *summons_pages.case_for(request, table, summons))
    return {"found": plain_json(found), "why": why}


@router.post(_CASE + "/compare", responses=ex.answers({"tables": [], "groups": [["1", "2"], ["7"]]}))
@open_to(DIRECTORS)
async def compare(request: Request, table: str, summons: str) -> Any:
    """A board that is not the same everywhere, as each table saw it. Written down as a look."""
    return plain_json(summons_pages.compared_for(request, *summons_pages.case_for(request, table, summons)))


@router.get(_CASE + "/report", responses=ex.answers(ex.REPORT))
@open_to(DIRECTORS)
async def report(request: Request, table: str, summons: str) -> Any:
    """The report of a case, without hands."""
    return plain_json(report_pages.report_for(request, *report_pages.case_of(request, table, summons), opened=False))


@router.post(_CASE + "/report", responses=ex.answers(ex.REPORT))
@open_to(DIRECTORS)
async def report_with_hands(request: Request, table: str, summons: str) -> Any:
    """The same with the four hands. Written down as a look."""
    record, case = report_pages.case_of(request, table, summons)
    desk, visitor = desk_of(request), visitor_of(request)
    if not desk.room.sees(visitor.viewer, case.board, What.UNSEEN_CARDS):
        raise DeniedError(404, "error.unknown")
    desk.audit.looked(by=visitor.account.name, table=table, board=case.board, page="report", at=desk.now())
    return plain_json(report_pages.report_for(request, record, case, opened=True))


def plain_json(value: Any) -> Any:
    """A view as JSON: what is written for people as its text."""
    if isinstance(value, Shown):
        return value.text
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value):
        return {field.name: plain_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(plain_json(key)): plain_json(one) for key, one in value.items()}
    return [plain_json(one) for one in value]
