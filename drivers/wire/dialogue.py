"""What is said on a line of firmware_bridge's wire, as readings: one device alone, or several that share it. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from controller.model.readings import Reading
from firmware_bridge import Alone, Multidrop
from firmware_bridge.link import HostValue

WIRE_COUNTED = ("frames", "garbage", "duplicates", "malformed")
#: While something settles it is looked at so often, real seconds.
LOOK_EVERY_S = 0.05


class LineReadings(Protocol):
    """What a device's protocol.py makes of the values of a line."""

    counters: Counter[str]

    def readings(self, address: int, value: HostValue, *, at: float) -> list[Reading]:
        """What a value of the device with that address tells, told at `at`."""

    def port_lost(self, reason: str, *, at: float) -> list[Reading]:
        """The port is gone or was never there."""

    def due(self) -> float | None:
        """When time_passed() has something to tell, on the controller's clock."""

    def time_passed(self, at: float) -> list[Reading]:
        """What is told because time has passed."""


class LineDialogue:
    """A line and its readings (drivers.transports.serial_driver.Dialogue).

    `parts` says what a reading's number stands for: address, boot and event number of each device on the line.
    """

    def __init__(
        self,
        line: Alone | Multidrop,
        readings: LineReadings,
        parts: Callable[[int, int], Iterable[tuple[int, int, int]]],
    ) -> None:
        self.line = line
        self._readings = readings
        self._parts = parts
        self._now = self._at = 0.0

    @property
    def is_up(self) -> bool:
        """At least one device answers."""
        return self.line.is_up

    def connected(self, now: float, *, at: float) -> list[Reading]:
        """There is a port (again): the sessions begin, or go on."""
        self.line.connected(now, at=at)
        return self.advance(now, at=at)

    def disconnected(self, reason: str, now: float, *, at: float) -> list[Reading]:
        """The port is gone, or was not there."""
        return [*self._readings.port_lost(reason, at=at), *self._heard(self.line.disconnected(now), at)]

    def receive(self, data: bytes, now: float, *, at: float) -> list[Reading]:
        """Bytes came."""
        self._now, self._at = now, at
        return self._heard(self.line.receive(data, now, at=at), at)

    def advance(self, now: float, *, at: float) -> list[Reading]:
        """Time has passed."""
        self._now, self._at = now, at
        return [*self._heard(self.line.advance(now, at=at), at), *self._readings.time_passed(at)]

    def due(self) -> float | None:
        """When advance() wants to be called; None without a port."""
        told = self._readings.due()
        dues = [self.line.due(), None if told is None else self._now + min(max(0.001, told - self._at), LOOK_EVERY_S)]
        return min((due for due in dues if due is not None), default=None)

    def bytes_to_send(self) -> bytes:
        """Whole frames that have to go out now."""
        return self.line.bytes_to_send()

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk: the devices may forget it."""
        for address, boot_id, evt_no in self._parts(boot, seq):
            if boot_id:
                self.line.commit(address, evt_no, boot_id=boot_id)

    def close(self) -> None:
        """The devices are told that nobody listens any more."""
        self.line.close()

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, turns, lost events and the like."""
        return {**self._readings.counters, **self.line.counts()}

    def _heard(self, values: Iterable[tuple[int, HostValue]], at: float) -> list[Reading]:
        return [reading for address, value in values for reading in self._readings.readings(address, value, at=at)]
