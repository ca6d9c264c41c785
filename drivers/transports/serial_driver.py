"""A driver of any device on a serial line: joins what is said, which is pure, to the port, the clock and who listens.

A device's own part is a `Dialogue`. Here is the one loop of bytes, timer and readings that all serial drivers share.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from controller.model.readings import Reading
from controller.ports import Clock, Deliver, Resume
from drivers.errors import PortLostError
from drivers.transports.serial_port import SerialLine

#: A port that is open while the device does not answer is opened anew after this many seconds: DTR wakes some up.
REOPEN_AFTER = 10.0
LINE_COUNTED = ("openings", "bytes_dropped")


class Dialogue(Protocol):
    """What is said with one device, as bytes and readings. Pure: `now` in real seconds, `at` on our clock."""

    @property
    def is_up(self) -> bool:
        """The device answers."""

    def connected(self, now: float, *, at: float) -> Iterable[Reading]:
        """There is a port (again)."""

    def disconnected(self, reason: str, now: float, *, at: float) -> Iterable[Reading]:
        """The port is gone, or was not there."""

    def receive(self, data: bytes, now: float, *, at: float) -> Iterable[Reading]:
        """Bytes came."""

    def advance(self, now: float, *, at: float) -> Iterable[Reading]:
        """Time has passed; called at due() or before it."""

    def due(self) -> float | None:
        """When advance() wants to be called; None without a port."""

    def bytes_to_send(self) -> bytes:
        """What has to go out now."""

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk."""

    def close(self) -> None:
        """The driver ends; what is to be said in farewell may be sent yet."""

    def counters(self) -> Mapping[str, int]:
        """What it has counted."""


@dataclass(frozen=True, slots=True)
class LineSettings:
    """The port of one device: a path (best one under /dev/serial/by-id) or a pattern, and its serial mode."""

    device: str
    port: str
    baud: int
    #: `N`, `E` or `O`.
    parity: str = "N"
    stop_bits: int = 1


class SerialDriver:
    """One device on one serial line (controller.ports.Driver); a new dialogue for each run."""

    def __init__(
        self,
        settings: LineSettings,
        clock: Clock,
        dialogue: Callable[[Resume | None], Dialogue],
        *,
        counted: Iterable[str] = (),
    ) -> None:
        """`counted`: names of the counters, which stand at 0 before the first run."""
        self._settings = settings
        self._clock = clock
        self._dialogue = dialogue
        #: What earlier runs counted.
        self._counted: Mapping[str, int] = dict.fromkeys((*counted, *LINE_COUNTED), 0)
        self._run: _Run | None = None

    @property
    def device(self) -> str:
        """The device's name in the settings."""
        return self._settings.device

    async def run(self, deliver: Deliver, resume: Resume | None = None) -> None:
        """Deliver readings until cancelled; a fault of `deliver` ends it with that fault."""
        self._run = _Run(self._settings, self._clock, self._dialogue(resume), deliver)
        try:
            await self._run.forever()
        finally:
            self._counted, self._run = self.counters(), None

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk: a device that keeps it may forget it."""
        if self._run is not None:
            self._run.commit(boot, seq)

    def wake(self) -> None:
        """Something is to be said: it goes out now."""
        if self._run is not None:
            self._run.wake()

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, reopened ports, dropped bytes and what the device adds, since the start."""
        if self._run is None:
            return self._counted
        now = self._run.counters()
        return {name: self._counted.get(name, 0) + now.get(name, 0) for name in {**self._counted, **now}}


class _Run:
    """The device from start to cancellation."""

    def __init__(self, settings: LineSettings, clock: Clock, dialogue: Dialogue, deliver: Deliver) -> None:
        self._clock = clock
        self._dialogue = dialogue
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._line = SerialLine(
            settings.port, self, baud=settings.baud, parity=settings.parity, stop_bits=settings.stop_bits
        )
        self._timer: asyncio.TimerHandle | None = None
        self._failed: asyncio.Future[None] = self._loop.create_future()
        self._unanswered_since = 0.0

    async def forever(self) -> None:
        """Run until cancelled or until `deliver` fails."""
        line = asyncio.create_task(self._line.run())
        try:
            done, _ = await asyncio.wait({line, self._failed}, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                ended.result()
        finally:
            self._dialogue.close()
            self._send()
            self._stop_timer()
            line.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await line

    def commit(self, boot: int, seq: int) -> None:
        self._dialogue.commit(boot, seq)
        self._send()

    def wake(self) -> None:
        self._send()

    def counters(self) -> Mapping[str, int]:
        return {
            **self._dialogue.counters(),
            "openings": self._line.openings,
            "bytes_dropped": self._line.dropped,
        }

    # -- the line calls ----------------------------------------------------------------------

    def port_opened(self) -> None:
        self._unanswered_since = self._loop.time()
        self._step(self._dialogue.connected)
        self._send()

    def port_lost(self, reason: str) -> None:
        self._step(lambda now, *, at: self._dialogue.disconnected(reason, now, at=at))
        self._stop_timer()

    def data_received(self, data: bytes) -> None:
        self._step(lambda now, *, at: self._dialogue.receive(data, now, at=at))
        # After whoever was woken by these readings: what they mean is waited for, what goes out next is not.
        self._loop.call_soon(self._send)

    # -- inside ------------------------------------------------------------------------------

    def _time_passed(self) -> None:
        self._timer = None
        now = self._loop.time()
        self._step(self._dialogue.advance)
        if self._dialogue.is_up:
            self._unanswered_since = now
        elif now - self._unanswered_since > REOPEN_AFTER:
            self._unanswered_since = now
            self._line.reopen("the device does not answer")
        self._send()

    def _step(self, step: "_Step") -> None:
        """One step of the dialogue, and its readings delivered.

        A fault of whom we deliver to ends run(); on the event loop it would only be logged.
        """
        if self._failed.done():
            return
        try:
            for reading in step(self._loop.time(), at=self._clock.now()):
                self._deliver(reading)
        except Exception as error:
            self._failed.set_exception(error)

    def _send(self) -> None:
        """Write what is due, and wake up when the dialogue wants to."""
        data = self._dialogue.bytes_to_send()
        if data:
            with contextlib.suppress(PortLostError):  # disconnected() has been told; what matters is sent again
                self._line.write(data)
        due = self._dialogue.due()
        if due is None or self._failed.done():
            return
        if self._timer is not None:
            if self._timer.when() <= due:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(due, self._time_passed)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Step(Protocol):
    def __call__(self, now: float, *, at: float) -> Iterable[Reading]: ...
