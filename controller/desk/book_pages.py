"""The rulings book: as a page with search and filters, as CSV and JSON, and on paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.desk import book
from controller.desk.api_json import case_json
from controller.desk.book import BookLine
from controller.desk.desk import desk_of
from controller.desk.gate import DIRECTORS, open_to, visitor_of
from controller.desk.paper_answer import heading_of, pdf_of

router = APIRouter(include_in_schema=False)
_CSV = ("time", "table", "board", "kind", "seat", "laws", "certainty", "state", "ruling", "by", "finding")
#: What a spreadsheet would take for a formula when a cell begins with it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _wanted(request: Request) -> str:
    return request.query_params.get("q", "")[:80]


def _searched(request: Request) -> list[BookLine]:
    """What the visitor may see of the book, as searched."""
    desk = desk_of(request)
    return book.lines(desk.room, visitor_of(request).viewer, desk.words_for(request), _wanted(request))


def _lines(request: Request) -> list[BookLine]:
    """The same, narrowed."""
    return book.filtered(_searched(request), request.query_params.get("show", ""))


@router.get("/rulings")
@open_to(DIRECTORS)
async def rulings_page(request: Request) -> Response:
    """The book."""
    every, show = _searched(request), request.query_params.get("show", "")
    lines = book.filtered(every, show)
    context = {
        "lines": lines,
        "q": _wanted(request),
        "open": sum(1 for line in lines if line.state == "open"),
        "show": show,
        "filters": [(name, len(book.filtered(every, name))) for name in ("", *book.FILTERS)],
    }
    return desk_of(request).render(request, "rulings.html", context)


@router.get("/rulings.csv")
@open_to(DIRECTORS)
async def as_csv(request: Request) -> Response:
    """The book for a spreadsheet: a line a finding."""
    text = io.StringIO()
    written = csv.writer(text)
    written.writerow(_CSV)
    for line in _lines(request):
        written.writerow(_safe(_row(line)))
    headers = {"Content-Disposition": 'attachment; filename="rulings.csv"'}
    # The mark at the beginning tells a spreadsheet that suits and Cyrillic are UTF-8.
    return Response("\ufeff" + text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/rulings.json")
@open_to(DIRECTORS)
async def as_json(request: Request) -> Response:
    """The book for programs: each finding whole, with its rulings. A quiet one says nothing but that it is there."""
    found: list[dict[str, Any]] = [
        {"table": line.case.table, "board": line.case.board, "state": line.state}
        if line.is_hushed
        else {**case_json(line.case), "book_state": line.state}
        for line in _lines(request)
    ]
    headers = {"Content-Disposition": 'attachment; filename="rulings.json"'}
    return JSONResponse(found, headers=headers)


@router.get("/rulings.pdf")
@open_to(DIRECTORS)
async def on_paper(request: Request) -> Response:
    """The book on paper."""
    desk = desk_of(request)
    words = desk.words_for(request)
    session, club, date = heading_of(desk.room, words.language)
    lines = _lines(request)

    def make() -> bytes:
        from controller.desk.report_paper import book_paper

        return book_paper(lines, words, session=session, club=club, date=date)

    return await pdf_of(desk, "rulings.pdf", make)


def _row(line: BookLine) -> Sequence[str]:
    case = line.case
    if line.is_hushed:
        return (line.at, case.table, str(case.board or ""), "", "", "", "", line.state, "", "", "")
    return (
        line.at,
        case.table,
        str(case.board or ""),
        case.finding.kind,
        case.finding.seat.value if case.finding.seat else "",
        "; ".join(case.finding.laws),
        case.finding.certainty,
        line.state,
        "; ".join(ruling.text for ruling in line.ruling),
        line.by,
        case.id,
    )


def _safe(cells: Sequence[str]) -> list[str]:
    return [f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in cells]
