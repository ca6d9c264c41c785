"""Joins PC/SC readers to the clock, and delivers their readings.

Only joins: watching is transports/pcsc.py's business, readings protocol.py's.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from controller.ports import Clock, Deliver, Driver, Resume
from drivers.errors import SettingsError
from drivers.pcsc_reader.protocol import COUNTED, GET_UID, LIST_TWO, POLLING_OFF, RELEASE_ALL, PcscReadings
from drivers.pcsc_reader.settings import PcscSettings, pcsc_settings
from drivers.transports.pcsc import Asked, PcscMonitor, PcscValue


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The PC/SC readers that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit, or pyscard is not installed.
    """
    try:
        import smartcard.scard  # noqa: F401
    except ImportError:
        raise SettingsError("driver", "pcsc_reader needs pyscard: pip install 'smart-table[pcsc]'") from None
    return PcscReaders(pcsc_settings(settings), clock)


class PcscReaders:
    """The readers of one table (controller.ports.Driver). They number nothing: there is nothing to resume."""

    def __init__(self, settings: PcscSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        #: What earlier runs counted.
        self._counted: Mapping[str, int] = dict.fromkeys(COUNTED, 0)
        self._readings: PcscReadings | None = None

    @property
    def device(self) -> str:
        """The device's name in the settings."""
        return self._settings.device

    async def run(self, deliver: Deliver, resume: Resume | None = None) -> None:  # noqa: ARG002 - nothing is numbered
        """Deliver readings until cancelled; a fault of `deliver` ends it with that fault."""
        readings = self._readings = PcscReadings(self._settings)
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def take(value: PcscValue, at: float) -> None:
            if failed.done():
                return
            try:
                for reading in readings.readings(value, at=at):
                    deliver(reading)
            except Exception as error:
                failed.set_exception(error)

        monitor = PcscMonitor(self._asked(), take, self._clock.now)
        monitor.start()
        try:
            await failed
        finally:
            await monitor.stop()
            self._counted, self._readings = self.counters(), None

    def commit(self, boot: int, seq: int) -> None:
        """A reader keeps nothing."""

    def counters(self) -> Mapping[str, int]:
        """Cards that came, cards without a UID, polls without an answer, losses."""
        now: Mapping[str, int] = self._readings.counters if self._readings is not None else {}
        return {name: number + now.get(name, 0) for name, number in self._counted.items()}

    def _asked(self) -> Asked:
        return Asked(
            is_ours=lambda reader: self._settings.place(reader) is not None,
            commands=(GET_UID,),
            polls=self._settings.has_two_tags,
            at_first=(POLLING_OFF,),
            poll=(RELEASE_ALL, LIST_TWO),
        )
