"""A third table for tests of sensing: its misses come and go by antenna and by card, its antennas in any order.

People's hands are those of the other table; what differs is reasoned anew. An antenna is now well, now disturbed (a
two-state channel); one seat reads worse than another; a card that couples badly goes on coupling badly where it lies;
late reads tail off instead of being spread evenly; a card on its way is heard by any other seat, more than once.
"""

from __future__ import annotations

from random import Random

from sensing.noisy_table import Level
from sensing.other_table import Lying, Make, OtherTable, _Told

from controller.model import readings as rd
from controller.model.seats import SEATS, Seat

#: How much worse than the mean each seat's antenna reads.
_BY_SEAT = dict(zip(SEATS, (0.5, 0.8, 1.0, 1.7), strict=True))
#: A card's own share of the misses while it lies there: most couple well, some badly. Their mean is one.
_BY_CARD = (0.4, 0.6, 0.8, 0.8, 1.0, 1.2, 2.2)
#: While it is disturbed an antenna misses so many times as much; that lasts so many rounds, and so long it is well.
_DISTURBED, _FOR_ROUNDS, _WELL_ROUNDS = 3.0, 4.0, 36.0
#: No tag misses more rounds than this in the mean.
_WORST = 0.6


class ThirdTable(OtherTable):
    """The same people at readers of another physics."""

    def __init__(self, make: Make, level: int | Level, seed: int | str) -> None:
        super().__init__(make, level, seed)
        self._card_share: dict[tuple[str, str], float] = {}

    def _carried_over(self, seat: Seat, tag: str, down: float) -> None:
        # Across the table: any of the others may hear it, twice while the arm swings.
        other = self._rng.choice([s for s in SEATS if s is not seat])
        over = down - self._rng.uniform(0.05, 0.3)
        self._lies(f"play.{other}", tag, over - self._rng.uniform(0.1, 0.25), over - 0.05)
        self._lies(f"play.{other}", tag, over, over + self._rng.uniform(0.02, 0.15))

    def _lateness(self) -> float:
        # Most are late by little; the longest as the level says.
        return min(0.1 + self._rng.expovariate(3.0 / self.level.late_s), self.level.late_s)

    def _rounds(self, place: str, phase: float, until: float) -> list[rd.Reading]:
        rng, heard = self._rng, self._places.get(place, [])
        if not heard:
            return []
        make, seat = self.make, Seat[place[-1]]
        told = _Told(place, make.tells, f"reader-{seat}" if make.readers > 1 else "mux")
        number, well = int(min(x.start for x in heard) / make.round_s) - 1, True
        while (t := (number + (phase + rng.random()) % 1.0) * make.round_s) < until:
            # The antennas take turns in another order in each round.
            number += 1
            if self._rng.random() < 1 / (_WELL_ROUNDS if well else _FOR_ROUNDS):
                well = not well
            there = [x for x in heard if x.start <= t < x.end]
            if there or told.before:
                told.round(t, self._heard(there, place, seat, well=well))
        return told.readings

    def _heard(self, there: list[Lying], place: str, seat: Seat, *, well: bool) -> list[str]:
        rng, level = self._rng, self.level
        if there and self._happens(level.silent * _BY_SEAT[seat]):
            return []
        calm = 1 / (1 + (_DISTURBED - 1) * _FOR_ROUNDS / (_FOR_ROUNDS + _WELL_ROUNDS))
        mean = level.miss * _BY_SEAT[seat] * calm * (1 if well else _DISTURBED)
        found = [x.tag for x in there if rng.random() >= min(_WORST, mean * self._share(place, x.tag))]
        # In the order in which their answers came through, not in that of the row.
        Random(rng.random()).shuffle(found)
        return found

    def _share(self, place: str, tag: str) -> float:
        return self._card_share.setdefault((place, tag), self._rng.choice(_BY_CARD))


#: Tables of this kind.
KINDS = {
    make.name: make
    for make in (
        Make("quick rounds", round_s=0.11, again=(0.15, 0.9), delay=(0.01, 0.06)),
        Make("slow rounds", round_s=0.22, hover=(0.05, 0.35), delay=(0.02, 0.12)),
        Make("edges, one reader a seat", round_s=0.18, readers=4, tells="edges", delay=(0.0, 0.2)),
    )
}
