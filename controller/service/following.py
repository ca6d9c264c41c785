"""One board as it is followed: readings through sensing, events through `step`, in an order that a replay repeats.

No clock is read here: times come with the readings, and `until` says how late it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from controller.model.events import TableEvent
from controller.model.expectation import Expectation
from controller.model.reading_log import ReadingLog
from controller.model.readings import Entered, Reading
from controller.sensing.check import Check
from controller.sensing.loop import Listening
from controller.sensing.notes import Note
from controller.sensing.sensing import Sensing
from controller.service.bugs import place_of
from controller.service.tracker import Outcome, Tracker

#: Opens sensing for a board: the header of its reading log says which deck and which board.
OpenSenses = Callable[[ReadingLog], Sensing]


class Following:
    """A board in progress.

    An exception in sensing is a bug of ours: readings are kept, and nothing is made of them until the next board.
    """

    def __init__(self, tracker: Tracker, sensing: Sensing) -> None:
        self._tracker = tracker
        # What the table expects of the board before is nothing to go by: a recorded stream begins without it, too.
        self._listening = Listening(sensing, self._happened)
        self._found: list[Outcome] = []
        #: Why sensing does not follow any more, None while it does.
        self.blind: str | None = None

    def accept(self, reading: Reading) -> Reading:
        """The reading as it has to be kept and taken."""
        return self._listening.accept(reading)

    def take(self, reading: Reading) -> list[Outcome]:
        """What a reading leads to, timers due before it first. What people enter passes a sensing that failed."""
        if self.blind is not None and isinstance(reading, Entered):
            event = reading.event
            at = round(reading.t, 3) if event.t is None else event.t
            return [self._tracker.take(replace(event, t=at))]
        return self._sensed(partial(self._listening.take, reading))

    def until(self, now: float) -> list[Outcome]:
        """What happens because so much time has passed, each thing at exactly its time."""
        return self._sensed(partial(self._listening.until, now))

    def finish(self) -> list[Outcome]:
        """Nothing more is read on this board: what waited is decided."""
        return self._sensed(self._listening.finish)

    @property
    def due(self) -> float | None:
        """When to call `until` next, if no reading comes."""
        return None if self.blind is not None else self._listening.due()

    def doubts(self) -> tuple[Note, ...]:
        """What sensing is in doubt about, for the operator and the director."""
        return self._listening.sensing.doubts()

    @property
    def mode(self) -> str:
        """How the record is kept: `sensing`, `correcting` or `manual`."""
        return self._listening.sensing.mode

    def check(self) -> Check | None:
        """What should lie on the table and what does, while people look after the record; None: there is no need."""
        return None if self.blind is not None else self._listening.sensing.check()

    def _sensed(self, sense: Callable[[], list[TableEvent]]) -> list[Outcome]:
        if self.blind is not None:
            return []
        self._found = []
        try:
            sense()
        except Exception as error:  # our own bug must not end the evening
            self.blind = place_of(error)
        return self._found

    def _happened(self, event: TableEvent) -> Expectation:
        self._found.append(self._tracker.take(event))
        return self._tracker.expected
