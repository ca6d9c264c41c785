"""What was made of a reading log: every event with the time at which it was told, its findings, and standing doubts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.model.events import TableEvent
from controller.model.expectation import Expectation
from controller.model.irregularities import Irregularity
from controller.model.reading_log import ReadingLog
from controller.sensing import Listening, Note, sensing_of
from controller.table import Stepped, Table, step


@dataclass(frozen=True, slots=True)
class Told:
    """A table event and what the Laws said of it. Times are seconds on the controller's clock."""

    event: TableEvent
    #: Its number in the table's log.
    n: int
    #: When sensing let it out.
    at: float
    raised: tuple[Irregularity, ...]
    #: Ids of earlier findings that it took back.
    withdrawn: tuple[str, ...]
    #: Ids of earlier findings that need no decision any more.
    resolved: tuple[str, ...]

    @property
    def t(self) -> float:
        """When it happened."""
        return self.at if self.event.t is None else self.event.t


@dataclass(frozen=True, slots=True)
class Doubt:
    """A note of sensing and how long it stood."""

    note: Note
    until: float


@dataclass(frozen=True, slots=True)
class Account:
    """All that a log amounted to."""

    told: tuple[Told, ...]
    doubts: tuple[Doubt, ...]


class _Follower:
    """Sensing at work on a log, and the table that follows it."""

    def __init__(self, log: ReadingLog) -> None:
        self._log = log
        self._table = replace(Table.fresh(log.laws, log.regulations), next_n=log.first_event)
        self._listening = Listening(sensing_of(log), self._take)
        self._standing: dict[tuple[str, str], Note] = {}
        self._told: list[Told] = []
        self._doubts: list[Doubt] = []

    def account(self) -> Account:
        """Follow it to the end."""
        for reading in self._log.readings:
            self._listening.take(reading)
            self._note()
        self._listening.finish()
        self._note()
        end = max((reading.arrival for reading in self._log.readings), default=0.0)
        self._doubts += [Doubt(note, max(end, note.since)) for note in self._standing.values()]
        return Account(tuple(self._told), tuple(sorted(self._doubts, key=lambda doubt: doubt.note.since)))

    def _take(self, event: TableEvent) -> Expectation:
        n = self._table.next_n
        stepped: Stepped = step(self._table, event)
        self._table = stepped.table
        resolved = tuple(done.id for done in stepped.resolved)
        told = Told(event, n, self._listening.sensing.now, stepped.raised, stepped.withdrawn, resolved)
        self._told.append(told)
        return self._table.expectation()

    def _note(self) -> None:
        """Doubts that have come and gone since the last reading."""
        standing = {(note.kind, note.at): note for note in self._listening.sensing.doubts()}
        for key, note in self._standing.items():
            if standing.get(key) != note:
                self._doubts.append(Doubt(note, self._listening.sensing.now))
        self._standing = standing


def account_of(log: ReadingLog) -> Account:
    """What the log amounts to, event by event."""
    return _Follower(log).account()
