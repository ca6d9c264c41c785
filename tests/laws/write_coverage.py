"""Writes docs/laws/COVERAGE.md and COVERAGE.ru.md: `python -m tests.laws.write_coverage` from the project's root."""

from collections.abc import Mapping
from pathlib import Path

from controller.desk.describe import kind
from controller.desk.words import read_words
from controller.laws.coverage import ENGLISH, page
from controller.laws.coverage_ru import RUSSIAN
from controller.laws.editions import EDITIONS

FOLDER = Path(__file__).parents[2] / "docs" / "laws"
WORDS = read_words()
KINDS = {kind for edition in EDITIONS.values() for kind in edition.by_kind}


def names(language: str) -> Mapping[str, str]:
    """What the desk calls each kind."""
    return {name: kind(name, WORDS[language]) for name in KINDS}


#: The page of each language: file and text.
PAGES = {
    FOLDER / "COVERAGE.md": page(names("en"), ENGLISH),
    FOLDER / "COVERAGE.ru.md": page(names("ru"), RUSSIAN),
}

if __name__ == "__main__":
    for path, text in PAGES.items():
        path.write_text(text, encoding="utf-8")
