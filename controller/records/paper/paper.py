"""A paper: pages in one frame (title, club, date, page n of m), filled from the top down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from controller.records.paper.pen import MM_PER_POINT, Align, Pen
from controller.records.paper.tables import Table

MARGIN = 12.0
LEADING = 1.35
_TITLE_PT, _HEAD_PT, _FOOT_PT = 14.0, 11.0, 8.0
_FOOT_HEIGHT = 8.0
#: Of what stands above the text of every page, and of a heading within it.
_HEAD_HEIGHT = _TITLE_PT * MM_PER_POINT + 5.5
_HEADING_HEIGHT = _HEAD_PT * MM_PER_POINT * LEADING + 1


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around every page, in the reader's words."""

    title: str
    club: str = ""
    #: As it is to be read.
    date: str = ""
    #: `{page}` and `{pages}` are filled in.
    page_words: str = "{page} / {pages}"
    #: For screen readers: `en`, `ru`.
    language: str = "en"
    #: The time that the file says it was made; none: the same values make the same bytes.
    created: datetime | None = None
    landscape: bool = False
    #: `A4` or `letter`.
    size: str = "A4"


class Block(Protocol):
    """Something with a height, drawn at a place: a hand diagram, an auction, some lines."""

    def height(self, pen: Pen, width: float) -> float:
        """How much it takes down the page."""

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Put it there, its upper left corner at x, y."""


class Paper:
    """`paper = Paper(frame); paper.heading(…); paper.table(…); paper.bytes()`."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pen = Pen(size=frame.size, landscape=frame.landscape)
        self._y = 0.0
        self.new_page()

    @property
    def width(self) -> float:
        """Of what is inside the margins, in mm."""
        return self.pen.width - 2 * MARGIN

    @property
    def left_on_page(self) -> float:
        """How much of this page is free, in mm."""
        return self.pen.height - MARGIN - _FOOT_HEIGHT - self._y

    @property
    def _room_on_a_page(self) -> float:
        return self.pen.height - 2 * MARGIN - _FOOT_HEIGHT - _HEAD_HEIGHT

    def new_page(self) -> None:
        """Go on on a new page."""
        frame, pen = self.frame, self.pen
        pen.turn_page()
        sides = max(pen.width_of(text, pt=_FOOT_PT) for text in (frame.club, frame.date)) + 4
        pen.write(MARGIN, MARGIN + 1.5, frame.club, pt=_FOOT_PT)
        pen.write(MARGIN, MARGIN + 1.5, frame.date, pt=_FOOT_PT, align=Align.RIGHT, width=self.width)
        middle = max(self.width - 2 * sides, self.width / 3)
        x = (pen.width - middle) / 2
        pen.write(x, MARGIN, frame.title, pt=_TITLE_PT, bold=True, align=Align.CENTRE, width=middle)
        self._y = MARGIN + _HEAD_HEIGHT
        pen.line(MARGIN, self._y - 3, MARGIN + self.width, self._y - 3, thick=0.3)

    def need(self, height: float) -> None:
        """Go on on a new page unless so much is free on this one."""
        if height > self.left_on_page:
            self.new_page()

    def gap(self, height: float = 3) -> None:
        """Leave some room."""
        self._y += height

    def heading(self, text: str) -> None:
        """A heading; it never stands alone at the foot of a page."""
        self.need(_HEADING_HEIGHT + 12)
        self.pen.write(MARGIN, self._y, text, pt=_HEAD_PT, bold=True, width=self.width)
        self._y += _HEADING_HEIGHT

    def text(self, text: str, *, pt: float = 9, bold: bool = False, grey: bool = False) -> None:
        """A paragraph."""
        for line in self.pen.wrapped(text, self.width, pt=pt, bold=bold):
            height = pt * MM_PER_POINT * LEADING
            self.need(height)
            self.pen.write(MARGIN, self._y, line, pt=pt, bold=bold, grey=grey)
            self._y += height

    def table(self, table: Table, *, heading: str = "") -> None:
        """A table over as many pages as it takes, its heads on each; what fits on one page is not parted."""
        widths = table.widths(self.pen, self.width)
        whole = table.height(self.pen, widths) + (_HEADING_HEIGHT if heading else 0)
        self.need(whole if whole <= self._room_on_a_page else table.head_height(self.pen, widths) + 12)
        if heading:
            self.heading(heading)
        self._y = table.draw_head(self.pen, MARGIN, self._y, widths)
        for row in table.rows:
            if table.row_height(self.pen, row, widths) > self.left_on_page:
                self.new_page()
                self._y = table.draw_head(self.pen, MARGIN, self._y, widths)
            self._y = table.draw_row(self.pen, MARGIN, self._y, row, widths)
        self.gap()

    def place(self, *blocks: Block, gap: float = 5) -> None:
        """Blocks side by side, each as wide as the others."""
        self.grid(blocks, across=max(1, len(blocks)), gap=gap)

    def grid(self, blocks: Sequence[Block], *, across: int, gap: float = 5) -> None:
        """Blocks in rows of so many; a row stays on one page."""
        width = (self.width - gap * (across - 1)) / across
        for first in range(0, len(blocks), across):
            row = blocks[first : first + across]
            height = max(block.height(self.pen, width) for block in row)
            self.need(height)
            for number, block in enumerate(row):
                block.draw(self.pen, MARGIN + number * (width + gap), self._y, width)
            self._y += height + gap

    def bytes(self) -> bytes:
        """The PDF; call it once, at the end."""
        pages, y = self.pen.pages, self.pen.height - MARGIN - 3
        for number in range(pages):
            self.pen.go_to_page(number)
            words = self.frame.page_words.format(page=number + 1, pages=pages)
            self.pen.write(MARGIN, y, words, pt=_FOOT_PT, align=Align.CENTRE, width=self.width)
        return self.pen.finish(title=self.frame.title, language=self.frame.language, created=self.frame.created)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Some lines, the first of them bold if it is a heading."""

    lines: Sequence[str]
    heading: str = ""
    pt: float = 9

    def height(self, pen: Pen, width: float) -> float:
        """As many lines as they come to."""
        return len(self._laid(pen, width)) * self.pt * MM_PER_POINT * LEADING

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """One under the other."""
        for line, bold in self._laid(pen, width):
            pen.write(x, y, line, pt=self.pt, bold=bold)
            y += self.pt * MM_PER_POINT * LEADING

    def _laid(self, pen: Pen, width: float) -> list[tuple[str, bool]]:
        head = (
            [(line, True) for line in pen.wrapped(self.heading, width, pt=self.pt, bold=True)] if self.heading else []
        )
        return head + [(line, False) for text in self.lines for line in pen.wrapped(text, width, pt=self.pt)]
