"""The desk on a free port with the real core behind it, in a thread of its own: for browsers and for whole requests."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from controller.desk.accounts import Passwords
from controller.desk.app import create_app
from controller.desk.core import CoreCommands
from controller.desk.follower import JournalRows
from controller.desk.settings import DeskSettings
from controller.session.may_see import Role
from tests.browser.club import Server

from .support import CHEAP, PASSWORD, accounts_in
from .test_with_core import core_running, happen


class RealDesk:
    """`address`: where it listens; `app`: its routes."""

    def __init__(
        self,
        data: Path,
        acts: Mapping[str, list[Mapping[str, Any]]],
        *,
        evening: Mapping[str, Any] | None = None,
        **roles: Role,
    ) -> None:
        self._data, self._acts, self._roles = data, acts, roles
        self._evening = evening or {}
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.address = ""

    def __enter__(self) -> RealDesk:
        self._thread.start()
        assert self._ready.wait(60), "the desk did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)

    @contextlib.contextmanager
    def as_somebody(self, name: str) -> Iterator[httpx.Client]:
        """Logged in, with the token of the session."""
        with httpx.Client(base_url=self.address, timeout=30) as client:
            answer = client.post("/api/v1/login", json={"name": name, "password": PASSWORD})
            client.headers["X-CSRF-Token"] = answer.json()["csrf"]
            yield client

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the core over its socket."""
        return asyncio.run_coroutine_threadsafe(self._core.ask(request), self._loop).result(20)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        settings = DeskSettings(self._data)
        accounts_in(self._data, **self._roles)
        async with core_running(self._data, **self._evening):
            core = self._core = CoreCommands(settings.control_socket)
            self.app = create_app(settings, JournalRows(settings.journal), core, passwords=Passwords(CHEAP))
            listener = socket.create_server(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            server = Server(uvicorn.Config(self.app, log_level="error", timeout_graceful_shutdown=1))
            serving = asyncio.create_task(server.serve([listener]))
            await server.is_up.wait()
            for table, events in self._acts.items():
                await happen(core, self.app.state.desk.room, table, *events)
            self._ready.set()
            await self._stop.wait()
            server.should_exit = True
            await serving
