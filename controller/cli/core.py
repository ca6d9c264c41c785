"""`smarttable core`: the core process alone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from controller.cli.core_process import Engine, run_core
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.model.errors import LogError
from controller.ports import JournalError

#: Exit code for settings or data that cannot be used.
UNUSABLE = 2

SettingsFile = Annotated[Path, typer.Option("--settings", help="TOML file of the evening (docs/settings.md).")]
WithParent = Annotated[bool, typer.Option("--with-parent", hidden=True)]


def core(settings: SettingsFile, with_parent: WithParent = False) -> None:
    """Follow the tables: devices, sensing, the Laws, the journal and the bus. Ends at Ctrl-C."""
    set_up_logs()
    run(settings, with_parent=with_parent)


def run(path: Path, *, with_parent: bool = False, engine: Engine | None = None) -> None:
    """Run the core with the settings in a file; what cannot be used is one clear line and exit code 2."""
    try:
        asyncio.run(_run(read_settings(path), with_parent=with_parent, engine=engine))
    except (SettingsError, JournalError, LogError) as error:
        typer.echo(f"core: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


async def _run(settings: Settings, *, with_parent: bool, engine: Engine | None) -> None:
    stop = stop_event(with_parent=with_parent)
    await run_core(settings, stop, ready=say_ready, engine=engine)
