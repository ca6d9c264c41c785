"""A summons as a page, and what its buttons do. Every form carries an id of its own: sent twice, it counts once."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.adapters.double_dummy import DoubleDummyError
from controller.desk import analysis, asking, compared, describe, keeping, preview, summons_view
from controller.desk.asking import Answer
from controller.desk.cases import Case
from controller.desk.desk import desk_of
from controller.desk.gate import DIRECTORS, DeniedError, open_to, visitor_of
from controller.desk.login_pages import own_path
from controller.desk.options import may_be_ruled_late
from controller.desk.queue import call_heading, queue_for
from controller.desk.record import PlayerCall, TableRecord
from controller.desk.refused_page import carried, not_recorded
from controller.desk.room_pages import note_look, record_for
from controller.desk.ruling_form import FormError, ruling_from
from controller.model.events import Ruling
from controller.session.may_see import Role, What

router = APIRouter(include_in_schema=False)
_A_DAY = 86_400
#: Reasons of a misread, to be tapped.
REASONS = ("brushed", "wrong_card", "put_back", "other")
_LATER_MIN = {"1": 1, "3": 3}


@router.get("/tables/{table}/summonses/{wanted}")
@open_to(DIRECTORS)
async def summons_page(request: Request, table: str, wanted: str) -> Response:
    """The page of a summons, or of a player's call for the director."""
    call = desk_of(request).room.call(table, wanted)
    if call is not None:
        return _call_page(request, record_for(request, table, What.FINDING), call)
    record, case = case_for(request, table, wanted)
    return _page(request, record, case)


@router.post("/tables/{table}/summonses/{wanted}")
@open_to(DIRECTORS)
async def act(request: Request, table: str, wanted: str) -> Response:
    """A button of the page was tapped: `do` says which."""
    form = await request.form()
    record, case = case_for(request, table, wanted)
    button = _BUTTONS.get(str(form.get("do", "")))
    if button is None:
        raise DeniedError(400, "error.form")
    return await button(request, record, case, form)


@router.post("/tables/{table}/here")
@open_to(DIRECTORS)
async def here(request: Request, table: str) -> Response:
    """A director is at the table, or leaves it."""
    form, me = await request.form(), visitor_of(request).account.name
    record_for(request, table, What.COME_TO_TABLE)
    answer = await asking.at_the_table(
        desk_of(request), table, me, leave=form.get("leave") == "yes", ago=seconds_ago(form)
    )
    if not answer.is_recorded:
        return not_recorded(request, table, answer, None)
    return RedirectResponse(own_path(str(form.get("back", f"/tables/{table}"))), status_code=303)


def case_for(request: Request, table: str, wanted: str) -> tuple[TableRecord, Case]:
    """The case, if the visitor may see it; else it is as if there were none."""
    desk = desk_of(request)
    record = desk.room.tables.get(table)
    case = summons_view.find(record, wanted) if record else None
    if record is None or case is None or not desk.room.sees_case(visitor_of(request).viewer, case):
        raise DeniedError(404, "error.unknown")
    note_look(request, record.name, case.board)
    return record, case


def _page(
    request: Request, record: TableRecord, case: Case, *, error: str | None = None, chosen: str = "", status: int = 200
) -> Response:
    desk, viewer = desk_of(request), visitor_of(request).viewer
    words = desk.words_for(request)
    context = {
        "view": summons_view.view_of(desk.room, record, case, viewer, words),
        "waiting": _others(request, case),
        "form_id": uuid.uuid4().hex,
        "error": error,
        "chosen": chosen,
        "path": request.url.path,
    }
    return desk.render(request, "quiet.html" if case.is_quiet else "summons.html", context, status=status)


def _others(request: Request, case: Case) -> int:
    """How many other tables wait."""
    desk = desk_of(request)
    queue = queue_for(desk.room, visitor_of(request).viewer, desk.words_for(request), desk.now())
    return sum(1 for row in queue.needs if row.table != case.table)


def _call_page(request: Request, record: TableRecord, call: PlayerCall) -> Response:
    desk = desk_of(request)
    context = {
        "table": record.name,
        "heading": call_heading(call, desk.words_for(request)),
        "board": call.board,
        "at": call.at,
        "here": record.at_table,
        "path": request.url.path,
    }
    return desk.render(request, "call.html", context)


# -- the buttons ----------------------------------------------------------------------------------------------------


async def _rule(request: Request, record: TableRecord, case: Case, form: FormData) -> Response:
    try:
        ruling = ruling_from(form, on=case.id, by=visitor_of(request).account.name)
    except FormError as error:
        text = desk_of(request).words_for(request).text(error.key, error.fields)
        return _page(request, record, case, error=text, chosen=str(form.get("choice", "")), status=422)
    if _counts_late(case, ruling):
        return await _preview(request, record, case, form)
    answer = await asking.rule(desk_of(request), record.name, ruling)
    if not answer.is_recorded:
        return not_recorded(request, record.name, answer, case, form)
    return RedirectResponse(f"/tables/{record.name}?recorded={answer.n}", status_code=303)


async def _arrived(request: Request, record: TableRecord, case: Case, form: FormData) -> Response:
    me, ago = visitor_of(request).account.name, seconds_ago(form)
    answer = await asking.at_the_table(desk_of(request), record.name, me, ago=ago, on=case.id)
    return _back_to(request, record, case, answer)


def seconds_ago(form: FormData) -> float:
    """How long ago a button was tapped that was kept while the line was gone: never in the future, a day at most."""
    given = str(form.get("ago", ""))
    return float(min(int(given), _A_DAY)) if given.isascii() and given.isdigit() and len(given) < 12 else 0.0


async def _leave(request: Request, record: TableRecord, case: Case, _form: FormData) -> Response:
    answer = await asking.at_the_table(desk_of(request), record.name, visitor_of(request).account.name, leave=True)
    return _back_to(request, record, case, answer)


async def _on_my_way(request: Request, record: TableRecord, case: Case, _form: FormData) -> Response:
    answer = await asking.seen(desk_of(request), record.name, case.id, case.rev, visitor_of(request).account.name)
    return _back_to(request, record, case, answer)


async def _noted(request: Request, record: TableRecord, case: Case, _form: FormData) -> Response:
    answer = await asking.seen(desk_of(request), record.name, case.id, case.rev, visitor_of(request).account.name)
    return RedirectResponse("/", status_code=303) if answer.is_recorded else _back_to(request, record, case, answer)


async def _later(request: Request, record: TableRecord, case: Case, form: FormData) -> Response:
    desk, when = desk_of(request), str(form.get("when", ""))
    if when not in (*_LATER_MIN, "board"):
        context = {"table": record.name, "path": request.url.path, "rev": case.rev, "mark": desk.room.mark_of(case)}
        return desk.render(request, "later.html", context)
    until = desk.now() + 60 * _LATER_MIN[when] if when in _LATER_MIN else None
    # What he saw when he asked: another director may have been quicker.
    given = {name: str(form.get(name, "")) for name in ("rev", "mark")}
    seen = {name: int(text) for name, text in given.items() if text.isascii() and text.isdigit() and len(text) < 10}
    answer = await asking.put_one_aside(desk, case, seen, visitor_of(request).account.name, until)
    return RedirectResponse("/", status_code=303) if answer.is_recorded else _back_to(request, record, case, answer)


async def _misread(request: Request, record: TableRecord, case: Case, form: FormData) -> Response:
    """Ask for the reason and show what will be struck out."""
    desk, words = desk_of(request), desk_of(request).words_for(request)
    context = {
        "table": record.name,
        "heading": describe.kind(case.finding.kind, words),
        "what": describe.what_happened(record, case, words),
        "event": case.act,
        "difference": preview.of_dismissal(record, case, words),
        "reasons": REASONS,
        "rev": case.rev,
        "form_id": str(form.get("id") or uuid.uuid4().hex),
        "path": request.url.path,
        "is_quiet": case.is_quiet,
        "error": None,
    }
    return desk.render(request, "misread.html", context)


async def _preview(request: Request, record: TableRecord, case: Case, form: FormData) -> Response:
    """Show what a ruling would change in the place it is moved to; nothing is recorded."""
    desk, words = desk_of(request), desk_of(request).words_for(request)
    try:
        ruling = ruling_from(form, on=case.id, by=visitor_of(request).account.name)
    except FormError as error:
        text = words.text(error.key, error.fields)
        return _page(request, record, case, error=text, chosen=str(form.get("choice", "")), status=422)
    fields = carried(form)
    if _counts_late(case, ruling):
        ruling = replace(ruling, after=case.act)
        fields = [(name, value) for name, value in fields if name != "after"] + [("after", str(case.act))]
    context = {
        "table": record.name,
        "choice": describe.choice(ruling.choice, words),
        "difference": preview.of(record, ruling, words),
        "fields": fields,
        "path": request.url.path,
    }
    return desk.render(request, "preview.html", context)


def _counts_late(case: Case, ruling: Ruling) -> bool:
    """Given before the players closed it and typed since: it counts just after the act, once its effect was shown."""
    is_late = ruling.after is None and ruling.rev == case.rev and may_be_ruled_late(case)
    return is_late and ruling.choice in case.finding.options


async def _faced(request: Request, record: TableRecord, case: Case, _form: FormData) -> Response:
    """A tag does not know its card's face: the director says that the lead lies face up. The options follow."""
    card = keeping.lead_face_down(record.table)
    if card is None:
        raise DeniedError(409, "error.form")
    event = {"type": "card_faced", "src": "director", "seat": card.seat.value, "card": card.card.text}
    me = visitor_of(request).account.name
    answer = await asking.ask(desk_of(request), {"do": "event", "table": record.name, "by": me, "event": event})
    if not answer.is_recorded:
        return not_recorded(request, record.name, answer, case)
    new = next((c for c in record.waiting if not c.is_quiet and c.finding.kind.startswith("opening_lead")), None)
    address = f"/tables/{record.name}" if new is None else f"/tables/{record.name}/summonses/{new.id}"
    return RedirectResponse(address, status_code=303)


_Button = Callable[[Request, TableRecord, Case, FormData], Awaitable[Response]]


async def _analysis(request: Request, record: TableRecord, case: Case, _form: FormData) -> Response:
    """Double dummy before the act: for the director alone, and written down as a look before it is shown."""
    found, why = await analysed(request, record, case)
    desk = desk_of(request)
    context = {"case": case, "heading": describe.kind(case.finding.kind, desk.words_for(request)), "found": found}
    return desk.render(request, "analysis.html", context | {"why": why, "path": request.url.path})


async def analysed(request: Request, record: TableRecord, case: Case) -> tuple[analysis.Found | None, str]:
    """What double dummy finds before the act, or why nothing; a look that is written down first."""
    desk, visitor = desk_of(request), visitor_of(request)
    sees_hands = desk.room.sees(visitor.viewer, case.board, What.UNSEEN_CARDS)
    if visitor.account.role is not Role.DIRECTOR or not sees_hands or case.finding.kind not in analysis.KINDS:
        raise DeniedError(404, "error.unknown")
    desk.audit.looked(by=visitor.account.name, table=record.name, board=case.board, page="analysis", at=desk.now())
    moment = analysis.moment_of(record, case)
    if moment is None:
        return None, ""
    try:
        return await analysis.analysed(desk.analysis, moment), ""
    except DoubleDummyError as error:
        return None, str(error)


async def _compare(request: Request, record: TableRecord, case: Case, _form: FormData) -> Response:
    """The board at every table, card by card: for the director alone, and written down as a look before it is shown."""
    desk, found = desk_of(request), compared_for(request, record, case)
    return desk.render(request, "compare.html", {"board": case.board, "found": found, "path": request.url.path})


def compared_for(request: Request, record: TableRecord, case: Case) -> compared.Compared:
    """What each table saw of the board; a look that is written down first."""
    desk, visitor = desk_of(request), visitor_of(request)
    sees_hands = desk.room.sees(visitor.viewer, case.board, What.UNSEEN_CARDS)
    if case.board is None or case.finding.kind not in compared.KINDS or not sees_hands:
        raise DeniedError(404, "error.unknown")
    desk.audit.looked(by=visitor.account.name, table=record.name, board=case.board, page="compare", at=desk.now())
    return compared.compared(desk.room, case.board, desk.words_for(request))


_BUTTONS: Mapping[str, _Button] = {
    "analysis": _analysis,
    "faced": _faced,
    "compare": _compare,
    "rule": _rule,
    "arrived": _arrived,
    "leave": _leave,
    "on_my_way": _on_my_way,
    "noted": _noted,
    "later": _later,
    "misread": _misread,
    "preview": _preview,
}


def _back_to(request: Request, record: TableRecord, case: Case, answer: Answer) -> Response:
    if not answer.is_recorded:
        return not_recorded(request, record.name, answer, case)
    return RedirectResponse(request.url.path, status_code=303)
