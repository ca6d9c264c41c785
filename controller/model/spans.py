"""Board numbers as people read and write them: `1-16, 20`."""

from __future__ import annotations

from collections.abc import Iterable


def spans(numbers: Iterable[int], *, between: str = ", ") -> str:
    """Numbers that rise, each run of them as `first-last`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return between.join(str(low) if low == high else f"{low}-{high}" for low, high in found)
