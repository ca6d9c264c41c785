"""`smarttable desk`: the director's desk alone. It reads the journal and asks the core over its socket."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import typer
import uvicorn

from controller.cli.core import UNUSABLE, SettingsFile, WithParent
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.desk.accounts import Account, Accounts, AccountsError, Passwords, new_password
from controller.desk.app import create_app
from controller.desk.core import CoreCommands
from controller.desk.follower import JournalRows
from controller.desk.settings import DeskError, DeskSettings
from controller.session.may_see import Role

#: The account that is made when there is none, and where its password is left for the one who set this up.
_FIRST, _FIRST_FILE = "director", "desk-first-login.txt"


def desk(settings: SettingsFile, with_parent: WithParent = False) -> None:
    """Serve the director's desk: the room, summonses, rulings. Ends at Ctrl-C."""
    set_up_logs()
    try:
        asyncio.run(_run(read_settings(settings), with_parent=with_parent))
    except (SettingsError, DeskError, AccountsError, OSError) as error:
        typer.echo(f"desk: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


def desk_settings(settings: Settings) -> DeskSettings:
    """What the desk must be told, out of the settings of the evening."""
    section = settings.desk
    return DeskSettings(settings.data, section.host, section.port, section.certificate, section.key)


async def _run(settings: Settings, *, with_parent: bool) -> None:
    stop = stop_event(with_parent=with_parent)
    wanted = desk_settings(settings)
    settings.make_data_folder()
    app = create_app(wanted, JournalRows(wanted.journal), CoreCommands(wanted.control_socket))
    make_first_account(wanted)
    listener = _listen(wanted)
    config = uvicorn.Config(
        app,
        # Its own way of logging would print what an error says: that might be a card.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        ssl_certfile=wanted.certificate,
        ssl_keyfile=wanted.key,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    stopping = asyncio.create_task(stop.wait())
    listening = asyncio.create_task(server.is_up.wait())
    await asyncio.wait({serving, listening}, return_when=asyncio.FIRST_COMPLETED)
    if listening.done():
        say_ready(desk=_address(wanted, listener))
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    for task in (stopping, listening):
        task.cancel()
    await serving


class _Server(uvicorn.Server):
    """uvicorn that leaves signals to us: Ctrl-C and the parent's end go the same way in all our processes."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        self.is_up.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def _listen(settings: DeskSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=128)


def _address(settings: DeskSettings, listener: socket.socket) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{'https' if settings.is_https else 'http'}://{host}:{listener.getsockname()[1]}/"


def make_first_account(settings: DeskSettings) -> Path | None:
    """Where nobody may log in yet, make a director; his password is left in a file of mode 0600, never printed."""
    accounts = Accounts(settings.accounts)
    if accounts.all():
        return None
    password = new_password()
    accounts.put(Account(_FIRST, Role.DIRECTOR, Passwords().hash(password)))
    path = settings.data / _FIRST_FILE
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"name: {_FIRST}\npassword: {password}\n")
    typer.echo(f"desk: nobody could log in yet; a director can now, with what {path} says (then delete it)", err=True)
    return path
