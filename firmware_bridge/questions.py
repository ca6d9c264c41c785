"""What the host asks of a device by itself: its clock again and again, and its whole state after a gap.

Also the pulse: how long the device has been silent. No frames here, only times and values.
"""

from firmware_bridge.link import (
    DEGRADED_AFTER,
    LOST_AFTER,
    SNAPSHOT_AT_MOST_EVERY,
    TIME_EVERY,
    TIME_FIRST,
    TIME_FIRST_COUNT,
    TimeSample,
)
from firmware_bridge.messages import TimeReq, TimeRsp

#: Unanswered questions about time that are remembered; a later answer proves nothing any more.
TIME_OPEN = 4


class TimeQuestions:
    """Asks for the device's ticks; each answer is used once, and only with its own question."""

    def __init__(self, now: float) -> None:
        self.due = now
        self._token = 0
        self._asked: dict[int, float] = {}
        self._waiting: TimeReq | None = None

    def advance(self, now: float, at: float) -> None:
        """Put the next question if it is time; the first few follow each other quickly."""
        if now < self.due:
            return
        self._token += 1
        self._asked[self._token] = at
        self._asked.pop(self._token - TIME_OPEN, None)
        self._waiting = TimeReq(self._token)
        self.due = now + (TIME_FIRST if self._token < TIME_FIRST_COUNT else TIME_EVERY)

    def take(self) -> TimeReq | None:
        """The question to send now."""
        waiting, self._waiting = self._waiting, None
        return waiting

    def answered(self, answer: TimeRsp, at: float) -> TimeSample | None:
        """What an answer that came at `at` tells."""
        sent = self._asked.pop(answer.token, None)
        if sent is None:
            return None
        return TimeSample(sent, at, answer.tick_rx_us, answer.tick_tx_us)


class SnapshotWish:
    """When to ask for the whole state: once a session, and after every gap, but never in a flood."""

    def __init__(self, now: float) -> None:
        self.due: float | None = now
        self._asked_at = now - SNAPSHOT_AT_MOST_EVERY

    def renew(self) -> None:
        """Something was lost: the state is to be told anew."""
        self.due = self._asked_at + SNAPSHOT_AT_MOST_EVERY

    def advance(self, now: float) -> bool:
        """True when it is time to ask."""
        if self.due is None or now < self.due:
            return False
        self.due, self._asked_at = None, now
        return True


class Pulse:
    """How long nothing has been heard of the device."""

    def __init__(self, now: float) -> None:
        self._heard = now
        self._degraded = False
        self._excused = False

    @property
    def due(self) -> float:
        """When silence begins to mean something more."""
        return self._heard + (LOST_AFTER if self._degraded else DEGRADED_AFTER)

    def beat(self, now: float) -> bool:
        """A valid frame came; True if the device had been taken for degraded."""
        self._heard = now
        self._excused = False
        was, self._degraded = self._degraded, False
        return was

    def excuse(self, now: float) -> None:
        """The host itself slept, the device is not to blame; once a silence, or a slow host would never say lost."""
        if not self._excused:
            self._heard, self._excused = now, True

    def degrades(self, now: float) -> bool:
        """True once when the silence has become long."""
        if self._degraded or now < self.due:
            return False
        self._degraded = True
        return True

    def lost(self, now: float) -> bool:
        """The silence is too long for this session."""
        return now >= self._heard + LOST_AFTER

    def silence(self, now: float) -> float:
        """Seconds since the last valid frame."""
        return now - self._heard
