"""One frame of every kind as hex, worked out by hand from PROTOCOL.md with a bitwise CRC and COBS on paper."""

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

ACE = bytes.fromhex("E00401500A000001")
TWO = bytes.fromhex("E00401500A000002")
BOARD_7 = bytes.fromhex("E00401500B000007")

#: (message, evt_no, tick_us, seq, ack, bytes on the wire)
EVENTS = [
    (CallButton(1, 3, 1), 5, 123456, 0, 1,
     "00 02 20 02 2a 04 01 10 05 01 01 04 40 e2 01 06 01 03 01 f2 dc 00"),
    (TagArrive(0, -45, 7, ACE), 6, 50000, 1, 1,
     "00 02 20 06 2a 01 01 01 06 01 01 03 50 c3 01 01 03 d3 07 07 08 e0 04 01 50 0a 01 04 01 70 ef 00"),
    (TagDepart(0, 8, ACE), 7, 50000, 2, 1,
     "00 02 20 06 2a 02 01 02 07 01 01 03 50 c3 01 01 02 08 07 08 e0 04 01 50 0a 01 04 01 0c f3 00"),
    (TagSet(4, 9, 0, 1, (ACE, TWO)), 8, 50000, 3, 1,
     "00 02 20 06 2a 03 01 03 08 01 01 03 50 c3 01 03 04 09 01 09 01 02 08 e0 04 01 50 0a 01 08 01 08 e0 04 01 50"
     " 0a 01 04 02 0e 3a 00"),
    (TagSet(4, 10, 0, 1, ()), 9, 50000, 4, 1,
     "00 02 20 06 2a 04 01 03 09 01 01 03 50 c3 01 03 04 0a 01 02 01 03 14 f3 00"),
    (ReaderError(4, 1), 10, 50000, 5, 1,
     "00 02 20 06 2a 05 01 04 0a 01 01 03 50 c3 01 05 04 01 5b 5e 00"),
    (Key(0, 5, "4SX N 10"), 11, 50000, 6, 1,
     "00 02 20 06 2a 06 01 11 0b 01 01 03 50 c3 01 01 0d 05 08 34 53 58 20 4e 20 31 30 2c 0e 00"),
    (BoardTag(1, 7, BOARD_7), 12, 50000, 7, 1,
     "00 02 20 06 2a 07 01 12 0c 01 01 03 50 c3 01 03 01 07 07 08 e0 04 01 50 0b 01 04 07 1e 60 00"),
    (SnapshotBegin(1), 13, 50000, 8, 1,
     "00 02 20 06 2a 08 01 20 0d 01 01 03 50 c3 01 02 01 03 18 d9 00"),
    (BoxState(3, bytes((0, 3))), 14, 50000, 9, 1,
     "00 02 20 06 2a 09 01 21 0e 01 01 03 50 c3 01 03 03 02 04 03 8d e5 00"),
    (SnapshotEnd(1), 15, 50000, 10, 1,
     "00 02 20 06 2a 0a 01 22 0f 01 01 03 50 c3 01 02 01 03 ec 26 00"),
    (CardDealt(7, 1, 2, 0, ACE), 16, 50000, 11, 1,
     "00 02 20 06 2a 0b 01 30 10 01 01 03 50 c3 01 02 07 03 01 02 07 08 e0 04 01 50 0a 01 04 01 01 12 00"),
    (DealTrouble(7, 2, 2, 255, 0), 17, 50000, 12, 1,
     "00 02 20 06 2a 0c 01 31 11 01 01 03 50 c3 01 02 07 04 02 02 ff 03 1b b0 00"),
    (BoardDealt(7, 13, 13, 13, 13), 18, 50000, 13, 1,
     "00 02 20 06 2a 0d 01 32 12 01 01 03 50 c3 01 02 07 07 0d 0d 0d 0d 39 05 00"),
    (MachineState(0, 0), 19, 50000, 14, 1,
     "00 02 20 06 2a 0e 01 33 13 01 01 03 50 c3 01 01 01 01 03 42 e6 00"),
]  # fmt: skip

#: (message, seq, ack, bytes on the wire)
COMMANDS = [
    (Committed(5), 1, 4, "00 08 20 01 2a 01 04 40 05 01 01 03 ca ee 00"),
    (SnapshotRequest(1), 0, 0, "00 04 20 01 2a 01 03 41 01 03 58 91 00"),
    (SetScan(0x1FFF, 25), 2, 0, "00 05 20 01 2a 02 04 42 ff 1f 01 02 19 03 68 43 00"),
    (Lamp(2, 3, 1000), 3, 0, "00 05 20 01 2a 03 08 43 02 03 e8 03 e3 7b 00"),
    (Reset(3), 4, 0, "00 05 20 01 2a 04 05 44 03 af 18 00"),
    (
        DealBoard(7, 1, 0, 0x1555555, 0x2AAAAAA, 0x3FFFFFF),
        5,
        0,
        "00 05 20 01 2a 05 03 50 07 02 01 01 01 01 0f 55 55 55 01 aa aa aa 02 ff ff ff 03 04 78 00",
    ),
    (StopDeal(7), 6, 0, "00 05 20 01 2a 06 03 51 07 03 7c d1 00"),
]

#: (frame type, message or None, address, session, ack, bytes on the wire)
LINK_FRAMES = [
    (FrameType.ACK, None, 1, 0x2A, 3, "00 04 21 01 2a 04 03 b4 39 00"),
    (FrameType.NAK, Nak(4, 1), 1, 0x2A, 4, "00 04 22 01 2a 06 04 04 01 f4 44 00"),
    (FrameType.HELLO, Hello(1, 1, 0x12A, 0, 240, 8, 0x12345678, 7), 1, 0x2A, 0,
     "00 04 23 01 2a 01 05 01 01 2a 01 01 01 08 f0 08 78 56 34 12 07 01 01 03 6d 26 00"),
    (FrameType.HELLO_ACK,
     HelloAck(1, 0x12A, 0, 1_000_000, 0x12345678, 0, 0x53447F29, 240, 8, 13, 4, 5, 9, 0,
              bytes.fromhex("deadbeef"), "hub", "1.0.0"), 0, 0x2A, 0,
     "00 02 24 02 2a 01 04 01 2a 01 01 01 04 40 42 0f 05 78 56 34 12 09 29 7f 44 53 f0 08 0d 04 01 01 02 05 01 01 02"
     " 09 01 01 01 01 01 01 12 04 de ad be ef 03 68 75 62 05 31 2e 30 2e 30 da 1c 00"),
    (FrameType.TIME_REQ, TimeReq(1), 1, 0x2A, 0, "00 04 25 01 2a 01 02 01 01 01 03 64 9d 00"),
    (FrameType.TIME_RSP, TimeRsp(1, 1_000_000, 1_000_080), 0, 0x2A, 1,
     "00 02 26 02 2a 03 01 01 01 01 04 40 42 0f 04 90 42 0f 03 03 8c 00"),
    (FrameType.STATUS, Status(1_000_000, 9, 0, 2, 0, 5100, 25, 0), 0, 0x2A, 1,
     "00 02 27 02 2a 05 01 40 42 0f 02 09 01 01 01 01 01 01 02 02 01 01 04 ec 13 19 03 91 e8 00"),
    (FrameType.FATAL, Fatal(2), 0, 0x2A, 1, "00 02 28 02 2a 05 01 02 7a cc 00"),
    (FrameType.POLL, Poll(1, 4), 1, 0x2A, 9, "00 04 2a 01 2a 06 09 01 04 8a e8 00"),
    (FrameType.BYE, None, 1, 0x2A, 9, "00 04 2b 01 2a 04 09 53 dd 00"),
]  # fmt: skip

#: (message, address, bytes on the wire)
UNRELIABLE = [
    (Ping(0xDEADBEEF), 1, "00 03 29 01 01 01 08 60 ef be ad de fb ae 00"),
    (Pong(0xDEADBEEF), 0, "00 02 29 01 01 01 08 61 ef be ad de ba dc 00"),
]

ALL_BYTES = [bytes.fromhex(row[-1]) for table in (EVENTS, COMMANDS, LINK_FRAMES, UNRELIABLE) for row in table]
