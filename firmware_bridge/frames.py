"""Frames on the wire: `00 COBS(header payload crc16) 00`, and the decoder that survives any noise.

Everything about bytes lives here; what a payload means lives in messages.py, what happens next in link.py.
"""

import binascii
from dataclasses import dataclass, fields
from enum import IntEnum

from cobs import cobs

#: Version of the frame header; it stands in the three top bits of the first byte.
PROTOCOL = 1
#: Longest payload: with header and CRC it just fits one COBS block, so the overhead is always one byte.
MAX_PAYLOAD = 240
HEADER_SIZE = 5
CRC_SIZE = 2
SHORTEST = HEADER_SIZE + CRC_SIZE
#: Longest run of bytes without a delimiter that can still be a frame (one COBS code byte in front).
LONGEST_ENCODED = HEADER_SIZE + MAX_PAYLOAD + CRC_SIZE + 1
DELIMITER = 0

HOST_ADDRESS = 0x00
EVERYONE = 0xFF

_RETRANSMITTED = 0x10
_TYPE_MASK = 0x0F


class FrameType(IntEnum):
    """What a frame is for; the four low bits of its first byte."""

    #: Reliable: an event of the device or a command of the host.
    DATA = 0
    #: Nothing but the header's acknowledgement.
    ACK = 1
    #: A reliable frame is missing; asks for it before its timer runs out.
    NAK = 2
    #: The host opens a session.
    HELLO = 3
    #: The device answers who it is and what it still has.
    HELLO_ACK = 4
    #: The host asks for the device's tick counter.
    TIME_REQ = 5
    #: The device answers with its ticks at reception and at sending.
    TIME_RSP = 6
    #: Heartbeat of the device, with its health.
    STATUS = 7
    #: The device says why it is about to reset.
    FATAL = 8
    #: A message that may get lost (ping and pong).
    UNREL = 9
    #: On a line that several devices share: the host gives a device its turn, the device gives it back.
    POLL = 10
    #: The host leaves on purpose.
    BYE = 11


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: header fields and payload, without CRC and stuffing."""

    type: FrameType
    address: int
    session: int
    seq: int = 0
    ack: int = 0
    payload: bytes = b""
    retransmitted: bool = False

    def to_wire(self) -> bytes:
        """The bytes to send, both delimiters included.

        Raises:
            ValueError: the payload is longer than MAX_PAYLOAD.
        """
        if len(self.payload) > MAX_PAYLOAD:
            raise ValueError(f"payload of {len(self.payload)} bytes exceeds {MAX_PAYLOAD}")
        first = PROTOCOL << 5 | (_RETRANSMITTED if self.retransmitted else 0) | self.type
        body = bytes((first, self.address, self.session, self.seq, self.ack)) + self.payload
        stuffed: bytes = cobs.encode(body + crc16(body).to_bytes(CRC_SIZE, "big"))
        return b"\0" + stuffed + b"\0"


@dataclass(frozen=True, slots=True)
class Counters:
    """What the decoder threw away, by reason; `frames` counts what it kept."""

    frames: int = 0
    #: The stuffing is broken.
    cobs_errors: int = 0
    #: The CRC does not fit.
    crc_errors: int = 0
    #: Shorter than a header with its CRC.
    runts: int = 0
    #: More bytes than a frame can have, without a delimiter.
    too_long: int = 0
    #: A good CRC, but another version of the protocol.
    other_protocol: int = 0
    #: A good CRC, but a type that this version does not know.
    unknown_type: int = 0

    @property
    def garbage(self) -> int:
        """All that was thrown away."""
        return self.cobs_errors + self.crc_errors + self.runts + self.too_long + self.other_protocol + self.unknown_type


class Decoder:
    """Cuts a stream of bytes into frames; whatever is no frame is only counted, never raised."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._skipping = False
        self._counts = {field.name: 0 for field in fields(Counters)}

    @property
    def counters(self) -> Counters:
        """What was kept and thrown away so far."""
        return Counters(**self._counts)

    def feed(self, data: bytes) -> list[Frame]:
        """The frames completed by `data`, in order; a frame may arrive in any number of pieces."""
        frames = []
        *ended, rest = data.split(b"\0")
        for piece in ended:
            self._hold(piece)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
        self._hold(rest)
        return frames

    def reset(self) -> None:
        """Forget a half-received frame, as after a new connection."""
        self._held.clear()
        self._skipping = False

    def _hold(self, piece: bytes) -> None:
        if self._skipping:
            return
        self._held += piece
        if len(self._held) > LONGEST_ENCODED:
            self._held.clear()
            self._skipping = True
            self._count("too_long")

    def _finish(self) -> Frame | None:
        held, self._held = bytes(self._held), bytearray()
        skipping, self._skipping = self._skipping, False
        if skipping or not held:
            return None
        try:
            body = cobs.decode(held)
        except cobs.DecodeError:
            self._count("cobs_errors")
            return None
        return self._parse(body)

    def _parse(self, body: bytes) -> Frame | None:
        if len(body) < SHORTEST:
            self._count("runts")
            return None
        if crc16(body[:-CRC_SIZE]) != int.from_bytes(body[-CRC_SIZE:], "big"):
            self._count("crc_errors")
            return None
        first, address, session, seq, ack = body[:HEADER_SIZE]
        if first >> 5 != PROTOCOL:
            self._count("other_protocol")
            return None
        if first & _TYPE_MASK not in _KNOWN_TYPES:
            self._count("unknown_type")
            return None
        self._count("frames")
        payload = body[HEADER_SIZE:-CRC_SIZE]
        kind = FrameType(first & _TYPE_MASK)
        return Frame(kind, address, session, seq, ack, payload, bool(first & _RETRANSMITTED))

    def _count(self, reason: str) -> None:
        self._counts[reason] += 1


_KNOWN_TYPES = frozenset(FrameType)


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 (polynomial 1021, start FFFF, not reflected); check value 29B1 for "123456789"."""
    return binascii.crc_hqx(data, 0xFFFF)
