"""The one loop around sensing, for the live table and for a recorded stream alike: readings in, events out.

Timers run at exactly their due time before the next reading is taken, and the table is asked what it expects after
every single event. No clock is read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import isfinite

from controller.model.events import TableEvent
from controller.model.expectation import Expectation
from controller.model.reading_log import ReadingLog
from controller.model.readings import Reading
from controller.sensing.notes import Note
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SensingSettings

#: Takes an event into the record and says what the table expects next.
OnEvent = Callable[[TableEvent], Expectation]


class Listening:
    """A table being listened to.

    A live table calls `accept` for each reading as it comes in (and keeps what it returns as evidence), `take` with
    that, and `until` when the time of `due` has come; a recorded stream calls `take` alone. Both give the same events.
    """

    def __init__(self, sensing: Sensing, on_event: OnEvent, expected: Expectation | None = None) -> None:
        self.sensing = sensing
        self._on_event = on_event
        if expected is not None:
            sensing.expect(expected)

    def due(self) -> float | None:
        """When `until` should be called next; None: nothing is waited for."""
        return self.sensing.due()

    def accept(self, reading: Reading) -> Reading:
        """The reading as it has to be kept and taken: never earlier than what has been decided already.

        A host that is busy takes it later than it came. It counts as come in time wherever nothing has been decided
        since: what is decided rests on when things were captured, not on when we found the time to look.
        """
        came = min(reading.arrival, reading.t + self.sensing.delay) if isfinite(reading.t) else reading.arrival
        taken = max(came, self.sensing.now)
        return reading if taken == reading.arrival else replace(reading, r=taken)

    def take(self, reading: Reading) -> list[TableEvent]:
        """A reading in its place. A time that is none passes no time."""
        now = reading.arrival if isfinite(reading.arrival) else self.sensing.now
        found = self.until(now)
        found += self._tell(self.sensing.feed(reading))
        return found + self.until(now)

    def until(self, now: float) -> list[TableEvent]:
        """Every timer that is due by then, one after another."""
        found: list[TableEvent] = []
        while (due := self.sensing.due()) is not None and due <= now:
            found += self._tell(self.sensing.advance(due))
        return found

    def finish(self) -> list[TableEvent]:
        """Nothing more is read: what is waited for is decided as if the table had fallen silent."""
        found = self._run_out()
        found += self._tell(self.sensing.let_go())
        return found + self._run_out()

    def _run_out(self) -> list[TableEvent]:
        found: list[TableEvent] = []
        while (due := self.sensing.due()) is not None:
            found += self._tell(self.sensing.advance(due))
        return found

    def _tell(self, events: Iterable[TableEvent]) -> list[TableEvent]:
        found = []
        for event in events:
            self.sensing.expect(self._on_event(event))
            found.append(event)
        return found


def sensing_of(log: ReadingLog) -> Sensing:
    """The sensing that a reading log's header describes."""
    return Sensing(
        decks=[log.deck] if log.deck is not None else [],
        others=log.decks,
        regulations=log.regulations,
        board=log.board,
        settings=SensingSettings.from_json(log.header.get("sensing")),
        first_event=log.first_event,
        by_hand=str(log.header["by_hand"]) if log.header.get("by_hand") else None,
    )


def table_events(
    log: ReadingLog,
    on_event: OnEvent,
    expected: Expectation | None = None,
    *,
    on_note: Callable[[Note], None] = lambda _note: None,
) -> Iterator[TableEvent]:
    """The table events that a recorded stream amounts to, as they become known. `on_note`: told each doubt once."""
    listening = Listening(sensing_of(log), on_event, expected)
    noted: frozenset[Note] = frozenset()
    for reading in log.readings:
        yield from listening.take(reading)
        noted = _told_of(listening.sensing, noted, on_note)
    yield from listening.finish()
    _told_of(listening.sensing, noted, on_note)


def _told_of(sensing: Sensing, noted: frozenset[Note], on_note: Callable[[Note], None]) -> frozenset[Note]:
    """Tell of the notes that are new; those that stand now."""
    standing = sensing.doubts()
    for note in standing:
        if note not in noted:
            on_note(note)
    return frozenset(standing)
