"""BRI deal files of dealing machines: 39 two-digit card numbers a board (N, E, S), West has the rest; no board numbers.

01 is the ace of spades, 13 the two, 14 the ace of hearts … 52 the two of clubs. A record has 128 bytes (padded) or,
in the older kind, is a line of 78 digits. Boards are counted from `first`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.model.board import HAND_SIZE, Deal
from controller.model.cards import PACK, Card, in_order
from controller.model.errors import LogError
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord
from controller.records.dealt import dealt, fourth_hand

DIGITS = 78
RECORD = 128
_PADDING = b" " * 32 + b"\x00" * 18
_THREE = (Seat.N, Seat.E, Seat.S)
#: Old programs end a file with Control-Z.
END_OF_FILE = b"\x1a"
_LINE_ENDS = b"\r\n"


def read_bri(data: bytes, name: str = "", *, first: int = 1) -> tuple[BoardRecord, ...]:
    """The boards of a BRI file, of either kind. LogError names file, board and byte."""
    data = data.rstrip(END_OF_FILE)
    blocks = line_blocks(data, name) if is_in_lines(data) else records_of(data, RECORD, name)
    found = []
    for number, (offset, block) in enumerate(blocks, start=first):
        if len(block) > DIGITS and block[DIGITS:].strip(b" \x00"):
            raise LogError("more than 78 digits in a record", file=name, place=place_of(number, offset + DIGITS))
        found.append(BoardRecord(board=number, deal=deal_of(block[:DIGITS], name, number, offset)))
    return tuple(found)


def write_bri(records: Iterable[BoardRecord], *, in_lines: bool = False) -> bytes:
    """The boards as BRI; their numbers are lost. LogError for a board without a whole deal."""
    end = _LINE_ENDS if in_lines else _PADDING
    return b"".join(digits_of(whole_deal(record)) + end for record in records)


def is_in_lines(data: bytes) -> bool:
    """The older kind: 78 digits, then the end of the line or of the file."""
    return len(data) == DIGITS or data[DIGITS : DIGITS + 1] in (b"\r", b"\n")


def line_blocks(data: bytes, name: str) -> list[tuple[int, bytes]]:
    """Offset and content of each line that is not empty."""
    found: list[tuple[int, bytes]] = []
    offset = 0
    for line in data.splitlines(keepends=True):
        text = line.rstrip(_LINE_ENDS)
        if text and len(text) != DIGITS:
            raise LogError(
                f"a line of {len(text)} bytes, not {DIGITS} digits",
                file=name,
                place=place_of(len(found) + 1, offset),
            )
        if text:
            found.append((offset, text))
        offset += len(line)
    return found


def records_of(data: bytes, size: int, name: str) -> list[tuple[int, bytes]]:
    """Offset and content of each record of that size. LogError if there is none, or the last one is cut off."""
    if not data:
        raise LogError("the file is empty", file=name)
    if len(data) % size:
        whole = len(data) // size
        raise LogError(
            f"the file ends after {len(data) % size} bytes of a record of {size}",
            file=name,
            place=f"record {whole + 1} (byte {whole * size})",
        )
    return [(offset, data[offset : offset + size]) for offset in range(0, len(data), size)]


def place_of(number: int, offset: int) -> str:
    """Where something stands: the board and the byte, counted from 0."""
    return f"board {number} (byte {offset})"


def deal_of(block: bytes, name: str, number: int, offset: int) -> Deal:
    """The deal of 78 digits."""
    cards = [_card(block, at, name, number, offset) for at in range(0, DIGITS, 2)]
    hands = {seat: cards[i * HAND_SIZE : (i + 1) * HAND_SIZE] for i, seat in enumerate(_THREE)}
    return dealt(fourth_hand(hands), file=name, place=place_of(number, offset))


def _card(block: bytes, at: int, name: str, number: int, offset: int) -> Card:
    pair = block[at : at + 2]
    if pair.isdigit() and 1 <= int(pair) <= len(PACK):
        return PACK[int(pair) - 1]
    said = f"{pair.decode('latin-1')!r} is no card number (01 to 52)"
    raise LogError(said, file=name, place=place_of(number, offset + at))


def digits_of(deal: Deal) -> bytes:
    """The 78 digits of a deal, each hand in the order of a printed one."""
    return b"".join(b"%02d" % (PACK.index(card) + 1) for seat in _THREE for card in in_order(deal.hands[seat]))


def whole_deal(record: BoardRecord) -> Deal:
    """The deal of a record that is to be written for a machine. LogError if it is not known whole."""
    if record.deal is None or not record.deal.is_complete:
        raise LogError("no deal of four whole hands to write", place=f"board {record.board}")
    return record.deal


def numbered(records: Sequence[BoardRecord]) -> list[int]:
    """The numbers of the boards, which have to follow each other. LogError if they do not."""
    found: list[int] = []
    for record in records:
        if record.board is None or (found and record.board != found[-1] + 1):
            raise LogError(
                "this format numbers its boards one after another" + (f", after {found[-1]}" if found else ""),
                place=f"board {record.board}",
            )
        found.append(record.board)
    return found
