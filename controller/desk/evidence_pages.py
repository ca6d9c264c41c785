"""The evidence of a finding as a page and as JSON: what the readers told around the act, written down as a look."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.desk import evidence, evidence_view
from controller.desk.desk import desk_of
from controller.desk.evidence_view import SPANS, EvidenceView
from controller.desk.gate import DIRECTORS, DeniedError, open_to, visitor_of
from controller.desk.summons_pages import case_for
from controller.session.may_see import What

router = APIRouter()
#: Seconds that one may look away from the act.
_FARTHEST_S = 3600.0


@router.get("/tables/{table}/summonses/{wanted}/evidence", include_in_schema=False)
@open_to(DIRECTORS)
async def evidence_page(request: Request, table: str, wanted: str) -> Response:
    """What the table saw around the act."""
    view = await _view(request, table, wanted)
    context = {"view": view, "table": table, "wanted": wanted, "spans": SPANS, "path": request.url.path}
    return desk_of(request).render(request, "evidence.html", context)


@router.get("/api/v1/tables/{table}/summonses/{summons}/evidence", tags=["desk"])
@open_to(DIRECTORS)
async def evidence_json(request: Request, table: str, summons: str) -> Response:
    """The readings around the act of a summons (`span`, `offset`: seconds), as edges; unseen cards are not named."""
    view = await _view(request, table, summons)
    if view is None:
        return JSONResponse({"act_at": None, "told_at": None, "why": [], "readings": []})
    found = [asdict(line) | {"what": line.what.text} for line in view.readings]
    why = [line.text for line in view.why]
    return JSONResponse({"act_at": view.act_at, "told_at": view.told_at, "why": why, "readings": found})


async def _view(request: Request, table: str, wanted: str) -> EvidenceView | None:
    desk = desk_of(request)
    record, case = case_for(request, table, wanted)
    if not desk.room.sees(visitor_of(request).viewer, case.board, What.READINGS):
        raise DeniedError(404, "error.unknown")
    me = visitor_of(request).account.name
    desk.audit.looked(by=me, table=table, board=case.board, page="evidence", at=desk.now())
    kept = evidence.kept_of(record, case.act) if case.act is not None else None
    if kept is None:
        return None
    log = await asyncio.to_thread(evidence.read, desk.settings.evidence, kept)
    if log is None:
        return None
    words, span, offset = desk.words_for(request), _number(request, "span", 8.0), _number(request, "offset", 0.0)
    span = min(SPANS, key=lambda known: abs(known - span))
    return evidence_view.view_of(desk.room, record, case, kept, log, words, span=span, offset=offset)


def _number(request: Request, name: str, otherwise: float) -> float:
    try:
        found = float(request.query_params.get(name, otherwise))
    except ValueError:
        return otherwise
    return max(-_FARTHEST_S, min(_FARTHEST_S, found)) if found == found else otherwise
