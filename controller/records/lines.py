"""A file that arrives in pieces, as lines and paragraphs with their numbers, in bounded memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import NamedTuple

#: Longer lines and paragraphs than this are cut: no board is that long, and memory stays bounded.
LONGEST = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Line(NamedTuple):
    """A line without its end, and its number from 1."""

    number: int
    content: str
    #: It was longer than any line may be; the rest of it comes as further lines of the same number.
    is_cut: bool = False


def texts_of(chunks: Iterable[bytes]) -> Iterator[str]:
    """The text of a file in pieces of whole lines, however the bytes were cut; lines end in a line feed alone.

    A byte order mark decides; without one each piece is UTF-8 if it can be, else ISO 8859-1 (which PBN names).
    """
    rest = b""
    is_begun = False
    encoding: str | None = None
    for chunk in chunks:
        rest += chunk
        if not is_begun and len(rest) < len(codecs.BOM_UTF8):
            continue
        if not is_begun:
            rest, encoding = _without_mark(rest)
            is_begun = True
        cut = _end_of_lines(rest, encoding)
        if cut:
            yield _decoded(rest[:cut], encoding)
            rest = rest[cut:]
    if not is_begun:
        rest, encoding = _without_mark(rest)
    if rest:
        yield _decoded(rest, encoding)


def _without_mark(data: bytes) -> tuple[bytes, str | None]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :], encoding
    return data, None


def _end_of_lines(data: bytes, encoding: str | None) -> int:
    """Where the last whole line ends; a line that grows too long is cut between two characters."""
    if encoding in ("utf-16-le", "utf-16-be"):
        cut = _end_of_wide_lines(data, "\n".encode(encoding))
        return len(data) // 2 * 2 if len(data) - cut > LONGEST else cut
    cut = data.rfind(b"\n") + 1
    if not cut:
        # Files of old Macs end their lines with a carriage return alone; the last byte may be half of CRLF.
        cut = data.rfind(b"\r", 0, len(data) - 1) + 1
    return _whole_characters(data) if len(data) - cut > LONGEST else cut


def _end_of_wide_lines(data: bytes, newline: bytes) -> int:
    at = data.rfind(newline)
    while at > 0 and at % 2:
        at = data.rfind(newline, 0, at + 1)
    return at + 2 if at >= 0 and at % 2 == 0 else 0


def _whole_characters(data: bytes) -> int:
    """Where to cut so that no UTF-8 character is cut in two."""
    cut = len(data)
    while cut > len(data) - 4 and data[cut - 1] & 0xC0 == 0x80:
        cut -= 1
    return cut - 1 if data[cut - 1] >= 0xC0 else len(data)


def _decoded(data: bytes, encoding: str | None) -> str:
    try:
        text = data.decode(encoding or "utf-8", errors="replace" if encoding else "strict")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def lines_of(chunks: Iterable[bytes]) -> Iterator[Line]:
    """The lines of a file; one that is too long comes in parts."""
    number = 0
    rest = ""
    for text in texts_of(chunks):
        parts = (rest + text).split("\n")
        rest = parts.pop()
        for part in parts:
            number += 1
            yield from _cut(number, part)
        if len(rest) > LONGEST:
            yield from _cut(number + 1, rest)
            rest = ""
    if rest:
        yield from _cut(number + 1, rest)


def _cut(number: int, content: str) -> Iterator[Line]:
    if len(content) <= LONGEST:
        yield Line(number, content)
        return
    for at in range(0, len(content), LONGEST):
        yield Line(number, content[at : at + LONGEST], is_cut=True)
