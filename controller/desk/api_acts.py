"""The desk as JSON, what is done at a table: rulings tried, corrections, acts entered, the mode, later."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.desk import api_examples as ex
from controller.desk import asking, preview
from controller.desk.api_json import answer_json
from controller.desk.api_models import CorrectionAsked, EventAsked, LaterAsked, ModeAsked, RulingAsked
from controller.desk.desk import desk_of
from controller.desk.gate import DIRECTORS, IN_THE_ROOM, DeniedError, open_to, visitor_of
from controller.desk.looking_back import board_of, corrections
from controller.desk.preview import Difference
from controller.desk.queue import queue_for
from controller.desk.record import TableRecord
from controller.desk.room_pages import put_aside, record_for
from controller.desk.ruling_form import FormError, checked
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import Correction, Ruling
from controller.session.may_see import Role, What

router = APIRouter(prefix="/api/v1", tags=["desk"])


@router.post("/rulings/preview", responses=ex.answers(ex.DIFFERENCE, refuses=True))
@open_to(DIRECTORS)
async def try_ruling(request: Request, asked: Annotated[RulingAsked, Body()]) -> Response:
    """What a ruling would change, `after` included. Nothing is recorded."""
    record = record_for(request, asked.table, What.FINDING)
    try:
        ruling = checked(asked.ruling | {"by": visitor_of(request).account.name, "src": "director"})
    except FormError as error:
        return _misfit(error)
    return JSONResponse(_difference(preview.of(record, ruling, desk_of(request).words_for(request))))


@router.post("/tables/{table}/corrections", responses=ex.answers(ex.RECORDED, refuses=True))
@open_to(DIRECTORS)
async def correct(request: Request, table: str, asked: Annotated[CorrectionAsked, Body()]) -> Response:
    """Put right what was read wrongly. With `dry_run` only the differences are answered; else it is recorded once.

    `seen` is how often the board had been corrected when the differences were looked at (`corrections` of the table).
    """
    desk, me = desk_of(request), visitor_of(request).account.name
    given = asked.model_dump(include={"replaces", "before", "events", "reason"}, exclude_none=True)
    try:
        event = event_from_json({"type": "correction", "src": "director", "by": me, **given})
    except LogError as error:
        return JSONResponse({"detail": f"{error.field}: {error.message}"}, 422)
    assert isinstance(event, Correction)
    record = _record_of(request, table, event)
    if asked.dry_run:
        return JSONResponse(_difference(preview.of_correction(record, event, desk.words_for(request))))
    act = event.replaces[0] if event.replaces else event.before or 0
    seen = asked.seen if asked.seen is not None else corrections(board_of(record.table, act).boards[-1])
    return answer_json(await asking.correct(desk, table, event, by=me, corrections=seen))


def _record_of(request: Request, table: str, event: Correction) -> TableRecord:
    """The table, where the director may see the acts of the board that is corrected."""
    record = record_for(request, table, What.COME_TO_TABLE)
    act = event.replaces[0] if event.replaces else event.before or 0
    board = board_of(record.table, act).board_number
    if not desk_of(request).room.sees(visitor_of(request).viewer, board, What.ACTS):
        raise DeniedError(404, "error.unknown")
    return record


@router.post("/tables/{table}/events", responses=ex.answers(ex.RECORDED, refuses=True))
@open_to(IN_THE_ROOM)
async def enter(request: Request, table: str, asked: Annotated[EventAsked, Body()]) -> Response:
    """Enter an act that no reader told: `event` as in the table log; no ruling and no correction."""
    record = record_for(request, table, What.PROGRESS)
    try:
        event = event_from_json({**asked.event, "src": "director"})
    except LogError as error:
        return JSONResponse({"detail": f"event.{error.field}: {error.message}"}, 422)
    if isinstance(event, Ruling | Correction):
        return JSONResponse({"detail": "event.type: rulings and corrections have routes of their own"}, 422)
    if asked.n is not None and asked.n != record.table.next_n:
        answer = asking.Answer(False, code="stale", reason=f"the next event is {record.table.next_n} by now")
        return answer_json(answer)
    me = visitor_of(request).account.name
    command: dict[str, Any] = {"do": "event", "table": table, "by": me, "event": event_to_json(event)}
    command |= {"n": asked.n} if asked.n is not None else {}
    return answer_json(await asking.ask(desk_of(request), command))


@router.post("/tables/{table}/mode", responses=ex.answers(ex.RECORDED, refuses=True))
@open_to(IN_THE_ROOM)
async def mode(request: Request, table: str, asked: Annotated[ModeAsked, Body()]) -> Response:
    """Who keeps the record, readers or people; `accept`: which is right where table and record differ (directors)."""
    record_for(request, table, What.PROGRESS)
    if asked.accept is not None and visitor_of(request).account.role is Role.OPERATOR:
        raise DeniedError(403)
    command: dict[str, Any] = {"do": "mode", "table": table, "by": visitor_of(request).account.name}
    command |= asked.model_dump(exclude_none=True)
    return answer_json(await asking.ask(desk_of(request), command))


@router.post("/tables/{table}/summonses/{summons}/later", responses=ex.answers({"later": True}, refuses=True))
@open_to(DIRECTORS)
async def later(request: Request, table: str, summons: str, asked: Annotated[LaterAsked, Body()]) -> Response:
    """Put a summons aside for some minutes, or until its board has ended (`minutes` null). It stays open.

    `rev` and `mark` (of the summons): what was seen; 409 where another director has been quicker.
    """
    desk = desk_of(request)
    case = desk.room.case(table, summons)
    if case is None or not desk.room.sees_case(visitor_of(request).viewer, case):
        raise DeniedError(404, "error.unknown")
    until = None if asked.minutes is None else desk.now() + 60 * asked.minutes
    seen = {name: value for name, value in (("rev", asked.rev), ("mark", asked.mark)) if value is not None}
    answer = await asking.put_one_aside(desk, case, seen, visitor_of(request).account.name, until)
    return JSONResponse({"later": True, "until": until}) if answer.is_recorded else answer_json(answer)


@router.get("/bursts", responses=ex.answers([ex.BURST]))
@open_to(DIRECTORS)
async def bursts(request: Request) -> list[dict[str, Any]]:
    """Summonses that look like one fault of a device: more than ten from it within a minute."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    queue = queue_for(desk.room, viewer, desk.words_for(request), desk.now())
    return [
        {
            "device": burst.device,
            "state": burst.state,
            "since": burst.since,
            "summonses": [{"table": case.table, "id": case.id} for case in burst.cases],
        }
        for burst in queue.bursts
    ]


@router.post("/bursts/{device}/aside", responses=ex.answers({"aside": 31}, refuses=True))
@open_to(DIRECTORS)
async def aside(request: Request, device: str) -> Response:
    """Put a burst aside: its summonses stay open and come back a table at a time."""
    answer, many = await put_aside(desk_of(request), visitor_of(request).viewer, device)
    return JSONResponse({"aside": many}) if answer.is_recorded else answer_json(answer)


@router.post("/tables/{table}/back", responses=ex.answers({"back": True}, refuses=True))
@open_to(DIRECTORS)
async def back(request: Request, table: str) -> Response:
    """What was put aside of a table with a burst waits openly again."""
    record_for(request, table, What.COME_TO_TABLE)
    answer = await asking.bring_back(desk_of(request), table, visitor_of(request).account.name)
    return JSONResponse({"back": True}) if answer.is_recorded else answer_json(answer)


def _misfit(error: FormError) -> Response:
    return JSONResponse({"detail": f"{error.fields.get('field')}: {error.fields.get('value')}"}, 422)


def _difference(found: Difference) -> dict[str, Any]:
    return {
        "refused": found.refused,
        "withdrawn": list(found.withdrawn),
        "raised": list(found.raised),
        "changed": list(found.changed),
        "closed": list(found.closed),
        "then": [line.text for line in found.then],
    }
