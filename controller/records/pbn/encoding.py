"""The bytes of a PBN file: ISO 8859-1 as the standard says, UTF-8 with its mark where that would lose or confuse."""

from __future__ import annotations


def needs_mark(text: str) -> bool:
    """Is there a line that ISO 8859-1 cannot hold, or whose bytes there would be taken for UTF-8?"""
    return not text.isascii() and any(_is_confusing(line) for line in text.splitlines() if not line.isascii())


def _is_confusing(line: str) -> bool:
    try:
        data = line.encode("iso-8859-1")
    except UnicodeEncodeError:
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def encode(text: str) -> bytes:
    """The bytes of a whole file."""
    if needs_mark(text):
        return text.encode("utf-8-sig", errors="replace")
    return text.encode("iso-8859-1")
