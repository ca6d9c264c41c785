"""Keeping a table's record by hand, and saying which is right where table and record differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.desk import asking, keeping
from controller.desk.desk import desk_of
from controller.desk.gate import IN_THE_ROOM, DeniedError, open_to, visitor_of
from controller.desk.record import TableRecord
from controller.desk.room_pages import record_for
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json
from controller.model.seats import Seat
from controller.session.may_see import Role, What

router = APIRouter(include_in_schema=False)
_MODES = ("sensing", "manual")
_ACCEPTS = ("record", "cards")
#: Of a number of tricks.
_DIGITS = 2


@router.get("/tables/{table}/keep")
@open_to(IN_THE_ROOM)
async def keep_page(request: Request, table: str) -> Response:
    """How the cards lie against the record, and the taps to enter what the readers do not see."""
    return _page(request, record_for(request, table, What.PROGRESS))


@router.post("/tables/{table}/keep")
@open_to(IN_THE_ROOM)
async def keep(request: Request, table: str) -> Response:
    """A tap: a call, a card, the mode, or the latest act taken back."""
    record = record_for(request, table, What.PROGRESS)
    form, words = await request.form(), desk_of(request).words_for(request)
    if str(form.get("n", "")) != str(record.table.next_n):
        # Tapped twice, or somebody or something was quicker: nothing is entered that was meant for another moment.
        return _page(request, record, error=words.text("keep.moved_on"), status=409)
    asked = _asked(request, record, form)
    if asked is None:
        raise DeniedError(400, "error.form")
    # The readers go on meanwhile: the core knows best whether it is still the moment that the page showed.
    moment = {"n": record.table.next_n} if asked["do"] == "event" else {}
    me = visitor_of(request).account.name
    answer = await asking.ask(desk_of(request), {**asked, **moment, "table": table, "by": me})
    if not answer.is_recorded:
        key = "keep.moved_on" if answer.code == "stale" else f"refused.{answer.code}"
        why = words.text(key) if key in words else ""
        status = 503 if answer.code == "away" else 409
        reason = "" if answer.code == "stale" else answer.reason or ""
        return _page(request, record, error=f"{why} {reason}".strip(), status=status)
    return RedirectResponse(f"/tables/{table}/keep", status_code=303)


def _page(request: Request, record: TableRecord, *, error: str | None = None, status: int = 200) -> Response:
    desk, viewer = desk_of(request), visitor_of(request).viewer
    view = keeping.view_of(desk.room, record, viewer, desk.words_for(request))
    may_rule = viewer.role is not Role.OPERATOR
    return desk.render(request, "keep.html", {"view": view, "error": error, "may_rule": may_rule}, status=status)


def _asked(request: Request, record: TableRecord, form: FormData) -> Mapping[str, Any] | None:
    """What the core is to be asked for; None where the form asks for nothing that there is."""
    if form.get("keep"):
        return _mode(request, str(form["keep"]))
    if form.get("undo"):
        return _undo(record)
    if form.get("faced"):
        return _faced(record)
    seat = str(form.get("seat", ""))
    if seat not in Seat.__members__:
        return None
    for kind in ("call", "card"):
        if form.get(kind):
            return _event({"type": kind, "seat": seat, kind: str(form[kind])})
    if form.get("claim"):
        tricks = str(form.get("tricks", ""))
        is_number = tricks.isascii() and tricks.isdigit() and len(tricks) <= _DIGITS
        return _event({"type": "claim", "seat": seat, "tricks": int(tricks)}) if is_number else None
    if form.get("agree") in ("yes", "no"):
        return _event({"type": "claim_answer", "seat": seat, "agree": form["agree"] == "yes"})
    return None


def _event(given: Mapping[str, Any]) -> Mapping[str, Any] | None:
    try:
        event_from_json(given)
    except LogError:
        return None
    return {"do": "event", "event": {**given, "src": "director"}}


def _mode(request: Request, wanted: str) -> Mapping[str, Any] | None:
    """An operator keeps the record by hand; which of table and record is right, only a director says."""
    if wanted in _ACCEPTS:
        if visitor_of(request).account.role is Role.OPERATOR:
            raise DeniedError(403)
        return {"do": "mode", "mode": "sensing", "accept": wanted}
    return {"do": "mode", "mode": wanted} if wanted in _MODES else None


def _undo(record: TableRecord) -> Mapping[str, Any] | None:
    n = keeping.undone_by(record.table)
    if n is None:
        return None
    correction = {"type": "correction", "replaces": [n], "events": [], "reason": "entered wrongly", "src": "director"}
    return {"do": "event", "event": correction}


def _faced(record: TableRecord) -> Mapping[str, Any] | None:
    lead = keeping.lead_face_down(record.table)
    if lead is None:
        return None
    return _event({"type": "card_faced", "seat": lead.seat.value, "card": lead.card.text})
