"""What stands around every page that the desk prints. Import it late: it loads the PDF library."""

from __future__ import annotations

from controller.desk.words import Words
from controller.records.paper import Frame


def frame_of(title: str, words: Words, *, club: str, date: str, landscape: bool = False) -> Frame:
    """The frame in the reader's language."""
    pages = words.text("paper.page", {"page": "{page}", "pages": "{pages}"})
    return Frame(title, club, date, page_words=pages, language=words.language, landscape=landscape)
