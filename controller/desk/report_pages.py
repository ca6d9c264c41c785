"""The director's report of a case as a page and as a PDF; with the hands when he asks for them, and that is kept."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import report
from controller.desk.cases import Case
from controller.desk.desk import desk_of
from controller.desk.gate import DIRECTORS, DeniedError, open_to, visitor_of
from controller.desk.paper_answer import heading_of, pdf_of
from controller.desk.record import TableRecord
from controller.desk.report import Report
from controller.desk.room_pages import record_for
from controller.desk.summons_view import find
from controller.session.may_see import What

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/summonses/{wanted}/report")
@open_to(DIRECTORS)
async def report_page(request: Request, table: str, wanted: str) -> Response:
    """The report, without hands."""
    record, case = case_of(request, table, wanted)
    return _page(request, record, case, opened=False)


@router.get("/tables/{table}/summonses/{wanted}/report.pdf")
@open_to(DIRECTORS)
async def report_pdf(request: Request, table: str, wanted: str) -> Response:
    """The same on paper."""
    record, case = case_of(request, table, wanted)
    return await _paper(request, record, case, opened=False)


@router.post("/tables/{table}/summonses/{wanted}/report")
@open_to(DIRECTORS)
async def report_with_hands(request: Request, table: str, wanted: str) -> Response:
    """The report with the four hands, as a page or (`do=pdf`) on paper: a look that is written down before."""
    record, case = case_of(request, table, wanted)
    desk, visitor = desk_of(request), visitor_of(request)
    if not desk.room.sees(visitor.viewer, case.board, What.UNSEEN_CARDS):
        raise DeniedError(404, "error.unknown")
    form = await request.form()
    desk.audit.looked(by=visitor.account.name, table=table, board=case.board, page="report", at=desk.now())
    if form.get("do") == "pdf":
        return await _paper(request, record, case, opened=True)
    return _page(request, record, case, opened=True)


def case_of(request: Request, table: str, wanted: str) -> tuple[TableRecord, Case]:
    """The case of that address, if the visitor may see it; else it is as if there were none."""
    record = record_for(request, table, What.PLACE)
    case = find(record, wanted)
    desk = desk_of(request)
    if case is None or not desk.room.sees_case(visitor_of(request).viewer, case):
        raise DeniedError(404, "error.unknown")
    return record, case


def report_for(request: Request, record: TableRecord, case: Case, *, opened: bool) -> Report:
    """What the report says; `opened`: with the four hands, a look that was written down before."""
    desk = desk_of(request)
    looks = report.looks_at(desk.audit.entries(), case)
    return report.report_of(desk.room, record, case, desk.words_for(request), looks=looks, opened=opened)


def _page(request: Request, record: TableRecord, case: Case, *, opened: bool) -> Response:
    desk = desk_of(request)
    made = report_for(request, record, case, opened=opened)
    may_look = desk.room.sees(visitor_of(request).viewer, case.board, What.UNSEEN_CARDS)
    context = {"report": made, "path": request.url.path, "may_look": may_look}
    return desk.render(request, "report.html", context)


async def _paper(request: Request, record: TableRecord, case: Case, *, opened: bool) -> Response:
    desk = desk_of(request)
    words = desk.words_for(request)
    made = report_for(request, record, case, opened=opened)
    session, club, date = heading_of(desk.room, words.language)

    def make() -> bytes:
        from controller.desk.report_paper import report_paper

        return report_paper(made, words, session=session, club=club, date=date)

    return await pdf_of(desk, f"report-{made.number}.pdf", make)
