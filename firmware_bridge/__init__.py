"""The wire between a table's microcontroller and the host ("bridge" as in link, not the game).

Bytes in, values out: no port, no clock, no chance, no controller. PROTOCOL.md is the specification.
"""

from firmware_bridge.alone import Alone
from firmware_bridge.clock import DeviceClock, Stamp
from firmware_bridge.device import DeviceLink
from firmware_bridge.frames import Counters, Decoder, Frame, FrameType
from firmware_bridge.host import HostLink
from firmware_bridge.identity import Health, Identity
from firmware_bridge.link import (
    Closed,
    Connected,
    DeviceRebooted,
    DownReason,
    Event,
    EventsLost,
    LinkDegraded,
    LinkDown,
    LinkRecovered,
    LinkUp,
    Resume,
    TimeSample,
    UnknownMessage,
)
from firmware_bridge.multidrop import Multidrop
from firmware_bridge.rings import Ring

__all__ = [
    "Alone",
    "Closed",
    "Connected",
    "Counters",
    "Decoder",
    "DeviceClock",
    "DeviceLink",
    "DeviceRebooted",
    "DownReason",
    "Event",
    "EventsLost",
    "Frame",
    "FrameType",
    "Health",
    "HostLink",
    "Identity",
    "LinkDegraded",
    "LinkDown",
    "LinkRecovered",
    "LinkUp",
    "Multidrop",
    "Resume",
    "Ring",
    "Stamp",
    "TimeSample",
    "UnknownMessage",
]
