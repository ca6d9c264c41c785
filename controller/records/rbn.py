"""RBN deal files (Richard's Bridge Notation): a letter and its text a line, a blank line after each record.

Deals alone: board, hands, dealer and vulnerability, event, place and date. Auctions, plays, results and notes are
passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from controller.model.board import Deal, Vulnerability
from controller.model.cards import RANKS, SUITS, Card, card
from controller.model.errors import LogError
from controller.model.notation import print_hand
from controller.model.seats import Seat, rotation
from controller.records.board_record import UNKNOWN, BoardRecord
from controller.records.bri import whole_deal
from controller.records.dealt import dealt, fourth_hand

#: A record that does not say one of these has it from the record before.
_REPEATED = "DTLEFSKNBH"
_LABELS = frozenset(_REPEATED + "ACPRMI0123456789")
_VULNERABLE = {"Z": Vulnerability.NONE, "N": Vulnerability.NS, "E": Vulnerability.EW, "B": Vulnerability.ALL}
_LETTERS = {vulnerability: letter for letter, vulnerability in _VULNERABLE.items()}
_DATE = re.compile(r"(\d{4})(\d\d)(\d\d)(?!\d)")

#: Label -> the line's number and its text.
_Record = Mapping[str, tuple[int, str]]


def read_rbn(data: bytes, name: str = "") -> tuple[BoardRecord, ...]:
    """The boards of an RBN file; a board that comes twice with the same hands counts once. LogError names the line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    found: dict[int | None, BoardRecord] = {}
    for given in _records(text, name):
        record = _board(given, name)
        other = found.setdefault(record.board, record)
        if other.deal != record.deal:
            raise LogError("the board stands there twice with other hands", file=name, place=_place(given, "H"))
    if not found:
        raise LogError("no board stands there", file=name)
    return tuple(found.values())


def write_rbn(records: Iterable[BoardRecord]) -> bytes:
    """The deals as RBN. LogError for a board without a number or without a whole deal."""
    said = dict.fromkeys("DLE", "")
    return "\n".join(_lines(record, said) for record in records).encode()


def _records(text: str, name: str) -> Iterator[_Record]:
    """The records of a file, each with what it takes over from the one before."""
    before: dict[str, tuple[int, str]] = {}
    own: dict[str, tuple[int, str]] = {}
    in_comment = False
    for number, raw in enumerate([*text.split("\n"), ""], start=1):
        line = raw.rstrip("\r").rstrip()
        if in_comment or line.startswith("{"):
            in_comment = bool(line) and not line.endswith("}")
        elif line and not line.startswith("%"):
            if line[0] not in _LABELS or (len(line) > 1 and line[1] != " "):
                raise LogError(f"{line[0]!r} is no label, or no blank follows it", file=name, place=f"line {number}")
            own[line[0]] = (number, line[2:].strip())
        if not line and own:
            before = {label: said for label, said in {**before, **own}.items() if label in _REPEATED}
            yield {**before, **own}
            own = {}


def _place(given: _Record, label: str) -> str:
    board = given.get("B", (0, "?"))[1]
    return f"board {board} (line {given[label][0] if label in given else min(line for line, _ in given.values())})"


def _board(given: _Record, name: str) -> BoardRecord:
    number = given.get("B", (0, ""))[1].partition(":")[0]
    if not re.fullmatch("0*[1-9][0-9]{0,5}", number):
        raise LogError(f"{number!r} is no board number", file=name, place=_place(given, "B"), field="B")
    if "H" not in given:
        raise LogError("there are no hands", file=name, place=_place(given, "B"), field="H")
    dealer, vulnerability = _dealt_by(given.get("A", (0, ""))[1])
    return BoardRecord(
        board=int(number),
        dealer=dealer,
        vulnerability=vulnerability,
        deal=_deal(given, name),
        event=_text(given, "E"),
        site=_text(given, "L"),
        date=_date(given),
    )


def _dealt_by(auction: str) -> tuple[Seat | None, Vulnerability | None]:
    """What stands before the calls: `NZ:`."""
    head, colon, _ = auction.partition(":")
    if not colon or len(head) != 2 or head[0] not in Seat.__members__:
        return None, None
    return Seat[head[0]], _VULNERABLE.get(head[1])


def _deal(given: _Record, name: str) -> Deal:
    """`W:hand:hand:hand:`, clockwise; where the fourth hand is left out it has the rest of the pack."""
    place = _place(given, "H")
    first, *parts = re.split(r"[:;]", given["H"][1])
    if first not in Seat.__members__ or len(parts) != 4 or not all(parts[:3]):
        said = "write the first seat and four hands, each after a colon; the fourth may be left out"
        raise LogError(said, file=name, place=place, field="H")
    seats = rotation(Seat[first])
    hands = {seat: _hand(part, name, place) for seat, part in zip(seats, parts, strict=True) if part}
    return dealt(fourth_hand(hands), file=name, place=place)


def _hand(text: str, name: str, place: str) -> list[Card]:
    suits = text.upper().split(".")
    if len(suits) != 4 or any(rank not in RANKS for suit in suits for rank in suit):
        said = "a hand is four suits, parted by dots, with the ranks AKQJT98765432"
        raise LogError(said, file=name, place=place, field="H")
    return [card(suit.name + rank) for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]


def _text(given: _Record, label: str) -> str:
    return given[label][1].replace("::", ":") if given.get(label, (0, ""))[1] else UNKNOWN


def _date(given: _Record) -> str:
    fits = _DATE.match(given.get("D", (0, ""))[1])
    return ".".join(fits.groups()) if fits else UNKNOWN


def _lines(record: BoardRecord, said: dict[str, str]) -> str:
    """One record. `said`: what the records before say of date, place and event, which this one would take over."""
    deal = whole_deal(record)
    if record.board is None:
        raise LogError("a board without a number cannot be written", field="B")
    date = record.date.replace(".", "")
    heads = {
        "D": date if date.isascii() and date.isdigit() else "",
        "L": _written(record.site),
        "E": _written(record.event),
    }
    lines = [f"{label} {text}".rstrip() for label, text in heads.items() if text != said[label]]
    said |= heads
    first = record.dealer or Seat.N
    hands = ":".join(print_hand(deal.hands[seat]) for seat in rotation(first)[:3])
    lines += [f"B {record.board}", f"H {first.value}:{hands}:"]
    if record.dealer is not None:
        lines.append(f"A {record.dealer.value}{_LETTERS[record.vulnerability] if record.vulnerability else '?'}:")
    return "".join(line + "\n" for line in lines)


def _written(text: str) -> str:
    return "" if text == UNKNOWN else " ".join(text.split()).replace(":", "::")
