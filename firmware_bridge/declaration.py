"""The table of messages: one row a message with id, ring and fields in wire order.

Only this table decides the bytes: the codec, the dictionary's CRC, the tables in PROTOCOL.md and a C header come
from it. A change here is a change of the wire.
"""

import binascii
import struct
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from firmware_bridge.dealing import BoardDealt, CardDealt, DealBoard, DealTrouble, MachineState, StopDeal
from firmware_bridge.frames import FrameType
from firmware_bridge.messages import (
    BoardTag,
    BoxState,
    CallButton,
    Committed,
    Fatal,
    Hello,
    HelloAck,
    Key,
    Lamp,
    Message,
    Nak,
    Ping,
    Poll,
    Pong,
    ReaderError,
    Reset,
    SetScan,
    SnapshotBegin,
    SnapshotEnd,
    SnapshotRequest,
    Status,
    TagArrive,
    TagDepart,
    TagSet,
    TimeReq,
    TimeRsp,
)
from firmware_bridge.rings import Ring


class FieldType(Enum):
    """Types of fields. Fixed ones come first in a message, counted ones last."""

    U8 = "B"
    I8 = "b"
    U16 = "H"
    U32 = "I"
    #: u8 length, then that many bytes
    BYTES = "bytes"
    #: u8 length, then that many ASCII characters
    TEXT = "text"
    #: u8 count, then for each one: u8 length and that many bytes
    UIDS = "uids"

    @property
    def fixed(self) -> bool:
        """The field has the same size in every message."""
        return len(self.value) == 1


class Field(NamedTuple):
    """One field: its name in the dataclass, its type, and its meaning with units."""

    name: str
    type: FieldType
    meaning: str


class Kind(Enum):
    """Where a message travels."""

    #: DATA, device to host; `u32 evt_no, u32 tick_us` stand between id and fields.
    EVENT = "event"
    #: DATA, host to device.
    COMMAND = "command"
    #: UNREL, either way.
    UNRELIABLE = "unreliable"
    #: The payload of a link frame; the id is the frame's type and is not repeated in the payload.
    LINK = "link"


_ANTENNA = Field("antenna", FieldType.U8, "antenna number, from 0")
_ROUND = Field("round", FieldType.U16, "number of the inventory round of that antenna, wraps")
_SEAT = Field("seat", FieldType.U8, "0 N, 1 E, 2 S, 3 W")
_UID = Field("uid", FieldType.BYTES, "the tag's UID, most significant byte first")
_TOKEN = Field("token", FieldType.U16, "chosen by the host")
_TOKEN32 = Field("token", FieldType.U32, "chosen by the asker")
_BOARD = Field("board", FieldType.U16, "number of the board, from 1")
_NUMBER = Field("number", FieldType.U8, "which card of this deal, from 1")
_POCKET = Field("pocket", FieldType.U8, "0 N, 1 E, 2 S, 3 W, 255 none")
_CARD = Field("card", FieldType.U8, "0 = SA, 1 = SK … 13 = HA … 51 = C2; 255 = not read")
_CAUSE = Field("cause", FieldType.U8, "0 power on, 1 brown-out, 2 watchdog, 3 commanded, 4 crash")


@dataclass(frozen=True, slots=True)
class Row:
    """One message: id, dataclass, where it travels, its fields in wire order, and its ring if it is an event."""

    id: int
    message: type[Message]
    kind: Kind
    fields: tuple[Field, ...]
    ring: Ring | None = None

    #: The fixed fields as one little-endian struct without padding.
    head: struct.Struct = field(init=False)
    #: The fields behind them, whose length stands before them.
    counted: tuple[Field, ...] = field(init=False)

    def __post_init__(self) -> None:
        fixed = "".join(f.type.value for f in self.fields if f.type.fixed)
        object.__setattr__(self, "head", struct.Struct(f"<{fixed}"))
        object.__setattr__(self, "counted", tuple(f for f in self.fields if not f.type.fixed))


ROWS: tuple[Row, ...] = (
    Row(0x01, TagArrive, Kind.EVENT, (
        _ANTENNA, Field("rssi", FieldType.I8, "dBm; 0 = not measured"), _ROUND, _UID), Ring.SCAN),
    Row(0x02, TagDepart, Kind.EVENT, (_ANTENNA, _ROUND, _UID), Ring.SCAN),
    Row(0x03, TagSet, Kind.EVENT, (
        _ANTENNA, _ROUND, Field("part", FieldType.U8, "this part, from 0"),
        Field("parts", FieldType.U8, "number of parts"),
        Field("uids", FieldType.UIDS, "the tags' UIDs")), Ring.SCAN),
    Row(0x04, ReaderError, Kind.EVENT, (
        _ANTENNA, Field("code", FieldType.U8, "0 works again, 1 silent, 2 collision, 3 field")), Ring.SCAN),
    Row(0x10, CallButton, Kind.EVENT, (
        _SEAT, Field("call", FieldType.U8, "0 pass, 1 double, 2 redouble, 3 = 1C … 37 = 7NT"),
        Field("down", FieldType.U8, "1 shown, 0 removed")), Ring.ACT),
    Row(0x11, Key, Kind.EVENT, (
        _SEAT, Field("key", FieldType.U8, "1 claim, 2 agree, 3 dispute, 4 director, 5 result, 6 done"),
        Field("value", FieldType.TEXT, "claim: tricks; result: as on a score slip; else empty")), Ring.ACT),
    Row(0x12, BoardTag, Kind.EVENT, (
        Field("present", FieldType.U8, "1 arrived, 0 left"),
        Field("board", FieldType.U16, "number stored in the tag; 0 = none stored"), _UID), Ring.ACT),
    Row(0x20, SnapshotBegin, Kind.EVENT, (_TOKEN,), Ring.SCAN),
    Row(0x21, BoxState, Kind.EVENT, (
        _SEAT, Field("calls", FieldType.BYTES, "call codes, oldest first")), Ring.SCAN),
    Row(0x22, SnapshotEnd, Kind.EVENT, (_TOKEN,), Ring.SCAN),
    Row(0x30, CardDealt, Kind.EVENT, (_BOARD, _NUMBER, _POCKET, _CARD, _UID), Ring.ACT),
    Row(0x31, DealTrouble, Kind.EVENT, (
        _BOARD, _NUMBER, Field("code", FieldType.U8, "1 misread, 2 duplicate, 3 short, 4 surplus, 5 jam, 6 stopped"),
        _POCKET, _CARD), Ring.ACT),
    Row(0x32, BoardDealt, Kind.EVENT, (
        _BOARD, *(Field(seat, FieldType.U8, f"cards in {seat.title()}'s pocket")
                  for seat in ("north", "east", "south", "west"))), Ring.ACT),
    Row(0x33, MachineState, Kind.EVENT, (
        Field("state", FieldType.U8, "0 idle, 1 waits for cards or board, 2 dealing, 3 stopped"),
        _BOARD._replace(meaning="board in hand; 0 = none")), Ring.ACT),
    Row(0x40, Committed, Kind.COMMAND, (
        Field("evt_no", FieldType.U32, "highest number safely in the journal"),)),
    Row(0x41, SnapshotRequest, Kind.COMMAND, (_TOKEN,)),
    Row(0x42, SetScan, Kind.COMMAND, (
        Field("antennas", FieldType.U32, "bit n = antenna n"),
        Field("dwell_ms", FieldType.U16, "time on each antenna, ms"))),
    Row(0x43, Lamp, Kind.COMMAND, (
        _SEAT, Field("pattern", FieldType.U8, "0 off, 1 on, 2 slow, 3 fast"),
        Field("duration_ms", FieldType.U16, "0 = until the next Lamp"))),
    Row(0x44, Reset, Kind.COMMAND, (_CAUSE,)),
    Row(0x50, DealBoard, Kind.COMMAND, (
        _BOARD, Field("planned", FieldType.U8, "0 as the cards come, 1 as the fields below say"),
        *(Field(suit, FieldType.U32, "bits 1…0 the ace's pocket, bits 3…2 the king's … bits 25…24 the two's")
          for suit in ("spades", "hearts", "diamonds", "clubs")))),
    Row(0x51, StopDeal, Kind.COMMAND, (_BOARD,)),
    Row(0x60, Ping, Kind.UNRELIABLE, (_TOKEN32,)),
    Row(0x61, Pong, Kind.UNRELIABLE, (_TOKEN32,)),
    Row(FrameType.NAK, Nak, Kind.LINK, (
        Field("expected", FieldType.U8, "sequence number asked for"),
        Field("reason", FieldType.U8, "1 gap"))),
    Row(FrameType.HELLO, Hello, Kind.LINK, (
        Field("proto_min", FieldType.U8, "lowest protocol version the host speaks"),
        Field("proto_max", FieldType.U8, "highest"),
        Field("link_id", FieldType.U32, "another for each session; its low byte is the session byte"),
        Field("attempt", FieldType.U8, "counts the HELLOs of this session"),
        Field("mtu", FieldType.U8, "longest payload the host takes"),
        Field("window", FieldType.U8, "frames the host lets the device have in flight"),
        Field("resume_boot_id", FieldType.U32, "boot that the host knows; 0 = none"),
        Field("resume_evt_no", FieldType.U32, "first event of that boot that the host has not"))),
    Row(FrameType.HELLO_ACK, HelloAck, Kind.LINK, (
        Field("proto", FieldType.U8, "version chosen; 0 = none fits"),
        Field("link_id", FieldType.U32, "as in HELLO"),
        Field("attempt", FieldType.U8, "of the HELLO answered"),
        Field("tick_us", FieldType.U32, "tick counter when that HELLO came in"),
        Field("boot_id", FieldType.U32, "another for each start, never 0"),
        _CAUSE._replace(name="reset_cause"),
        Field("dictionary", FieldType.U32, "CRC-32 of the message table"),
        Field("mtu", FieldType.U8, "longest payload the device takes"),
        Field("window", FieldType.U8, "frames the device will have in flight"),
        Field("antennas", FieldType.U8, "number of antennas"),
        Field("committed_evt_no", FieldType.U32, "freed up to here by a host's COMMITTED"),
        Field("first_evt_no", FieldType.U32, "the event that will be sent first"),
        Field("next_evt_no", FieldType.U32, "number of the next new event"),
        Field("lost", FieldType.U32, "events dropped before any host had them, since boot"),
        Field("board_uid", FieldType.BYTES, "serial number of the microcontroller"),
        Field("fw_name", FieldType.TEXT, "at most 16 characters"),
        Field("fw_version", FieldType.TEXT, "semantic version, at most 16 characters"))),
    Row(FrameType.TIME_REQ, TimeReq, Kind.LINK, (_TOKEN32,)),
    Row(FrameType.TIME_RSP, TimeRsp, Kind.LINK, (
        _TOKEN32, Field("tick_rx_us", FieldType.U32, "ticks when the request came in"),
        Field("tick_tx_us", FieldType.U32, "ticks when the answer went out"))),
    Row(FrameType.STATUS, Status, Kind.LINK, (
        Field("uptime_us", FieldType.U32, "tick counter"),
        Field("next_evt_no", FieldType.U32, "number of the next new event"),
        Field("lost", FieldType.U32, "events dropped before any host had them, since boot"),
        Field("crc_errors", FieldType.U16, "broken frames received, wraps"),
        Field("rx_overruns", FieldType.U16, "bytes lost in the receiver, wraps"),
        Field("supply_mv", FieldType.U16, "supply, mV; 0 = not measured"),
        Field("temperature_c", FieldType.I8, "°C"),
        Field("flags", FieldType.U8, "reserved, 0"))),
    Row(FrameType.FATAL, Fatal, Kind.LINK, (_CAUSE,)),
    Row(FrameType.POLL, Poll, Kind.LINK, (
        Field("address", FieldType.U8, "of the device whose turn it is, or was"),
        Field("frames", FieldType.U8, "host: so many events at most; device: 1 = more wait"))),
)  # fmt: skip


def declaration() -> str:
    """The message table as text, one line a message; its CRC-32 is the dictionary's number."""
    lines = []
    for row in ROWS:
        fields = " ".join(f"{field.name}:{field.type.name.lower()}" for field in row.fields)
        ring = f"/{row.ring.value}" if row.ring else ""
        lines.append(f"{row.id:02x} {row.message.__name__} {row.kind.value}{ring} {fields}\n")
    return "".join(lines)


def dictionary_crc() -> int:
    """The number by which both ends see that they speak of the same messages."""
    return binascii.crc32(declaration().encode("ascii"))
