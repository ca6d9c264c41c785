"""The log of looks, for the chief director: who saw which hands and pages, who let whom in. A page, and an export."""

from __future__ import annotations

import csv
import io
import json
from collections import deque
from collections.abc import Iterator
from math import inf
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from controller.desk.desk import Desk, desk_of
from controller.desk.gate import DeniedError, open_to, visitor_of
from controller.desk.times import moment
from controller.desk.words import Words
from controller.session.may_see import Role

router = APIRouter(include_in_schema=False)
#: Lines on the page; the export has all of them.
_SHOWN = 300
#: Whom the door lets in; that he is the chief is asked behind it.
CHIEF = frozenset({Role.DIRECTOR})
#: Columns of the export.
COLUMNS = ("at", "by", "what", "table", "board", "page", "account", "role", "address")
#: Columns in which the page searches: an address is no table.
_SEARCHED = COLUMNS[1:-1]
#: What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def for_the_chief(request: Request) -> Desk:
    """The desk, if it is the chief director who asks."""
    if not visitor_of(request).account.is_chief:
        raise DeniedError(403)
    return desk_of(request)


@router.get("/audit")
@open_to(CHIEF)
async def audit_page(request: Request) -> Response:
    """The newest lines; `?q=` searches names, tables and boards."""
    desk = for_the_chief(request)
    wanted = request.query_params.get("q", "")[:80]
    words = desk.words_for(request)
    lines = [_line(entry, words) for _, entry in newest(desk, wanted, _SHOWN)]
    return desk.render(request, "audit.html", {"lines": lines, "q": wanted, "shown": _SHOWN})


@router.get("/audit/export.{kind}")
@open_to(CHIEF)
async def export(request: Request, kind: str) -> Response:
    """All of it as CSV or JSON. That it was taken away is itself written down."""
    desk = for_the_chief(request)
    if kind not in ("csv", "json"):
        raise DeniedError(404, "error.unknown")
    desk.audit.wrote("export", by=visitor_of(request).account.name, at=desk.now(), page=f"audit.{kind}")
    entries = list(desk.audit.entries())
    headers = {"Content-Disposition": f'attachment; filename="looks.{kind}"'}
    if kind == "json":
        return Response(
            json.dumps(entries, ensure_ascii=False, indent=1), media_type="application/json", headers=headers
        )
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(entry.get(column)) for column in COLUMNS] for entry in entries)
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _line(entry: dict[str, Any], words: Words) -> dict[str, Any]:
    what = f"audit.what.{entry.get('what', 'hands')}"
    said = words.text(what) if what in words else str(entry.get("what"))
    about = " · ".join(str(entry[name]) for name in ("page", "account", "role", "address") if entry.get(name))
    return {column: entry.get(column) for column in COLUMNS} | {
        "time": moment(entry["at"], words),
        "said": said,
        "about": about,
    }


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def newest(desk: Desk, wanted: str, most: int, *, before: float = inf) -> list[tuple[int, dict[str, Any]]]:
    """At most so many lines with all of these words, the newest first, each with its number; of those `before` one."""
    found = deque((one for one in _matching(desk, wanted) if one[0] < before), maxlen=most)
    return list(reversed(found))


def _matching(desk: Desk, wanted: str) -> Iterator[tuple[int, dict[str, Any]]]:
    words = wanted.casefold().split()
    for n, entry in enumerate(desk.audit.entries(), 1):
        text = " ".join(str(entry.get(column) or "") for column in _SEARCHED).casefold()
        if all(word in text for word in words):
            yield n, entry
