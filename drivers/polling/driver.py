"""Joins a reader's conversation to its serial port and the clock, and delivers its readings.

Only joins: what is said is a device's protocol.py, when it is said conversation.py, the port transports/serial_port.py.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping

from controller.model.readings import Reading as TableReading
from controller.ports import Clock, Deliver, Resume
from drivers.errors import PortLostError
from drivers.polling.conversation import Conversation, Reader, Told
from drivers.polling.readings import COUNTED, RoundReadings
from drivers.polling.settings import ReaderSettings
from drivers.transports.serial_port import SerialLine

#: A port that is open while the reader does not answer is opened anew after this many seconds.
REOPEN_AFTER = 10.0
WIRE_COUNTED = ("frames", "garbage", "rounds", "unanswered", "openings", "bytes_dropped")


class PolledReader:
    """One reader on one serial line (controller.ports.Driver). It numbers nothing: there is nothing to resume."""

    def __init__(
        self,
        settings: ReaderSettings,
        clock: Clock,
        *,
        reader: Callable[[], Reader],
        is_uid: Callable[[str], bool],
        parity: str = "N",
        stop_bits: int = 1,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._reader = reader
        self._is_uid = is_uid
        self._bits = parity, stop_bits
        #: What earlier runs counted.
        self._counted: Mapping[str, int] = dict.fromkeys((*COUNTED, *WIRE_COUNTED), 0)
        self._run: _Run | None = None

    @property
    def device(self) -> str:
        """The reader's name in the settings."""
        return self._settings.device

    async def run(self, deliver: Deliver, resume: Resume | None = None) -> None:  # noqa: ARG002 - nothing is numbered
        """Deliver readings until cancelled; a fault of `deliver` ends it with that fault."""
        readings = RoundReadings(self._settings, self._is_uid)
        self._run = _Run(self._settings, self._bits, self._reader(), readings, self._clock, deliver)
        try:
            await self._run.forever()
        finally:
            self._counted, self._run = self.counters(), None

    def commit(self, boot: int, seq: int) -> None:
        """A reader keeps nothing."""

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, rounds, unanswered questions, reopened ports and what the device adds, since the start."""
        if self._run is None:
            return self._counted
        now = self._run.counters()
        return {name: self._counted.get(name, 0) + now.get(name, 0) for name in {**self._counted, **now}}


class _Run:
    """The reader from start to cancellation."""

    def __init__(
        self,
        settings: ReaderSettings,
        bits: tuple[str, int],
        reader: Reader,
        readings: RoundReadings,
        clock: Clock,
        deliver: Deliver,
    ) -> None:
        self._clock = clock
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._reader = reader
        self._readings = readings
        self._talk = Conversation(reader)
        parity, stop_bits = bits
        self._line = SerialLine(settings.port, self, baud=settings.baud, parity=parity, stop_bits=stop_bits)
        self._timer: asyncio.TimerHandle | None = None
        self._failed: asyncio.Future[None] = self._loop.create_future()
        self._up_at = 0.0

    async def forever(self) -> None:
        """Run until cancelled or until `deliver` fails."""
        line = asyncio.create_task(self._line.run())
        try:
            done, _ = await asyncio.wait({line, self._failed}, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                ended.result()
        finally:
            self._stop_timer()
            self._talk.disconnected()
            line.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await line

    def counters(self) -> Mapping[str, int]:
        return {
            **self._readings.counters,
            **self._talk.counters,
            **self._reader.counters,
            "frames": self._talk.frames,
            "garbage": self._talk.garbage,
            "openings": self._line.openings,
            "bytes_dropped": self._line.dropped,
        }

    # -- the line calls ----------------------------------------------------------------------

    def port_opened(self) -> None:
        self._up_at = self._loop.time()
        self._step(lambda now, at: self._talk.connected(now, at=at))

    def port_lost(self, reason: str) -> None:
        self._stop_timer()
        self._talk.disconnected()
        self._tell(self._readings.port_lost(reason, at=self._clock.now()))

    def data_received(self, data: bytes) -> None:
        self._step(lambda now, at: self._talk.receive(data, now, at=at))

    # -- inside ------------------------------------------------------------------------------

    def _time_passed(self) -> None:
        self._timer = None
        self._step(lambda now, at: self._talk.advance(now, at=at))
        if not self._talk.is_up and self._loop.time() - self._up_at > REOPEN_AFTER:
            self._up_at = self._loop.time()
            self._line.reopen("the reader does not answer")

    def _step(self, step: Callable[[float, float], list[Told]]) -> None:
        """One step of the conversation: tell what it told, write what is due, and wake up when it wants to."""
        now, at = self._loop.time(), self._clock.now()
        for told in step(now, at):
            self._tell(self._readings.readings(told, at=at))
        if self._talk.is_up:
            self._up_at = now
        data = self._talk.bytes_to_send()
        if data:
            with contextlib.suppress(PortLostError):  # port_lost() has been told; the reader is asked again
                self._line.write(data)
        self._stop_timer()
        due = self._talk.due()
        if due is not None and not self._failed.done():
            self._timer = self._loop.call_at(due, self._time_passed)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell(self, readings: Iterable[TableReading]) -> None:
        """A fault of whom we deliver to ends run(); on the event loop it would only be logged."""
        if self._failed.done():
            return
        try:
            for reading in readings:
                self._deliver(reading)
        except Exception as error:
            self._failed.set_exception(error)
