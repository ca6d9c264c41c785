"""`smarttable run`: broker, core and desk as children, each watched; one of them may die and comes back."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from controller.adapters.broker import BrokerSettings
from controller.adapters.broker.settings import is_loopback
from controller.adapters.children import Child, ChildError
from controller.adapters.control_socket import ControlError
from controller.adapters.notifying import services
from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.core_deals import has_sealed_deals
from controller.cli.deals import send_key
from controller.cli.processes import say_ready, set_up_logs, stop_event
from controller.cli.secrets_file import passwords, write_broker_users
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.model.errors import LogError

#: How a child's command is called, where that is not its name.
_COMMANDS = {"connector": ("connector", "run")}


def run(settings: SettingsFile) -> None:
    """Run a whole evening: the broker (if it is ours), the core and the desk. Ctrl-C ends all of them."""
    set_up_logs()
    try:
        asyncio.run(_run(settings, key_of_sealed_deals(read_settings(settings))))
    except (SettingsError, ChildError, LogError) as error:
        typer.echo(f"smarttable: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error


def key_of_sealed_deals(settings: Settings) -> str | None:
    """The key, asked of a person who starts a session with sealed deals; else `smarttable deals unlock` asks."""
    if not sys.stdin.isatty() or not has_sealed_deals(settings):
        return None
    return str(typer.prompt("Key of the sealed deals (empty: enter it later)", hide_input=True, default="")) or None


async def _run(path: Path, key: str | None = None) -> None:
    """Evening after evening: SIGHUP (the desk sends it) says that the settings file is another one now."""
    stop, again = stop_event(with_parent=False), asyncio.Event()

    def look_again() -> None:
        try:
            read_settings(path)
        except SettingsError as error:
            # The evening that runs goes on.
            typer.echo(f"smarttable: {error}", err=True)
        else:
            again.set()

    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, look_again)
    while not stop.is_set():
        again.clear()
        await _evening(path, key, stop, again)
        key = None


async def _evening(path: Path, key: str | None, stop: asyncio.Event, again: asyncio.Event) -> None:
    """One evening, until we are to stop or the next one is to begin."""
    settings = read_settings(path)
    settings.make_data_folder()
    children = children_of(settings, path)
    if key is not None:
        core = next(child for child in children if child.name == "core")
        core.on_ready = _Unlocking(settings.control_socket, key)
    ends = [asyncio.create_task(event.wait()) for event in (stop, again)]
    try:
        for child in children:
            starting = asyncio.create_task(child.start())
            await asyncio.wait({starting, *ends}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set() or again.is_set():
                starting.cancel()
                return
            starting.result()
        desk = next(child.told.get("desk") for child in children if child.name == "desk")
        say_ready(desk=desk, pids={child.name: child.pid for child in children})
        watching = [asyncio.create_task(child.watch()) for child in children]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in watching:
            task.cancel()
    finally:
        for end in ends:
            end.cancel()
        # The desk first, the broker last: what the core still has to say finds somebody to say it to.
        for child in reversed(children):
            await child.stop()


class _Unlocking:
    """Hands the key to the core each time it has started; it is kept in memory alone."""

    def __init__(self, socket: Path, key: str) -> None:
        self._socket, self._key = socket, key
        self._tasks: set[asyncio.Task[None]] = set()

    def __call__(self, _told: Mapping[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self) -> None:
        try:
            answer = await send_key(self._socket, self._key)
        except ControlError as error:
            answer = {"reason": str(error)}
        if answer.get("answer") != "ok":
            typer.echo(f"deals: {answer.get('reason')}", err=True)


def children_of(settings: Settings, path: Path) -> list[Child]:
    """The processes of an evening in the order in which they start."""
    sends = settings.data_connector.address is not None and bool(settings.data_connector.session)
    port: dict[str, str] = {}
    if settings.notify.urls is not None:
        # What cannot be used is said before anything starts, and not again and again by a child that ends.
        services(settings.notify.urls)
    names = ["core", "desk", *(["connector"] if sends else []), *(["notify"] if settings.notify.urls else [])]
    if settings.broker.kind != "embedded":
        return [_python(name, path, port) for name in names]
    passwords(settings)
    port["SMARTTABLE_BROKER__PORT"] = str(settings.broker.port)
    return [_broker(settings, port), *(_python(name, path, port) for name in names)]


def _python(name: str, path: Path, environment: Mapping[str, str]) -> Child:
    command = [
        sys.executable,
        "-m",
        "controller.cli",
        *_COMMANDS.get(name, (name,)),
        "--settings",
        str(path.absolute()),
        "--with-parent",
    ]
    return Child(name, lambda: command, lambda: environment)


def _broker(settings: Settings, port: dict[str, str]) -> Child:
    """The embedded broker; a port that it chose itself is kept for its next start, and told to the others."""

    def line() -> str:
        section = settings.broker
        broker = BrokerSettings(
            users=write_broker_users(settings),
            host=section.host,
            port=int(port["SMARTTABLE_BROKER__PORT"]),
            sessions=settings.data / "broker-sessions.json",
            certificate=section.certificate,
            key=section.key,
        )
        return broker.model_dump_json()

    def ready(told: Mapping[str, Any]) -> None:
        port["SMARTTABLE_BROKER__PORT"] = str(told["port"])

    if not is_loopback(settings.broker.host) and settings.broker.certificate is None:
        raise SettingsError(f"broker.host: {settings.broker.host} is not loopback: give certificate and key")
    command = [sys.executable, "-m", "controller.adapters.broker", "--settings", "-", "--with-parent"]
    return Child("broker", lambda: command, first_line=line, on_ready=ready)
