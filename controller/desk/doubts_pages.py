"""What the readers of a table are in doubt about, as a page for those who look after it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import doubts_view
from controller.desk.desk import desk_of
from controller.desk.gate import IN_THE_ROOM, open_to, visitor_of
from controller.desk.room_pages import record_for
from controller.session.may_see import Role, What

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/doubts")
@open_to(IN_THE_ROOM)
async def doubts_page(request: Request, table: str) -> Response:
    """Cards and tags that the readers cannot account for, devices that are not well, and who keeps the record."""
    record = record_for(request, table, What.DEVICES)
    desk, viewer = desk_of(request), visitor_of(request).viewer
    view = doubts_view.view_of(desk.room, record, viewer, desk.words_for(request))
    return desk.render(request, "doubts.html", {"view": view, "may_rule": viewer.role is not Role.OPERATOR})
