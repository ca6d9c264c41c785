"""`smarttable desk`: the director's desk alone. It reads the journal and asks the core over its socket."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import socket
from collections.abc import Iterator
from pathlib import Path

import typer
import uvicorn

from controller.adapters.certificates import TlsFolder, issue, may_vouch_for, read_certificate
from controller.adapters.local_addresses import LOOPBACK, addresses
from controller.cli.core import UNUSABLE, SettingsFile, WithParent
from controller.cli.desk_settings import desk_settings
from controller.cli.next_evening import FilesOfEvening
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.desk.accounts import AccountsError
from controller.desk.app import create_app, offer_setup
from controller.desk.core import CoreCommands
from controller.desk.follower import JournalRows
from controller.desk.settings import DeskError, DeskSettings, is_loopback
from controller.model.errors import LogError


def desk(settings: SettingsFile, with_parent: WithParent = False) -> None:
    """Serve the director's desk: the room, summonses, rulings. Ends at Ctrl-C."""
    set_up_logs()
    try:
        asyncio.run(_run(read_settings(settings), settings.absolute(), with_parent=with_parent))
    except (SettingsError, DeskError, AccountsError, LogError, OSError) as error:
        typer.echo(f"desk: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


def renew_if_due(settings: Settings) -> None:
    """Make our own certificate anew if it runs out soon, or does not hold for an address this machine has now."""
    tls = TlsFolder(settings.desk.tls)
    if is_loopback(settings.desk.host) or settings.desk.certificate is not None or not tls.certificate.is_file():
        return
    now, known = datetime.datetime.now(datetime.UTC), read_certificate(tls.certificate)
    try:
        # An address that the authority may not vouch for does not keep the others from being renewed.
        wanted = [name for name in dict.fromkeys([*addresses(), *known.names]) if may_vouch_for(tls, [name])]
        if known.runs_out(now) or not known.covers(wanted):
            issue(tls, wanted, now)
            typer.echo(f"desk: the certificate was made anew for {', '.join(wanted)}", err=True)
    except LogError as error:
        if known.runs_out(now):
            typer.echo(f"desk: the certificate could not be made anew ({error}); run: smarttable setup", err=True)


async def _run(settings: Settings, file: Path, *, with_parent: bool) -> None:
    stop = stop_event(with_parent=with_parent)
    renew_if_due(settings)
    wanted = desk_settings(settings)
    settings.make_data_folder()
    listener: socket.socket | None = None

    def say_code(code: str) -> None:
        where = _address(wanted, listener) if listener is not None else "/"
        typer.echo(f"desk: nobody can log in yet. Open {where}setup and type {code} within half an hour.", err=True)

    files = FilesOfEvening(file, restarts=with_parent)
    rows, commands = JournalRows(wanted.journal), CoreCommands(wanted.control_socket)
    app = create_app(wanted, rows, commands, say=say_code, next_evening=files)
    listener = _listen(wanted)
    offer_setup(app)
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
    """Where to go: an address that other machines can use, where it listens on all."""
    host = settings.host
    if host in ("0.0.0.0", "::"):
        host = next((name for name in settings.names if name not in LOOPBACK), "127.0.0.1")
    shown = f"[{host}]" if ":" in host else host
    return f"{'https' if settings.is_https else 'http'}://{shown}:{listener.getsockname()[1]}/"
