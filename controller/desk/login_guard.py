"""Slows down guessing: after some wrong passwords the next try has to wait, longer each time. Times are given."""

from __future__ import annotations

from dataclasses import dataclass

#: Wrong tries that cost nothing, by what they are counted: one name from one place, one place, one name.
_FREE = {"name_and_place": 5, "place": 20, "name": 50}
_FIRST_WAIT_S, _LONGEST_WAIT_S = 10.0, 600.0
#: Without a further wrong try, everything is forgotten after this long.
_FORGET_S = 1800.0
#: Counters kept at most: a flood of made-up names must not fill the memory.
_MOST = 10_000


@dataclass(slots=True)
class _Counter:
    failures: int
    at: float


class LoginGuard:
    """Counts wrong passwords by name and by place (a client's address)."""

    def __init__(self) -> None:
        self._counters: dict[tuple[str, str, str], _Counter] = {}

    def wait(self, name: str, place: str, now: float) -> float:
        """Seconds until the next try may be made; 0 if it may be made now."""
        return max(self._wait(key, now) for key in _keys(name, place))

    def failed(self, name: str, place: str, now: float) -> None:
        """A wrong password was given."""
        if len(self._counters) > _MOST:
            kept = sorted(self._counters.items(), key=lambda item: item[1].at)[_MOST // 2 :]
            self._counters = dict(kept)
        for key in _keys(name, place):
            known = self._counters.get(key)
            still_counts = known is not None and now - known.at < _FORGET_S
            self._counters[key] = _Counter(known.failures + 1 if known is not None and still_counts else 1, now)

    def succeeded(self, name: str, place: str) -> None:
        """The right password was given: that name from that place starts anew. Other counters go on."""
        self._counters.pop(_keys(name, place)[0], None)

    def _wait(self, key: tuple[str, str, str], now: float) -> float:
        known = self._counters.get(key)
        if known is None or known.failures < _FREE[key[0]]:
            return 0.0
        beyond = min(known.failures - _FREE[key[0]], 10)
        return max(0.0, known.at + min(_FIRST_WAIT_S * 2.0**beyond, _LONGEST_WAIT_S) - now)


def _keys(name: str, place: str) -> tuple[tuple[str, str, str], ...]:
    return ("name_and_place", name, place), ("place", "", place), ("name", name, "")
