"""Packs and deals out of the files that the settings name: what is known of a table's boards. Errors name the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.cli.settings import Settings, SettingsError, TableSettings
from controller.model.board import Deal
from controller.model.cards import PACK, card
from controller.model.notation import is_thirteen, print_deal
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
    if not packs:
        raise SettingsError(f"{path}: no pack stands there")
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
    _check_whole(deck, where)
    boards = given.get("boards")
    if boards is not None and not (isinstance(boards, list) and all(type(n) is int for n in boards)):
        raise SettingsError(f"{where}: boards: {boards!r} is not a list of board numbers")
    return TablePack(deck, None if boards is None else frozenset(boards))


def _check_whole(deck: Deck, where: str) -> None:
    """A pack in which a card has no tag, or two tags say that they are one card, would be read wrongly all evening."""
    found = Counter(deck.tags.values())
    missing = [card.text for card in PACK if card not in found]
    twice = [card.text for card in PACK if found[card] > 1]
    wrong = [f"{what} for {_named(cards)}" for what, cards in (("no tag", missing), ("two tags", twice)) if cards]
    if wrong:
        raise SettingsError(f"{where}: tags: {'; '.join(wrong)}")


def _named(cards: list[str]) -> str:
    return ", ".join(cards[:5]) + (f" and {len(cards) - 5} more" if len(cards) > 5 else "")


def read_deals(path: Path) -> dict[int, dict[str, Any]]:
    """The deals of a PBN file by board number, as fields of the `board` event."""
    found: dict[int, dict[str, Any]] = {}
    for record in read_pbn(_bytes(path), str(path)).records:
        if record.board is None or record.deal is None:
            continue
        if not _is_dealt(record.deal):
            # Which cards are wrong is not said: nobody may see them yet.
            raise SettingsError(f"{path}: board {record.board}: the hands are no deal of thirteen cards each")
        fields: dict[str, Any] = {"deal": record.deal.text or print_deal(record.deal)}
        if record.dealer is not None:
            fields["dealer"] = record.dealer.value
        if record.vulnerability is not None:
            fields["vul"] = record.vulnerability.value
        found[record.board] = fields
    if not found:
        raise SettingsError(f"{path}: no board with a deal stands there")
    return found


def _is_dealt(deal: Deal) -> bool:
    """Thirteen cards in each hand that is known, and none of them twice."""
    cards = [card for hand in deal.hands.values() for card in hand]
    return len(set(cards)) == len(cards) and all(is_thirteen(hand) for hand in deal.hands.values())


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
