"""Joins a table hub's wire to its serial port and the clock, and delivers its readings.

Only joins: bytes are firmware_bridge's business, readings protocol.py's, the port transports/serial_port.py's.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.model.readings import Reading
from controller.ports import Clock, Deliver, Driver, Resume
from drivers.errors import PortLostError
from drivers.table_hub.protocol import COUNTED, HubReadings
from drivers.table_hub.settings import HubSettings, hub_settings
from drivers.transports.serial_port import SerialLine
from firmware_bridge import HostLink
from firmware_bridge import Resume as WireResume
from firmware_bridge.host import HostState
from firmware_bridge.link import HostValue

#: A port that is open while the hub does not answer is opened anew after this many seconds: DTR wakes some hubs up.
REOPEN_AFTER = 10.0
WIRE_COUNTED = ("frames", "garbage", "duplicates", "malformed", "openings", "bytes_dropped")


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The table hub that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    return TableHub(hub_settings(settings), clock)


class TableHub:
    """One hub at one table (controller.ports.Driver)."""

    def __init__(self, settings: HubSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        #: What earlier runs counted.
        self._counted: Mapping[str, int] = dict.fromkeys((*COUNTED, *WIRE_COUNTED), 0)
        self._run: _Run | None = None

    @property
    def device(self) -> str:
        """The hub's name in the settings."""
        return self._settings.device

    async def run(self, deliver: Deliver, resume: Resume | None = None) -> None:
        """Deliver the hub's readings until cancelled; a fault of `deliver` ends it with that fault."""
        self._run = _Run(self._settings, self._clock, deliver, resume)
        try:
            await self._run.forever()
        finally:
            self._counted, self._run = self.counters(), None

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk: the hub may forget it."""
        if self._run is not None:
            self._run.commit(boot, seq)

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, lost events, reopened ports and the like since the start."""
        if self._run is None:
            return self._counted
        now = self._run.counters()
        return {name: number + now.get(name, 0) for name, number in self._counted.items()}


class _Run:
    """The hub from start to cancellation."""

    def __init__(self, settings: HubSettings, clock: Clock, deliver: Deliver, resume: Resume | None) -> None:
        known = WireResume(resume.boot, resume.seq + 1) if resume is not None else None
        self._clock = clock
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._link = HostLink(secrets.randbits(32), resume=known, address=settings.address)
        self._readings = HubReadings(settings)
        self._line = SerialLine(settings.port, self, baud=settings.baud)
        self._timer: asyncio.TimerHandle | None = None
        self._failed: asyncio.Future[None] = self._loop.create_future()
        self._opening_since = 0.0

    async def forever(self) -> None:
        """Run until cancelled or until `deliver` fails."""
        line = asyncio.create_task(self._line.run())
        try:
            done, _ = await asyncio.wait({line, self._failed}, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                ended.result()
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self._link.close()
            self._send()
            line.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await line

    def commit(self, boot: int, seq: int) -> None:
        self._link.commit(seq, boot_id=boot)
        self._send()

    def counters(self) -> Mapping[str, int]:
        wire = self._link.counters
        return {
            **self._readings.counters,
            "frames": wire.frames,
            "garbage": wire.garbage,
            "duplicates": self._link.duplicates,
            "malformed": self._link.malformed,
            "openings": self._line.openings,
            "bytes_dropped": self._line.dropped,
        }

    # -- the line calls ----------------------------------------------------------------------

    def port_opened(self) -> None:
        self._opening_since = self._loop.time()
        self._link.connected(self._loop.time(), at=self._clock.now())
        self._time_passed()

    def port_lost(self, reason: str) -> None:
        def tell() -> None:
            self._tell(self._readings.port_lost(reason, at=self._clock.now()))
            self._heard(self._link.disconnected(self._loop.time()))

        self._guarded(tell)

    def data_received(self, data: bytes) -> None:
        self._guarded(lambda: self._heard(self._link.receive(data, self._loop.time(), at=self._clock.now())))
        # After whoever was woken by these readings: what they mean is waited for, their acknowledgement is not.
        self._loop.call_soon(self._send)

    # -- inside ------------------------------------------------------------------------------

    def _time_passed(self) -> None:
        now = self._loop.time()
        self._guarded(lambda: self._heard(self._link.advance(now, at=self._clock.now())))
        if self._link.state is HostState.UP:
            self._opening_since = now
        elif now - self._opening_since > REOPEN_AFTER:
            self._opening_since = now
            self._line.reopen("the hub does not answer")
        self._timer = None
        self._send()

    def _send(self) -> None:
        """Write what is due, and wake up when the link wants to."""
        data = self._link.bytes_to_send()
        if data:
            with contextlib.suppress(PortLostError):  # port_lost() has been told; the link sends again what matters
                self._line.write(data)
        due = self._link.due()
        if due is None or self._failed.done():
            return
        if self._timer is not None:
            if self._timer.when() <= due:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(due, self._time_passed)

    def _heard(self, values: Iterable[HostValue]) -> None:
        at = self._clock.now()
        for value in values:
            self._tell(self._readings.readings(value, at=at))

    def _tell(self, readings: Iterable[Reading]) -> None:
        for reading in readings:
            self._deliver(reading)

    def _guarded(self, step: Callable[[], None]) -> None:
        """A fault of whom we deliver to ends run(); on the event loop it would only be logged."""
        if self._failed.done():
            return
        try:
            step()
        except Exception as error:
            self._failed.set_exception(error)
