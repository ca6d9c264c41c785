"""Writes docs/laws/COVERAGE.md: `python -m tests.laws.write_coverage` from the root of the project."""

from pathlib import Path

from controller.laws.coverage import page

PAGE = Path(__file__).parents[2] / "docs" / "laws" / "COVERAGE.md"

if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
