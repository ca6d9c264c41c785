"""Where tags answer: rounds and edges of the antennas become stays, and stays come to rest or are forgotten.

Which act a stay amounts to is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from math import ceil
from typing import NamedTuple

from controller.model.seats import SEATS, Seat
from controller.sensing.rates import Rates
from controller.sensing.settings import SensingSettings

#: A play antenna holds a row of thirteen; what a jammed reader makes up beyond this is dropped.
MOST_STAYS = 120
#: Lines of the reading log that a stay keeps as its evidence, the first ones and the last.
_LINES = 6
#: A silence of a resting tag up to so many rounds is counted as misses; a longer one may have been a lift.
_LONGEST_MISS = 6
#: A card known to have been lifted has been away for as long as it takes to believe that, seconds.
_LONG_AWAY_S = 3600.0
_EPS = 1e-6


class Place(NamedTuple):
    """An antenna: `play`, `spread` or `pocket` of a seat, or `board`."""

    kind: str
    seat: Seat | None
    text: str


PLACES: dict[str, Place] = {
    f"{kind}.{seat.value}": Place(kind, seat, f"{kind}.{seat.value}")
    for kind in ("play", "spread", "pocket")
    for seat in SEATS
} | {"board": Place("board", None, "board")}


class StayState(Enum):
    """What is known of a tag at an antenna."""

    #: It began to answer and may yet be a ghost.
    FRESH = "fresh"
    #: It rests; what it amounts to has not been told.
    RESTED = "rested"
    #: What it amounts to has been told, or will never be.
    KNOWN = "known"


@dataclass(slots=True)
class Stay:
    """A tag at an antenna, from its first answer until it is forgotten."""

    tag: str
    place: Place
    #: Capture time of its first answer, and the earliest time at which it can have come.
    first: float
    earliest: float
    #: Does it answer now? Since when that is so.
    on: bool
    since: float
    #: Answers before the present run of them.
    answers: int = 0
    state: StayState = StayState.FRESH
    #: Capture time of the answer that proved it at rest.
    rested: float = 0.0
    #: Would its going tell something, although it is known? (A card of this trick, of a hand that lies spread.)
    is_watched: bool = False
    #: It was known already and began anew: what is forgotten of it is only that.
    is_renewed: bool = False
    #: It was lifted and has not come to rest since: when it answers again, it begins anew.
    is_lifted: bool = False
    lines: list[int] = field(default_factory=list)

    def note_line(self, line: int) -> None:
        """A reading that tells of it."""
        if len(self.lines) >= _LINES:
            del self.lines[_LINES // 2]
        self.lines.append(line)


@dataclass(slots=True)
class Antenna:
    """What an antenna heard last, and the stays there."""

    place: Place
    on: set[str] = field(default_factory=set)
    stays: dict[str, Stay] = field(default_factory=dict)
    last: float | None = None
    device: str | None = None
    #: Since when nothing is heard of it; None while it works.
    blind: float | None = None
    #: It has been told as edges: after a loss, tags that do not come again within a while have gone.
    by_edges: bool = False
    unconfirmed: set[str] = field(default_factory=set)


class Heard(NamedTuple):
    """One reading as it concerns an antenna."""

    t: float
    u: float
    line: int
    device: str | None


class Presence:
    """All antennas of a table."""

    def __init__(self, rates: Rates, settings: SensingSettings, *, card_settle: float) -> None:
        self.antennas: dict[str, Antenna] = {text: Antenna(place) for text, place in PLACES.items()}
        #: Stays that may yet be ghosts, in the order in which they began.
        self.fresh: dict[tuple[str, str], Stay] = {}
        #: Known tags that answer again after a silence too long for a miss, with its length.
        self.back: list[tuple[Stay, float, float]] = []
        #: Has anything happened that could make or unmake an act?
        self.stirred = False
        #: The latest capture time of all: what was silent before it had its chance to be told.
        self.heard_until = float("-inf")
        #: Something waits for any reading at all, to know that the link is alive.
        self.wants_news = False
        self._rates = rates
        self._settings = settings
        self._card_settle = card_settle

    # -- readings ---------------------------------------------------------------------------------

    def scan(self, at: str, tags: Iterable[str], heard: Heard) -> None:
        """All tags that answered in one round."""
        antenna = self.antennas[at]
        now = set(tags)
        t = self._time(antenna, heard)
        self._counts(antenna, t)
        self._sees(antenna, t)
        antenna.unconfirmed.clear()
        for tag in sorted(antenna.on - now):
            self._gone(antenna, tag, t, heard)
        for tag in sorted(now - antenna.on):
            self._came(antenna, tag, t, heard)
        antenna.on = now
        antenna.last = t
        antenna.blind = None

    def seen(self, at: str, tag: str, heard: Heard) -> None:
        """A tag began to answer."""
        antenna = self.antennas[at]
        antenna.by_edges = True
        antenna.unconfirmed.discard(tag)
        t = self._time(antenna, heard)
        self._counts(antenna, t)
        if tag not in antenna.on:
            self._came(antenna, tag, t, heard)
            antenna.on.add(tag)
        antenna.last = t

    def gone(self, at: str, tag: str, heard: Heard) -> None:
        """A tag answers no more."""
        antenna = self.antennas[at]
        antenna.by_edges = True
        antenna.unconfirmed.discard(tag)
        t = self._time(antenna, heard)
        self._counts(antenna, t)
        if tag in antenna.on:
            stay = antenna.stays.get(tag)
            if stay is not None and antenna.blind is None:
                self._rates.seen_for(t - stay.since)
            self._gone(antenna, tag, t, heard)
            antenna.on.discard(tag)
        antenna.last = t

    def _counts(self, antenna: Antenna, t: float) -> None:
        """What the rounds since the last change say of this antenna."""
        if antenna.last is None or antenna.blind is not None:
            return
        gap = t - antenna.last
        if antenna.on:
            self._rates.answered(min(gap / self._rates.period, 50.0) * len(antenna.on))
        self._rates.rounds.changed_after(antenna.place.text, gap)

    def lost(self, device: str | None, t: float) -> None:
        """Nothing is heard of that device's antennas from here on; what lay there may well lie there still."""
        for antenna in self._of(device):
            if antenna.blind is None:
                antenna.blind = t

    def ready(self, device: str | None) -> None:
        """The device is back and will tell its whole state."""
        for antenna in self._of(device):
            if antenna.by_edges:
                antenna.unconfirmed = set(antenna.on)

    def confirm(self, t: float) -> None:
        """What has not been told again long enough after a loss has gone; an antenna that told nothing is as it was."""
        for antenna in self.antennas.values():
            for tag in sorted(antenna.unconfirmed):
                self._gone(antenna, tag, t, Heard(t, 0.0, 0, antenna.device))
                antenna.on.discard(tag)
            antenna.unconfirmed.clear()
            self._sees(antenna, t)
            antenna.blind = None

    def _of(self, device: str | None) -> list[Antenna]:
        return [a for a in self.antennas.values() if device is None or a.device in (None, device)]

    def _time(self, antenna: Antenna, heard: Heard) -> float:
        """Capture time; the clock of a device may jump back, its answers do not."""
        antenna.device = heard.device or antenna.device
        self.heard_until = max(self.heard_until, heard.t)
        return heard.t if antenna.last is None else max(heard.t, antenna.last)

    def _sees(self, antenna: Antenna, t: float) -> None:
        """The first answer after a loss: runs of answers begin anew, for nothing proves the rounds between."""
        if antenna.blind is None:
            return
        for tag in antenna.on:
            stay = antenna.stays.get(tag)
            if stay is not None and stay.state is StayState.FRESH:
                stay.since = t
        self.stirred = True

    def _came(self, antenna: Antenna, tag: str, t: float, heard: Heard) -> None:
        stay = antenna.stays.get(tag)
        earliest = antenna.blind if antenna.blind is not None else t - self._rates.period - heard.u
        if stay is None:
            if not self._has_room(antenna):
                return
            stay = Stay(tag, antenna.place, t, earliest, True, t)
            antenna.stays[tag] = stay
            self._begin(stay)
        elif stay.state is StayState.FRESH:
            if t - stay.since > self._rates.forget_s:
                stay.first, stay.earliest, stay.answers = t, earliest, 0
                stay.lines.clear()
            stay.on, stay.since = True, t
            self._begin(stay)
        else:
            self._came_again(antenna, stay, t)
        if stay.state is not StayState.KNOWN:
            stay.note_line(heard.line)
            self.stirred = True

    def _came_again(self, antenna: Antenna, stay: Stay, t: float) -> None:
        silence = t - stay.since
        stay.on, stay.since = True, t
        if silence <= max(self._rates.forget_s, _LONGEST_MISS * self._rates.period) and antenna.blind is None:
            self._rates.missed(silence / self._rates.period)
        if silence > max(self._rates.forget_s, 0.5) or stay.is_lifted:
            self.back.append((stay, t, _LONG_AWAY_S if stay.is_lifted else silence))
            self.stirred = True

    def _begin(self, stay: Stay) -> None:
        self.fresh[(stay.place.text, stay.tag)] = stay

    def _gone(self, antenna: Antenna, tag: str, t: float, heard: Heard) -> None:
        stay = antenna.stays.get(tag)
        if stay is None:
            return
        if stay.state is not StayState.KNOWN:
            stay.answers += max(1, round((t - stay.since) / self._rates.period))
            stay.note_line(heard.line)
            self.stirred = True
        elif stay.is_watched:
            stay.note_line(heard.line)
            self.stirred = True
        stay.on, stay.since = False, t

    def _has_room(self, antenna: Antenna) -> bool:
        """Room for one stay more; a jammed reader that makes up tags without end is not followed."""
        if len(antenna.stays) >= MOST_STAYS:
            for stay in [s for s in antenna.stays.values() if not s.on and not s.is_watched]:
                if stay.state is not StayState.RESTED:
                    self.forget(stay)
        return len(antenna.stays) < MOST_STAYS

    # -- rest -------------------------------------------------------------------------------------

    def rest_due(self, stay: Stay) -> float:
        """When a stay that goes on answering will be proven at rest."""
        period = self._rates.rounds.slowest
        missing = self._settings.rest_answers - stay.answers - 1
        span = self._card_settle - (stay.since - stay.first)
        rounds = max(0, missing, ceil(span / period - 0.05))
        return stay.since + rounds * period

    def settle(self, now: float) -> tuple[list[Stay], float | None]:
        """Stays that have come to rest by now, and when to ask again."""
        rested: list[Stay] = []
        due: float | None = None
        for key, stay in list(self.fresh.items()):
            antenna = self.antennas[stay.place.text]
            if antenna.blind is not None:
                continue
            if stay.on:
                proven = self.rest_due(stay)
                at = proven
                if now >= at - _EPS:
                    stay.state, stay.rested = StayState.RESTED, proven
                    del self.fresh[key]
                    rested.append(stay)
                    continue
            else:
                at = stay.since + self._rates.forget_s
                if now >= at - _EPS:
                    self.forget(stay)
                    continue
            due = at if due is None else min(due, at)
        return rested, due

    def forget(self, stay: Stay) -> None:
        """A ghost: as if it had never answered."""
        self.fresh.pop((stay.place.text, stay.tag), None)
        if stay.is_renewed:
            stay.state, stay.is_lifted = StayState.KNOWN, True
        elif not stay.on:
            self.antennas[stay.place.text].stays.pop(stay.tag, None)

    def renew(self, stay: Stay, t: float) -> None:
        """A known card was taken up and put down again, and that may be an act."""
        stay.first = stay.since = t
        stay.earliest = t - self._rates.period
        stay.answers, stay.state = 0, StayState.FRESH
        stay.is_renewed, stay.is_lifted = True, False
        stay.lines.clear()
        self._begin(stay)

    def stays(self, place: str) -> dict[str, Stay]:
        """The stays at an antenna by tag, none of them a ghost."""
        return self.antennas[place].stays
