"""The evening closed: what is unfinished and what closing does, then exports and an archive. Nothing is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk.desk import desk_of
from controller.desk.evening_pages import CLOSED, HOSTS, last_closing, office_of, session_of, unfinished
from controller.desk.gate import open_to, visitor_of
from controller.model.errors import LogError

router = APIRouter(include_in_schema=False)


@router.get("/evening/close")
@open_to(HOSTS)
async def close_page(request: Request) -> Response:
    """What is unfinished, what closing does, and the button that does it."""
    return _page(request)


@router.post("/evening/close")
@open_to(HOSTS)
async def close(request: Request) -> Response:
    """Close it: the page before has said what is unfinished."""
    try:
        files = await closed(request)
    except LogError as error:
        return _page(request, error=str(error), status=500)
    return _page(request, files=files)


async def closed(request: Request) -> Sequence[str]:
    """Write everything, one at a time; the names of the files. That it was done is written down. LogError if not."""
    desk, words = desk_of(request), desk_of(request).words_for(request)
    office = office_of(desk)
    async with desk.printing:
        files = await asyncio.to_thread(office.close, words.language)
    desk.audit.wrote(CLOSED, by=visitor_of(request).account.name, at=desk.now(), session=session_of(desk))
    return files


def _page(request: Request, *, files: Sequence[str] = (), error: str = "", status: int = 200) -> Response:
    desk = desk_of(request)
    words = desk.words_for(request)
    context: dict[str, Any] = {
        "folder": office_of(desk).closes_into(),
        "unfinished": unfinished(desk, words),
        "closed": last_closing(desk, words),
        "files": files,
        "error": error,
    }
    return desk.render(request, "evening_close.html", context, status=status)
