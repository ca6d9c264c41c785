"""`smarttable connector …`: the Bridgemate Data Connector of a scoring program tried, read, and kept up to date."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.data_connector.client import Answer, Connector, Fate
from controller.adapters.data_connector.running import keep_up_to_date
from controller.adapters.data_connector.sending import Sender, read_sent
from controller.cli.core import UNUSABLE, SettingsFile, WithParent
from controller.cli.judge import words_in
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.secrets_file import secret_of
from controller.cli.session_import import deliver
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.model.errors import LogError
from controller.session.imports import from_connector

#: Name of the licence key in the secrets file.
LICENCE = "data_connector_licence"
#: Where it is noted what has been sent.
NOTED = "data-connector.json"
#: Exit code where nobody answers, or the answer is no.
NO_ANSWER = 1

connector = typer.Typer(help="The Bridgemate Data Connector of a scoring program.", no_args_is_help=True)
Lang = Annotated[str, typer.Option(help="Language: en or ru.")]


@connector.command("try")
def try_connection(settings: SettingsFile, lang: Lang = "en") -> None:
    """Say whether the Data Connector answers, which sessions are played, and whether ours is among them."""
    words = words_in(lang)
    given = _settings(settings)
    asked = _connector(given)
    greeting = _needed(asked.greeting())
    typer.echo(
        words.text("connector.answers", {"address": given.data_connector.address, "text": str(greeting.data)[:80]})
    )
    running = _needed(asked.running())
    for one in running.data:
        name, guid = str(one.get("SessionName", "?"))[:60], str(one.get("SessionGuid", "?"))[:32]
        mark = "▸" if guid == asked.session else " "
        typer.echo(f" {mark} {guid}  {name}")
    if not running.data:
        typer.echo(words.text("connector.no_session", {}))
    if not asked.session:
        typer.echo(words.text("connector.choose", {}))
        return
    sections = _needed(asked.sections())
    tables = sum(len(section.get("Tables") or ()) for section in sections.data)
    typer.echo(words.text("connector.movement", {"n": len(sections.data), "tables": tables}))


@connector.command("import")
def import_session(
    settings: SettingsFile,
    out: Annotated[
        Path | None, typer.Option(help="The session's file to write, for its owner alone; without, the screen.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Make a session's file (docs/session.md) of the scoring program's movement and players."""
    given = _settings(settings)
    asked = _connector(given)
    sections, seats, players = (_needed(a()) for a in (asked.sections, asked.participations, asked.players))
    imported = from_connector(sections.data, seats.data, players.data)
    deliver(imported, str(given.data_connector.address), out, words_in(lang))


@connector.command("status")
def status(settings: SettingsFile, lang: Lang = "en") -> None:
    """Say how much the scoring program has, and what has to be typed in there by hand, with the reason of each."""
    words = words_in(lang)
    given = _settings(settings)
    sent = read_sent(given.data / NOTED, given.data_connector.session)
    typer.echo(words.text("connector.sent", {"n": len(sent.digests) - len(sent.refused.keys() & sent.digests.keys())}))
    for name, why in sorted(sent.refused.items()):
        typer.echo(f"  {words.text('connector.not_taken', {'what': name, 'why': why})}")


@connector.command("run")
def run(settings: SettingsFile, with_parent: WithParent = False) -> None:
    """Send results, open hands and calls for the director as they come; `smarttable run` does so where it is set."""
    set_up_logs()
    try:
        asyncio.run(_run(read_settings(settings), with_parent=with_parent))
    except (SettingsError, LogError) as error:
        typer.echo(f"connector: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


async def _run(settings: Settings, *, with_parent: bool) -> None:
    stop = stop_event(with_parent=with_parent)
    settings.make_data_folder()
    asked = _connector(settings)
    if not asked.session:
        raise SettingsError(
            "data_connector.session: which of the scoring program's sessions? (smarttable connector try)"
        )
    sender = Sender(asked, settings.data / NOTED)
    sending = asyncio.create_task(keep_up_to_date(settings.journal, sender))
    stopping = asyncio.create_task(stop.wait())
    say_ready(connector=str(settings.data_connector.address))
    await asyncio.wait({sending, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)


def _settings(path: Path) -> Settings:
    try:
        return read_settings(path)
    except SettingsError as error:
        raise LogError(str(error)) from None


def _connector(settings: Settings) -> Connector:
    section = settings.data_connector
    if section.address is None:
        raise LogError("says no address of a Data Connector (docs/data_connector.md)", field="data_connector.address")
    try:
        licence = os.environ.get("SMARTTABLE_DATA_CONNECTOR_LICENCE") or secret_of(settings, LICENCE)
    except SettingsError as error:
        raise LogError(str(error)) from None
    return Connector(section.address, section.club, licence, section.session)


def _needed(answer: Answer) -> Answer:
    """The answer, if it is one; else its reason, and an exit code of its own."""
    if answer.fate is not Fate.DONE:
        typer.echo(f"smarttable: {answer.why}", err=True)
        raise typer.Exit(NO_ANSWER)
    return answer
