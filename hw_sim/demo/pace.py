"""How fast people may play on this machine now: link delays are real while settle times are scaled.

At 35 times life a process that waits 30 ms for its turn is a second late at the table.
"""

from __future__ import annotations

#: How much faster than life, on a machine that has its time for us; and at least.
FASTEST, SLOWEST = 35.0, 5.0
#: So many runnable processes a core are no hindrance: setting up leaves some behind in the average.
_EASY = 1.5


def speed_for(load: float, cores: int) -> float:
    """The speed for a machine with that many runnable processes (average of a minute) on that many cores."""
    each = load / max(1, cores)
    return FASTEST if each <= _EASY else max(SLOWEST, round(FASTEST * _EASY / (2 * each), 1))
