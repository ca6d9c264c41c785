"""Tables out of a Jet 4 database (Access 2000 to 2003), which a `.bws` file is: bytes in, rows out, nothing trusted.

Pages of 4096 bytes: a table's definition names its columns, its data pages name the table; layout after the published
notes of the mdbtools project. Earlier and later formats and encrypted files are an error that says so.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from controller.model.errors import LogError
from controller.records.bws.jet_values import Kind, Value, fixed_value, text_of

PAGE = 4096
#: A club's evening is below two megabytes; more than this is no `.bws` file.
LONGEST = 1 << 26
_VERSIONS = {0: "Jet 3 (Access 97)", 2: "Access 2007", 3: "Access 2010", 4: "Access 2013", 5: "Access 2016"}
_JET_4 = 1
_MAGIC = b"\x00\x01\x00\x00Standard Jet DB\x00"
_CATALOG_PAGE = 2
_DATA, _DEFINITION = b"\x01\x01", b"\x02\x01"
#: A row that was deleted, and one that moved to where the pointer in its place says.
_DELETED, _MOVED, _OFFSET = 0x8000, 0x4000, 0x1FFF
_SYSTEM = 0x80000002
_MOST_COLUMNS = 255
#: Longer memos are cut: nothing that we read is as long.
_LONGEST_MEMO = 1 << 16


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its kind, and where its value stands in a row."""

    name: str
    kind: Kind
    #: Its bit in the row's mask of values that are there.
    number: int
    is_fixed: bool
    #: Of a fixed column the place after the row's head, of another its place among these.
    place: int


class JetFile:
    """A database of tables. LogError where the bytes are none, naming page and row."""

    def __init__(self, data: bytes, file: str = "") -> None:
        self._data, self._file = data, file
        self._check_head()

    @cached_property
    def tables(self) -> Mapping[str, int]:
        """Every table that is not the database's own, and the page of its definition."""
        found: dict[str, int] = {}
        for row in self._rows_of(_CATALOG_PAGE, "MSysObjects"):
            name, page, flags = row.get("Name"), row.get("Id"), row.get("Flags") or 0
            is_ours = isinstance(flags, int) and not flags & _SYSTEM
            if row.get("Type") == 1 and isinstance(name, str) and isinstance(page, int) and is_ours:
                found[name] = page & 0xFFFFFF
        return found

    def rows(self, table: str) -> Iterator[Mapping[str, Value]]:
        """The rows of a table by their columns' names; none for a table that is not there."""
        page = next((page for name, page in self.tables.items() if name.lower() == table.lower()), None)
        return iter(()) if page is None else self._rows_of(page, table)

    # -- pages ---------------------------------------------------------------------------------------------------

    def _check_head(self) -> None:
        if not self._data.startswith(_MAGIC) or len(self._data) < 0x18:
            raise LogError("no Jet database: this is no .bws file", file=self._file, place="page 0")
        version = self._data[0x14]
        if version != _JET_4:
            said = _VERSIONS.get(version, f"version {version}")
            raise LogError(f"{said}; only Jet 4 (Access 2000 to 2003) is read", file=self._file, place="page 0")
        if len(self._data) > LONGEST:
            raise LogError("no .bws file is that long", file=self._file)
        if len(self._data) % PAGE:
            place = f"page {len(self._data) // PAGE}"
            raise LogError("the file ends in the midst of a page: it is cut off", file=self._file, place=place)

    def _page(self, number: int, magic: bytes, place: str) -> bytes:
        page = self._data[number * PAGE : (number + 1) * PAGE]
        if len(page) < PAGE:
            raise LogError("the file ends before this page: it is cut off", file=self._file, place=place)
        if not page.startswith(magic):
            what = "a table's definition" if magic == _DEFINITION else "a page of rows"
            raise LogError(f"is not {what}: the file is damaged or encrypted", file=self._file, place=place)
        return page

    @cached_property
    def _data_pages(self) -> Mapping[int, tuple[int, ...]]:
        """Pages of rows by the page of their table's definition."""
        found: dict[int, list[int]] = {}
        for at in range(0, len(self._data) - 8, PAGE):
            if self._data[at : at + 2] == _DATA:
                found.setdefault(_u32(self._data, at + 4), []).append(at // PAGE)
        return {owner: tuple(pages) for owner, pages in found.items()}

    # -- definitions ---------------------------------------------------------------------------------------------

    def _definition(self, first: int, place: str) -> bytes:
        """A table's definition, put together from its pages."""
        page = self._page(first, _DEFINITION, f"page {first}")
        found, seen, after = bytearray(page), {first}, _u32(page, 4)
        while after:
            if after in seen:
                raise LogError("its definition comes back to itself", file=self._file, place=place)
            seen.add(after)
            page = self._page(after, _DEFINITION, f"page {after}")
            found += page[8:]
            after = _u32(page, 4)
        return bytes(found)

    def _columns(self, page: int, table: str) -> tuple[Column, ...]:
        data, place = self._definition(page, f"table {table}"), f"table {table}, page {page}"
        self._check_pages(data, place)
        try:
            count, indexes = struct.unpack_from("<H", data, 45)[0], _u32(data, 51)
            if not 0 < count <= _MOST_COLUMNS or indexes > PAGE:
                raise LogError(f"{count} columns and {indexes} indexes are none", file=self._file, place=place)
            at = 63 + 12 * indexes
            names = at + 25 * count
            found = []
            for entry in range(at, names, 25):
                kind, number, among_others = data[entry], _u16(data, entry + 5), _u16(data, entry + 7)
                is_fixed = bool(data[entry + 15] & 1)
                length = _u16(data, names)
                name = data[names + 2 : names + 2 + length].decode("utf-16-le", errors="replace")
                names += 2 + length
                known = Kind(kind) if kind in Kind.__members__.values() else Kind.OTHER
                found.append(
                    Column(name, known, number, is_fixed, _u16(data, entry + 21) if is_fixed else among_others)
                )
        except (struct.error, IndexError):
            raise LogError("its definition is cut off", file=self._file, place=place) from None
        return tuple(found)

    # -- rows ----------------------------------------------------------------------------------------------------

    def _check_pages(self, definition: bytes, place: str) -> None:
        """The pages that the table says are its own have to be there: else a part of its rows was cut off."""
        pointer = definition[55:59]
        if len(pointer) < 4 or not any(pointer):
            return
        owned = self._pointed_to(pointer, place)
        if len(owned) < 5 or owned[0]:
            # A map of maps: of a table longer than two megabytes.
            return
        first, bits = _u32(owned, 1), int.from_bytes(owned[5:], "little")
        last = first + bits.bit_length() - 1
        if bits and last >= len(self._data) // PAGE:
            raise LogError(f"its rows go on to page {last}: the file is cut off", file=self._file, place=place)

    def _rows_of(self, definition: int, table: str) -> Iterator[Mapping[str, Value]]:
        columns = self._columns(definition, table)
        for number in self._data_pages.get(definition, ()):
            page = self._page(number, _DATA, f"table {table}, page {number}")
            for index in range(self._count(page, f"table {table}, page {number}")):
                place = f"table {table}, page {number}, row {index}"
                flags = _u16(page, 14 + 2 * index)
                if flags & _DELETED:
                    continue
                raw = self._raw(page, index, place)
                if flags & _MOVED:
                    raw = self._pointed_to(raw, place)
                yield self._row(raw, columns, place)

    def _count(self, page: bytes, place: str) -> int:
        count = _u16(page, 12)
        if 14 + 2 * count > PAGE:
            raise LogError(f"{count} rows do not fit into a page", file=self._file, place=place)
        return count

    def _raw(self, page: bytes, index: int, place: str) -> bytes:
        """The bytes of a row: rows stand from the end of the page forwards."""
        start = _u16(page, 14 + 2 * index) & _OFFSET
        end = _u16(page, 12 + 2 * index) & _OFFSET if index else PAGE
        if not 14 + 2 * index < start <= end <= PAGE:
            raise LogError("it does not lie in its page", file=self._file, place=place)
        return page[start:end]

    def _pointed_to(self, pointer: bytes, place: str) -> bytes:
        """A row that stands on another page: one byte which row, three which page."""
        if len(pointer) < 4:
            raise LogError("it moved, nobody knows where", file=self._file, place=place)
        page = self._page(_u32(pointer, 0) >> 8, _DATA, place)
        index = pointer[0]
        if index >= self._count(page, place):
            raise LogError("it moved to a row that is not there", file=self._file, place=place)
        return self._raw(page, index, place)

    def _row(self, raw: bytes, columns: tuple[Column, ...], place: str) -> Mapping[str, Value]:
        try:
            count = _u16(raw, 0)
            mask = raw[-((count + 7) // 8) :] if count else b""
            places = _places(raw, len(mask)) if any(not c.is_fixed for c in columns) else []
            return {c.name: self._value(raw, c, mask, places, place) for c in columns}
        except (struct.error, IndexError):
            raise LogError("the row is cut off", file=self._file, place=place) from None

    def _value(self, raw: bytes, column: Column, mask: bytes, places: list[int], place: str) -> Value:
        number = column.number
        is_there = number < 8 * len(mask) and bool(mask[number // 8] >> (number % 8) & 1)
        if column.kind is Kind.BOOLEAN:
            return is_there
        if not is_there:
            return None
        if column.is_fixed:
            return fixed_value(column.kind, raw, 2 + column.place)
        if column.place + 1 >= len(places):
            return None
        start, end = places[column.place], places[column.place + 1]
        if not 2 <= start <= end <= len(raw):
            raise LogError("its value does not lie in its row", file=self._file, place=place, field=column.name)
        content = raw[start:end]
        if column.kind is Kind.MEMO:
            return text_of(self._memo(content, place))
        return text_of(content) if column.kind is Kind.TEXT else bytes(content)

    def _memo(self, content: bytes, place: str) -> bytes:
        """A long text: in the row itself, in one row elsewhere, or in a chain of them."""
        length, pointer = _u32(content, 0), content[4:8]
        if length & 0x80000000:
            return content[12 : 12 + (length & 0x3FFFFFFF)]
        if length & 0x40000000:
            return self._pointed_to(pointer, place)[: length & 0x3FFFFFFF]
        found = bytearray()
        seen: set[bytes] = set()
        while any(pointer) and pointer not in seen and len(found) < _LONGEST_MEMO:
            seen.add(pointer)
            part = self._pointed_to(pointer, place)
            pointer = part[:4]
            found += part[4:]
        return bytes(found[: min(length & 0x3FFFFFFF, _LONGEST_MEMO)])


def _places(raw: bytes, mask: int) -> list[int]:
    """Where the values that are not fixed begin, and behind them where the last of them ends."""
    at = len(raw) - mask - 2
    count = _u16(raw, at)
    if count > _MOST_COLUMNS:
        raise IndexError
    return [_u16(raw, at - 2 - 2 * i) for i in range(count + 1)]


def _u16(data: bytes, at: int) -> int:
    if at < 0:
        raise IndexError
    return int(struct.unpack_from("<H", data, at)[0])


def _u32(data: bytes, at: int) -> int:
    return int(struct.unpack_from("<I", data, at)[0])
