"""`smarttable session check`: is everything ready for play? Decks, deals, movement, devices, disk, doors.

Files are looked at as they lie; devices are asked of the core, if it runs.
"""

from __future__ import annotations

import asyncio
import datetime
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.adapters.broker.settings import is_loopback
from controller.adapters.certificates import read_certificate
from controller.adapters.control_socket import ControlClient, ControlError
from controller.adapters.journal import JournalReader
from controller.cli.books import check_all_decks, read_deals, read_packs, read_plan
from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.desk_settings import desk_settings
from controller.cli.judge import words_in
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.ports import JournalError
from controller.records.deal_files import ENDINGS, ending_of
from controller.session.checks import Check, Mark, of_decks, of_devices, of_disk, of_plan

#: Exit code where something stops the evening.
STOPS = 1
_SIGNS = {Mark.BAD: "✕", Mark.WEAK: "▲", Mark.GOOD: "✓"}
#: Days before its end from which a certificate is looked at.
_SOON_DAYS = 14


def check_session(
    settings: SettingsFile, lang: Annotated[str, typer.Option(help="Language: en or ru.")] = "en"
) -> None:
    """Say what is ready, what is to be looked at and what stops the evening; exit code 1 if something does."""
    words = words_in(lang)
    try:
        wanted = read_settings(settings)
    except SettingsError as error:
        typer.echo(f"smarttable: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error
    found = sorted(checks(wanted, health=health_of(wanted)), key=lambda one: list(Mark).index(one.mark))
    for line in lines(found, words):
        typer.echo(line)
    if any(one.mark is Mark.BAD for one in found):
        raise typer.Exit(STOPS)


def lines(found: list[Check], words: Words) -> Iterator[str]:
    """What was found, the worst first, and how much of each."""
    for one in found:
        yield f"{_SIGNS[one.mark]} {words.text(one.key, one.fields)}"
    counts = {mark.value: sum(one.mark is mark for one in found) for mark in Mark}
    yield words.text("check.sum", counts)


def checks(settings: Settings, *, health: Mapping[str, Any] | None = None) -> Iterator[Check]:
    """Everything that can be looked at from here; `health` is what a running core says (`health_of`)."""
    regulations = settings.regulations.get("base", "club")
    yield Check(Mark.GOOD, "check.laws", {"laws": settings.laws, "base": regulations})
    states = None if health is None else {name: str(one["state"]) for name, one in health["devices"].items()}
    yield from of_devices({t.name: [device.name for device in t.devices] for t in settings.tables}, states)
    yield from _boards(settings)
    there = next(path for path in (settings.data, *settings.data.parents) if path.is_dir())
    yield of_disk(shutil.disk_usage(there).free)
    yield from _journal(settings)
    yield from _door(settings)
    if health is not None:
        yield from _running(health)


def _boards(settings: Settings) -> Iterator[Check]:
    """Movement, deals and decks, beside each other."""
    plan = None
    try:
        plan, _given = read_plan(settings)
    except SettingsError as error:
        yield _wrong(error)
    dealt: set[int] = set()
    try:
        for path in _deal_files(settings):
            dealt |= set(read_deals(path))
    except (SettingsError, LogError) as error:
        yield _wrong(error)
    if dealt:
        yield Check(Mark.GOOD, "check.deals.are", {"n": len(dealt)})
    yield from of_plan(plan, dealt)
    played = plan.boards if plan else frozenset()
    try:
        check_all_decks(settings)
        packs = [pack for table in settings.tables for path in table.decks for pack in read_packs(path)]
    except (SettingsError, LogError) as error:
        yield _wrong(error)
    else:
        yield from of_decks({pack.deck.id: pack.boards for pack in packs}, played)


def _deal_files(settings: Settings) -> list[Path]:
    """Files of tables and of the folder, each once."""
    own = [table.deals for table in settings.tables if table.deals is not None]
    folder = settings.deals.folder
    common = sorted(folder.iterdir()) if folder is not None and folder.is_dir() else []
    return list(dict.fromkeys([*own, *(path for path in common if ending_of(path.name) in ENDINGS)]))


def _wrong(error: Exception) -> Check:
    return Check(Mark.BAD, "check.wrong", {"error": error})


def _journal(settings: Settings) -> Iterator[Check]:
    """A clock that stands before what was written last would mix up the record."""
    if not settings.journal.exists():
        return
    try:
        reader = JournalReader(settings.journal)
        last = reader.last_at()
        reader.close()
    except JournalError as error:
        yield _wrong(error)
        return
    if last > time.time() + 60:
        yield Check(Mark.BAD, "check.clock")


def _door(settings: Settings) -> Iterator[Check]:
    """Off loopback the desk has a certificate that is valid, for some time yet."""
    try:
        certificate = desk_settings(settings).certificate
        until = read_certificate(certificate).until if certificate is not None else None
    except LogError as error:
        yield _wrong(error)
        return
    if until is None:
        if not is_loopback(settings.desk.host):
            yield Check(Mark.BAD, "check.door.none", {"host": settings.desk.host})
        return
    days = (until - datetime.datetime.now(datetime.UTC)).days
    mark = Mark.BAD if days < 0 else Mark.WEAK if days < _SOON_DAYS else Mark.GOOD
    yield Check(mark, f"check.door.{mark.value}", {"n": max(0, days)})


def health_of(settings: Settings) -> dict[str, Any] | None:
    """What the core says of itself; None if it does not run."""

    async def ask() -> dict[str, Any]:
        async with ControlClient(settings.control_socket) as core:
            return dict(await core.ask({"do": "health"}, within_s=5.0))

    try:
        return asyncio.run(ask())
    except ControlError:
        return None


def _running(health: Mapping[str, Any]) -> Iterator[Check]:
    """What only a running core can tell."""
    yield Check(Mark.GOOD if health["journal"]["ok"] else Mark.BAD, f"check.journal.{health['journal']['ok']}".lower())
    connected = health["bus"]["connected"]
    yield Check(Mark.GOOD if connected else Mark.WEAK, f"check.bus.{connected}".lower())
