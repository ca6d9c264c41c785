"""Where a writer keeps texts that it can only give out later: in memory, or with whoever lends it something larger."""

from __future__ import annotations

from typing import Protocol


class Hold(Protocol):
    """Keeps texts; each is known by the number that it got."""

    def put(self, text: str) -> int:
        """Keep it."""

    def take(self, number: int) -> str:
        """Give it out, as often as it is asked for."""


class InMemory:
    """Keeps everything in a list."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def put(self, text: str) -> int:
        """Keep it."""
        self._texts.append(text)
        return len(self._texts) - 1

    def take(self, number: int) -> str:
        """Give it out."""
        return self._texts[number]
