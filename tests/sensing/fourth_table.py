"""A fourth table for tests of sensing: bursts of trouble, clocks that jitter, readers of unequal speed.

People's hands are those of the other table. Every antenna has a round time of its own and keeps it badly; trouble comes
for the whole table at once (a telephone, a hand on the cloth); how well a tag is read depends on how far it lies from
the middle of its antenna, and on that hangs, too, how well the neighbour hears it. Nothing here is taken from what the
controller believes of readers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

from sensing.noisy_table import Level
from sensing.other_table import FOREVER, Lying, Make, OtherTable, _Told

from controller.model import readings as rd
from controller.model.seats import SEATS, Seat

#: Trouble over the whole table: so many seconds apart in the mean, lasting so long in the mean; every antenna misses so
#: many times as much meanwhile.
_TROUBLE_APART_S, _TROUBLE_FOR_S, _TROUBLE = 40.0, 1.2, 6.0
#: No tag misses more rounds than this in the mean.
_WORST = 0.75


@dataclass(frozen=True)
class Ways:
    """What is special about a kind of table."""

    name: str
    #: Round times of the antennas before the four seats, seconds.
    rounds_s: tuple[float, float, float, float] = (0.12, 0.16, 0.2, 0.24)
    #: A round begins so much earlier or later than it should, a share of it; capture times are rounded to so much.
    jitter: float = 0.25
    grain_s: float = 0.001
    #: A scan is sent again (a driver that repeats what was not acknowledged), with that chance.
    twice: float = 0.0
    #: How far (in antenna widths) a neighbour still hears a card that lies at the edge of a place; 0: not at all.
    reaches: float = 0.0
    #: A late read ends: any length as likely, short ones, or mostly the longest.
    late: str = "even"
    #: A card hovers more than once, and its owner may put it on the table in the end.
    hesitates: bool = False


class FourthTable(OtherTable):
    """The same people at readers of yet another physics."""

    ways = Ways("")

    def __init__(self, make: Make, level: int | Level, seed: int | str) -> None:
        super().__init__(make, level, seed)
        self._at: dict[tuple[str, str], float] = {}
        self._trouble: list[tuple[float, float]] = []

    # -- people ---------------------------------------------------------------------------------

    def _lateness(self) -> float:
        share = self._rng.random()
        if self.ways.late == "short":
            share = min(1.0, self._rng.expovariate(5.0))
        elif self.ways.late == "long":
            share = share**0.4
        return 0.05 + share * (self.level.late_s - 0.05)

    def _hover(self, seat: Seat, at: float) -> float:
        after = super()._hover(seat, at)
        if self.ways.hesitates and after != at:
            return max(after, super()._hover(seat, after))
        return after

    # -- readers --------------------------------------------------------------------------------

    def readings(self, entered: list[rd.Reading], until: float) -> tuple[rd.Reading, ...]:
        t = 0.0
        while (t := t + self._rng.expovariate(1 / _TROUBLE_APART_S)) < until:
            self._trouble.append((t, t + self._rng.expovariate(1 / _TROUBLE_FOR_S)))
        found = super().readings(entered, until)
        again = [
            replace(reading, r=round(reading.arrival + self._rng.uniform(0.01, 0.4), 4))
            for reading in found
            if isinstance(reading, rd.Scan) and self._happens(self.ways.twice)
        ]
        return tuple(sorted([*found, *self._in_order(again, found)], key=lambda reading: reading.arrival))

    def _in_order(self, again: list[rd.Scan], found: tuple[rd.Reading, ...]) -> list[rd.Scan]:
        """A repetition is told before the next round of that antenna, or not at all."""
        times: dict[str, list[float]] = {}
        for reading in found:
            if isinstance(reading, rd.Scan):
                times.setdefault(reading.at, []).append(reading.arrival)
        return [scan for scan in again if not any(scan.t < t <= scan.arrival for t in times[scan.at])]

    def _rounds(self, place: str, _phase: float, until: float) -> list[rd.Reading]:
        rng, ways, own = self._rng, self.ways, self._places.get(place, [])
        heard = [*own, *self._overheard(place)]
        if not heard:
            return []
        seat = Seat[place[-1]]
        period = ways.rounds_s[SEATS.index(seat)]
        told = _Told(place, self.make.tells, f"reader-{seat}" if self.make.readers > 1 else "mux")
        t = min(x.start for x in heard) - period * rng.random()
        while t < until:
            there = [x for x in heard if x.start <= t < x.end]
            if there or told.before:
                stated = round(t / ways.grain_s) * ways.grain_s
                told.round(stated, self._answers_at(there, place, t))
            t += period * (1 + ways.jitter * rng.uniform(-1, 1))
        return told.readings

    def _answers_at(self, there: list[Lying], place: str, t: float) -> list[str]:
        rng, level = self._rng, self.level
        if there and self._happens(level.silent):
            return []
        is_trouble = any(start <= t < end for start, end in self._trouble)
        calm = 1 / (1 + (_TROUBLE - 1) * _TROUBLE_FOR_S / (_TROUBLE_APART_S + _TROUBLE_FOR_S))
        mean = level.miss * calm * (_TROUBLE if is_trouble else 1.0)
        return [x.tag for x in there if rng.random() >= min(_WORST, mean * self._off_middle(place, x.tag))]

    def _off_middle(self, place: str, tag: str) -> float:
        """How much more often than the mean a tag is missed, by how far it lies from the middle of its antenna."""
        distance = self._at.setdefault((place, tag), self._rng.random())
        return exp(2.2 * (distance - 0.5)) / 1.24

    def _overheard(self, place: str) -> list[Lying]:
        """Cards near the edge of a neighbour's place are heard for a moment now and then, the farther out the more."""
        if not self.ways.reaches or not self.level.miss or not place.startswith("play"):
            return []
        found, seat = [], Seat[place[-1]]
        for neighbour in (seat.lho, seat.rho):
            there = f"play.{neighbour}"
            for lying in list(self._places.get(there, ())):
                distance = self._at.setdefault((there, lying.tag), self._rng.random())
                if distance < 1 - self.ways.reaches:
                    continue
                t, end = lying.start, min(lying.end, lying.start + 90.0)
                while (t := t + self._rng.expovariate(0.02)) < end:
                    found.append(Lying(lying.tag, t, min(t + self._rng.uniform(0.05, 0.3), FOREVER)))
        return found


def table_of(ways: Ways) -> type[FourthTable]:
    """Such a table."""
    return type("FourthTable", (FourthTable,), {"ways": ways})


#: Tables of this kind: how the readers tell, and what is special about them.
WAYS = {
    ways.name: (ways, make)
    for ways, make in (
        (Ways("unequal readers"), Make("unequal", readers=4, delay=(0.005, 0.08))),
        (Ways("told twice", twice=0.3, grain_s=0.05), Make("twice", delay=(0.0, 0.1), u=0.05)),
        (Ways("long late reads", late="long", jitter=0.1), Make("long", hover=(0.05, 0.39))),
        (Ways("short late reads", late="short", hesitates=True), Make("short", hover=(0.1, 0.39))),
        (Ways("cross-talk by distance", reaches=0.15), Make("talk", readers=4, delay=(0.01, 0.05))),
        (Ways("edges", grain_s=0.01), Make("fourth edges", tells="edges", readers=4, delay=(0.0, 0.15))),
        (Ways("patient", hesitates=True), Make("fourth patient", tells="patient", delay=(0.0, 0.1))),
        (Ways("bunches", rounds_s=(0.1, 0.1, 0.25, 0.25)), Make("bunches", bunch_s=0.3, delay=(0.0, 0.1))),
    )
}
