"""Child processes that are watched: started, waited for until they are ready, started again when they die, ended.

Each has its own standard input, which closes when we end, however we end; it ends then, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog

#: A child must say that it is ready within so many real seconds.
READY_S = 60.0
#: A child that was asked to end and has not after so many real seconds is killed.
STOP_S = 10.0
#: Pause before a child that died is started again, in real seconds: the first time and at most.
_AGAIN_S, _AGAIN_MAX_S = 0.2, 5.0
#: A child that ran for so long had started well.
_GOOD_S = 10.0
_CHUNK = 65_536

log = structlog.get_logger()


class ChildError(RuntimeError):
    """A child did not start; the message repeats its last words."""


@dataclass(slots=True, eq=False)
class Child:
    """One process. When it is ready it says so by a JSON line with `"ready": true` on its standard output."""

    name: str
    #: Asked at each start: the command, further environment, and what is written to its standard input.
    command: Callable[[], Sequence[str]]
    environment: Callable[[], Mapping[str, str]] = dict
    first_line: Callable[[], str | None] = lambda: None
    #: Told the line that said that it is ready.
    on_ready: Callable[[Mapping[str, Any]], None] = lambda _line: None
    #: What it said when it was ready.
    told: Mapping[str, Any] = field(default_factory=dict)
    #: How often it has been started.
    starts: int = 0
    _process: asyncio.subprocess.Process | None = None
    _ended: bool = False
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _words: list[str] = field(default_factory=list)

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def start(self) -> None:
        """Start it and wait until it is ready. ChildError if it does not come up the first time."""
        await self._spawn()
        assert self._process is not None
        ended = asyncio.create_task(self._process.wait())
        ready = asyncio.create_task(self._ready.wait())
        try:
            await asyncio.wait({ended, ready}, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
            if not ready.done():
                words = " ".join(self._words[-5:]) or "it said nothing"
                await self.stop()
                raise ChildError(f"{self.name} did not start: {words}")
        finally:
            for task in (ended, ready):
                task.cancel()

    async def watch(self) -> None:
        """Start it again whenever it dies, until cancelled or stopped."""
        pause = _AGAIN_S
        loop = asyncio.get_running_loop()
        while not self._ended:
            began = loop.time()
            assert self._process is not None
            code = await self._process.wait()
            if self._ended:
                return
            pause = _AGAIN_S if loop.time() - began > _GOOD_S else min(2 * pause, _AGAIN_MAX_S)
            log.warning("child_died", child=self.name, code=code, again_in_s=pause)
            await asyncio.sleep(pause)
            await self._spawn()

    async def stop(self) -> None:
        """Ask it to end, wait, and kill it if it does not."""
        self._ended = True
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(STOP_S):
                await process.wait()
        except TimeoutError:
            log.warning("child_killed", child=self.name)
            process.kill()
            await process.wait()

    async def _spawn(self) -> None:
        self._ready.clear()
        self._words.clear()
        self.starts += 1
        # A session of its own: Ctrl-C goes to us alone, and we end the children in order.
        self._process = await asyncio.create_subprocess_exec(
            *self.command(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | dict(self.environment()),
            start_new_session=True,
        )
        assert self._process.stdin is not None
        line = self.first_line()
        if line is not None:
            self._process.stdin.write(line.encode() + b"\n")
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        # They end with the process; nobody waits for them.
        for stream, take in ((self._process.stdout, self._said), (self._process.stderr, self._complained)):
            task = asyncio.create_task(_lines(stream, take))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _said(self, line: str) -> None:
        try:
            told = json.loads(line)
        except ValueError:
            self._complained(line)
            return
        if isinstance(told, dict) and told.get("ready") is True:
            self.told = told
            self.on_ready(told)
            self._ready.set()

    def _complained(self, line: str) -> None:
        self._words = [*self._words[-20:], line]
        sys.stderr.write(f"{self.name}: {line}\n")


async def _lines(stream: asyncio.StreamReader, take: Callable[[str], None]) -> None:
    """Hand on line by line, however long one is: a reader that stopped would stop the child at its next word."""
    rest = b""
    while chunk := await stream.read(_CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            take(line.decode(errors="replace"))
        if len(rest) > _CHUNK:
            take(rest.decode(errors="replace"))
            rest = b""
