"""The desk as JSON, under `/api/v1`: everything the pages show and do. Closed by default, like the pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.desk import api_examples as ex
from controller.desk import api_json, asking, board_pages, login_pages, replay_view
from controller.desk.accounts import Account
from controller.desk.api_json import answer_json
from controller.desk.api_models import AtTable, LogIn, RulingAsked, Seen
from controller.desk.desk import Desk, desk_of
from controller.desk.gate import ANYONE, DIRECTORS, IN_THE_ROOM, KNOWN, DeniedError, open_to, visitor_of
from controller.desk.record import TableRecord
from controller.desk.room_pages import note_look, record_for
from controller.desk.ruling_form import FormError, checked
from controller.session.may_see import Role, What

router = APIRouter(prefix="/api/v1", tags=["desk"])
#: Who looks after devices.
_DEVICES = frozenset({Role.DIRECTOR, Role.PLAYING_DIRECTOR, Role.OPERATOR})


@router.post("/login")
@open_to(ANYONE)
async def log_in(request: Request, asked: LogIn) -> Response:
    """Log in: sets the session cookie; send `csrf` back in `X-CSRF-Token` with everything that changes something."""
    desk = desk_of(request)
    account, wait = await login_pages.checked(desk, request, asked.name, asked.password)
    if wait > 0:
        return JSONResponse({"detail": "too many wrong attempts"}, 429, {"Retry-After": str(wait)})
    if account is None:
        return JSONResponse({"detail": "name or password is not right"}, 401)
    return begun(desk, account)


def begun(desk: Desk, account: Account) -> Response:
    """The answer to whoever came in, with his cookie and his token."""
    response = JSONResponse({})
    csrf = login_pages.begin(desk, response, account)
    response.body = response.render({"name": account.name, "role": account.role.value, "csrf": csrf})
    response.headers["content-length"] = str(len(response.body))
    return response


@router.get("/openapi.json", include_in_schema=False)
@open_to(KNOWN)
async def openapi(request: Request) -> Response:
    """The description of this interface."""
    return JSONResponse(request.app.openapi())


@router.get("/tables", responses=ex.answers([ex.TABLE]))
@open_to(IN_THE_ROOM)
async def tables(request: Request) -> list[dict[str, Any]]:
    """Every table: board, phase, devices; to directors also how many summonses are open there."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    return [api_json.table_json(desk.room, record, viewer) for record in desk.room.in_order()]


@router.get("/tables/{table}", responses=ex.answers(ex.TABLE))
@open_to(DIRECTORS)
async def one_table(request: Request, table: str) -> dict[str, Any]:
    """One table: the State of the table log, calls as shown, tricks. No card that has not been shown."""
    record = record_for(request, table, What.ACTS)
    return api_json.table_json(desk_of(request).room, record, visitor_of(request).viewer) | api_json.acts_json(record)


@router.post("/tables/{table}/hands")
@open_to(DIRECTORS)
async def hands(request: Request, table: str) -> dict[str, Any]:
    """The four hands as far as they are known. Each look is written down before it is answered."""
    record = record_for(request, table, What.UNSEEN_CARDS)
    desk, me = desk_of(request), visitor_of(request).account.name
    desk.audit.looked(by=me, table=table, board=record.board, page="api", at=desk.now())
    return {"table": table, "board": record.board, "hands": api_json.hands_json(record)}


@router.post("/tables/{table}/at_table", responses=ex.answers(ex.RECORDED, refuses=True))
@open_to(DIRECTORS)
async def at_table(request: Request, table: str, asked: AtTable) -> Response:
    """I am at the table, or I leave it: new summonses of that table wait meanwhile."""
    record_for(request, table, What.COME_TO_TABLE)
    me = visitor_of(request).account.name
    told = await asking.at_the_table(desk_of(request), table, me, leave=asked.leave, ago=asked.ago, on=asked.on)
    return answer_json(told)


@router.get("/summonses", responses=ex.answers([ex.SUMMONS]))
@open_to(DIRECTORS)
async def summonses(request: Request, state: str = "open") -> list[dict[str, Any]]:
    """Summonses that wait (`state=open`), or all of the evening (`state=all`), oldest first."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    room = desk.room
    found = [case for record in room.in_order() for case in record.cases.values() if case.told is not None]
    wanted = [c for c in found if room.sees_case(viewer, c) and (state == "all" or c.is_waiting)]
    return [
        api_json.open_case_json(room, case, desk.now()) for case in sorted(wanted, key=lambda c: (c.at, c.table, c.id))
    ]


@router.get("/tables/{table}/summonses/{summons}", responses=ex.answers(ex.SUMMONS))
@open_to(DIRECTORS)
async def summons(request: Request, table: str, summons: str) -> dict[str, Any]:
    """One summons, with the finding whole."""
    room = desk_of(request).room
    case = room.case(table, summons)
    if case is None or not room.sees_case(visitor_of(request).viewer, case):
        raise DeniedError(404, "error.unknown")
    note_look(request, table, case.board)
    return api_json.open_case_json(room, case, desk_of(request).now())


@router.post("/tables/{table}/summonses/{summons}/ack", responses=ex.answers(ex.RECORDED, refuses=True))
@open_to(DIRECTORS)
async def ack(request: Request, table: str, summons: str, asked: Seen) -> Response:
    """I have seen it, and am on my way."""
    record_for(request, table, What.FINDING)
    me = visitor_of(request).account.name
    return answer_json(await asking.seen(desk_of(request), table, summons, asked.rev, me))


@router.get("/rulings", responses=ex.answers([ex.RULED]))
@open_to(DIRECTORS)
async def rulings(request: Request) -> list[dict[str, Any]]:
    """The rulings of the evening, oldest first."""
    room, viewer = desk_of(request).room, visitor_of(request).viewer
    seen = [c for record in room.in_order() for c in record.cases.values() if c.rulings and room.sees_case(viewer, c)]
    found = [api_json.ruling_json(case, ruled) for case in seen for ruled in case.rulings]
    return sorted(found, key=lambda ruling: (ruling["at"], ruling["table"], ruling["n"]))


@router.post("/rulings", responses=ex.answers(ex.RECORDED, refuses=True))
@open_to(DIRECTORS)
async def rule(request: Request, asked: Annotated[RulingAsked, Body()]) -> Response:
    """Rule. The ruling's `id` is its idempotency key; `rev` the revision seen. 409 with the reason if it is refused."""
    record: TableRecord = record_for(request, asked.table, What.FINDING)
    me = visitor_of(request).account.name
    try:
        ruling = checked(asked.ruling | {"by": me, "src": "director"})
    except FormError as error:
        return JSONResponse({"detail": f"{error.fields.get('field')}: {error.fields.get('value')}"}, 422)
    return answer_json(await asking.rule(desk_of(request), record.name, ruling))


@router.get("/boards")
@open_to(KNOWN)
async def boards(request: Request) -> list[dict[str, Any]]:
    """Every board of the evening that the visitor may see the result of, with the hands where they are open."""
    return api_json.boards_json(desk_of(request).room, visitor_of(request).viewer)


@router.get("/boards/{board}/tables/{table}", responses=ex.answers(ex.REPLAY))
@open_to(KNOWN)
async def replay(request: Request, board: int, table: str) -> dict[str, Any]:
    """An open board as one table played it: hands, and every act that was to be seen there, in order."""
    return replay_view.as_json(*board_pages.played_at(request, board, table))


@router.get("/devices")
@open_to(_DEVICES)
async def devices(request: Request) -> list[dict[str, Any]]:
    """Devices and faults, table by table."""
    return api_json.devices_json(desk_of(request).room)


@router.get("/health")
@open_to(_DEVICES)
async def health(request: Request) -> dict[str, Any]:
    """Is the journal being read, does the core answer, and what does it say of itself."""
    desk = desk_of(request)
    viewer = visitor_of(request).viewer
    await desk.watch.look()
    return {
        "journal": api_json.journal_json(desk.room.seq, desk.follower.trouble, viewer),
        "core": api_json.health_json(desk.watch.health, viewer),
        "streams": desk.hub.listeners,
    }
