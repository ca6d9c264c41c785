"""The four hands as players know them: North above, West and East beside the compass, South below."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from controller.model.cards import SUITS, Card, Suit, in_order
from controller.model.seats import Seat
from controller.records.paper.pen import MM_PER_POINT, Align, Pen

SYMBOLS: Mapping[Suit, str] = {Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}
_LETTERS: Mapping[Seat, str] = {seat: seat.name for seat in Seat}


def _letters() -> Mapping[Seat, str]:
    return _LETTERS


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """A deal, or what is left of it, with what is said around it."""

    hands: Mapping[Seat, Collection[Card]]
    #: Above left: the first line large (the board's number), then dealer, vulnerability …
    head: Sequence[str] = ()
    #: Below left: par, a remark.
    foot: Sequence[str] = ()
    #: Below right, in columns: makeable contracts, its first row and column as headings.
    grid: Sequence[Sequence[str]] = ()
    #: Above right, one a seat: honour points.
    points: Mapping[Seat, str] = field(default_factory=dict)
    #: The compass in the reader's letters.
    letters: Mapping[Seat, str] = field(default_factory=_letters)
    #: Cards that are shown grey: those played so far.
    played: Collection[Card] = frozenset()
    pt: float = 8

    def height(self, pen: Pen, width: float) -> float:
        """Three hands of four lines."""
        del pen, width
        return 12 * self._line + 2

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Put it there."""
        third, four = width / 3, 4 * self._line
        places = {
            Seat.N: (x + third, y),
            Seat.W: (x, y + four + 1),
            Seat.E: (x + 2 * third, y + four + 1),
            Seat.S: (x + third, y + 2 * four + 2),
        }
        for seat, (left, top) in places.items():
            self._hand(pen, left, top, seat, third - 1)
        self._compass(pen, x + third, y + four + 1, third)
        self._corner(pen, x, y, third - 1, self.head, large_first=True)
        foot = [part for line in self.foot for part in pen.wrapped(line, third - 2.5, pt=self.pt * 0.85)]
        self._corner(pen, x, y + 3 * four + 2 - len(foot) * self._small, third - 2.5, foot, large_first=False)
        self._grid(pen, x + 2 * third, y + 3 * four + 2, third)
        self._points(pen, x + 2 * third, y, third)

    @property
    def _line(self) -> float:
        return self.pt * MM_PER_POINT * 1.25

    @property
    def _small(self) -> float:
        return self._line * 0.85

    def _hand(self, pen: Pen, x: float, y: float, seat: Seat, width: float) -> None:
        held = in_order(self.hands.get(seat, ()))
        for suit in SUITS:
            pen.write(x, y, SYMBOLS[suit], pt=self.pt)
            of_suit = [card for card in held if card.suit is suit]
            if seat in self.hands:
                self._suit(pen, x + self.pt * MM_PER_POINT * 1.05, y, of_suit, width - self.pt * MM_PER_POINT * 1.05)
            y += self._line

    def _suit(self, pen: Pen, x: float, y: float, of_suit: Sequence[Card], width: float) -> None:
        ranks = [(_rank(card), card in self.played) for card in of_suit] or [("–", False)]
        whole = "".join(rank for rank, _ in ranks)
        pt = self.pt * min(1.0, width / pen.width_of(whole, pt=self.pt))
        # Smaller type stands on the same line.
        y += (self.pt - pt) * MM_PER_POINT
        for rank, grey in ranks:
            pen.write(x, y, rank, pt=pt, grey=grey)
            x += pen.width_of(rank, pt=pt)

    def _compass(self, pen: Pen, x: float, y: float, width: float) -> None:
        side = 4 * self._line - 1
        left, middle = x + (width - side) / 2 - self._line / 2, y + side / 2
        pen.box(left, y, side, side)
        pt, beside = self.pt * 0.9, middle - self._line / 2
        centre, right = Align.CENTRE, Align.RIGHT
        pen.write(left, y + 0.4, self.letters[Seat.N], pt=pt, bold=True, align=centre, width=side)
        pen.write(left, y + side - self._line, self.letters[Seat.S], pt=pt, bold=True, align=centre, width=side)
        pen.write(left + 0.8, beside, self.letters[Seat.W], pt=pt, bold=True)
        pen.write(left, beside, self.letters[Seat.E], pt=pt, bold=True, align=right, width=side - 0.8)

    def _corner(self, pen: Pen, x: float, y: float, width: float, lines: Sequence[str], *, large_first: bool) -> None:
        for number, line in enumerate(lines):
            large = large_first and number == 0
            pen.write(x, y, line, pt=self.pt * (1.25 if large else 0.85), bold=large, width=width)
            y += self._line * 1.2 if large else self._small

    def _grid(self, pen: Pen, x: float, bottom: float, width: float) -> None:
        """Its last row ends at the bottom."""
        if not self.grid:
            return
        y, cell = bottom - len(self.grid) * self._small, width / max(len(row) for row in self.grid)
        for number, row in enumerate(self.grid):
            for column, text in enumerate(row):
                head = number == 0 or column == 0
                place = x + column * cell
                pen.write(place, y, text, pt=self.pt * 0.85, bold=head, align=Align.CENTRE, width=cell)
            y += self._small

    def _points(self, pen: Pen, x: float, y: float, width: float) -> None:
        """As the hands lie: North above, South below."""
        if not self.points:
            return
        rows = ((Seat.N,), (Seat.W, Seat.E), (Seat.S,))
        for seats in rows:
            text = "    ".join(self.points.get(seat, "") for seat in seats)
            pen.write(x, y, text, pt=self.pt * 0.85, align=Align.CENTRE, width=width)
            y += self._small


def _rank(card: Card) -> str:
    return "10" if card.text[1] == "T" else card.text[1]
