"""What both ends of the link share: its times, the values it delivers, and its retransmission timer.

The host's end is host.py, the device's end device.py. Time is always an argument, in seconds.
"""

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.declaration import dictionary_crc
from firmware_bridge.frames import PROTOCOL
from firmware_bridge.messages import Command, EventBody, HelloAck, Pong, Status

#: Frames the device may have in flight; the host orders and buffers them.
DEVICE_WINDOW = 8
#: A device of this project answers to this address unless it is told another one.
DEVICE_ADDRESS = 0x01
#: Smallest time to wait for an acknowledgement: a USB frame and a slow scheduler fit in it.
RTO_MIN = 0.05
#: Before anything was measured; a full window at 115200 baud takes about 0.17 s.
RTO_START = 0.25
#: Longest pause between two retransmissions, so that a cable put back is used within a second.
RTO_MAX = 1.0
#: Unanswered retransmissions of a command after which the host opens a new session.
COMMAND_MISSES = 6
#: A device that has nothing to say sends STATUS this often.
STATUS_EVERY = 0.25
#: Silence after which the host says degraded: two heartbeats missed.
DEGRADED_AFTER = 0.6
#: Silence after which the host gives the session up.
LOST_AFTER = 1.5
#: HELLO is repeated this often, …
HELLO_EVERY = 0.25
#: … until this long after the attempt began; then the link is down, and HELLO goes out more slowly.
HELLO_DEADLINE = 5.0
#: Pause between HELLOs of later attempts.
HELLO_SLOWLY = 1.0
#: The device's clock is asked this often; not a round number, so that it does not beat with other timers.
TIME_EVERY = 0.98
#: The first questions of a session follow each other quickly.
TIME_FIRST = 0.05
TIME_FIRST_COUNT = 4
#: The full state is asked for at most this often, so that the answers cannot fill the ring themselves.
SNAPSHOT_AT_MOST_EVERY = 1.0
#: On a shared line a device begins to answer a POLL within this time, or lets its turn pass.
ANSWER_WITHIN = 0.005
#: A host that calls advance() later than this was stalled itself; the device is not to blame.
STALL = 0.25


class DownReason(Enum):
    """Why there is no link."""

    #: No valid answer to HELLO within 5 s.
    NO_ANSWER = "no answer"
    #: Nothing heard for 1.5 s.
    SILENT = "silent"
    #: A command was not acknowledged although the device is heard.
    NO_ACKNOWLEDGEMENT = "no acknowledgement"
    #: The cable, adapter or port is gone.
    UNPLUGGED = "unplugged"
    #: The device restarted or says that it has no session.
    RESTARTED = "restarted"
    #: This program closed the link.
    CLOSED = "closed"
    #: Device and host speak different versions.
    VERSION = "version"


class HostState(Enum):
    """Where the host stands with one device."""

    #: There is no port, or this end has closed the link.
    CLOSED = "closed"
    #: HELLO goes out until the device answers.
    OPENING = "opening"
    #: The session is open.
    UP = "up"


@dataclass(frozen=True, slots=True)
class Resume:
    """What a host already has of a device: everything of that boot before `next_evt_no`."""

    boot_id: int
    next_evt_no: int


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the device, delivered in order and once; `tick_us` is when it was captured."""

    boot_id: int
    evt_no: int
    tick_us: int
    body: EventBody


@dataclass(frozen=True, slots=True)
class UnknownMessage:
    """An event with an id or a form that the message table does not have; its number counts all the same."""

    boot_id: int
    evt_no: int
    tick_us: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class EventsLost:
    """The device had to drop these events (both ends included) before the host could have them."""

    boot_id: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The session is open; `resumed` says that the device has not restarted since the last one."""

    info: HelloAck
    resumed: bool


@dataclass(frozen=True, slots=True)
class LinkDegraded:
    """The device has been silent for `silent_for` seconds; it may come back without a new session."""

    silent_for: float


@dataclass(frozen=True, slots=True)
class LinkRecovered:
    """The device is heard again within the same session."""


@dataclass(frozen=True, slots=True)
class LinkDown:
    """There is no link; told once until the next LinkUp, while the host goes on trying."""

    reason: DownReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DeviceRebooted:
    """The device started anew: its state is unknown until the snapshot, its unsent events are gone."""

    boot_id_before: int
    boot_id: int
    reset_cause: int
    #: Events that the old boot had announced in its heartbeats and that never arrived.
    undelivered: int


@dataclass(frozen=True, slots=True)
class TimeSample:
    """One look at the device's clock: it read the ticks between `sent` and `received` (controller time)."""

    sent: float
    received: float
    tick_rx_us: int
    tick_tx_us: int


@dataclass(frozen=True, slots=True)
class Connected:
    """For the device: a host has opened a session."""

    link_id: int
    resumed: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """For the device: the host took leave."""


HostValue = (
    Event
    | UnknownMessage
    | EventsLost
    | LinkUp
    | LinkDegraded
    | LinkRecovered
    | LinkDown
    | DeviceRebooted
    | TimeSample
    | Status
    | Pong
)
DeviceValue = Connected | Closed | Command


class RetransmissionTimer:
    """How long to wait for an acknowledgement: max(50 ms, 4 × smoothed round trip) × 2^misses, at most 1 s."""

    def __init__(self) -> None:
        self._smoothed: float | None = None
        self._backoff = 0

    @property
    def timeout(self) -> float:
        """Seconds from now."""
        base = RTO_START if self._smoothed is None else max(RTO_MIN, 4 * self._smoothed)
        return min(RTO_MAX, base * 2.0 ** min(self._backoff, 8))

    def measured(self, round_trip: float) -> None:
        """A frame that was sent once was acknowledged after this time; retransmitted ones prove nothing."""
        old = self._smoothed
        self._smoothed = round_trip if old is None else old + (round_trip - old) / 8
        self._backoff = 0

    def missed(self) -> None:
        """The time ran out."""
        self._backoff += 1


def follows(seq: int, base: int) -> int:
    """How many steps `seq` is ahead of `base`, both counted modulo 256."""
    return (seq - base) & 0xFF


def refusal_of(info: HelloAck) -> str:
    """Why a device that says this about itself cannot be talked to; empty if it can."""
    if info.proto != PROTOCOL:
        return f"the device does not speak protocol {PROTOCOL}"
    ours = dictionary_crc()
    if info.dictionary != ours:
        firmware = f"{info.fw_name} {info.fw_version}"
        return f"{firmware} has message table {info.dictionary:08x}, this host {ours:08x}: update one of them"
    return ""
