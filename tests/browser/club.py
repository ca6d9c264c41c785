"""A club evening for a real browser: the desk on a free port over a real journal, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from controller.adapters.journal import SqliteJournal
from controller.session.may_see import Role
from tests.desk.evening import evening
from tests.desk.support import PASSWORD, Core, accounts_in, app_for

T = TypeVar("T")
CHROMIUM = "/usr/bin/chromium"
#: What keeps Debian's Chromium off the network and away from a screen.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
DIRECTORS = ("Director A", "Director B")
__all__ = ["CHROMIUM", "DESKTOP", "DIRECTORS", "FLAGS", "PASSWORD", "PHONE", "Club", "Server"]


class Club:
    """The evening, running. `address` is where the desk is; `play` makes something happen at a table."""

    def __init__(self, data: Path, prepare: Callable[[Core], Coroutine[Any, Any, None]] = evening) -> None:
        self._data, self._prepare = data, prepare
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.address = ""

    def __enter__(self) -> Club:
        self._thread.start()
        assert self._ready.wait(30), "the desk did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)

    def play(self, table: str, *events: Mapping[str, Any]) -> None:
        """Events at a table, in order."""
        self.do(self.core.play(table, *events))

    def row(self, table: str, kind: str, body: Mapping[str, Any]) -> None:
        """Another row of the journal."""
        self.do(self.core.row(table, kind, body))

    def cut(self) -> None:
        """The line between browser and desk goes dead: nothing comes, nothing is refused."""
        self.loop.call_soon_threadsafe(self._line.clear)

    def mend(self) -> None:
        """The line is back."""
        self.loop.call_soon_threadsafe(self._line.set)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the desk's own thread and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    async def _run(self) -> None:
        self.loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        journal = SqliteJournal(self._data / "journal.sqlite")
        self.core = Core(journal)
        await self._prepare(self.core)
        accounts_in(self._data, **dict.fromkeys(DIRECTORS, Role.DIRECTOR), olga=Role.OPERATOR)
        app = app_for(self._data, self.core, now=time.time)
        listener = socket.create_server(("127.0.0.1", 0))
        server = Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        serving = asyncio.create_task(server.serve([listener]))
        await server.is_up.wait()
        self._line, self._desk_port = asyncio.Event(), listener.getsockname()[1]
        self._line.set()
        line = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{line.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._stop.wait()
        self._line.set()
        line.close()
        server.should_exit = True
        await serving
        await journal.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of the browser, over the line to the desk."""
        with contextlib.suppress(OSError):
            from_desk, to_desk = await asyncio.open_connection("127.0.0.1", self._desk_port)
            await asyncio.gather(self._carry(reader, to_desk), self._carry(from_desk, writer))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self._line.wait()
                target.write(data)
                await target.drain()
        target.close()


class Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()


def wider_than_the_screen(page, club, paths):
    """Those of the paths whose page has to be scrolled sideways."""
    wide = []
    for path in paths:
        page.goto(club.address + path)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(path)
    return wide
