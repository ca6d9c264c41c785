"""Paper as an answer: PDFs are made one after the other, and beside the loop, for each takes a good part of a core."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.responses import Response

from controller.desk.desk import Desk
from controller.desk.room import Room
from controller.desk.times import day


async def pdf_of(desk: Desk, name: str, make: Callable[[], bytes]) -> Response:
    """What `make` makes, to be read in the browser or saved under that name.

    Let `make` import what loads the PDF library: that takes half a second and some tens of megabytes.
    """
    async with desk.printing:
        content = await asyncio.to_thread(make)
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(content, media_type="application/pdf", headers=headers)


def heading_of(room: Room, language: str) -> tuple[str, str, str]:
    """Title, club and date as the session says them."""
    session = room.session
    return (session.session, session.venue, day(session.at, language)) if session else ("", "", "")
