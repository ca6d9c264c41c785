"""The host's two windows: events coming in (8 frames, put in order) and commands going out (one at a time).

No frames and no session here, only sequence numbers and payloads.
"""

from collections import deque

from firmware_bridge.codec import pack_body
from firmware_bridge.link import COMMAND_MISSES, DEVICE_WINDOW, RetransmissionTimer, follows
from firmware_bridge.messages import Command, Committed


class Inbox:
    """Puts reliable frames in order; says when to acknowledge and when to ask for a missing one."""

    def __init__(self) -> None:
        self.expected = 0
        self.ack_wanted = False
        self.nak_wanted = False
        self.duplicates = 0
        self._early: dict[int, bytes] = {}
        self._asked_for: int | None = None

    def take(self, seq: int, payload: bytes) -> list[bytes]:
        """The payloads that are now complete in order; early ones wait, copies are only acknowledged again."""
        self.ack_wanted = True
        if follows(seq, self.expected) >= DEVICE_WINDOW or seq in self._early:
            self.duplicates += 1
            return []
        self._early[seq] = payload
        ready = []
        while self.expected in self._early:
            ready.append(self._early.pop(self.expected))
            self.expected = (self.expected + 1) & 0xFF
        if self._early and self._asked_for != self.expected:
            self._asked_for = self.expected
            self.nak_wanted = True
        return ready


class Outbox:
    """Commands in order, one in flight. Commits are not queued: the latest number says it all."""

    def __init__(self, *, told: int) -> None:
        self._queue: deque[Command] = deque()
        self._timer = RetransmissionTimer()
        self._flying: bytes | None = None
        self._seq = 0
        self._sent_at: float | None = None
        self._due: float | None = None
        self._misses = 0
        self._committed = told
        self._told = told

    def put(self, command: Command) -> None:
        """Queue a command."""
        self._queue.append(command)

    def commit(self, evt_no: int) -> None:
        """Tell the device, as soon as the line is free, that it may free up to `evt_no`."""
        self._committed = max(self._committed, evt_no)

    def next_frame(self, now: float) -> tuple[int, bytes, bool] | None:
        """Sequence number, payload and "sent before" of the frame to send now, if any."""
        if self._flying is None:
            self._flying = self._next_body()
            if self._flying is None:
                return None
        elif self._due is not None:
            return None
        again = self._sent_at is not None or self._misses > 0
        self._sent_at = now if not again else self._sent_at
        self._due = now + self._timer.timeout
        return self._seq, self._flying, again

    def acknowledged(self, ack: int, now: float) -> None:
        """The device expects `ack` next."""
        if self._flying is None or ack != (self._seq + 1) & 0xFF:
            return
        if self._misses == 0 and self._sent_at is not None:
            self._timer.measured(now - self._sent_at)
        self._seq = ack
        self._flying = self._sent_at = self._due = None
        self._misses = 0

    @property
    def due(self) -> float | None:
        """When the command in flight has to go out again."""
        return self._due

    def advance(self, now: float) -> bool:
        """Let time pass; False when a command stays unacknowledged after six retransmissions."""
        if self._due is not None and now >= self._due:
            self._due = None
            self._misses += 1
            self._timer.missed()
        return self._misses <= COMMAND_MISSES

    def _next_body(self) -> bytes | None:
        if self._queue:
            return pack_body(self._queue.popleft())
        if self._committed > self._told:
            self._told = self._committed
            return pack_body(Committed(self._told))
        return None
