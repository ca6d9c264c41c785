"""The message table as a C header for firmware: ids, codes, and a function that packs or unpacks each message.

`python -m firmware_bridge.c_header` prints it; firmware/core/tbl_messages.h is that text, and a test holds it there.
"""

from __future__ import annotations

import re
import sys
from enum import IntEnum

from firmware_bridge import link, messages
from firmware_bridge.dealing import CARD_UNREAD, NO_POCKET, MachineCode, TroubleCode
from firmware_bridge.declaration import ROWS, FieldType, Kind, Row, dictionary_crc
from firmware_bridge.frames import EVERYONE, HOST_ADDRESS, PROTOCOL, FrameType
from firmware_bridge.messages import CALL_FIRST_BID, KeyCode, NakReason, ReaderCode, ResetCause, SeatCode

_C_TYPE = {FieldType.U8: "uint8_t", FieldType.I8: "int8_t", FieldType.U16: "uint16_t", FieldType.U32: "uint32_t"}
_SIZE = {FieldType.U8: 1, FieldType.I8: 1, FieldType.U16: 2, FieldType.U32: 4}
_PUT = {1: "tbl_put8", 2: "tbl_put16", 4: "tbl_put32"}
_GET = {1: "tbl_get8", 2: "tbl_get16", 4: "tbl_get32"}
#: What the host says to a device; a device reads these and writes the others.
_FROM_HOST = (messages.Nak, messages.Hello, messages.TimeReq, messages.Ping, messages.Poll)
#: What goes both ways.
_TO_HOST_TOO = (messages.Poll,)

_HEAD = """\
/* The messages of TBL/1 for a device, made from firmware_bridge/declaration.py:
 *     python -m firmware_bridge.c_header > firmware_bridge/firmware/core/tbl_messages.h
 * Not to be changed by hand; a test compares the two. Numbers are little-endian on the wire. */
#ifndef TBL_MESSAGES_H
#define TBL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint8_t *tbl_put8(uint8_t *p, uint8_t v) { *p = v; return p + 1; }
static inline uint8_t *tbl_put16(uint8_t *p, uint16_t v) {
    return tbl_put8(tbl_put8(p, (uint8_t)v), (uint8_t)(v >> 8));
}
static inline uint8_t *tbl_put32(uint8_t *p, uint32_t v) {
    return tbl_put16(tbl_put16(p, (uint16_t)v), (uint16_t)(v >> 16));
}
static inline uint8_t *tbl_put_counted(uint8_t *p, const void *bytes, uint8_t length) {
    *p++ = length;
    if (length) memcpy(p, bytes, length);
    return p + length;
}
static inline uint8_t tbl_get8(const uint8_t *p) { return p[0]; }
static inline uint16_t tbl_get16(const uint8_t *p) { return (uint16_t)(p[0] | (uint16_t)p[1] << 8); }
static inline uint32_t tbl_get32(const uint8_t *p) { return tbl_get16(p) | (uint32_t)tbl_get16(p + 2) << 16; }
"""


def c_header() -> str:
    """The text of tbl_messages.h."""
    parts = [_HEAD, _numbers(), *(_message(row) for row in ROWS), "#endif\n"]
    return "\n".join(parts)


def _numbers() -> str:
    lines = [
        ("TBL_PROTOCOL", PROTOCOL, "version of the frame header"),
        ("TBL_DICTIONARY", f"0x{dictionary_crc():08x}UL", "CRC-32 of the message table"),
        ("TBL_HOST_ADDRESS", HOST_ADDRESS, ""),
        ("TBL_EVERYONE", f"0x{EVERYONE:02x}", ""),
        ("TBL_STATUS_EVERY_MS", round(1000 * link.STATUS_EVERY), "heartbeat"),
        ("TBL_RTO_MIN_MS", round(1000 * link.RTO_MIN), "shortest wait for an acknowledgement"),
        ("TBL_RTO_START_MS", round(1000 * link.RTO_START), "before anything was measured"),
        ("TBL_RTO_MAX_MS", round(1000 * link.RTO_MAX), "longest pause between two retransmissions"),
        ("TBL_ANSWER_MS", round(1000 * link.ANSWER_WITHIN), "a polled device begins to answer within, or stays silent"),
        ("TBL_WINDOW_MOST", link.DEVICE_WINDOW, "frames a device may have in flight"),
        ("TBL_CALL_FIRST_BID", CALL_FIRST_BID, "1C; 0 pass, 1 double, 2 redouble"),
        ("TBL_CARD_UNREAD", CARD_UNREAD, "0 = SA, 1 = SK ... 51 = C2"),
        ("TBL_NO_POCKET", NO_POCKET, ""),
    ]
    text = "".join(f"#define {name} {value}{f' /* {why} */' if why else ''}\n" for name, value, why in lines)
    codes: tuple[tuple[str, type[IntEnum]], ...] = (
        ("FRAME", FrameType), ("SEAT", SeatCode), ("KEY", KeyCode), ("READER", ReaderCode), ("RESET", ResetCause),
        ("NAK", NakReason), ("TROUBLE", TroubleCode), ("MACHINE", MachineCode),
    )  # fmt: skip
    for prefix, code in codes:
        text += "\n" + "".join(f"#define TBL_{prefix}_{one.name} {one.value}\n" for one in code)
    return text


def _message(row: Row) -> str:
    """The id of a message, and how a device writes or reads it."""
    name = _snake(row.message.__name__)
    text = f"/* {row.message.__name__} */\n#define TBL_ID_{name.upper()} 0x{row.id:02x}\n"
    if row.ring is not None:
        text += f"#define TBL_RING_{name.upper()} TBL_RING_OF_{row.ring.value.upper()}S\n"
    from_host = row.kind is Kind.COMMAND or row.message in _FROM_HOST
    text += _reader(row, name) if from_host else _writer(row, name)
    return text + _writer(row, name) if row.message in _TO_HOST_TOO else text


def _writer(row: Row, name: str) -> str:
    """`tbl_pack_x(out, fields…)`: how many bytes were written; a set of tags is appended by the core itself."""
    fixed = [(f.name, f.type) for f in row.fields if f.type.fixed]
    counted = [f.name for f in row.counted if f.type is not FieldType.UIDS]
    arguments = [f"{_C_TYPE[kind]} {field}" for field, kind in fixed]
    arguments += [f"const void *{field}, uint8_t {field}_length" for field in counted]
    body = [f"    p = {_PUT[_SIZE[kind]]}(p, {_unsigned(kind)}{field});" for field, kind in fixed]
    body += [f"    p = tbl_put_counted(p, {field}, {field}_length);" for field in counted]
    lines = [
        f"static inline uint8_t tbl_pack_{name}(uint8_t *out, {', '.join(arguments)}) {{",
        "    uint8_t *p = out;",
        *body,
        "    return (uint8_t)(p - out);",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _reader(row: Row, name: str) -> str:
    """A struct and `tbl_unpack_x(in, length, &x)`: false unless the bytes are exactly one."""
    if row.counted:
        raise ValueError(f"{row.message.__name__}: a device does not read counted fields yet")
    members = "".join(f" {_C_TYPE[f.type]} {f.name};" for f in row.fields)
    lines = [
        f"typedef struct {{{members} }} tbl_{name};",
        f"static inline bool tbl_unpack_{name}(const uint8_t *in, uint8_t length, tbl_{name} *out) {{",
        f"    if (length != {row.head.size}) return false;",
    ]
    at = 0
    for field in row.fields:
        lines.append(f"    out->{field.name} = {_GET[_SIZE[field.type]]}(in + {at});")
        at += _SIZE[field.type]
    return "\n".join([*lines, "    return true;", "}"]) + "\n"


def _unsigned(kind: FieldType) -> str:
    return "(uint8_t)" if kind is FieldType.I8 else ""


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


if __name__ == "__main__":
    sys.stdout.write(c_header())
