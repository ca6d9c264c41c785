"""Correcting the record of a board by hand: tap the act, say what it was and why, see what changes, record it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import asking, correcting, describe, preview
from controller.desk.desk import desk_of
from controller.desk.gate import DIRECTORS, DeniedError, open_to, visitor_of
from controller.desk.looking_back import board_of, corrections
from controller.desk.record import TableRecord
from controller.desk.refused_page import carried
from controller.desk.room_pages import record_for
from controller.desk.ruling_form import FormError
from controller.desk.summons_pages import REASONS
from controller.session.may_see import What
from controller.table import Table

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/correct")
@open_to(DIRECTORS)
async def correct_page(request: Request, table: str) -> Response:
    """The acts of a board; with `n` what that act may have been instead."""
    record, view = _board(request, table, request.query_params.get("n") or request.query_params.get("board") or "")
    return _page(request, record, view, request.query_params.get("n", ""))


@router.post("/tables/{table}/correct")
@open_to(DIRECTORS)
async def correct(request: Request, table: str) -> Response:
    """Show what a correction would change; or record it, once, for the moment that the form was made for."""
    form, desk, me = await request.form(), desk_of(request), visitor_of(request).account.name
    n = str(form.get("n", ""))
    record, view = _board(request, table, n)
    words = desk.words_for(request)
    try:
        correction = correcting.correction_from(form, record.table, by=me, reasons=REASONS)
    except FormError as error:
        return _page(request, record, view, n, error=words.text(error.key, error.fields), status=422, form=form)
    seen = str(corrections(view.boards[-1]))
    if str(form.get("corrections", "")) != seen:
        # Sent twice, or another director was quicker: what was shown as the difference is not true any more.
        return _page(request, record, view, n, error=words.text("correct.moved_on"), status=409, form=form)
    if form.get("do") != "record":
        context = {
            "table": table,
            "n": n,
            "was": next((a for a in _view(request, record, view, n).acts if str(a.n) == n), None),
            "new": [describe.event(new.event, words) for new in correction.events],
            "difference": preview.of_correction(record, correction, words),
            "fields": carried(form),
        }
        return desk.render(request, "correct_preview.html", context)
    answer = await asking.correct(desk, table, correction, by=me, corrections=int(seen))
    if not answer.is_recorded:
        key = f"refused.{answer.code}"
        why = f"{words.text(key) if key in words else ''} {answer.reason or ''}".strip()
        return _page(request, record, view, n, error=why, status=503 if answer.code == "away" else 409, form=form)
    return RedirectResponse(f"/tables/{table}?recorded={answer.n}", status_code=303)


def _board(request: Request, table: str, wanted: str) -> tuple[TableRecord, Table]:
    """The table, and the board that an event belongs to; as if there were none where he may not see its acts."""
    record = record_for(request, table, What.COME_TO_TABLE)
    is_number = wanted.isascii() and wanted.isdigit() and len(wanted) < 10
    view = board_of(record.table, int(wanted)) if is_number else record.table
    if not desk_of(request).room.sees(visitor_of(request).viewer, view.board_number, What.ACTS):
        raise DeniedError(404, "error.unknown")
    return record, view


def _view(request: Request, record: TableRecord, view: Table, n: str) -> correcting.CorrectView:
    words = desk_of(request).words_for(request)
    wanted = int(n) if n.isascii() and n.isdigit() and len(n) < 10 else None
    return correcting.view_of(record.name, view, words, times=record.times, n=wanted)


def _page(
    request: Request,
    record: TableRecord,
    view: Table,
    n: str,
    *,
    error: str | None = None,
    status: int = 200,
    form: FormData | None = None,
) -> Response:
    context = {
        "view": _view(request, record, view, n),
        "reasons": REASONS,
        "error": error,
        "kept": dict(carried(form)) if form is not None else {},
    }
    return desk_of(request).render(request, "correct.html", context, status=status)
