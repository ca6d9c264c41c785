"""Twins of bidding boxes: one with buttons, and one whose bidding cards carry tags and lie on a tray with an antenna.

A box is on a line of its own or shares one (RS-485). It never uses the driver it stands for.
"""

from __future__ import annotations

import time
from random import Random

from controller.model.calls import Call
from controller.model.seats import SEATS, Seat
from firmware_bridge import DeviceLink, Identity, Ring
from firmware_bridge.messages import (
    BoxState,
    CallButton,
    EventBody,
    Key,
    KeyCode,
    Lamp,
    Reset,
    ResetCause,
    SnapshotBegin,
    SnapshotEnd,
    SnapshotRequest,
    TagSet,
)
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock
from hw_sim.hub_messages import call_code

#: A box begins to answer so long after it was polled.
ANSWERS_AFTER_S = 0.0003
#: A box alone on its line looks at its timers so often.
BEAT_S = 0.02


class BoxTwin:
    """A box with buttons at one seat; `address` on a line that it shares."""

    #: How many antennas it has.
    antennas = 0

    def __init__(
        self, seat: Seat, line: SharedLine, clock: ScaledClock, *, address: int = 1, seed: int | str = 0
    ) -> None:
        self.seat = seat
        self.calls: list[Call] = []
        self.lamp: tuple[int, int] = (0, 0)
        #: Seconds from a poll to the answer; a box that is broken may be late.
        self.answers_after = ANSWERS_AFTER_S
        self._address = address
        self._line = line
        self._clock = clock
        self._rng = Random(f"{seed} box {seat}")
        self._power_up(ResetCause.POWER_ON)
        line.join(self)

    def start(self) -> None:
        """A box alone on its line speaks when it likes: its timers run. Needs a running event loop."""
        if not self._line.shared:
            self.serve()
            self._line.later(BEAT_S, self.start)

    # -- what people do ----------------------------------------------------------------------------

    def show(self, call: Call) -> None:
        """A call's button is pressed: it is shown before the seat."""
        self.calls.append(call)
        self._tell(CallButton(SEATS.index(self.seat), call_code(call), 1))

    def take_back(self) -> None:
        """The last call is taken back."""
        self._tell(CallButton(SEATS.index(self.seat), call_code(self.calls.pop()), 0))

    def press(self, key: str, value: str = "") -> None:
        """A key: `claim`, `agree`, `dispute`, `director`, `result`, `done`."""
        self._tell(Key(SEATS.index(self.seat), KeyCode[key.upper()], value))

    # -- trouble -----------------------------------------------------------------------------------

    def power_off(self) -> None:
        """Its supply is pulled: off the line, its memory gone."""
        self._line.leave(self)
        self.calls = []

    def power_on(self) -> None:
        """Its supply is back: another start."""
        self._power_up(ResetCause.POWER_ON)
        self._line.join(self)

    def loosen(self) -> None:
        """Its plug on the line is loose; it keeps its power and what is pressed."""
        self._line.leave(self)

    def fasten(self) -> None:
        """Its plug is in again."""
        self._line.join(self)

    # -- the device --------------------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        """Bytes on the line."""
        now, tick = time.monotonic(), self._tick()
        for command in self.link.receive(data, now, tick=tick):
            match command:
                case SnapshotRequest(token):
                    for body in (SnapshotBegin(token), *self._state(), SnapshotEnd(token)):
                        self.link.post_event(body, tick, Ring.SCAN)
                case Lamp(_, pattern, duration_ms):
                    self.lamp = (pattern, duration_ms)
                case Reset():
                    self._power_up(ResetCause.COMMANDED)
                case _:
                    pass
        self.serve()

    def serve(self) -> None:
        """Let its time pass, and send what is due."""
        self.link.advance(time.monotonic(), tick=self._tick())
        out = self.link.bytes_to_send()
        if out:
            self._line.later(self.answers_after, lambda: self._line.say(self, out))

    def _state(self) -> list[EventBody]:
        return [BoxState(SEATS.index(self.seat), bytes(call_code(call) for call in self.calls))]

    def _tell(self, body: EventBody) -> None:
        self.link.post_event(body, self._tick())
        if not self._line.shared:
            self.serve()

    def _power_up(self, cause: ResetCause) -> None:
        identity = Identity(
            self._rng.randrange(1, 1 << 32), antennas=self.antennas, reset_cause=cause, fw_name="box-twin", mtu=64
        )
        self.link = DeviceLink(identity, acts=18, scans=16, address=self._address, shares_line=self._line.shared)
        self._booted_at = self._clock.now()
        self.link.advance(time.monotonic(), tick=0)

    def _tick(self) -> int:
        return max(0, int((self._clock.now() - self._booted_at) * 1e6))


class TrayTwin(BoxTwin):
    """A box without buttons: cards with tags are laid on its tray; a round that misses one is told as it was read."""

    antennas = 1

    def __init__(
        self, seat: Seat, line: SharedLine, clock: ScaledClock, *, address: int = 1, seed: int | str = 0
    ) -> None:
        self.lying: list[bytes] = []
        self._round = 0
        super().__init__(seat, line, clock, address=address, seed=seed)

    def lay(self, *uids: bytes) -> None:
        """Cards are laid on the tray, on top of what lies there."""
        self.lying += uids
        self.read()

    def lift(self, *uids: bytes) -> None:
        """Cards are taken away."""
        for uid in uids:
            self.lying.remove(uid)
        self.read()

    def read(self, *, misses: tuple[bytes, ...] = ()) -> None:
        """One inventory round of the tray, in which some tags are silent."""
        self._round = (self._round + 1) & 0xFFFF
        self._tell(self._tags(misses))

    def power_off(self) -> None:
        """Its supply is pulled; the cards stay where they are."""
        self._line.leave(self)

    def _state(self) -> list[EventBody]:
        return [self._tags(()), BoxState(SEATS.index(self.seat), b"")]

    def _tags(self, misses: tuple[bytes, ...]) -> TagSet:
        return TagSet(0, self._round, 0, 1, tuple(uid for uid in self.lying if uid not in misses))
