"""The members of a JSON object, each asked for by name and kind; LogError names the member that is none of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from controller.model.errors import LogError

T = TypeVar("T")
#: Thirty years: beyond it sums of times are none any more.
_LONGEST_S = 1e9
_HIGHEST_NUMBER = 10**9


class Members:
    """A JSON object at a place; what was never asked for is not part of the form (`nothing_else`)."""

    def __init__(self, value: object, place: str = "") -> None:
        self._place = place
        if not isinstance(value, dict):
            raise LogError(f"{type(value).__name__} in place of an object", field=place)
        self._members: Mapping[str, Any] = value
        self._asked: set[str] = set()

    def error(self, name: str, message: str) -> LogError:
        """An error in the member of that name."""
        return LogError(message, field=f"{self._place}.{name}" if self._place else name)

    def has(self, name: str) -> bool:
        """Is there such a member, and is it not null?"""
        self._asked.add(name)
        return self._members.get(name) is not None

    def _get(self, name: str) -> Any:
        self._asked.add(name)
        return self._members.get(name)

    def expect(self, name: str, wanted: object) -> None:
        """The member has that very value."""
        found = self._get(name)
        if found != wanted or type(found) is not type(wanted):
            raise self.error(name, f"{found!r} is not {wanted!r}, which is all that is read here")

    def of(self, read: Callable[[str], T], value: object, name: str) -> T:
        """A text as `read` understands it."""
        if not isinstance(value, str):
            raise self.error(name, f"{value!r} is no text")
        try:
            return read(value)
        except (ValueError, KeyError) as error:
            raise self.error(name, str(error) if isinstance(error, ValueError) else f"no such {error}") from None

    def known(self, name: str, read: Callable[[str], T]) -> T | None:
        """A text as `read` understands it; None if it is not there."""
        return self.of(read, self._members[name], name) if self.has(name) else None

    def needed(self, name: str, read: Callable[[str], T]) -> T:
        """A text that must be there."""
        if not self.has(name):
            raise self.error(name, "is missing")
        return self.of(read, self._members[name], name)

    def text(self, name: str, default: str = "") -> str:
        """A text, or the default."""
        return self.of(str, self._members[name], name) if self.has(name) else default

    def flag(self, name: str) -> bool:
        """True or false; false if it is not there."""
        found = self._get(name)
        if found is None:
            return False
        if not isinstance(found, bool):
            raise self.error(name, f"{found!r} is neither true nor false")
        return found

    def number(self, name: str, lowest: int = -_HIGHEST_NUMBER, highest: int = _HIGHEST_NUMBER) -> int | None:
        """A whole number within bounds; None if it is not there."""
        found = self._get(name)
        return None if found is None else self._whole(found, name, lowest, highest)

    def counted(self, name: str) -> int:
        """A whole number from 0 that must be there."""
        if not self.has(name):
            raise self.error(name, "is missing")
        return self._whole(self._members[name], name, 0, _HIGHEST_NUMBER)

    def _whole(self, found: object, name: str, lowest: int, highest: int) -> int:
        if isinstance(found, bool) or not isinstance(found, int) or not lowest <= found <= highest:
            raise self.error(name, f"{found!r} is no whole number from {lowest} to {highest}")
        return found

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of glyph numbers."""
        return tuple(self._whole(value, name, 0, 10**6) for value in self._list(name))

    def seconds(self, name: str) -> float | None:
        """A time in seconds; None if it is not there."""
        found = self._get(name)
        return None if found is None else self._measured(found, name, -_LONGEST_S, _LONGEST_S)

    def percent(self, name: str) -> float:
        """A percentage that must be there; artificial scores of more than 100 are none."""
        return self._measured(self._get(name), name, 0, 100)

    def _measured(self, found: object, name: str, lowest: float, highest: float) -> float:
        if isinstance(found, bool) or not isinstance(found, int | float) or not lowest <= found <= highest:
            raise self.error(name, f"{found!r} is no number from {lowest:g} to {highest:g}")
        if not math.isfinite(found):
            raise self.error(name, "is not finite")
        return float(found)

    def _list(self, name: str) -> list[Any]:
        found = self._get(name)
        if found is None:
            return []
        if not isinstance(found, list):
            raise self.error(name, "is no list")
        return found

    def list_of_texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self.of(str, value, name) for value in self._list(name))

    def texts(self, name: str) -> dict[str, str]:
        """An object of texts by name."""
        found = self._get(name)
        if found is None:
            return {}
        if not isinstance(found, dict):
            raise self.error(name, "is no object")
        return {key: self.of(str, value, f"{name}.{key}") for key, value in found.items()}

    def object(self, name: str) -> Members | None:
        """The object of that name; None if it is not there."""
        return Members(self._members[name], self._path(name)) if self.has(name) else None

    def objects(self, name: str) -> Iterator[Members]:
        """A list of objects."""
        for n, value in enumerate(self._list(name)):
            yield Members(value, self._path(f"{name}[{n}]"))

    def _path(self, name: str) -> str:
        return f"{self._place}.{name}" if self._place else name

    def all_of(self, value: T) -> T:
        """The value that was read from these members, once it is sure that there are no others."""
        self.nothing_else()
        return value

    def nothing_else(self) -> None:
        """LogError if there is a member that nobody asked for: a slip of the pen, or a later version."""
        for name in self._members:
            if name not in self._asked:
                raise self.error(name, "no such member")
