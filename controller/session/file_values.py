"""Values of the session's file: each reader gives a value or a LogError that names the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeVar

from controller.model.errors import LogError

T = TypeVar("T")
_NEEDED = object()


def field_of(
    given: Mapping[str, Any], name: str, at: str, file: str, read: Callable[[Any], T], default: Any = _NEEDED
) -> T:
    """A value of the file. LogError names its key, if it is missing or cannot be read."""
    field = f"{at}.{name}" if at else name
    if name not in given:
        if default is _NEEDED:
            raise LogError("is missing", file=file, field=field)
        return default  # type: ignore[no-any-return]
    try:
        return read(given[name])
    except (TypeError, ValueError, ArithmeticError) as error:
        raise LogError(str(error), file=file, field=field) from None


def only_known(given: Any, names: Sequence[str], at: str, file: str) -> None:
    """LogError names the first key that is not among `names`."""
    if not isinstance(given, Mapping):
        raise LogError("is no table of keys", file=file, field=at)
    unknown = [name for name in given if name not in names]
    if unknown:
        field = f"{at}.{unknown[0]}" if at else unknown[0]
        raise LogError(f"unknown key; known: {', '.join(names)}", file=file, field=field)


def list_of(given: Mapping[str, Any], name: str, file: str) -> list[Any]:
    """A list of the file, empty where it is not there. LogError if it is none."""
    found = given.get(name, [])
    if not isinstance(found, list):
        raise LogError("is no list", file=file, field=name)
    return found


def is_int(value: Any) -> bool:
    """A whole number, and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def natural(value: Any) -> int:
    """A number from 0. ValueError if it is none."""
    if not is_int(value) or value < 0:
        raise ValueError(f"{value!r} is no number from 0")
    return int(value)


def whole(value: Any, name: str) -> int:
    """A whole number. ValueError names what it was to be."""
    if not is_int(value):
        raise ValueError(f"{name}: {value!r} is no whole number")
    return int(value)


def moment(value: Any) -> float:
    """A time with its zone, as a text: the journal keeps the file as JSON, which knows no times."""
    found = datetime.fromisoformat(value) if isinstance(value, str) else None
    if found is None or found.tzinfo is None:
        raise ValueError(f'{value!r} is no time with its zone in quotes, as in "2026-12-01T22:30+03:00"')
    return found.timestamp()


def exact(value: Any) -> Fraction:
    """A number as it was typed: 0.1 is a tenth."""
    return Fraction(str(value))


def numbers(value: Any) -> tuple[int, ...]:
    """Numbers from 0."""
    return tuple(natural(one) for one in value)


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts; numbers are written out."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{value!r} is no list of texts")
    return tuple(str(one) for one in value)


def shares(value: Any) -> dict[int, Fraction]:
    """A score, or a list of [score, weight]."""
    if is_int(value):
        return {int(value): Fraction(1)}
    return {int(score): Fraction(str(weight)) for score, weight in value}
