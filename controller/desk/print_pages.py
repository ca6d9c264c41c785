"""Hand records as a page, and results to print as a PDF. What goes on paper is what anybody may see, unless asked."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import hand_records
from controller.desk.desk import desk_of
from controller.desk.gate import KNOWN, DeniedError, open_to, visitor_of
from controller.desk.open_deals import ANYBODY, Analysed, analysed, open_deals
from controller.desk.paper_answer import heading_of, pdf_of
from controller.desk.result_parts import PARTS, Sheets
from controller.desk.results_pages import standings_of
from controller.desk.room import Room, Viewer
from controller.scoring import Change
from controller.session.may_see import What

router = APIRouter(include_in_schema=False)
#: Real seconds that a page, and a sheet that is printed once, wait for the solver.
_PAGE_S, _PAPER_S = 2.0, 60.0


@router.get("/results/hands")
@open_to(KNOWN)
async def hands_page(request: Request) -> Response:
    """The hands of every board that is open, with makeable contracts and par as far as they are known by now."""
    desk = desk_of(request)
    words, deals = desk.words_for(request), open_deals(desk.room)
    async with desk.printing:
        found = await analysed(desk.analysis, deals, within_s=_PAGE_S)
    sheets = Sheets(
        standings_of(desk.room, ANYBODY), desk.room.plan, words, (), deals.hands, found.makeable, deals.differ
    )
    context = {
        "figures": [hand_records.deal_html(deal, words) for deal in hand_records.deals(sheets)],
        "has_analysis": bool(found.makeable),
        "trouble": found.trouble,
        "is_late": found.is_late,
    }
    return desk.render(request, "hands.html", context)


@router.get("/results/print")
@open_to(KNOWN)
async def print_results(request: Request, what: str = "ranking", pair: str = "", every: str = "") -> Response:
    """The parts named in `what` as a PDF. With `every` the visitor's own view of results in place of anybody's."""
    desk, own = desk_of(request), visitor_of(request).viewer
    asked = what.split(",")
    wanted = tuple(name for name in PARTS if name in asked)
    if not wanted:
        raise DeniedError(404, "error.unknown")
    words, room = desk.words_for(request), desk.room
    viewer = own if every else ANYBODY
    deals = open_deals(room)
    async with desk.printing:
        made = await analysed(desk.analysis, deals, within_s=_PAPER_S) if "hands" in wanted else Analysed({})
        sheets = Sheets(
            standings_of(room, viewer),
            room.plan,
            words,
            _trail(room, viewer),
            deals.hands,
            made.makeable,
            deals.differ,
            pair,
        )
    title, club, date = heading_of(room, words.language)

    def make() -> bytes:
        from controller.desk.results_paper import results_pdf

        return results_pdf(sheets, wanted, title=title, club=club, date=date)

    return await pdf_of(desk, f"{'-'.join(wanted)}.pdf", make)


def _trail(room: Room, viewer: Viewer) -> list[Change]:
    return [change for change in room.book.trail if room.sees(viewer, change.board, What.FINDING)]
