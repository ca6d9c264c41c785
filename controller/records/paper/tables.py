"""Tables on paper: columns as wide as what they hold, the wide ones wrapped where the page is too narrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.records.paper.pen import MM_PER_POINT, Align, Pen

_PAD = 1.6
_LEADING = 1.3


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading, and how what is under it stands."""

    head: str
    align: Align = Align.LEFT


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under headings; every row has as many cells as there are columns."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    pt: float = 9
    #: As wide as the page, what is over given to the columns in proportion.
    full_width: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} columns: {row}")

    def widths(self, pen: Pen, available: float) -> list[float]:
        """Each column's width in mm. What fits stands as it is; else the widest columns give way and are wrapped."""
        natural = [self._natural(pen, number) for number in range(len(self.columns))]
        if sum(natural) <= available:
            spread = available / sum(natural) if self.full_width and natural else 1.0
            return [width * spread for width in natural]
        # The width up to which columns stay whole: lowered from the widest on until all fit.
        left, narrow = available, sorted(natural)
        for number, width in enumerate(narrow):
            share = left / (len(narrow) - number)
            if width > share:
                return [min(one, share) for one in natural]
            left -= width
        return natural

    def height(self, pen: Pen, widths: Sequence[float]) -> float:
        """Of the whole table."""
        rows = (self.row_height(pen, row, widths) for row in self.rows)
        return self.head_height(pen, widths) + sum(rows)

    def head_height(self, pen: Pen, widths: Sequence[float]) -> float:
        """Of the headings."""
        return self._height(pen, [column.head for column in self.columns], widths, bold=True)

    def row_height(self, pen: Pen, row: Sequence[str], widths: Sequence[float]) -> float:
        """Of a row."""
        return self._height(pen, row, widths, bold=False)

    def draw_head(self, pen: Pen, x: float, y: float, widths: Sequence[float]) -> float:
        """The headings with a line under them; gives where the first row begins."""
        below = self._draw(pen, x, y, [column.head for column in self.columns], widths, bold=True)
        pen.line(x, below, x + sum(widths), below, thick=0.3)
        return below + 0.6

    def draw_row(self, pen: Pen, x: float, y: float, row: Sequence[str], widths: Sequence[float]) -> float:
        """A row with a thin line under it; gives where the next one begins."""
        below = self._draw(pen, x, y, row, widths, bold=False)
        pen.line(x, below, x + sum(widths), below, thick=0.08)
        return below + 0.4

    def _natural(self, pen: Pen, number: int) -> float:
        cells = [part for row in self.rows for part in row[number].split("\n")]
        widest = max((pen.width_of(cell, pt=self.pt) for cell in cells), default=0.0)
        return max(widest, pen.width_of(self.columns[number].head, pt=self.pt, bold=True)) + 2 * _PAD

    def _laid(self, pen: Pen, cells: Sequence[str], widths: Sequence[float], bold: bool) -> list[list[str]]:
        # A hair of room, so that what was measured to fit is not wrapped by the rounding of a sum.
        return [
            pen.wrapped(cell, width - 2 * _PAD + 0.01, pt=self.pt, bold=bold)
            for cell, width in zip(cells, widths, strict=True)
        ]

    def _height(self, pen: Pen, cells: Sequence[str], widths: Sequence[float], *, bold: bool) -> float:
        lines = max((len(cell) for cell in self._laid(pen, cells, widths, bold)), default=1)
        return lines * self.pt * MM_PER_POINT * _LEADING + 1.6

    def _draw(
        self, pen: Pen, x: float, y: float, cells: Sequence[str], widths: Sequence[float], *, bold: bool
    ) -> float:
        laid = self._laid(pen, cells, widths, bold)
        for column, lines, width in zip(self.columns, laid, widths, strict=True):
            top = y + 0.5
            for line in lines:
                inner = width - 2 * _PAD
                pen.write(x + _PAD, top, line, pt=self.pt, bold=bold, align=column.align, width=inner + 0.01)
                top += self.pt * MM_PER_POINT * _LEADING
            x += width
        return y + max((len(lines) for lines in laid), default=1) * self.pt * MM_PER_POINT * _LEADING + 1.2
