"""The page of what was not recorded: why, and the ways on."""

from __future__ import annotations

import uuid
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from controller.desk import describe
from controller.desk.asking import Answer
from controller.desk.cases import Case
from controller.desk.desk import desk_of


def carried(form: FormData) -> list[tuple[str, str]]:
    """The fields of a form, to be sent again by the next page."""
    skipped = ("csrf", "do")
    return [(name, value) for name, value in form.multi_items() if name not in skipped and isinstance(value, str)]


def not_recorded(
    request: Request, table: str, answer: Answer, case: Case | None, form: FormData | None = None
) -> Response:
    """Say what closed it, and offer the ways on: leave it, or rule in the place where it was given."""
    desk, words = desk_of(request), desk_of(request).words_for(request)
    record = desk.room.tables.get(table)
    key = f"refused.{answer.code}"
    context: dict[str, Any] = {
        "table": table,
        "why": words.text(key) if key in words else "",
        "reason": answer.reason,
        "closed": describe.how_closed(case, words) if case else None,
        "what": describe.what_happened(record, case, words) if case and record else None,
        "case": case,
        "path": request.url.path,
        "fields": None,
    }
    if form is not None and case is not None and answer.code == "closed" and case.act is not None:
        kept = [(name, value) for name, value in carried(form) if name not in ("after", "id", "rev")]
        context["fields"] = [*kept, ("after", str(case.act)), ("id", uuid.uuid4().hex), ("rev", str(case.rev))]
    return desk.render(request, "refused.html", context, status=503 if answer.code == "away" else 409)
