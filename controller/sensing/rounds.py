"""How long an inventory round of an antenna takes, measured from the times at which its answer changed."""

from __future__ import annotations

from collections import deque

#: A reading log tells of rounds of 0.1 to 0.25 s; until it is measured the slowest is reckoned with.
SLOWEST_S = 0.25
#: Two changes nearer or farther apart than these say nothing of a round, seconds.
_GAPS_S = (0.05, 1.0)
#: The shortest of so many gaps are one round each, for cards miss single rounds all the time; fewer say nothing.
_KEPT, _ENOUGH = 15, 6
#: Gaps of one round lie so near each other, as a share.
_SAME = 1.5


class Rounds:
    """The rounds of all antennas. Readers differ: what is decided reckons with the slowest of them."""

    def __init__(self, usual: float) -> None:
        self._usual = usual
        self._gaps: dict[str, deque[float]] = {}
        self._measured: dict[str, float] = {}
        #: A round of the slowest antenna measured, or the usual one.
        self.period = usual

    @property
    def slowest(self) -> float:
        """A round is hardly longer than this."""
        return self.period if self._measured else max(self.period, SLOWEST_S)

    def changed_after(self, place: str, gap: float) -> None:
        """The answer of that antenna changed so long after it had changed before: some rounds."""
        least, most = _GAPS_S
        if not least < gap < most:
            return
        gaps = self._gaps.setdefault(place, deque(maxlen=_KEPT))
        gaps.append(gap)
        if len(gaps) < _ENOUGH:
            return
        in_order = sorted(gaps)
        # One of the shortest, not the very shortest: a clock that was put right makes a gap of any length.
        short = in_order[len(in_order) // 5]
        near = [g for g in in_order if short / _SAME <= g <= short * _SAME]
        found = near[len(near) // 2]
        if found <= SLOWEST_S * 1.1:
            self._measured[place] = found
            self.period = max(self._measured.values())
