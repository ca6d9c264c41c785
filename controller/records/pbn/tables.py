"""Supplemental sections of PBN (chapter 5): times by the standard's names, and tables of our own for the rest.

Our own say what no tag of PBN can: findings, rulings, claims, withdrawn calls. A reader that does not know them skips.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from controller.model.seats import Seat
from controller.records.board_record import (
    RecordedClaim,
    RecordedIrregularity,
    RecordedRuling,
    Section,
    WithdrawnCall,
)
from controller.records.pbn.lexer import Tag
from controller.records.pbn.trick_order import TrickOrder
from controller.records.pbn.values import call_of, call_text, count_of, seat_of

#: Longest line without its CRLF (2.3 counts both).
LONGEST_LINE = 253
AUCTION_TIMES, PLAY_TIMES = "AuctionTimeTable", "PlayTimeTable"
CLAIMS, IRREGULARITIES, RULINGS, WITHDRAWN = "ClaimTable", "IrregularityTable", "RulingTable", "WithdrawnCallTable"
ORDERS, TEXTS = "TrickOrderTable", "ExactTextTable"
TIME_COLUMNS = "Time\\3R;TotalTime\\5R"
#: With times that are no whole seconds a column of our own has them as they are.
EXACT_TIME_COLUMNS = f"{TIME_COLUMNS};Seconds"
ORDER_COLUMNS = "Trick;Leader;Order"
TEXT_COLUMNS = "Of;Text"
CLAIM_COLUMNS = "Trick;Claimer;Tricks;Agreed;Statement"
IRREGULARITY_COLUMNS = "Id;Kind;Offender;Laws;Certainty"
RULING_COLUMNS = "On;Choice;Detail;By"
WITHDRAWN_COLUMNS = "After;Caller;Call;Status"
#: Nothing to be said in this column; a text that looks the same is put in quotes.
NONE = "-"
_BARE = re.compile(r"[!#$&-:<-Z\\^-z|~]+")
_AGREED = {None: NONE, True: "yes", False: "no"}

Element = str | None
Row = Sequence[Element]


def printable(text: str) -> str:
    """The text with a space for each character that has no place in a PBN file; line ends stay."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def quoted(text: str) -> str:
    """A string token: one line, quotes and backslashes escaped."""
    plain = printable(text).replace("\n", " ")
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _element(value: Element) -> str:
    if value is None:
        return NONE
    return value if _BARE.fullmatch(value) and value != NONE else quoted(value)


def table_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A row a line; where a row would be too long for PBN its longest text is cut, with `...` at its end."""
    for row in rows:
        values = list(row)
        while len(line := " ".join(map(_element, values))) > LONGEST_LINE:
            longest = max(range(len(values)), key=lambda i: len(values[i] or ""))
            text = values[longest] or ""
            values[longest] = text[: max(len(text) - (len(line) - LONGEST_LINE) - 3, 0)] + "..."
        yield line


def table_rows(tag: Tag) -> Iterator[tuple[int, dict[str, Element]]]:
    """Each row of a table with its line, by its column names. ValueError if a row has too few elements."""
    columns = [re.sub(r"\\\d+[LR]?$", "", name.strip().lstrip("+-")) for name in tag.value.split(";")]
    words = [word for word in tag.words if not word.comment]
    for at in range(0, len(words), len(columns)):
        row = words[at : at + len(columns)]
        if len(row) < len(columns):
            raise ValueError(f"line {row[0].line}: the last row of {tag.name} has {len(row)} of {len(columns)} columns")
        elements = [None if word.text == NONE and not word.quoted else word.text for word in row]
        yield row[0].line, dict(zip(columns, elements, strict=True))


def _text(row: Mapping[str, Element], column: str) -> str:
    value = row.get(column)
    if value is None:
        raise ValueError(f"column {column} is missing")
    return value


def claim_rows(claims: Iterable[RecordedClaim]) -> Iterator[Row]:
    """A row a claim."""
    for c in claims:
        yield str(c.trick), c.seat.value if c.seat else None, str(c.tricks), _AGREED[c.agreed], c.statement


def claim_of(row: Mapping[str, Element]) -> RecordedClaim:
    """The claim of a row."""
    agreed = {"yes": True, "no": False}.get(row.get("Agreed") or "")
    claimer = row.get("Claimer")
    seat = seat_of(claimer) if claimer else None
    tricks, trick = count_of(_text(row, "Tricks")), count_of(_text(row, "Trick"))
    return RecordedClaim(seat, tricks, trick, agreed, row.get("Statement"))


def irregularity_rows(found: Iterable[RecordedIrregularity]) -> Iterator[Row]:
    """A row a finding."""
    for i in found:
        yield i.id, i.kind, i.seat.value if i.seat else None, ",".join(i.laws) or None, i.certainty


def irregularity_of(row: Mapping[str, Element]) -> RecordedIrregularity:
    """The finding of a row."""
    offender, laws = row.get("Offender"), row.get("Laws")
    seat: Seat | None = seat_of(offender) if offender else None
    listed = tuple(laws.split(",")) if laws else ()
    return RecordedIrregularity(_text(row, "Id"), _text(row, "Kind"), seat, listed, row.get("Certainty") or "certain")


def ruling_rows(rulings: Iterable[RecordedRuling]) -> Iterator[Row]:
    """A row a ruling."""
    for r in rulings:
        yield r.on, r.choice, r.detail or None, r.by


def ruling_of(row: Mapping[str, Element]) -> RecordedRuling:
    """The ruling of a row."""
    return RecordedRuling(_text(row, "On"), _text(row, "Choice"), row.get("Detail") or "", row.get("By"))


def withdrawn_rows(withdrawn: Iterable[WithdrawnCall]) -> Iterator[Row]:
    """A row a call that does not stand."""
    for w in withdrawn:
        yield str(w.after), w.seat.value, call_text(w.call), w.status


def withdrawn_of(row: Mapping[str, Element]) -> WithdrawnCall:
    """The withdrawn call of a row."""
    seat, made = seat_of(_text(row, "Caller")), call_of(_text(row, "Call"))
    return WithdrawnCall(count_of(_text(row, "After")), seat, made, _text(row, "Status"))


def seconds_of(text: str | None) -> float | None:
    """`SS`, `MM:SS` or `HH:MM:SS` in seconds; None where it is not known."""
    if text is None or text == "?":
        return None
    seconds = 0.0
    for part in text.split(":", 3):
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", part):
            raise ValueError(f"{text!r} is no time (SS, MM:SS or HH:MM:SS)")
        seconds = seconds * 60 + float(part)
    return seconds


def exact_seconds_of(text: str | None) -> float | None:
    """The seconds of our own column, which may lie before the board began."""
    if text is None or text == "?":
        return None
    if not re.fullmatch(r"-?[0-9]{1,10}(\.[0-9]{1,20})?(e-?[0-9]{1,2})?", text):
        raise ValueError(f"{text!r} is no number of seconds")
    return float(text)


def total_time(row: Mapping[str, Element]) -> float | None:
    """When an act was, of a row of a time table."""
    if "Seconds" in row:
        return exact_seconds_of(row["Seconds"])
    if "TotalTime" not in row:
        raise ValueError("no column TotalTime")
    return seconds_of(row["TotalTime"])


def time_line(t: float | None, before: float | None, *, exact: bool = False) -> str:
    """Thinking time and time since the board began, in whole seconds; `before` is when the one before acted."""
    own = "" if not exact else " ?" if t is None else f" {t!r}"
    if t is None:
        return f"  ?     ?{own}"
    thinking = "  ?" if before is None else f"{max(round(t) - round(before), 0):3d}"
    return f"{thinking} {max(round(t), 0):5d}{own}"


def are_whole(times: Iterable[float | None]) -> bool:
    """Can the standard's tables hold these times as they are?"""
    return all(t is None or (t >= 0 and t == int(t)) for t in times)


def order_rows(orders: Iterable[tuple[int, Seat, Sequence[Seat]]]) -> Iterator[Row]:
    """A row a trick: its number, its leader, the seats in the order of play."""
    for number, leader, seats in orders:
        yield str(number), leader.value, "".join(seat.value for seat in seats) or None


def order_of(row: Mapping[str, Element]) -> tuple[int, TrickOrder]:
    """The order of a row."""
    seats = tuple(seat_of(letter) for letter in row.get("Order") or "")
    return count_of(_text(row, "Trick")), TrickOrder(seat_of(_text(row, "Leader")), seats)


def section_of(tag: Tag) -> Section:
    """A section that means nothing to us, its elements line by line and as they were aligned."""
    lines: dict[int, str] = {}
    for word in tag.words:
        if not word.comment:
            before = lines.get(word.line, "")
            start = max(word.column, len(before) + bool(before))
            lines[word.line] = before.ljust(start) + (quoted(word.text) if word.quoted else word.text)
    return Section(tag.name, tag.value, tuple(lines.values()))
