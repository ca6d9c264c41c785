"""Results as a PDF: rankings, travellers, score sheets, hand records. Import it late: it loads the PDF library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from controller.desk import hand_records
from controller.desk import results_view as view
from controller.desk.hand_records import DealView
from controller.desk.paper_frame import frame_of
from controller.desk.result_parts import PARTS, Sheets, parts
from controller.model.seats import Seat
from controller.records.paper import HandDiagram
from controller.records.paper.results import HandRecords, ResultTable, print_results


def results_pdf(sheets: Sheets, wanted: Sequence[str], *, title: str = "", club: str = "", date: str = "") -> bytes:
    """The wanted parts as a PDF; the same ones give the same bytes."""
    words = sheets.words
    frame = frame_of(title or words.text("results.title"), words, club=club, date=date)
    made = list(_parts(sheets, wanted))
    lead = view.legend(sheets.standings, words).text if set(wanted) & {"ranking", "boards", "sheets"} else ""
    return print_results(frame, lead=lead if made else words.text("results.none"), parts=made)


def _parts(sheets: Sheets, wanted: Sequence[str]) -> Iterator[ResultTable | HandRecords]:
    for name in PARTS:
        if name not in wanted:
            continue
        if name != "hands":
            yield from (ResultTable(*part) for part in parts(sheets, (name,)))
        elif sheets.deals:
            yield _hands(sheets)


def _hands(sheets: Sheets) -> HandRecords:
    words, names = sheets.words, hand_records.letters(sheets.words)
    diagrams = [_diagram(deal, names) for deal in hand_records.deals(sheets)]
    return HandRecords(words.text("deals.title"), diagrams, words.text("deals.remark") if sheets.makeable else "")


def _diagram(deal: DealView, names: Mapping[Seat, str]) -> HandDiagram:
    return HandDiagram(
        deal.hands,
        head=(str(deal.board), deal.dealer, deal.vulnerable),
        foot=[line for line in (deal.remark, deal.par) if line],
        grid=deal.grid,
        points=deal.points,
        letters=names,
    )
