"""The live stream: server-sent events, resumed from `Last-Event-ID`, with a beat a second."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from controller.desk.desk import Desk, desk_of
from controller.desk.gate import COOKIE, IN_THE_ROOM, open_to, visitor_of
from controller.desk.hub import BEAT, Listener

router = APIRouter(prefix="/api/v1", tags=["stream"])
#: Real seconds between signs of life, and beats after which the session is looked at again.
_BEAT_S, _CHECK_EVERY = 1.0, 20


@router.get("/stream", response_class=StreamingResponse)
@open_to(IN_THE_ROOM)
async def stream(request: Request) -> Response:
    """What changes, as it changes: `summons quiet table acts director device come room resync beat`."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    listener = desk.hub.listen(viewer, request.headers.get("last-event-id"))
    events = _events(desk, listener, request.cookies.get(COOKIE, ""))
    return StreamingResponse(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _events(desk: Desk, listener: Listener, token: str) -> AsyncIterator[bytes]:
    """Events until the listener is cut, logs out or goes away."""
    beats = 0
    try:
        yield b"retry: 1000\n\n"
        while not listener.is_cut:
            told = await listener.next(_BEAT_S)
            if told is None:
                beats += 1
                if beats % _CHECK_EVERY == 0 and desk.sessions.find(token) is None:
                    return
                yield BEAT.as_sse()
            else:
                yield told.as_sse()
    finally:
        desk.hub.leave(listener)
