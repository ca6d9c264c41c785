"""Writes hw_sim/NOISE.md: `python -m tests.hw_sim.write_noise` from the root of the project."""

from pathlib import Path

from hw_sim.physics.noise import page

PAGE = Path(__file__).parents[2] / "hw_sim" / "NOISE.md"

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
