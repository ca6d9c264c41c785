"""Rankings, travellers, score sheets and hands as text, CSV, a page of HTML, or a PDF; the desk's own figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from markupsafe import Markup, escape

from controller.desk import hand_records
from controller.desk import results_view as view
from controller.desk.result_parts import PARTS, Part, Sheets, parts

_GAP = "  "
_DEALS_STYLE = Path(hand_records.__file__).parent / "static" / "results.css"
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #111; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ccc; white-space: nowrap; }
th:first-child, td:first-child, .t { text-align: left; }
section { break-inside: avoid; }
.s-H, .s-D { color: #b20020; }
"""


def as_text(sheets: Sheets, wanted: Sequence[str]) -> str:
    """In columns, for a screen or a printer."""
    lines = [view.legend(sheets.standings, sheets.words).text, ""]
    for part in parts(sheets, wanted):
        lines += [part.title] if part.title else []
        widths = [max(map(len, column)) for column in zip(part.head, *part.rows, strict=True)]
        for row in (part.head, *part.rows):
            lines.append(_GAP.join(_aligned(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip())
        lines.append("")
    return "\n".join(lines if len(lines) > 2 else [*lines, sheets.words.text("results.none"), ""])


def _aligned(cell: str, width: int) -> str:
    """Figures stand under each other, words begin under each other."""
    is_figure = bool(cell) and all(c in "0123456789.-=%" for c in cell)
    return cell.rjust(width) if is_figure else cell.ljust(width)


def as_csv(sheets: Sheets, wanted: Sequence[str]) -> str:
    """For a spreadsheet: each part with its heading as the first column."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    head: Sequence[str] = ()
    for part in parts(sheets, wanted):
        if part.head != head:
            head = part.head
            write.writerow(["", *head])
        write.writerows([[part.title, *map(_harmless, row)] for row in part.rows])
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A name that a spreadsheet would take for a formula is kept a name."""
    is_number = cell.lstrip("-").replace(".", "", 1).isdigit()
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") and not is_number else cell


def as_html(sheets: Sheets, wanted: Sequence[str]) -> str:
    """A page of its own, without a script and without anything from elsewhere."""
    words = sheets.words
    body = Markup("").join(_sections(sheets, wanted))
    style = _STYLE + (_DEALS_STYLE.read_text(encoding="utf-8") if "hands" in wanted else "")
    page = Markup(
        '<!doctype html>\n<html lang="{}"><head><meta charset="utf-8"><title>{}</title><style>{}</style></head>'
        "<body><h1>{}</h1><p>{}</p>{}</body></html>\n"
    )
    title, method = words.text("results.title"), view.legend(sheets.standings, words)
    return str(page.format(words.language, title, Markup(style), title, method, body or words.text("results.none")))


def as_pdf(sheets: Sheets, wanted: Sequence[str]) -> bytes:
    """For the club's board."""
    # Here, for the PDF library takes half a second to load and nothing else needs it.
    from controller.desk.results_paper import results_pdf

    return results_pdf(sheets, wanted)


def _sections(sheets: Sheets, wanted: Sequence[str]) -> Iterator[Markup]:
    for name in PARTS:
        if name in wanted and name != "hands":
            yield from (_section(part) for part in parts(sheets, (name,)))
        elif name in wanted and sheets.deals:
            figures = Markup("").join(hand_records.deal_html(deal, sheets.words) for deal in hand_records.deals(sheets))
            remark = Markup("<p>{}</p>").format(sheets.words.text("deals.remark")) if sheets.makeable else ""
            heading = sheets.words.text("deals.title")
            yield Markup('<h2>{}</h2>{}<div class="deals">{}</div>').format(heading, remark, figures)


def _section(part: Part) -> Markup:
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(cell) for cell in part.head)
    rows = Markup("").join(
        Markup("<tr>{}</tr>\n").format(Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row))
        for row in part.rows
    )
    title = Markup("<h2>{}</h2>").format(part.title) if part.title else escape("")
    return Markup("<section>{}<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></section>\n").format(
        title, head, rows
    )
