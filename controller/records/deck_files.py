"""Files of decks whose cards carry tags, in JSON or as a table (CSV), read and written without loss (docs/decks.md).

A deck has 52 different cards, each with a tag of its own; no tag is in two decks. Errors name file, place and field.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.model.cards import PACK, Card, card
from controller.model.errors import LogError
from controller.model.reading_log import Deck
from controller.model.spans import spans
from controller.model.table_log import json_of

_FIELDS = ("id", "tags", "boards", "set")
COLUMNS = ("deck", "card", "tag", "boards", "set")
_NEEDED = COLUMNS[:3]
_TAG = re.compile(r"[0-9A-F]+")
_RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
_HIGHEST_BOARD = 999
#: So many cards are named; the rest is counted.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class TablePack:
    """A deck whose cards carry tags, and where it belongs."""

    deck: Deck
    #: The boards it lies in; None: any board that no other deck is for.
    boards: frozenset[int] | None = None
    #: The set of boards it belongs to: decks of one set may have changed places.
    set_name: str | None = None


def read_decks(data: bytes, name: str) -> tuple[TablePack, ...]:
    """The decks of a file, JSON or (`.csv`) a table; they are checked. LogError names file, place and field."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LogError(f"not text in UTF-8 (byte {error.start})", file=name) from None
    packs = _from_csv(text, name) if name.lower().endswith(".csv") else _from_json(text, name)
    if not packs:
        raise LogError("no pack stands there", file=name)
    check_decks({name: packs})
    return packs


def check_decks(files: Mapping[str, Iterable[TablePack]]) -> None:
    """Decks of several files beside each other: no name and no tag stands in two of them. LogError names both.

    The very same deck may stand in several files: each table may have its own.
    """
    names: dict[str, tuple[str, TablePack]] = {}
    tags: dict[str, tuple[str, Card]] = {}
    for file, packs in files.items():
        for pack in packs:
            deck = pack.deck
            there, other_pack = names.setdefault(deck.id, (file, pack))
            if other_pack is not pack:
                if there != file and other_pack == pack:
                    continue
                also = "" if there == file else f" in {there}"
                raise LogError(f"there is a deck of that name already{also}", file=file, place=f"deck {deck.id}")
            for tag, face in deck.tags.items():
                other, also_face = tags.setdefault(tag, (deck.id, face))
                if other != deck.id:
                    said = f"tag {tag} ({face}) is also the {also_face} of deck {other}"
                    raise LogError(said, file=file, place=f"deck {deck.id}", field="tags")


def deck_of(name: str, tags: Iterable[tuple[str, Card]], *, file: str = "", place: str = "") -> Deck:
    """A deck out of its tags, checked. LogError says which tag stands twice, which card has none or two."""
    found: dict[str, Card] = {}
    for tag, face in tags:
        tag = tag.upper()
        if not _TAG.fullmatch(tag):
            raise LogError(
                f"{tag!r} is no tag: write its UID in digits and A to F", file=file, place=place, field="tags"
            )
        if tag in found:
            said = f"tag {tag} stands there twice ({found[tag]} and {face})"
            raise LogError(said, file=file, place=place, field="tags")
        found[tag] = face
    counts = Counter(found.values())
    missing = [face.text for face in PACK if face not in counts]
    twice = [face.text for face in PACK if counts[face] > 1]
    wrong = [f"{what} for {_named(cards)}" for what, cards in (("no tag", missing), ("two tags", twice)) if cards]
    if wrong:
        raise LogError("; ".join(wrong), file=file, place=place, field="tags")
    return Deck(name, found)


def _named(cards: list[str]) -> str:
    return ", ".join(cards[:_NAMED]) + (f" and {len(cards) - _NAMED} more" if len(cards) > _NAMED else "")


# -- JSON ---------------------------------------------------------------------------------------------------------


class _Pairs(dict[str, Any]):
    """A JSON object that remembers a key that stood there twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def _from_json(text: str, name: str) -> tuple[TablePack, ...]:
    json_of(text, "", name)
    given = json.loads(text, object_pairs_hook=_Pairs)
    packs = given if isinstance(given, list) else [given]
    return tuple(_pack(pack, name, f"pack {number}") for number, pack in enumerate(packs, start=1))


def _pack(given: Any, file: str, place: str) -> TablePack:
    if not isinstance(given, _Pairs) or set(given) - set(_FIELDS):
        raise LogError("a pack is an object with id, tags and perhaps boards and set", file=file, place=place)
    tags, name = given.get("tags"), given.get("id")
    if not _is_name(name) or not isinstance(tags, _Pairs):
        raise LogError("id is a text, tags an object of tag and card", file=file, place=place)
    pairs = []
    for tag, face in tags.pairs:
        try:
            pairs.append((tag, card(face)))
        except ValueError as error:
            raise LogError(str(error), file=file, place=place, field=f"tags.{tag}") from None
    boards, set_name = given.get("boards"), given.get("set")
    if boards is not None and not (isinstance(boards, list) and boards and all(map(_is_board, boards))):
        raise LogError(f"{boards!r} is not a list of board numbers", file=file, place=place, field="boards")
    if set_name is not None and not _is_name(set_name):
        raise LogError(f"{set_name!r} is not the name of a set", file=file, place=place, field="set")
    deck = deck_of(str(name), pairs, file=file, place=place)
    return TablePack(deck, None if boards is None else frozenset(boards), set_name)


def _is_board(number: Any) -> bool:
    return type(number) is int and 1 <= number <= _HIGHEST_BOARD


def _is_name(text: Any) -> bool:
    """A text that a table holds, too."""
    return isinstance(text, str) and bool(text) and text == text.strip() and text.isprintable()


def print_decks_json(packs: Iterable[TablePack]) -> bytes:
    """Decks as JSON, one line each."""
    lines = []
    for pack in packs:
        fields: dict[str, Any] = {"id": pack.deck.id}
        if pack.set_name is not None:
            fields["set"] = pack.set_name
        if pack.boards is not None:
            fields["boards"] = sorted(pack.boards)
        fields["tags"] = {tag: face.text for tag, face in pack.deck.tags.items()}
        lines.append(json.dumps(fields, ensure_ascii=False))
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


# -- a table ------------------------------------------------------------------------------------------------------


def _from_csv(text: str, name: str) -> tuple[TablePack, ...]:
    first = text.lstrip().partition("\n")[0]
    # Where the comma is for decimals, spreadsheets part cells by a semicolon.
    parted = next((mark for mark in ";\t" if mark in first and "," not in first), ",")
    rows = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=parted)
    found: dict[str, list[tuple[str, Card]]] = {}
    where: dict[str, tuple[str, str]] = {}
    head: list[str] = []
    try:
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if not head:
                head = _head(row, name, rows.line_num)
                continue
            cells = _cells(head, row, name, rows.line_num)
            _take_row(cells, found, where, name, f"line {rows.line_num}")
    except csv.Error as error:
        raise LogError(f"not a table: {error}", file=name, place=f"line {rows.line_num}") from None
    packs = []
    for deck, tags in found.items():
        boards, set_name = where[deck]
        place = f"deck {deck}"
        packs.append(
            TablePack(deck_of(deck, tags, file=name, place=place), parse_boards(boards, name, place), set_name or None)
        )
    return tuple(packs)


def _head(row: list[str], name: str, line: int) -> list[str]:
    head = [cell.strip().lower() for cell in row]
    wrong = [cell for cell in head if cell not in COLUMNS] or [cell for cell in _NEEDED if cell not in head]
    if wrong or len(set(head)) != len(head):
        said = f"the first line names the columns {', '.join(_NEEDED)} and perhaps {', '.join(COLUMNS[3:])}"
        raise LogError(said, file=name, place=f"line {line}", field=wrong[0] if wrong else "")
    return head


def _cells(head: list[str], row: list[str], name: str, line: int) -> dict[str, str]:
    if len(row) != len(head):
        raise LogError(f"{len(row)} cells, not {len(head)}", file=name, place=f"line {line}")
    return {column: cell.strip() for column, cell in zip(head, row, strict=True)}


def _take_row(
    cells: Mapping[str, str],
    found: dict[str, list[tuple[str, Card]]],
    where: dict[str, tuple[str, str]],
    name: str,
    place: str,
) -> None:
    deck = cells["deck"]
    for field in ("deck", "set"):
        if not _is_name(cells.get(field) or "-") or not deck:
            raise LogError("is no name", file=name, place=place, field=field)
    try:
        face = card(cells["card"].upper())
    except ValueError as error:
        raise LogError(str(error), file=name, place=place, field="card") from None
    if not _TAG.fullmatch(cells["tag"].upper()):
        raise LogError(
            f"{cells['tag']!r} is no tag: write its UID in digits and A to F", file=name, place=place, field="tag"
        )
    here = (cells.get("boards", ""), cells.get("set", ""))
    if where.setdefault(deck, here) != here:
        said = f"other boards or another set than in the lines of deck {deck} before"
        raise LogError(said, file=name, place=place, field="boards" if where[deck][0] != here[0] else "set")
    found.setdefault(deck, []).append((cells["tag"], face))


def parse_boards(text: str, name: str, place: str = "") -> frozenset[int] | None:
    """`1-16 20`: numbers and spans; nothing: any board."""
    if not text:
        return None
    numbers: set[int] = set()
    for word in text.replace(",", " ").split():
        fits = _RANGE.fullmatch(word)
        first, last = (int(fits[1]), int(fits[2] or fits[1])) if fits else (0, 0)
        if not 1 <= first <= last:
            raise LogError(
                f"{word!r} is neither a board nor a span such as 1-16", file=name, place=place, field="boards"
            )
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def print_boards(boards: frozenset[int] | None) -> str:
    """Boards as numbers and spans; nothing for any board."""
    return spans(sorted(boards or ()), between=" ")


def print_decks_csv(packs: Iterable[TablePack]) -> bytes:
    """Decks as a table, one line a card; a spreadsheet opens it."""
    out = io.StringIO(newline="")
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for pack in packs:
        for tag, face in pack.deck.tags.items():
            rows.writerow((pack.deck.id, face.text, tag, print_boards(pack.boards), pack.set_name or ""))
    return out.getvalue().encode()
