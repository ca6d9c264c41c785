"""What lay and stood where, and for how long, as the readings alone have it: raw, with every round that was missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.model import readings as rd
from controller.model.reading_log import ReadingLog

#: A tag that answers again after so many seconds of silence has come anew.
ANEW_S = 3.0
#: The header is line 1.
FIRST_LINE = 2


@dataclass(slots=True)
class Stay:
    """Something seen at one place from its first answer to its last: a tag, a call, the board, a fault of a device."""

    place: str
    what: str
    #: From and to, seconds, of each time without a miss; the last one may still be open.
    runs: list[list[float]] = field(default_factory=list)
    #: Lines of the log that told of it.
    lines: list[int] = field(default_factory=list)

    @property
    def first(self) -> float:
        """When it was first seen."""
        return self.runs[0][0]

    @property
    def last(self) -> float:
        """When it was last seen."""
        return self.runs[-1][1]

    @property
    def misses(self) -> list[float]:
        """How long each silence in between was."""
        return [after[0] - before[1] for before, after in zip(self.runs, self.runs[1:], strict=False)]


@dataclass(slots=True)
class Seen:
    """Everything that the readings of a log show, by place."""

    stays: dict[str, list[Stay]] = field(default_factory=dict)
    #: Readings that came in long after their capture: from, to, line.
    late: list[tuple[float, float, int]] = field(default_factory=list)
    start: float = 0.0
    end: float = 0.0


class _Watch:
    """Who is on at which place just now."""

    def __init__(self) -> None:
        self.seen = Seen()
        self._on: dict[tuple[str, str], Stay] = {}
        self._latest: dict[tuple[str, str], Stay] = {}

    def on(self, place: str, what: str, t: float, line: int) -> None:
        """It answers from now on."""
        key = (place, what)
        if key in self._on:
            return
        stay = self._latest.get(key)
        if stay is None or t - stay.last > ANEW_S:
            stay = Stay(place, what)
            self.seen.stays.setdefault(place, []).append(stay)
            self._latest[key] = stay
        stay.runs.append([t, t])
        stay.lines.append(line)
        self._on[key] = stay

    def off(self, place: str, what: str, t: float, line: int) -> None:
        """It does not answer any more."""
        stay = self._on.pop((place, what), None)
        if stay is not None:
            stay.runs[-1][1] = max(t, stay.runs[-1][0])
            stay.lines.append(line)

    def at(self, place: str) -> list[str]:
        """What answers there."""
        return [what for where, what in self._on if where == place]

    def close(self, t: float) -> None:
        """The log ends here."""
        for stay in self._on.values():
            stay.runs[-1][1] = max(t, stay.runs[-1][0])


#: Readings later than this after their capture are shown as late.
LATE_S = 0.25


def seen_in(log: ReadingLog) -> Seen:
    """What the log shows."""
    watch = _Watch()
    seen = watch.seen
    for line, reading in enumerate(log.readings, start=FIRST_LINE):
        _take(watch, reading, line)
        if reading.arrival - reading.t > LATE_S:
            seen.late.append((reading.t, reading.arrival, line))
    times = [time for reading in log.readings for time in (reading.t, reading.arrival)]
    seen.start, seen.end = (min(times), max(times)) if times else (0.0, 1.0)
    watch.close(seen.end)
    return seen


def _take(watch: _Watch, reading: rd.Reading, line: int) -> None:
    t = reading.t
    match reading:
        case rd.Scan():
            now = set(reading.tags)
            for gone in [tag for tag in watch.at(reading.at) if tag not in now]:
                watch.off(reading.at, gone, t, line)
            for tag in reading.tags:
                watch.on(reading.at, tag, t, line)
        case rd.TagSeen():
            watch.on(reading.at, reading.tag, t, line)
        case rd.TagGone():
            watch.off(reading.at, reading.tag, t, line)
        case _:
            _take_other(watch, reading, line)


def _take_other(watch: _Watch, reading: rd.Reading, line: int) -> None:
    t = reading.t
    match reading:
        case rd.CallShown():
            watch.on(f"box.{reading.seat.value}", reading.call.text, t, line)
        case rd.CallGone():
            watch.off(f"box.{reading.seat.value}", reading.call.text, t, line)
        case rd.BoardTag():
            for gone in watch.at("board tag"):
                watch.off("board tag", gone, t, line)
            if reading.board is not None:
                watch.on("board tag", f"board {reading.board}", t, line)
        case rd.DeviceState():
            _device(watch, reading, line)


def _device(watch: _Watch, reading: rd.DeviceState, line: int) -> None:
    for other in watch.at("devices"):
        if other.startswith(f"{reading.device} "):
            watch.off("devices", other, reading.t, line)
    if reading.state != "ready":
        watch.on("devices", f"{reading.device} {reading.state}", reading.t, line)


def presses(log: ReadingLog) -> Iterator[tuple[rd.KeyPressed, int]]:
    """Keys pressed, with the line of each."""
    for line, reading in enumerate(log.readings, start=FIRST_LINE):
        if isinstance(reading, rd.KeyPressed):
            yield reading, line
