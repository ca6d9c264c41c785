"""The embedded broker as a child process, seen from its parent: start, stop, kill, start again on the same port."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from controller.adapters.broker.settings import BrokerSettings

#: A slow machine needs this long to import and listen.
_READY_S = 30.0
#: After this long a broker that was asked to end is killed.
_STOP_S = 10.0
_LINE = 1 << 20


class BrokerProcessError(RuntimeError):
    """The broker's process ended or said nothing; the message repeats what it wrote to its standard error."""


def broker_command(settings: Path) -> list[str]:
    """The command that runs the broker with a settings file, for a supervisor that starts it itself."""
    return [sys.executable, "-m", "controller.adapters.broker", "--settings", str(settings)]


class BrokerProcess:
    """One broker in a process of its own. It ends with this process, however that ends."""

    def __init__(self, settings: BrokerSettings) -> None:
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._refused: Mapping[str, int] = {}

    @property
    def host(self) -> str:
        """Where it listens."""
        return self._settings.host

    @property
    def port(self) -> int:
        """The port that it listens on; known once it has started."""
        return self._settings.port

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        return self._running().pid

    @property
    def refused(self) -> Mapping[str, int]:
        """What it turned away since it started, by kind; a moment old."""
        return self._refused

    async def start(self) -> None:
        """Start it and wait until clients may connect.

        Raises:
            BrokerProcessError: it could not start; repeats its words.
        """
        command = [sys.executable, "-m", "controller.adapters.broker", "--settings", "-", "--with-parent"]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=_environment(),
            limit=_LINE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(self._settings.model_dump_json().encode() + b"\n")
        try:
            async with asyncio.timeout(_READY_S):
                line = await process.stdout.readline()
        except TimeoutError:
            line = b""
        if not line:
            raise BrokerProcessError(f"the broker did not start: {await _last_words(process)}")
        # From now on always the same port, so that clients find it after a restart.
        self._settings = self._settings.model_copy(update={"port": int(json.loads(line)["port"])})
        self._process, self._refused = process, {}
        self._reader = asyncio.create_task(self._read(process))

    async def stop(self) -> None:
        """Ask it to end and wait until it has; nothing if it has ended already."""
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.terminate()
        await self._ended()

    async def kill(self) -> None:
        """End it at once, as a power cut would."""
        process = self._running()
        if process.returncode is None:
            process.kill()
        await self._ended()

    def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise BrokerProcessError("the broker is not running")
        return self._process

    async def _ended(self) -> None:
        process = self._running()
        try:
            async with asyncio.timeout(_STOP_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        if self._reader is not None:
            await self._reader
        _close(process)
        self._process = self._reader = None

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Take what it says, so that it never waits for a reader; errors go to our own standard error."""
        assert process.stdout is not None
        assert process.stderr is not None
        errors = asyncio.create_task(_pass_on(process.stderr))
        async for line in process.stdout:
            told: dict[str, Any] = json.loads(line)
            self._refused = told.get("refused", self._refused)
        await errors


async def _pass_on(stream: asyncio.StreamReader) -> None:
    async for line in stream:
        sys.stderr.write(line.decode(errors="replace"))


async def _last_words(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    if process.returncode is None:
        process.kill()
    words = (await process.stderr.read()).decode(errors="replace").strip()
    await process.wait()
    _close(process)
    return words or f"it ended with {process.returncode} and said nothing"


def _close(process: asyncio.subprocess.Process) -> None:
    """Close our end of its standard input; without this the pipe stays open until the garbage collector comes."""
    if process.stdin is not None:
        process.stdin.close()


def _environment() -> dict[str, str]:
    """Our environment, with this package importable from wherever the child starts."""
    root = str(Path(__file__).resolve().parents[3])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


@asynccontextmanager
async def broker_process(settings: BrokerSettings) -> AsyncIterator[BrokerProcess]:
    """Run a broker for as long as the block runs; its `port` is known inside."""
    broker = BrokerProcess(settings)
    await broker.start()
    try:
        yield broker
    finally:
        await broker.stop()
