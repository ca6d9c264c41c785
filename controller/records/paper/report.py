"""A director's report on one case, with room for signatures, and the rulings book of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.records.paper.auction import AuctionBlock
from controller.records.paper.hands import HandDiagram
from controller.records.paper.paper import Block, Frame, Paper, TextBlock
from controller.records.paper.pen import MM_PER_POINT, Pen
from controller.records.paper.tables import Column, Table

_SIGN_HEIGHT = 16.0


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """What stands in a report, all in the reader's words."""

    case: str
    lead: str
    heading: str
    line: str
    facts: Sequence[tuple[str, str]]
    auction_title: str
    auction: AuctionBlock
    hands_title: str
    #: Only where they were asked for.
    hands: HandDiagram | None
    options_title: str
    #: Was it ruled, and the option with who chose.
    options: Sequence[tuple[bool, str]]
    moments_title: str
    moments_heads: tuple[str, str, str]
    #: Time, what happened, event of the record.
    moments: Sequence[tuple[str, str, str]]
    followed_title: str
    followed: Sequence[str]
    limits_title: str
    limits: Sequence[str]
    #: Who signs.
    signs: Sequence[str]


@dataclass(frozen=True, slots=True)
class BookSheet:
    """A session's rulings as a table."""

    lead: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Titled:
    """A block under its heading."""

    title: str
    block: Block

    def height(self, pen: Pen, width: float) -> float:
        return TextBlock((), self.title).height(pen, width) + 1 + self.block.height(pen, width)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        title = TextBlock((), self.title)
        title.draw(pen, x, y, width)
        self.block.draw(pen, x, y + title.height(pen, width) + 1, width)


@dataclass(frozen=True, slots=True)
class _Signature:
    """A line to sign on, and who signs there."""

    who: str

    def height(self, pen: Pen, width: float) -> float:
        del pen, width
        return _SIGN_HEIGHT

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        foot = y + _SIGN_HEIGHT - 8 * MM_PER_POINT - 2
        pen.line(x, foot, x + width, foot)
        pen.write(x, foot + 1, self.who, pt=8, width=width)


def print_report(frame: Frame, sheet: ReportSheet) -> bytes:
    """The report as a PDF."""
    paper = Paper(frame)
    paper.text(f"{sheet.case}. {sheet.lead}")
    paper.gap(2)
    paper.heading(sheet.heading)
    paper.text("   ".join(f"{name}: {value}." for name, value in sheet.facts))
    paper.text(sheet.line)
    paper.gap()
    blocks: list[Block] = [_Titled(sheet.auction_title, sheet.auction)]
    if sheet.hands is not None:
        blocks.append(_Titled(sheet.hands_title, sheet.hands))
    paper.place(*blocks, gap=8)
    if sheet.options:
        paper.heading(sheet.options_title)
        for is_ruled, option in sheet.options:
            paper.text(f"{'☑' if is_ruled else '☐'}  {option}", bold=is_ruled)
        paper.gap()
    paper.table(Table([Column(head) for head in sheet.moments_heads], list(sheet.moments)), heading=sheet.moments_title)
    for title, lines in ((sheet.followed_title, sheet.followed), (sheet.limits_title, sheet.limits)):
        if lines:
            paper.heading(title)
            for line in lines:
                paper.text(line)
            paper.gap()
    paper.place(*(_Signature(who) for who in sheet.signs), gap=8)
    return paper.bytes()


def print_book(frame: Frame, sheet: BookSheet) -> bytes:
    """The book as a PDF."""
    paper = Paper(frame)
    if sheet.lead:
        paper.text(sheet.lead)
        paper.gap(2)
    paper.table(Table([Column(name) for name in sheet.columns], list(sheet.rows), full_width=True))
    return paper.bytes()
