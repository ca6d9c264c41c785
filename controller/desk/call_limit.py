"""Keeps a table from calling the director over and over from its screens. Times are given."""

from __future__ import annotations

from collections import deque

#: One call in so many seconds, and so many in ten minutes, from all screens of one table.
_PAUSE_S, _MOST, _WITHIN_S = 20.0, 6, 600.0


class CallLimit:
    """When each table called last."""

    def __init__(self) -> None:
        self._calls: dict[str, deque[float]] = {}

    def take(self, table: str, now: float) -> bool:
        """May that table call now? If so it counts as a call."""
        calls = self._calls.setdefault(table, deque())
        while calls and now - calls[0] >= _WITHIN_S:
            calls.popleft()
        if len(calls) >= _MOST or (calls and now - calls[-1] < _PAUSE_S):
            return False
        calls.append(now)
        return True

    def give_back(self, table: str) -> None:
        """The last call of that table was not recorded: it may be tried again at once."""
        if self._calls.get(table):
            self._calls[table].pop()
