"""One antenna: which tags lie within its reach, and what answers in each of its rounds.

Time is an argument, chance a seeded generator. Only rounds in which something differs are looked at: the next miss of a
tag is drawn once (a geometric number of rounds ahead), so a quiet antenna costs nothing.
"""

from __future__ import annotations

import heapq
import math
from random import Random
from typing import NamedTuple

from hw_sim.physics.noise import NoiseLevel, miss_in_stack

_NEVER = 1 << 62


class Answer(NamedTuple):
    """What answered in one inventory round; told only when it differs from the round before."""

    t: float
    place: str
    #: Number of the round at this antenna, from 0.
    round: int
    tags: tuple[str, ...]


class Antenna:
    """An antenna that is scanned every `period` seconds, its first round at `phase`."""

    def __init__(self, place: str, level: NoiseLevel, rng: Random, *, period: float, phase: float) -> None:
        self.place = place
        self.answered: tuple[str, ...] = ()
        self._level = level
        self._rng = rng
        self._period = period
        self._phase = phase
        self._edges: list[tuple[float, int, str, bool]] = []
        self._edge_count = 0
        #: Tags in reach, in the order in which they came, and the next round that each misses.
        self._misses: dict[str, int] = {}
        self._silent = _NEVER
        self._examined = -1
        self._due = _NEVER

    @property
    def in_reach(self) -> tuple[str, ...]:
        """The tags that lie there, heard or not, oldest first."""
        return tuple(self._misses)

    def move(self, t: float, tag: str, *, here: bool) -> None:
        """From time `t` on the tag is in reach, or out of it; what was still to come for it the other way falls."""
        if any(edge[2] == tag for edge in self._edges):
            self._edges = [e for e in self._edges if e[2] != tag or e[3] is here or e[0] < t]
            heapq.heapify(self._edges)
        heapq.heappush(self._edges, (t, self._edge_count, tag, here))
        self._edge_count += 1
        self._due = min(self._due, self._round_from(t))

    def retime(self, period: float, phase: float, now: float) -> None:
        """Scanned at another pace from now on; rounds are counted on."""
        number = self._examined + 1
        first = phase + max(0, math.ceil((now - phase) / period)) * period
        self._period, self._phase = period, first - number * period
        self._draw(number)
        self._due = number

    def round_at(self, t: float) -> int:
        """The number of the latest round at that time."""
        return max(self._examined, math.floor((t - self._phase) / self._period), 0)

    def due(self) -> float:
        """Time of the next round worth looking at; infinite if none is."""
        return math.inf if self._due >= _NEVER else self._phase + self._due * self._period

    def step(self) -> Answer | None:
        """Look at the round that is due; what answered, if that differs from the round before."""
        number = self._due
        t = self._phase + number * self._period
        if self._take_edges(t):
            self._draw(number)
        heard = self._heard(number)
        self._examined = number
        self._due = self._next(number, heard)
        if heard == self.answered:
            return None
        self.answered = heard
        return Answer(t, self.place, number, heard)

    def _round_from(self, t: float) -> int:
        """The first round at or after `t` that has not been looked at."""
        return max(self._examined + 1, math.ceil((t - self._phase) / self._period - 1e-9))

    def _take_edges(self, t: float) -> bool:
        moved = False
        while self._edges and self._edges[0][0] <= t + 1e-9:
            _, _, tag, here = heapq.heappop(self._edges)
            moved = True
            if here:
                self._misses.setdefault(tag, _NEVER)
            else:
                self._misses.pop(tag, None)
        return moved

    def _draw(self, number: int) -> None:
        """The stack has changed: how likely each tag is missed has, too. What is drawn has no memory, so draw anew."""
        miss = miss_in_stack(self._level.miss, len(self._misses))
        for tag in self._misses:
            self._misses[tag] = number + self._ahead(miss) - 1
        self._silent = number + self._ahead(self._level.silent) - 1

    def _ahead(self, chance: float) -> int:
        """How many rounds from the one before until the next one that is hit, at least 1."""
        if chance <= 0:
            return _NEVER
        return 1 + int(math.log(1 - self._rng.random()) / math.log1p(-chance))

    def _heard(self, number: int) -> tuple[str, ...]:
        if not self._misses:
            return ()
        missing = [tag for tag, missed in self._misses.items() if missed == number]
        for tag in missing:
            self._misses[tag] = number + self._ahead(miss_in_stack(self._level.miss, len(self._misses)))
        if number == self._silent:
            self._silent = number + self._ahead(self._level.silent)
            return ()
        return tuple(tag for tag in self._misses if tag not in missing) if missing else tuple(self._misses)

    def _next(self, number: int, heard: tuple[str, ...]) -> int:
        """The next round in which something else may be heard."""
        due = _NEVER
        if self._edges:
            due = self._round_from(self._edges[0][0])
        if self._misses:
            due = min(due, self._silent, min(self._misses.values()))
            if len(heard) != len(self._misses):
                due = min(due, number + 1)
        return due
