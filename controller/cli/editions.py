"""Two editions of the Laws side by side: a line that only one of them says carries its year in the margin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from controller.cli.story import Blocks

_MARGIN = 6


def side_by_side(told: Mapping[str, Blocks]) -> list[str]:
    """What each of two editions says of a log, as one text, event by event; common lines once."""
    first, second = told.values()
    lines: list[str] = []
    for place in sorted(first.keys() | second.keys()):
        lines += _merged(tuple(told), first.get(place, []), second.get(place, []))
    return lines


def _merged(years: Sequence[str], first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    for what, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if what == "equal":
            yield from (_in_margin("", line) for line in first[a:b])
        else:
            yield from (_in_margin(years[0], line) for line in first[a:b])
            yield from (_in_margin(years[1], line) for line in second[c:d])


def _in_margin(year: str, line: str) -> str:
    return (year.ljust(_MARGIN) + line).rstrip() if line else ""
