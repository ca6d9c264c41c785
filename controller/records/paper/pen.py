"""The pen: writes and measures in DejaVu Sans, hearts and diamonds in red. Lengths in mm, sizes of type in points.

What it draws is kept page by page and put on paper at the end, when the number of pages is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from fpdf import FPDF
from fpdf.fonts import TTFFont
from fpdf.output import OutputProducer, PDFInfo

MM_PER_POINT = 25.4 / 72
_FONTS = Path(__file__).parent / "fonts"
_FAMILY = "dejavu"
_BLACK = (0, 0, 0)
_RED = (178, 0, 32)
_GREY = (150, 150, 150)
_RED_SUITS = re.compile("([♥♦]+)")
#: What stands where the font has no such character.
_NO_GLYPH = "\ufffd"
_SMALLEST_PT = 4.0
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


class Align(Enum):
    """Where a text stands in its width."""

    LEFT = "left"
    RIGHT = "right"
    CENTRE = "centre"

    __hash__ = object.__hash__


class _Undated(OutputProducer):
    """A file that does not say when it was made: fpdf2 always wants a time, and takes the present one."""

    def _add_info(self) -> PDFInfo:
        info = super()._add_info()
        info.creation_date = None  # type: ignore[assignment]
        return info


class Pen:
    """Draws on pages of one size."""

    def __init__(self, *, size: str = "A4", landscape: bool = False) -> None:
        self._pdf = FPDF(orientation="landscape" if landscape else "portrait", unit="mm", format=size)
        # No text of anybody's is taken for the number of pages.
        self._pdf.str_alias_nb_pages = ""
        self._pdf.set_auto_page_break(False)
        self._pdf.add_font(_FAMILY, "", _FONTS / "DejaVuSans.ttf")
        self._pdf.add_font(_FAMILY, "B", _FONTS / "DejaVuSans-Bold.ttf")
        font = self._pdf.fonts[_FAMILY]
        self._known = frozenset(font.cmap) if isinstance(font, TTFFont) else frozenset[int]()
        self._pages: list[list[Callable[[], None]]] = []
        self._page: list[Callable[[], None]] = []

    @property
    def width(self) -> float:
        """Of the whole page."""
        return float(self._pdf.w)

    @property
    def height(self) -> float:
        """Of the whole page."""
        return float(self._pdf.h)

    @property
    def pages(self) -> int:
        """How many there are so far."""
        return len(self._pages)

    def turn_page(self) -> None:
        """Go on on a new page."""
        self._pages.append([])
        self.go_to_page(self.pages - 1)

    def go_to_page(self, number: int) -> None:
        """Draw on that page, counting from 0: for what is known at the end only."""
        self._page = self._pages[number]

    def write(
        self,
        x: float,
        y: float,
        text: str,
        *,
        pt: float = 9,
        bold: bool = False,
        grey: bool = False,
        align: Align = Align.LEFT,
        width: float | None = None,
    ) -> None:
        """One line whose top is at y. Given a width, it stands in it as aligned, and in smaller type if it must."""
        said = self.clean(text)
        took = self._measured(said, pt, bold)
        if width is not None and took > width > 0:
            pt = max(_SMALLEST_PT, pt * width / took)
            took = self._measured(said, pt, bold)
        spare = 0.0 if width is None else width - took
        if align is not Align.LEFT:
            x += spare if align is Align.RIGHT else spare / 2
        baseline = y + pt * MM_PER_POINT
        for part in _RED_SUITS.split(said):
            if part:
                colour = _GREY if grey else _RED if part[0] in "♥♦" else _BLACK
                self._page.append(self._stroke(x, baseline, part, pt, bold, colour))
                x += self._measured(part, pt, bold)

    def line(self, x1: float, y1: float, x2: float, y2: float, *, thick: float = 0.2) -> None:
        """A straight line."""

        def draw() -> None:
            self._pdf.set_line_width(thick)
            self._pdf.line(x1, y1, x2, y2)

        self._page.append(draw)

    def box(self, x: float, y: float, width: float, height: float, *, thick: float = 0.2) -> None:
        """A rectangle, not filled."""

        def draw() -> None:
            self._pdf.set_line_width(thick)
            self._pdf.rect(x, y, width, height)

        self._page.append(draw)

    def width_of(self, text: str, *, pt: float = 9, bold: bool = False) -> float:
        """How wide a text is on one line."""
        return self._measured(self.clean(text), pt, bold)

    def wrapped(self, text: str, width: float, *, pt: float = 9, bold: bool = False) -> list[str]:
        """A text as lines that fit; its own line breaks hold, and a word that is too long is broken."""
        return [line for part in text.split("\n") for line in self._wrapped(part, width, pt, bold)]

    def clean(self, text: str) -> str:
        """The text as it can be written: in one line, what the font does not have marked as missing."""
        plain = " ".join(text.replace("\ufe0e", "").split())
        return "".join(c if ord(c) in self._known else _NO_GLYPH for c in plain)

    def finish(self, *, title: str, language: str, created: datetime | None) -> bytes:
        """The pages as a PDF. ValueError if there is no page."""
        if not self._pages:
            raise ValueError("a paper has at least one page")
        # The reader's title may hold what the font cannot show, but no half of a character.
        self._pdf.set_title(title.encode("utf-8", "replace").decode("utf-8"))
        self._pdf.set_lang(language)
        self._pdf.set_creator("Smart Table")
        self._pdf.set_creation_date(created or _NO_TIME)
        for strokes in self._pages:
            self._pdf.add_page()
            for draw in strokes:
                draw()
        return bytes(self._pdf.output(output_producer_class=OutputProducer if created else _Undated))

    def _stroke(
        self, x: float, baseline: float, text: str, pt: float, bold: bool, colour: tuple[int, int, int]
    ) -> Callable[[], None]:
        def draw() -> None:
            self._pdf.set_font(_FAMILY, "B" if bold else "", pt)
            self._pdf.set_text_color(*colour)
            self._pdf.text(x, baseline, text)

        return draw

    def _measured(self, text: str, pt: float, bold: bool) -> float:
        self._pdf.set_font(_FAMILY, "B" if bold else "", pt)
        return float(self._pdf.get_string_width(text))

    def _wrapped(self, text: str, width: float, pt: float, bold: bool) -> list[str]:
        lines, line = [], ""
        for word in self.clean(text).split():
            longer = f"{line} {word}" if line else word
            if self._measured(longer, pt, bold) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = self._broken(word, width, pt, bold)
            lines += full
        return [*lines, line]

    def _broken(self, word: str, width: float, pt: float, bold: bool) -> Iterator[str]:
        part = ""
        for letter in word:
            if part and self._measured(part + letter, pt, bold) > width:
                yield part
                part = ""
            part += letter
        yield part
