"""What a club hangs on its board after the session: rankings, travellers, score sheets, and the hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from controller.records.paper.hands import HandDiagram
from controller.records.paper.paper import Frame, Paper
from controller.records.paper.pen import Align
from controller.records.paper.tables import Column, Table

#: Hand diagrams side by side.
ACROSS = 3
_FIGURES = frozenset("0123456789.-=%")


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A ranking, a traveller, a score sheet: texts in columns."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class HandRecords:
    """The deals of the session, and what is said of them all."""

    title: str
    diagrams: Sequence[HandDiagram]
    remark: str = ""


def print_results(frame: Frame, *, lead: str = "", parts: Sequence[ResultTable | HandRecords]) -> bytes:
    """The parts one after the other as a PDF; hand records begin on a page of their own."""
    paper = Paper(frame)
    if lead:
        paper.text(lead, grey=True)
        paper.gap(2)
    for number, part in enumerate(parts):
        if isinstance(part, ResultTable):
            paper.table(_table(part), heading=part.title)
            continue
        if number:
            paper.new_page()
        paper.heading(part.title)
        if part.remark:
            paper.text(part.remark, pt=8)
            paper.gap(2)
        paper.grid(part.diagrams, across=ACROSS, gap=4)
    return paper.bytes()


def _table(part: ResultTable) -> Table:
    columns = [Column(head, _align(row[i] for row in part.rows)) for i, head in enumerate(part.head)]
    return Table(columns, part.rows)


def _align(cells: Iterable[str]) -> Align:
    """Figures stand under each other, words begin under each other."""
    said = [cell for cell in cells if cell]
    return Align.RIGHT if said and all(_FIGURES.issuperset(cell) for cell in said) else Align.LEFT
