"""DLM deal files (Dealmaster): text, 26 letters and a check number a board, slots for boards 1 to 99.

A letter is two cards, from the ace of spades to the two of clubs: a + 4·first + second, N E S W = 0 1 2 3. A board's
check number is its number XOR all its letters; the file's is the number of its boards, XOR 1 if its status is Show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import xor

from controller.model.board import Deal
from controller.model.cards import PACK, Card
from controller.model.errors import LogError
from controller.model.seats import SEATS, Seat
from controller.records.board_record import BoardRecord
from controller.records.bri import numbered, whole_deal
from controller.records.dealt import dealt

SLOTS = 99
#: What stands in a slot that is not used: the pack as it is sold.
EMPTY = "aaaaaabffffffkkkkkklpppppp"
_LETTERS = 26
_BOARD = re.compile(r"([a-p]{26})(\d{3})")
#: The file says nothing of its own alphabet: a byte is carried on as it is.
_BYTES = "latin-1"


@dataclass(frozen=True, slots=True)
class DlmFile:
    """The boards of a DLM file and what else stands in it."""

    records: tuple[BoardRecord, ...]
    headline: str = ""
    #: `Show`, or a word that hides the hands from whoever opens the file.
    status: str = "Show"
    duplicates: int = 1
    next_board: int = 0
    print_outs: int = 0
    #: How many copies of a board have been dealt, where that is not 0.
    dealt_already: Mapping[int, int] = field(default_factory=dict, hash=False)


def read_dlm(data: bytes, name: str = "") -> tuple[BoardRecord, ...]:
    """The boards of a DLM file. LogError names file, board and line."""
    return parse_dlm(data, name).records


def parse_dlm(data: bytes, name: str = "") -> DlmFile:
    """A DLM file with all that stands in it. LogError names file, board and line."""
    given = _Lines(data.decode(_BYTES), name)
    if given.number("Crypto key", default=0) != 0:
        raise given.wrong("Crypto key", "the file is encrypted: save it without")
    low, high = given.number("From board"), given.number("To board")
    if not 1 <= low <= high <= SLOTS:
        raise given.wrong("To board", f"boards {low} to {high} do not lie between 1 and {SLOTS}")
    status = given.text("Status", default="Show")
    right = _file_check(high - low + 1, status)
    if given.number("Checksum", default=right) != right:
        raise given.wrong("Checksum", f"does not fit {high - low + 1} boards")
    copies = {n: given.number(f"Duplicates {n:02d}", default=0) for n in range(1, SLOTS + 1)}
    return DlmFile(
        tuple(_board(given, number) for number in range(low, high + 1)),
        given.text("Headline", default=""),
        status,
        given.number("Duplicates", default=1),
        given.number("Next board to duplimate", default=0),
        given.number("PrintOuts", default=0),
        {n: count for n, count in copies.items() if count},
    )


def write_dlm(records: Sequence[BoardRecord]) -> bytes:
    """The boards as DLM. LogError if they do not follow each other, or one has no whole deal."""
    return print_dlm(DlmFile(tuple(records)))


def print_dlm(file: DlmFile) -> bytes:
    """A DLM file. LogError if its boards do not follow each other between 1 and 99, or one has no whole deal."""
    numbers = numbered(file.records)
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= SLOTS:
        raise LogError(f"this format holds boards 1 to {SLOTS}", place=f"board {numbers[-1] if numbers else None}")
    lines = [
        "[Document]",
        f"Headline={file.headline}",
        f"Status={file.status}",
        f"Duplicates={file.duplicates}",
        f"From board={numbers[0]}",
        f"To board={numbers[-1]}",
        f"Next board to duplimate={file.next_board}",
        f"PrintOuts={file.print_outs}",
        "Crypto key=0",
        f"Checksum={_file_check(len(numbers), file.status)}",
    ]
    letters = {number: _letters(whole_deal(r)) for number, r in zip(numbers, file.records, strict=True)}
    for number in range(1, SLOTS + 1):
        slot = letters.get(number, EMPTY)
        lines.append(f"Duplicates {number:02d}={file.dealt_already.get(number, 0)}")
        lines.append(f"Board {number:02d}={slot}{_check(number, slot):03d}")
    if any("\n" in line or "\r" in line or not _is_bytes(line) for line in lines):
        raise LogError("a line end or a letter that this format cannot hold", field="Headline")
    return "".join(line + "\r\n" for line in lines).encode(_BYTES)


def _is_bytes(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)


class _Lines:
    """`key=value` lines by key, each with its line number."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._found: dict[str, tuple[int, str]] = {}
        for line, raw in enumerate(text.rstrip("\x1a").split("\n"), start=1):
            content = raw.removesuffix("\r")
            key, equals, value = content.partition("=")
            if not equals and content.strip() and not content.strip().startswith("["):
                raise LogError("neither a section nor key=value", file=name, place=f"line {line}")
            if equals:
                self._found.setdefault(key.strip(), (line, value))
        if "From board" not in self._found:
            raise LogError("no `From board`: this is no DLM file", file=name)

    def text(self, key: str, *, default: str | None = None) -> str:
        if key not in self._found and default is not None:
            return default
        return self.line(key)[1]

    def number(self, key: str, *, default: int | None = None) -> int:
        """The number of a key; without a default it has to be there."""
        if key not in self._found and default is not None:
            return default
        text = self.line(key)[1].strip()
        if not re.fullmatch("[0-9]{1,9}", text):
            raise self.wrong(key, f"{text[:20]!r} is no number")
        return int(text)

    def line(self, key: str) -> tuple[int, str]:
        if key not in self._found:
            raise LogError("is missing", file=self.name, field=key)
        return self._found[key]

    def wrong(self, key: str, said: str) -> LogError:
        place = f"line {self._found[key][0]}" if key in self._found else ""
        return LogError(said, file=self.name, place=place, field=key)


def _board(given: _Lines, number: int) -> BoardRecord:
    line, value = given.line(f"Board {number:02d}")
    place = f"board {number} (line {line})"
    fits = _BOARD.fullmatch(value.strip())
    if fits is None:
        raise LogError("not 26 letters a to p and three digits", file=given.name, place=place)
    letters, check = fits[1], int(fits[2])
    if check != _check(number, letters):
        raise LogError(f"the check number {check:03d} does not fit", file=given.name, place=place)
    if letters == EMPTY:
        raise LogError("the slot is empty: this board has not been dealt", file=given.name, place=place)
    hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for at, letter in enumerate(letters):
        pair = ord(letter) - ord("a")
        hands[SEATS[pair // 4]].append(PACK[2 * at])
        hands[SEATS[pair % 4]].append(PACK[2 * at + 1])
    return BoardRecord(board=number, deal=dealt(hands, file=given.name, place=place))


def _letters(deal: Deal) -> str:
    owners = [SEATS.index(_owner(deal, card)) for card in PACK]
    return "".join(chr(ord("a") + 4 * owners[at] + owners[at + 1]) for at in range(0, 2 * _LETTERS, 2))


def _owner(deal: Deal, card: Card) -> Seat:
    owner = deal.owner(card)
    assert owner is not None
    return owner


def _check(number: int, letters: str) -> int:
    return reduce(xor, letters.encode(), number)


def _file_check(boards: int, status: str) -> int:
    return boards ^ 1 if status == "Show" else boards
