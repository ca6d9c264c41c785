"""Values of a Jet 4 row: numbers, dates, and text in its two writings."""

from __future__ import annotations

import struct
from datetime import datetime, timedelta
from enum import IntEnum

Value = str | int | float | bool | bytes | datetime | None


class Kind(IntEnum):
    """What a column holds, by Jet's numbers."""

    #: Nothing that a `.bws` file has.
    OTHER = 0
    BOOLEAN = 1
    BYTE = 2
    SHORT = 3
    LONG = 4
    MONEY = 5
    SINGLE = 6
    DOUBLE = 7
    DATE = 8
    BINARY = 9
    TEXT = 10
    OLE = 11
    MEMO = 12


_LAYOUTS = {
    Kind.BYTE: "<B",
    Kind.SHORT: "<h",
    Kind.LONG: "<i",
    Kind.SINGLE: "<f",
    Kind.DOUBLE: "<d",
    Kind.DATE: "<d",
    Kind.MONEY: "<q",
}
#: Jet counts days from here.
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - a wall clock's time without a zone, as the file has it
_COMPRESSED = b"\xff\xfe"


def fixed_value(kind: Kind, raw: bytes, at: int) -> Value:
    """The value of a fixed column. struct.error where the row is too short."""
    if kind not in _LAYOUTS:
        return None
    value = struct.unpack_from(_LAYOUTS[kind], raw, at)[0]
    if kind is Kind.DATE:
        return _date(value)
    return value / 10_000 if kind is Kind.MONEY else value  # type: ignore[no-any-return]


def _date(days: float) -> datetime | None:
    try:
        return _DAY_0 + timedelta(days=days)
    except (OverflowError, ValueError):
        return None


def text_of(content: bytes) -> str:
    """Text: two bytes a letter, or compressed, one byte a letter of Latin-1 with a zero byte to change over."""
    if not content.startswith(_COMPRESSED):
        return content.decode("utf-16-le", errors="replace").rstrip("\0")
    letters = bytearray()
    is_short, at = True, len(_COMPRESSED)
    while at < len(content):
        if not content[at]:
            is_short, at = not is_short, at + 1
        elif is_short:
            letters += bytes((content[at], 0))
            at += 1
        else:
            letters += content[at : at + 2]
            at += 2
    return letters.decode("utf-16-le", errors="replace")
