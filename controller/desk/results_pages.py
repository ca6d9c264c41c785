"""Results as pages and as JSON: the ranking, each board's traveller, a pair's own sheet. Each sees what is open to him.

A director sees every result as it comes in; others the boards whose results they may see, ranked by those alone.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import results_view as view
from controller.desk.desk import desk_of
from controller.desk.gate import KNOWN, DeniedError, open_to, visitor_of
from controller.desk.room import Room, Viewer
from controller.session.may_see import Role, What
from controller.session.standings import Standings, standings

router = APIRouter()


def standings_for(request: Request) -> Standings:
    """Where everybody stands, by the results that the visitor may see."""
    return standings_of(desk_of(request).room, visitor_of(request).viewer)


def standings_of(room: Room, viewer: Viewer) -> Standings:
    """Where everybody stands, by the results that somebody may see."""
    laws = room.session.laws if room.session else "2017"
    return standings(room.results(viewer), room.plan, laws=laws)


@router.get("/results", include_in_schema=False)
@open_to(KNOWN)
async def results_page(request: Request) -> Response:
    """The ranking, the matches, and the way to every board."""
    desk, viewer = desk_of(request), visitor_of(request).viewer
    words, found = desk.words_for(request), standings_for(request)
    context = {
        "method": view.legend(found, words),
        "rankings": view.rankings(found, words, desk.room.plan),
        "matches": view.matches(found),
        "boards": sorted(found.travellers),
        "nobody": [(r.board, r.table) for r in found.nobody],
        "sees_all": viewer.role in (Role.DIRECTOR, Role.SCORER),
        "trail": [
            view.change_text(change, words)
            for change in desk.room.book.trail
            if desk.room.sees(viewer, change.board, What.FINDING)
        ],
    }
    return desk.render(request, "results.html", context)


@router.get("/results/boards/{board}", include_in_schema=False)
@open_to(KNOWN)
async def traveller_page(request: Request, board: int) -> Response:
    """One board's results at every table that has played it."""
    desk = desk_of(request)
    rows = view.traveller(standings_for(request), board, desk.words_for(request))
    if not rows:
        raise DeniedError(404, "error.unknown")
    return desk.render(request, "traveller.html", {"board": board, "rows": rows})


@router.get("/results/pairs/{pair}", include_in_schema=False)
@open_to(KNOWN)
async def sheet_page(request: Request, pair: str) -> Response:
    """A pair's own score sheet."""
    desk, found = desk_of(request), standings_for(request)
    rows = view.sheet(found, pair, desk.words_for(request))
    if not rows:
        raise DeniedError(404, "error.unknown")
    context = {"pair": pair, "names": view.names_of(pair, desk.room.plan), "rows": rows, "total": found.place_of(pair)}
    return desk.render(request, "sheet.html", context)


@router.get("/api/v1/results", tags=["desk"])
@open_to(KNOWN)
async def results(request: Request) -> dict[str, Any]:
    """Rankings and travellers over the boards whose results the visitor may see; exact values as decimals."""
    found = standings_for(request)
    return {
        "method": found.rules.method,
        "rankings": [
            {"field": field.name, "lines": [view.ranked_json(one) for one in field.ranked]} for field in found.fields
        ],
        "matches": [view.match_json(match) for match in found.matches],
        "boards": [view.traveller_json(board, lines) for board, lines in found.travellers.items()],
    }
