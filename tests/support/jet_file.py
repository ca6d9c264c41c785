"""Jet 4 databases made by hand, as Access 2000 would lay them out: enough for a `.bws` file, and no more.

For tests alone. Written from the published notes on the format; the tests let a reader of other people's read it, too.
"""

import struct
from dataclasses import dataclass, field
from datetime import datetime

PAGE = 4096
BOOLEAN, BYTE, SHORT, LONG, DOUBLE, DATE, BINARY, TEXT, OLE, MEMO = 1, 2, 3, 4, 7, 8, 9, 10, 11, 12
_SIZES = {BOOLEAN: 0, BYTE: 1, SHORT: 2, LONG: 4, DOUBLE: 8, DATE: 8}
_LAYOUTS = {BYTE: "<B", SHORT: "<h", LONG: "<i", DOUBLE: "<d", DATE: "<d"}
_SYSTEM = -0x80000000
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - Jet's times have no zone
_CATALOG = {"Id": LONG, "ParentId": LONG, "Name": TEXT, "Type": SHORT, "DateCreate": DATE, "Flags": LONG, "LvProp": OLE}


@dataclass
class JetTable:
    """A table: its columns by name and kind, and its rows."""

    columns: dict[str, int]
    rows: list[dict[str, object]] = field(default_factory=list)
    #: Names of columns whose texts are stored compressed.
    compressed: frozenset[str] = frozenset()


def jet_file(tables: dict[str, JetTable]) -> bytes:
    """The whole file: head, page of maps, catalog, then each table's definition and its rows."""
    pages: list[bytes | None] = [_head(), None, None]
    maps: list[bytes] = []
    numbers: dict[str, int] = {}
    for name, table in tables.items():
        numbers[name] = len(pages)
        _add(pages, maps, table, name)
    rows = [_entry(2, "MSysObjects", system=True)]
    rows += [_entry(numbers[name], name, system=False) for name in tables]
    _add(pages, maps, JetTable(_CATALOG, rows), "MSysObjects", at=2)
    pages[1] = _page_of_rows(0, [b"\0" + b"\0" * 68, *maps])
    return b"".join(page for page in pages if page is not None)


def _entry(number: int, name: str, *, system: bool) -> dict[str, object]:
    flags = _SYSTEM if system else 0
    made = datetime(2020, 1, 1)  # noqa: DTZ001 - Jet's times have no zone
    return {"Id": number, "ParentId": 251658241, "Name": name, "Type": 1, "DateCreate": made, "Flags": flags}


def _head() -> bytes:
    """Page 0. What follows the version is stored through RC4 with a fixed key: code page 1252, no key, no password."""
    plain = bytearray(128)
    plain[0x3C - 0x18 : 0x3E - 0x18] = struct.pack("<H", 1252)
    page = bytearray(PAGE)
    page[0:0x14] = b"\x00\x01\x00\x00Standard Jet DB\x00"
    page[0x14:0x18] = struct.pack("<I", 1)
    page[0x18 : 0x18 + 128] = _rc4(bytes((0xC7, 0xDA, 0x39, 0x6B)), bytes(plain))
    return bytes(page)


def _rc4(key: bytes, data: bytes) -> bytes:
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    found, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        found.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(found)


def _add(pages, maps, table: JetTable, name: str, at: int | None = None) -> None:
    number = len(pages) if at is None else at
    if at is None:
        pages.append(None)
    groups: list[list[bytes]] = [[]]
    for row in table.rows:
        raw = _row(table, row)
        if 14 + 2 + sum(len(r) + 2 for r in groups[-1]) + len(raw) > PAGE:
            groups.append([])
        groups[-1].append(raw)
    used = []
    for group in groups:
        used.append(len(pages))
        pages.append(_page_of_rows(number, group))
    maps.append(_map(used))
    pages[number] = _definition(table, len(maps))


def _map(used: list[int]) -> bytes:
    """Which of 512 pages are the table's: a bit each."""
    bits = bytearray(64)
    for number in used:
        bits[number // 8] |= 1 << number % 8
    return b"\0" + struct.pack("<I", 0) + bytes(bits)


def _page_of_rows(owner: int, rows: list[bytes]) -> bytes:
    page, at = bytearray(PAGE), PAGE
    for index, raw in enumerate(rows):
        at -= len(raw)
        page[at : at + len(raw)] = raw
        struct.pack_into("<H", page, 14 + 2 * index, at)
    struct.pack_into("<HHIIH", page, 0, 0x0101, at - 14 - 2 * len(rows), owner, 0, len(rows))
    return bytes(page)


def _definition(table: JetTable, map_row: int) -> bytes:
    columns, names, fixed_at, among = b"", b"", 0, 0
    for number, (name, kind) in enumerate(table.columns.items()):
        is_fixed = kind in _SIZES
        flags = (1 if is_fixed else 0) | 2
        more = 1 if name in table.compressed else 0
        length = _SIZES.get(kind, 0 if kind in (MEMO, OLE) else 510)
        collation = struct.pack("<HBB", 1033, 0, 0)
        columns += struct.pack("<BIHHH", kind, 0x659, number, among, number) + collation
        columns += struct.pack("<BBIHH", flags, more, 0, fixed_at if is_fixed else 0, length)
        names += struct.pack("<H", 2 * len(name)) + name.encode("utf-16-le")
        fixed_at, among = fixed_at + _SIZES.get(kind, 0), among + (not is_fixed)
    pointer = map_row | 1 << 8
    counts = struct.pack("<BHHHIIII", 0x4E, len(table.columns), among, len(table.columns), 0, 0, pointer, pointer)
    head = struct.pack("<IIIIIIII", 0, 0, len(table.rows), 0, 1, 0, 0, 0) + counts
    body = head[4:] + columns + names + b"\xff\xff"
    whole = struct.pack("<HHI", 0x0102, 0, 0) + struct.pack("<I", len(body)) + body
    assert len(whole) <= PAGE, "a definition of more than one page is not made here"
    return whole.ljust(PAGE, b"\0")


def _row(table: JetTable, row: dict[str, object]) -> bytes:
    kinds = table.columns
    mask = bytearray((len(kinds) + 7) // 8)
    fixed, others = b"", []
    for number, (name, kind) in enumerate(kinds.items()):
        value = row.get(name)
        if value is not None and value is not False:
            mask[number // 8] |= 1 << number % 8
        if kind in _LAYOUTS:
            fixed += struct.pack(_LAYOUTS[kind], _number(value))
        elif kind != BOOLEAN:
            others.append(b"" if value is None else _content(value, kind, compressed=name in table.compressed))
    raw = struct.pack("<H", len(kinds)) + fixed
    starts = []
    for content in others:
        starts.append(len(raw))
        raw += content
    if others:
        raw += struct.pack(f"<{len(starts) + 2}H", len(raw), *reversed(starts), len(starts))
    return raw + bytes(mask)


def _number(value: object) -> float:
    if isinstance(value, datetime):
        return (value - _DAY_0).total_seconds() / 86400
    return value or 0  # type: ignore[return-value]


def _content(value: object, kind: int, *, compressed: bool) -> bytes:
    if isinstance(value, bytes):
        return value
    text = str(value)
    content = compress(text) if compressed else text.encode("utf-16-le")
    if kind != MEMO:
        return content
    return struct.pack("<III", len(content) | 0x80000000, 0, 0) + content


def compress(text: str) -> bytes:
    """One byte a letter of Latin-1, a zero byte before and after others; where that cannot be, two bytes a letter."""
    if any(letter > "\xff" and 0 in letter.encode("utf-16-le")[::2] for letter in text):
        return text.encode("utf-16-le")
    found, is_short = bytearray(b"\xff\xfe"), True
    for letter in text:
        if (0 < ord(letter) < 256) != is_short:
            is_short = not is_short
            found.append(0)
        found += bytes((ord(letter),)) if is_short else letter.encode("utf-16-le")
    return bytes(found)
