"""Figures laid out for people: one sheet of values, and one more for each group of figures that can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table as Sheet

#: A group of so many or fewer stands in columns, a longer one in rows.
_COLUMNS = 5


def sheets_of(figures: Mapping[str, Any]) -> Iterator[Sheet]:
    """The sheets of a bench."""
    groups = {name: value for name, value in figures.items() if _is_group(value)}
    sheet = Sheet("figure", "measured")
    for name, value in _flat({name: value for name, value in figures.items() if name not in groups}):
        sheet.add_row(name, _text(value))
    if sheet.row_count:
        yield sheet
    for name, group in groups.items():
        yield _group(name, group)


def _is_group(value: object) -> bool:
    """Several things with the same figures each."""
    if not isinstance(value, Mapping) or len(value) < 2 or not all(isinstance(one, Mapping) for one in value.values()):
        return False
    return len({tuple(one) for one in value.values()}) == 1


def _group(title: str, group: Mapping[str, Mapping[str, Any]]) -> Sheet:
    inner = list(next(iter(group.values())))
    in_columns = len(group) <= _COLUMNS
    sheet = Sheet(title, *(group if in_columns else inner))
    if in_columns:
        for name in inner:
            sheet.add_row(name, *(_text(one[name]) for one in group.values()))
    else:
        for name, one in group.items():
            sheet.add_row(name, *(_text(value) for value in one.values()))
    return sheet


def _flat(figures: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return "\n".join(_text(one) for one in value) or "none"
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 1000 else f"{value:,.0f}"
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
