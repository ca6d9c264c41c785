"""An auction on paper: a column a seat, West first, as players write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.model.seats import Seat
from controller.records.paper.pen import MM_PER_POINT, Align, Pen

ORDER = (Seat.W, Seat.N, Seat.E, Seat.S)


@dataclass(frozen=True, slots=True)
class AuctionBlock:
    """Calls by seat in the reader's words; a call out of turn stands in its own column on a line of its own."""

    calls: Sequence[tuple[Seat, str]]
    #: What stands above each column.
    heads: Mapping[Seat, str]
    pt: float = 9

    def lines(self) -> list[list[str]]:
        """The calls in rows of four: a new row where the next call is not further right."""
        rows: list[list[str]] = []
        at = len(ORDER)
        for seat, said in self.calls:
            column = ORDER.index(seat)
            if column <= at:
                rows.append([""] * len(ORDER))
            rows[-1][column] = said
            at = column
        return rows

    def height(self, pen: Pen, width: float) -> float:
        """A heading and as many rows as there are."""
        del pen, width
        return (len(self.lines()) + 1) * self._line + 1

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Put it there."""
        column = width / len(ORDER)
        for number, seat in enumerate(ORDER):
            place = x + number * column
            head = self.heads[seat]
            pen.write(place, y, head, pt=self.pt, bold=True, align=Align.CENTRE, width=column - 1)
        y += self._line
        pen.line(x, y, x + width, y)
        y += 0.6
        for row in self.lines():
            for number, said in enumerate(row):
                pen.write(x + number * column, y, said, pt=self.pt, align=Align.CENTRE, width=column - 1)
            y += self._line

    @property
    def _line(self) -> float:
        return self.pt * MM_PER_POINT * 1.35
