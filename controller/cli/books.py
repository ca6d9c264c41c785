"""Decks and deals out of the files that the settings name: what is known of a table's boards. Errors name the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.adapters.sealed_deals import ENDING as SEALED
from controller.cli.settings import Settings, SettingsError, TableSettings
from controller.model.errors import LogError
from controller.records.deal_files import ending_of, read_deal_file
from controller.records.dealt import MisdealtError
from controller.records.deck_files import TablePack, check_decks, read_decks
from controller.service.boards import BoardBook
from controller.session.plan import SessionPlan
from controller.session.session_file import read_session


def board_book(settings: Settings, table: TableSettings) -> BoardBook:
    """What is known of the boards of a table. SettingsError for a missing file, LogError for one that is wrong."""
    return BoardBook(
        laws=settings.laws,
        regulations=settings.regulations,
        packs=tuple({pack.deck.id: pack for path in table.decks for pack in read_packs(path)}.values()),
        deals=read_deals(table.deals) if table.deals is not None else {},
        sensing=settings.sensing,
    )


def check_all_decks(settings: Settings) -> None:
    """Every deck of the club beside every other. LogError if two have a name or a tag in common."""
    paths = dict.fromkeys(path for table in settings.tables for path in table.decks)
    check_decks({str(path): read_packs(path) for path in paths})


def read_plan(settings: Settings) -> tuple[SessionPlan | None, dict[str, Any]]:
    """The plan of the evening, and the session's file as the journal keeps it. SettingsError names file and key."""
    if settings.movement is None:
        return None, {}
    try:
        text = _bytes(settings.movement).decode("utf-8")
        plan, given = read_session(text, str(settings.movement))
    except (LogError, UnicodeDecodeError) as error:
        raise SettingsError(str(error)) from None
    known = {table.name for table in settings.tables}
    strangers = [table for section in plan.sections for table in section.tables if table not in known]
    if strangers:
        raise SettingsError(f"{settings.movement}: sections: there is no table {strangers[0]!r} in the settings")
    # A date or time of TOML is a text in the journal.
    return plan, json.loads(json.dumps(given, default=str))


def read_packs(path: Path) -> tuple[TablePack, ...]:
    """The decks of a file. SettingsError if it cannot be read, LogError names what is wrong in it."""
    return read_decks(_bytes(path), str(path))


def read_deals(path: Path) -> dict[int, Mapping[str, Any]]:
    """The deals of a file of any kind by board number, as fields of the `board` event. Errors name no card."""
    if ending_of(path.name) == SEALED:
        # Known once its key is entered (controller.cli.core_deals).
        return {}
    try:
        boards = read_deal_file(_bytes(path), str(path))
    except MisdealtError as error:
        # This is printed where logs are kept: which cards are wrong nobody may see there.
        raise error.discreet() from None
    return {board.number: board.fields() for board in boards}


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
