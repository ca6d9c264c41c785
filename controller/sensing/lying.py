"""Which tags lie at an antenna while decks are enrolled and checked: no acts, only what answers for how long."""

from __future__ import annotations

from dataclasses import dataclass

from controller.model import readings as rd
from controller.model.readings import Reading

#: A tag that is silent for so long has been taken away, seconds.
FORGET_S = 1.0


@dataclass(slots=True)
class Lying:
    """A tag at an antenna."""

    tag: str
    #: When it began to answer, and since when it answers, or does not.
    first: float
    since: float
    on: bool = True
    #: So long it has answered before `since`, seconds.
    heard: float = 0.0

    def answered(self, now: float) -> float:
        """So long it has answered, seconds."""
        return self.heard + (now - self.since if self.on else 0.0)


class TagsThere:
    """All antennas of a reader, or of several."""

    def __init__(self, *, forget_s: float = FORGET_S) -> None:
        self._forget_s = forget_s
        self._places: dict[str, dict[str, Lying]] = {}

    def take(self, reading: Reading) -> None:
        """A reading in its order; what is no tag is passed over."""
        match reading:
            case rd.Scan():
                there = self._places.setdefault(reading.at, {})
                for tag in reading.tags:
                    self._on(there, tag, reading.t)
                for tag in there.keys() - set(reading.tags):
                    self._off(there[tag], reading.t)
            case rd.TagSeen():
                self._on(self._places.setdefault(reading.at, {}), reading.tag, reading.t)
            case rd.TagGone():
                lying = self._places.get(reading.at, {}).get(reading.tag)
                if lying is not None:
                    self._off(lying, reading.t)
            case rd.DeviceState(state="lost"):
                for there in self._places.values():
                    for lying in there.values():
                        self._off(lying, reading.t)
            case _:
                pass

    def places(self) -> list[str]:
        """Antennas that have heard anything, in the order in which they did."""
        return list(self._places)

    def at(self, place: str, now: float) -> list[Lying]:
        """The tags that lie there, one that is silent for a moment, too; in the order in which they came."""
        there = self._places.get(place, {})
        for tag in [t for t, lying in there.items() if not lying.on and now - lying.since >= self._forget_s - 1e-9]:
            del there[tag]
        return sorted(there.values(), key=lambda lying: (lying.first, lying.tag))

    def restart(self, now: float) -> None:
        """Count anew from here for how long each has answered."""
        for there in self._places.values():
            for lying in there.values():
                lying.heard, lying.since = 0.0, max(now, lying.since) if lying.on else lying.since

    def clear(self) -> None:
        """Everything has been taken away."""
        for there in self._places.values():
            there.clear()

    def _on(self, there: dict[str, Lying], tag: str, t: float) -> None:
        lying = there.get(tag)
        if lying is None or (not lying.on and t - lying.since >= self._forget_s):
            there[tag] = Lying(tag, t, t)
        elif not lying.on:
            lying.on, lying.since = True, t

    @staticmethod
    def _off(lying: Lying, t: float) -> None:
        if lying.on:
            lying.on, lying.heard, lying.since = False, lying.heard + max(0.0, t - lying.since), t
