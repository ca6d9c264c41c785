"""Texts that PBN cannot hold as they are: too long for a line, with line breaks or braces, beyond 32 notes.

They stand in a table of our own, each with the place that it belongs to; in its place stands what PBN can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from controller.model.seats import Seat, Side
from controller.records.board_record import UNKNOWN, BoardRecord, Comment
from controller.records.pbn.items import HIGHEST_NOTE, in_braces
from controller.records.pbn.tables import Element, Row, printable, quoted

T = TypeVar("T")
#: So much of a text goes into one row, that the row fits a line when every character of it has to be escaped.
_PART = 90
#: Room for a tag's name, its brackets and quotes.
_LONGEST_VALUE = 200
_LONGEST_IN_A_ROW = 40
_MOST_LAWS = 3
_MANDATORY = {"Event": "event", "Site": "site", "Date": "date", "Scoring": "scoring"}
#: What of a list of the record is text, and how many of them share a row with how much else.
_ROWS = {
    "claims": ("statement",),
    "rulings": ("on", "choice", "detail", "by"),
    "irregularities": ("id", "kind", "certainty"),
    "withdrawn_calls": ("status",),
}


def exact_rows(record: BoardRecord) -> Iterator[Row]:
    """A row a part of each text that would not be read as it is."""
    for place, text in _inexact(record):
        coded = json.dumps(text)[1:-1]
        for at in range(0, max(len(coded), 1), _PART):
            yield place, coded[at : at + _PART]


def _inexact(record: BoardRecord) -> Iterator[tuple[str, str]]:
    yield from _of_tags(record)
    for n, call in enumerate(record.calls):
        if call.comment != in_braces(call.comment):
            yield f"call:{n}:comment", call.comment
    for n, played in enumerate(record.cards):
        if played.comment != in_braces(played.comment):
            yield f"card:{n}:comment", played.comment
    yield from _of_notes("call:{}:alert", [c.alert for c in record.calls])
    yield from _of_notes("card:{}:note", [c.note for c in record.cards])
    for n, comment in enumerate(record.comments):
        if not _fits_a_comment(comment.text):
            yield f"comment:{n}", comment.text
    yield from _of_rows(record)


def _of_tags(record: BoardRecord) -> Iterator[tuple[str, str]]:
    for tag, attribute in _MANDATORY.items():
        if not _fits_a_tag(text := getattr(record, attribute)):
            yield f"tag:{tag}", text
    whose = [*((f"name:{seat.name}", name) for seat, name in record.names.items())]
    whose += ((f"pair:{side.name}", pair) for side, pair in record.pairs.items())
    for place, text in whose:
        if not _fits_a_tag(text) or text.strip() in ("", UNKNOWN):
            yield place, text
    for tag, text in record.tags.items():
        if not _fits_a_tag(text) and re.fullmatch(r"\w+", tag):
            yield f"tag:{tag}", text
    if record.laws is not None and (not _fits_a_tag(record.laws) or record.laws.strip() in ("", UNKNOWN)):
        yield "laws", record.laws


def _of_notes(place: str, notes: Sequence[str | None]) -> Iterator[tuple[str, str]]:
    different: set[str] = set()
    for n, note in enumerate(notes):
        if note is not None:
            different.add(note)
            if not _fits_a_tag(note) or len(different) > HIGHEST_NOTE:
                yield place.format(n), note


def _of_rows(record: BoardRecord) -> Iterator[tuple[str, str]]:
    for name, fields in _ROWS.items():
        for n, row in enumerate(getattr(record, name)):
            for of in fields:
                text = getattr(row, of)
                if text is not None and not _fits_a_row(text):
                    yield f"{name}:{n}:{of}", text
    for n, found in enumerate(record.irregularities):
        if any(not _fits_a_row(law) or "," in law or not law for law in found.laws) or len(found.laws) > _MOST_LAWS:
            yield f"irregularities:{n}:laws", "\n".join(found.laws)


def _fits_a_tag(text: str) -> bool:
    is_plain = printable(text).replace("\n", " ") == text and text[:1] != "#"
    return is_plain and len(quoted(text)) <= _LONGEST_VALUE


def _fits_a_row(text: str) -> bool:
    return printable(text).replace("\n", " ") == text and len(quoted(text)) <= _LONGEST_IN_A_ROW


def _fits_a_comment(text: str) -> bool:
    lines = text.split("\n")
    return "}" not in text and printable(text) == text and all(len(line) <= _LONGEST_VALUE for line in lines)


def text_of(row: Mapping[str, Element]) -> tuple[str, str]:
    """The place and the part of a row, still as JSON writes it."""
    return row.get("Of") or "", row.get("Text") or ""


def with_exact_texts(record: BoardRecord, parts: Iterable[tuple[str, str]], warn: Callable[[str], None]) -> BoardRecord:
    """The record with each text in its place; `warn` hears of places that are none."""
    joined: dict[str, str] = {}
    for place, part in parts:
        joined[place] = joined.get(place, "") + part
    for place, coded in joined.items():
        try:
            text = json.loads(f'"{coded}"', strict=False)
            record = _put(record, place.split(":"), text)
        except (ValueError, IndexError, KeyError, AttributeError, TypeError):
            warn(f"no text belongs to {place!r} in this board; left out")
    return record


def _put(record: BoardRecord, place: list[str], text: str) -> BoardRecord:
    match place:
        case ["call", n, "alert" | "comment" as of]:
            return replace(record, calls=_changed(record.calls, int(n), lambda c: _with(c, of, text)))
        case ["card", n, "note" | "comment" as of]:
            return _put_on_card(record, int(n), of, text)
        case ["comment", n]:
            after = record.comments[int(n)].after
            return replace(record, comments=_changed(record.comments, int(n), lambda _: Comment(text, after)))
        case ["irregularities", n, "laws"]:
            laws = tuple(text.split("\n"))
            found = _changed(record.irregularities, int(n), lambda i: replace(i, laws=laws))
            return replace(record, irregularities=found)
        case [name, n, of] if of in _ROWS[name]:
            rows: dict[str, Any] = {name: _changed(getattr(record, name), int(n), lambda row: _with(row, of, text))}
            return replace(record, **rows)
    return _put_in_tag(record, place, text)


def _put_in_tag(record: BoardRecord, place: list[str], text: str) -> BoardRecord:
    match place:
        case ["laws"]:
            return replace(record, laws=text)
        case ["tag", name] if name in _MANDATORY:
            changed: dict[str, Any] = {_MANDATORY[name]: text}
            return replace(record, **changed)
        case ["tag", name]:
            return replace(record, tags={**record.tags, name: text})
        case ["name", seat]:
            return replace(record, names={**record.names, Seat[seat]: text})
        case ["pair", side]:
            return replace(record, pairs={**record.pairs, Side[side]: text})
    raise ValueError("no such place")


def _with(value: Any, name: str, text: str) -> Any:
    return replace(value, **{name: text})


def _changed(values: tuple[T, ...], n: int, change: Callable[[T], T]) -> tuple[T, ...]:
    return (*values[:n], change(values[n]), *values[n + 1 :])


def _put_on_card(record: BoardRecord, n: int, of: str, text: str) -> BoardRecord:
    for index, trick in enumerate(record.play):
        if n < len(trick.cards):
            changed = replace(trick, cards=_changed(trick.cards, n, lambda c: _with(c, of, text)))
            return replace(record, play=(*record.play[:index], changed, *record.play[index + 1 :]))
        n -= len(trick.cards)
    raise IndexError(n)
