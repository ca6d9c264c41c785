"""A table hub as a driver: its wire (firmware_bridge) and its readings (protocol.py) on a serial line."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from controller.model.readings import Reading
from controller.ports import Clock, Driver, Resume
from drivers.table_hub.protocol import COUNTED, HubReadings
from drivers.table_hub.settings import HubSettings, hub_settings
from drivers.transports.serial_driver import LineSettings, SerialDriver
from firmware_bridge import HostLink
from firmware_bridge import Resume as WireResume
from firmware_bridge.link import HostState, HostValue

WIRE_COUNTED = ("frames", "garbage", "duplicates", "malformed")


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The table hub that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    made = hub_settings(settings)
    line = LineSettings(made.device, made.port, made.baud)
    return SerialDriver(line, clock, lambda resume: HubDialogue(made, resume), counted=(*COUNTED, *WIRE_COUNTED))


class HubDialogue:
    """What is said with one hub, in a session of its own (drivers.transports.serial_driver.Dialogue)."""

    def __init__(self, settings: HubSettings, resume: Resume | None) -> None:
        known = WireResume(resume.boot, resume.seq + 1) if resume is not None else None
        self._link = HostLink(secrets.randbits(32), resume=known, address=settings.address)
        self._readings = HubReadings(settings)

    @property
    def is_up(self) -> bool:
        """There is a session."""
        return self._link.state is HostState.UP

    def connected(self, now: float, *, at: float) -> list[Reading]:
        """There is a port (again): the session begins, or goes on."""
        self._link.connected(now, at=at)
        return self.advance(now, at=at)

    def disconnected(self, reason: str, now: float, *, at: float) -> list[Reading]:
        """The port is gone, or was not there."""
        return [*self._readings.port_lost(reason, at=at), *self._heard(self._link.disconnected(now), at)]

    def receive(self, data: bytes, now: float, *, at: float) -> list[Reading]:
        """Bytes came."""
        return self._heard(self._link.receive(data, now, at=at), at)

    def advance(self, now: float, *, at: float) -> list[Reading]:
        """Time has passed."""
        return self._heard(self._link.advance(now, at=at), at)

    def due(self) -> float | None:
        """When advance() wants to be called; None without a port."""
        return self._link.due()

    def bytes_to_send(self) -> bytes:
        """Whole frames that have to go out now."""
        return self._link.bytes_to_send()

    def commit(self, boot: int, seq: int) -> None:
        """Everything up to `seq` is on disk: the hub may forget it."""
        self._link.commit(seq, boot_id=boot)

    def close(self) -> None:
        """The hub is told that nobody listens any more."""
        self._link.close()

    def counters(self) -> Mapping[str, int]:
        """Frames, garbage, lost events and the like."""
        wire = self._link.counters
        return {
            **self._readings.counters,
            "frames": wire.frames,
            "garbage": wire.garbage,
            "duplicates": self._link.duplicates,
            "malformed": self._link.malformed,
        }

    def _heard(self, values: Iterable[HostValue], at: float) -> list[Reading]:
        return [reading for value in values for reading in self._readings.readings(value, at=at)]
