"""DUP deal files of dealing machines: 156 bytes a board: a BRI part, a DGE part, ten bytes about the set.

Of the ten: random hands Y/N, counted backwards Y/N, lowest board (3), copies of each board (2), highest board (3). Some
programs fill them in the first record only. A file of 78-digit lines under this name is the older kind, see `bri`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.model.errors import LogError
from controller.records import bri, dge
from controller.records.board_record import BoardRecord

RECORD = 156
_DGE = bri.DIGITS
_ABOUT = _DGE + dge.HANDS
_NOTHING = b"\x00" * 10
#: What three digits can hold.
_MOST_BOARDS, _MOST_COPIES = 999, 99


@dataclass(frozen=True, slots=True)
class DupFile:
    """The boards of a DUP file, and what it tells the machine about the set."""

    records: tuple[BoardRecord, ...]
    is_random: bool = True
    copies: int = 1
    #: The highest board of the set; the file may hold a part of it.
    highest: int | None = None


def read_dup(data: bytes, name: str = "") -> tuple[BoardRecord, ...]:
    """The boards of a DUP file of any kind. LogError names file, board and byte."""
    return parse_dup(data, name).records


def parse_dup(data: bytes, name: str = "") -> DupFile:
    """A DUP file with what it says about its set. LogError names file, board and byte."""
    data = data.rstrip(bri.END_OF_FILE)
    if bri.is_in_lines(data):
        return DupFile(bri.read_bri(data, name))
    blocks = bri.records_of(data, RECORD, name)
    about = _About.of(blocks[0][1][_ABOUT:], name)
    found = []
    for number, (offset, block) in enumerate(blocks, start=about.lowest):
        later = block[_ABOUT:]
        if later not in (blocks[0][1][_ABOUT:], _NOTHING):
            said = "these ten bytes differ from those of the first record"
            raise LogError(said, file=name, place=bri.place_of(number, offset + _ABOUT))
        deal = bri.deal_of(block[:_DGE], name, number, offset)
        if dge.deal_of(block[_DGE:_ABOUT], name, number, offset + _DGE) != deal:
            said = "the two parts of the record give different hands"
            raise LogError(said, file=name, place=bri.place_of(number, offset + _DGE))
        found.append(BoardRecord(board=number, deal=deal))
    if about.highest is not None and found[-1].board is not None and found[-1].board > about.highest:
        said = f"{len(found)} boards from {about.lowest} on, but the set ends with board {about.highest}"
        raise LogError(said, file=name, place=bri.place_of(about.lowest, _ABOUT))
    return DupFile(tuple(found), about.is_random, about.copies, about.highest)


def write_dup(records: Sequence[BoardRecord]) -> bytes:
    """The boards as DUP, one copy of each. LogError if they do not follow each other or one has no whole deal."""
    return print_dup(DupFile(tuple(records)))


def print_dup(file: DupFile) -> bytes:
    """A DUP file. LogError if its boards do not follow each other, or one has no whole deal."""
    numbers = bri.numbered(file.records)
    if not numbers:
        return b""
    highest = numbers[-1] if file.highest is None else file.highest
    if highest > _MOST_BOARDS or not 0 <= file.copies <= _MOST_COPIES:
        raise LogError(f"board {highest} or {file.copies} copies do not fit into this format", place=f"board {highest}")
    about = f"{'Y' if file.is_random else 'N'}N{numbers[0]:<3}{file.copies:<2}{highest:<3}".encode()
    parts = []
    for record in file.records:
        deal = bri.whole_deal(record)
        parts.append(bri.digits_of(deal) + dge.hands_of(deal) + about)
    return b"".join(parts)


@dataclass(frozen=True, slots=True)
class _About:
    """The ten bytes at the end of a record."""

    is_random: bool = True
    lowest: int = 1
    copies: int = 1
    highest: int | None = None

    @classmethod
    def of(cls, given: bytes, name: str) -> _About:
        if given == _NOTHING:
            return cls()
        for at in (0, 1):
            if given[at : at + 1] not in (b"Y", b"N"):
                raise _bad(f"{given[at : at + 1].decode('latin-1')!r} is neither Y nor N", at, name)
        if given[1:2] == b"Y":
            # Which record is which board then is not written down anywhere: a guess would deal the wrong hands.
            raise _bad("the set is counted backwards: save it counted forwards", 1, name)
        return cls(
            is_random=given[:1] == b"Y",
            lowest=_number(given, 2, 5, "lowest board", name),
            copies=_number(given, 5, 7, "copies", name, least=0),
            highest=_number(given, 7, 10, "highest board", name),
        )


def _number(given: bytes, begin: int, end: int, what: str, name: str, *, least: int = 1) -> int:
    text = given[begin:end].rstrip(b" \x00")
    if not text.isdigit() or int(text) < least:
        raise _bad(f"{text.decode('latin-1')!r} is no number ({what})", begin, name)
    return int(text)


def _bad(said: str, at: int, name: str) -> LogError:
    return LogError(said, file=name, place=f"record 1 (byte {_ABOUT + at})")
