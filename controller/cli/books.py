"""Packs and deals out of the files that the settings name: what is known of a table's boards. Errors name the file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.cli.settings import Settings, SettingsError, TableSettings
from controller.model.cards import card
from controller.model.notation import print_deal
from controller.model.reading_log import Deck
from controller.model.table_log import json_of
from controller.records.pbn import read_pbn
from controller.service.boards import BoardBook, TablePack


def board_book(settings: Settings, table: TableSettings) -> BoardBook:
    """What is known of the boards of a table. SettingsError for a file that is missing or wrong."""
    return BoardBook(
        laws=settings.laws,
        regulations=settings.regulations,
        packs=tuple(pack for path in table.decks for pack in read_packs(path)),
        deals=read_deals(table.deals) if table.deals is not None else {},
        sensing=settings.sensing,
    )


def read_packs(path: Path) -> list[TablePack]:
    """The packs of a JSON file: one object `{"id", "tags", "boards"?}`, or a list of such objects."""
    given = json_of(_text(path), "", str(path))
    packs = given if isinstance(given, list) else [given]
    return [_pack(pack, f"{path}: pack {number}") for number, pack in enumerate(packs, start=1)]


def _pack(given: Any, where: str) -> TablePack:
    if not isinstance(given, Mapping) or set(given) - {"id", "tags", "boards"}:
        raise SettingsError(f"{where}: a pack is an object with id, tags and perhaps boards")
    tags = given.get("tags")
    if not isinstance(given.get("id"), str) or not isinstance(tags, Mapping):
        raise SettingsError(f"{where}: id is a text, tags an object of tag and card")
    try:
        deck = Deck(given["id"], {str(tag).upper(): card(text) for tag, text in tags.items()})
    except ValueError as error:
        raise SettingsError(f"{where}: tags: {error}") from None
    boards = given.get("boards")
    if boards is not None and not (isinstance(boards, list) and all(isinstance(n, int) for n in boards)):
        raise SettingsError(f"{where}: boards: {boards!r} is not a list of board numbers")
    return TablePack(deck, None if boards is None else frozenset(boards))


def read_deals(path: Path) -> dict[int, dict[str, Any]]:
    """The deals of a PBN file by board number, as fields of the `board` event."""
    found: dict[int, dict[str, Any]] = {}
    for record in read_pbn(_bytes(path), str(path)).records:
        if record.board is None or record.deal is None:
            continue
        fields: dict[str, Any] = {"deal": record.deal.text or print_deal(record.deal)}
        if record.dealer is not None:
            fields["dealer"] = record.dealer.value
        if record.vulnerability is not None:
            fields["vul"] = record.vulnerability.value
        found[record.board] = fields
    if not found:
        raise SettingsError(f"{path}: no board with a deal stands there")
    return found


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: {error}") from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
