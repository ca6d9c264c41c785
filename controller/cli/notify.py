"""`smarttable notify`: a message to directors' phones for each summons. `smarttable run` starts it where it is set."""

from __future__ import annotations

import asyncio

import typer

from controller.adapters.notifying import SETTING, services
from controller.cli.core import UNUSABLE, SettingsFile, WithParent
from controller.cli.judge import words_in
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.desk.notifying import Line, Sent, keep_told
from controller.model.errors import LogError

#: Where it is noted what has been told.
NOTED = "notify.json"


def notify(settings: SettingsFile, with_parent: WithParent = False) -> None:
    """Send each summons that needs a director to the services of the settings (docs/settings.md). Ends at Ctrl-C."""
    set_up_logs()
    try:
        asyncio.run(_run(read_settings(settings), with_parent=with_parent))
    except (SettingsError, LogError) as error:
        typer.echo(f"notify: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


def lines_of(settings: Settings) -> list[Line]:
    """A queue for each service of the settings. LogError names the setting that is wrong."""
    if settings.notify.urls is None:
        raise LogError("names no file of addresses (docs/settings.md)", field=SETTING)
    words, sent = words_in(settings.notify.language), Sent(settings.data / NOTED)
    return [Line(service, sent, words) for service in services(settings.notify.urls)]


async def _run(settings: Settings, *, with_parent: bool) -> None:
    stop = stop_event(with_parent=with_parent)
    settings.make_data_folder()
    lines = lines_of(settings)
    telling = asyncio.create_task(keep_told(settings.journal, lines, with_quiet=settings.notify.silent))
    stopping = asyncio.create_task(stop.wait())
    say_ready(notify=len(lines))
    await asyncio.wait({telling, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    telling.cancel()
    await asyncio.gather(telling, return_exceptions=True)
