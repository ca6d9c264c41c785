"""Bidding boxes as a driver: their line (firmware_bridge) and their readings (protocol.py) on a serial port."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from controller.ports import Clock, Driver, Resume
from drivers.bidding_box.protocol import COUNTED, BoxReadings, parted, resumes
from drivers.bidding_box.settings import BoxSettings, box_settings
from drivers.transports.serial_driver import LineSettings, SerialDriver
from drivers.wire.dialogue import WIRE_COUNTED, LineDialogue
from firmware_bridge import Alone, HostLink, Multidrop
from firmware_bridge import Resume as WireResume

#: What only a line that several share counts.
SHARED_COUNTED = ("turns", "silent_turns", "garbled_turns", "clashes", "late_answers")


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The bidding boxes that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    made = box_settings(settings)
    line = LineSettings(made.device, made.port, made.baud)
    counted = (*COUNTED, *WIRE_COUNTED, *SHARED_COUNTED)
    return SerialDriver(line, clock, lambda resume: _dialogue(made, resume), counted=counted)


def _dialogue(settings: BoxSettings, resume: Resume | None) -> LineDialogue:
    def parts(boot: int, seq: int) -> Iterable[tuple[int, int, int]]:
        of_each = parted(boot, seq, len(settings.seats))
        return [(address, *part) for address, part in zip(settings.seats, of_each, strict=True)]

    return LineDialogue(_line(settings, resume), BoxReadings(settings, resume), parts)


def _line(settings: BoxSettings, resume: Resume | None) -> Alone | Multidrop:
    known = {address: WireResume(*at) for address, at in resumes(settings, resume).items()}
    link_id = secrets.randbits(32)
    if settings.shared:
        return Multidrop(settings.seats, link_id, resume=known, baud=settings.baud, answer_after=settings.answer_s)
    (address,) = settings.seats
    return Alone(HostLink(link_id, resume=known.get(address), address=address), address)
