"""What device and host say to each other: the codes of seats, calls and keys, and one frozen dataclass a message.

How they look as bytes is declared in declaration.py, row by row in the same order.
"""

from dataclasses import dataclass
from enum import IntEnum

from firmware_bridge.dealing import DealingBody, DealingCommand

#: Call codes: pass, double, redouble, then 35 bids in auction order, 3 = 1C … 37 = 7NT.
CALL_PASS, CALL_DOUBLE, CALL_REDOUBLE, CALL_FIRST_BID, CALL_LAST_BID = 0, 1, 2, 3, 37


class SeatCode(IntEnum):
    """A seat on the wire."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class KeyCode(IntEnum):
    """A key on the wire; what `value` of the Key message holds stands behind it."""

    #: value: the number of tricks claimed
    CLAIM = 1
    AGREE = 2
    DISPUTE = 3
    DIRECTOR = 4
    #: value: the result as it is written on a score slip, "4SX N 10"
    RESULT = 5
    DONE = 6


class ReaderCode(IntEnum):
    """What an antenna's reader says about itself."""

    #: The fault is over.
    WORKS_AGAIN = 0
    #: The reader chip does not answer.
    SILENT = 1
    #: Tags collided and could not be told apart.
    COLLISION = 2
    #: The field is disturbed or the antenna detuned.
    FIELD = 3


class ResetCause(IntEnum):
    """Why a device started or is about to."""

    POWER_ON = 0
    BROWN_OUT = 1
    WATCHDOG = 2
    COMMANDED = 3
    CRASH = 4


class NakReason(IntEnum):
    """Why a reliable frame is asked for again."""

    #: A later one has arrived.
    GAP = 1


@dataclass(frozen=True, slots=True)
class TagArrive:
    """A tag answered at an antenna that did not answer in the round before."""

    antenna: int
    rssi: int
    round: int
    uid: bytes


@dataclass(frozen=True, slots=True)
class TagDepart:
    """A tag no longer answers at an antenna."""

    antenna: int
    round: int
    uid: bytes


@dataclass(frozen=True, slots=True)
class TagSet:
    """All tags that answered at an antenna in one inventory round; long sets come in parts."""

    antenna: int
    round: int
    part: int
    parts: int
    uids: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class ReaderError:
    """The reader of an antenna is in trouble, or works again."""

    antenna: int
    code: int


@dataclass(frozen=True, slots=True)
class CallButton:
    """A call was put in front of a seat (down = 1) or taken back (down = 0)."""

    seat: int
    call: int
    down: int


@dataclass(frozen=True, slots=True)
class Key:
    """A key was pressed at a seat."""

    seat: int
    key: int
    value: str


@dataclass(frozen=True, slots=True)
class BoardTag:
    """The board's tag arrived at the centre (present = 1) or left."""

    present: int
    board: int
    uid: bytes


@dataclass(frozen=True, slots=True)
class SnapshotBegin:
    """The full state follows."""

    token: int


@dataclass(frozen=True, slots=True)
class BoxState:
    """The calls that stand in front of a seat, oldest first."""

    seat: int
    calls: bytes


@dataclass(frozen=True, slots=True)
class SnapshotEnd:
    """The full state has been told."""

    token: int


@dataclass(frozen=True, slots=True)
class Committed:
    """Everything up to `evt_no` is safely in the host's journal and may be freed."""

    evt_no: int


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """Tell the state of every antenna, box and the board's tag."""

    token: int


@dataclass(frozen=True, slots=True)
class SetScan:
    """Which antennas are scanned in turn, and how long each."""

    antennas: int
    dwell_ms: int


@dataclass(frozen=True, slots=True)
class Lamp:
    """Light at a seat."""

    seat: int
    pattern: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Reset:
    """Restart the device."""

    cause: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there? Answered by Pong, with or without a session."""

    token: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Answer to Ping."""

    token: int


@dataclass(frozen=True, slots=True)
class Nak:
    """Please send `expected` again."""

    expected: int
    reason: int


@dataclass(frozen=True, slots=True)
class Hello:
    """The host opens a session and says what it already has."""

    proto_min: int
    proto_max: int
    link_id: int
    attempt: int
    mtu: int
    window: int
    resume_boot_id: int
    resume_evt_no: int


@dataclass(frozen=True, slots=True)
class HelloAck:
    """The device says who it is and which events it still has."""

    proto: int
    link_id: int
    attempt: int
    tick_us: int
    boot_id: int
    reset_cause: int
    dictionary: int
    mtu: int
    window: int
    antennas: int
    committed_evt_no: int
    first_evt_no: int
    next_evt_no: int
    lost: int
    board_uid: bytes
    fw_name: str
    fw_version: str


@dataclass(frozen=True, slots=True)
class TimeReq:
    """What does your tick counter say?"""

    token: int


@dataclass(frozen=True, slots=True)
class TimeRsp:
    """The tick counter when the request came in and when the answer went out."""

    token: int
    tick_rx_us: int
    tick_tx_us: int


@dataclass(frozen=True, slots=True)
class Status:
    """Heartbeat: how the device is."""

    uptime_us: int
    next_evt_no: int
    lost: int
    crc_errors: int
    rx_overruns: int
    supply_mv: int
    temperature_c: int
    flags: int


@dataclass(frozen=True, slots=True)
class Fatal:
    """The device is about to reset, and why."""

    cause: int


@dataclass(frozen=True, slots=True)
class Poll:
    """On a shared line: the host gives a device its turn; the device gives it back."""

    address: int
    frames: int


TableBody = (
    TagArrive | TagDepart | TagSet | ReaderError | CallButton | Key | BoardTag | SnapshotBegin | BoxState | SnapshotEnd
)
EventBody = TableBody | DealingBody
Command = Committed | SnapshotRequest | SetScan | Lamp | Reset | DealingCommand
Message = EventBody | Command | Ping | Pong | Nak | Hello | HelloAck | TimeReq | TimeRsp | Status | Fatal | Poll
