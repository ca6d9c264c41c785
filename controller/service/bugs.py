"""Our own bugs, in words that anybody may read: what failed and where, never what it was about (it might be a card)."""

from __future__ import annotations

import traceback
from pathlib import Path


def place_of(error: BaseException) -> str:
    """`KeyError in play.py, line 131 (closing)`: the kind of error and the innermost place."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno} ({last.name})"


def path_to(error: BaseException) -> list[str]:
    """Every place on the way there, outermost first, for the log."""
    return [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]
