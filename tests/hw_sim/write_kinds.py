"""Writes hw_sim/ERRORS.md: `python -m tests.hw_sim.write_kinds` from the root of the project."""

from pathlib import Path

from hw_sim.bench.kinds import page

PAGE = Path(__file__).parents[2] / "hw_sim" / "ERRORS.md"

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
