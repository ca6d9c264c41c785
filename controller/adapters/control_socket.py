"""The one local socket between desk and core: JSON lines over a Unix socket of mode 0600 (docs/journal.md).

What a request means is the service's affair; here are lines, ids and connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from controller.model.errors import LogError
from controller.model.table_log import json_of

#: A longer line is no request of ours.
_MAX_LINE = 262_144
#: Requests of one connection that may be worked on at once; a sender beyond that has to wait.
_MAX_AT_ONCE = 64
#: Longest path of a socket's address on Linux.
_MAX_PATH = 107
#: So long a client that does not read its answers is waited for, in real seconds.
_DRAIN_S = 5.0

Handle = Callable[[Mapping[str, Any]], Awaitable[Mapping[str, Any]]]


class ControlError(Exception):
    """The core cannot be asked: it is not there, or the connection broke before it answered."""


@contextlib.contextmanager
def _address(path: Path) -> Any:
    """The socket's path as the system takes it; a long one by way of its open folder."""
    if len(os.fsencode(path)) <= _MAX_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


class ControlServer:
    """The core's end. `handle` answers a request; whatever it raises is our own bug and ends that one request."""

    def __init__(self, path: Path, handle: Handle) -> None:
        self.path = path
        self._handle = handle
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen; a socket that a dead process left is replaced."""
        if self.path.exists() and stat.S_ISSOCK(self.path.stat().st_mode):
            self.path.unlink()
        listener = socket.socket(socket.AF_UNIX)
        # The mask holds from the first moment: a socket that is narrowed later was open until then.
        before = os.umask(0o177)
        try:
            with _address(self.path) as address:
                listener.bind(address)
        finally:
            os.umask(before)
        self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=_MAX_LINE)

    async def close(self) -> None:
        """Stop listening, end the connections, take the socket away."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        this = asyncio.current_task()
        assert this is not None
        self._tasks.add(this)
        at_once = asyncio.Semaphore(_MAX_AT_ONCE)
        answers: set[asyncio.Task[None]] = set()
        try:
            while line := await reader.readline():
                await at_once.acquire()
                task = asyncio.create_task(self._answer(line, writer))
                answers.add(task)
                task.add_done_callback(answers.discard)
                task.add_done_callback(lambda _done: at_once.release())
            if answers:
                await asyncio.wait(answers)
        except (ValueError, ConnectionError):
            # A line that is too long, or a client that is gone: nothing can be answered there any more.
            return
        except asyncio.CancelledError:
            # By `close` alone; asyncio would log a task of a connection that ends cancelled.
            return
        finally:
            self._tasks.discard(this)
            writer.close()

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter) -> None:
        try:
            request = json_of(line.decode())
        except (LogError, UnicodeDecodeError) as error:
            answer: Mapping[str, Any] = _malformed(_id_of(line), str(error))
        else:
            if not isinstance(request, dict) or not isinstance(request.get("id"), str | int):
                answer = _malformed(None, "a request is an object with an id")
            else:
                answer = {"id": request["id"], **await self._handle(request)}
        with contextlib.suppress(ConnectionError, TimeoutError):
            writer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
            async with asyncio.timeout(_DRAIN_S):
                await writer.drain()


def _id_of(line: bytes) -> str | int | None:
    """The id of a request that cannot be taken, so that its sender does not wait for ever; None if it has none."""
    try:
        asked = json.loads(line)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return asked if isinstance(asked, int) or (isinstance(asked, str) and asked.isascii()) else None


def _malformed(request_id: Any, reason: str) -> dict[str, Any]:
    return {"id": request_id, "answer": "refused", "code": "malformed", "reason": reason}


class ControlClient:
    """The desk's end: `async with ControlClient(path) as core: await core.ask({"do": …})`. Many may ask at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ids = itertools.count(1)
        self._waiting: dict[Any, asyncio.Future[dict[str, Any]]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> ControlClient:
        try:
            with _address(self.path) as address:
                reader, self._writer = await asyncio.open_unix_connection(address, limit=_MAX_LINE * 16)
        except OSError as error:
            raise ControlError(f"{self.path}: the core is not there: {error}") from error
        self._reading = asyncio.create_task(self._read(reader))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def is_open(self) -> bool:
        """Is the core still at the other end?"""
        return self._reading is not None and not self._reading.done()

    async def ask(self, request: Mapping[str, Any], *, within_s: float = 10.0) -> dict[str, Any]:
        """Ask for something and wait for the answer. ControlError if the core went away or takes too long."""
        if self._writer is None or not self.is_open:
            raise ControlError(f"{self.path}: no connection to the core")
        asked = f"q{next(self._ids)}"
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[asked] = future
        try:
            # In ASCII: what is no text at all reaches the core, which says so.
            self._writer.write(json.dumps({**request, "id": asked}).encode() + b"\n")
            async with asyncio.timeout(within_s):
                await self._writer.drain()
                return await future
        except (ConnectionError, TimeoutError) as error:
            raise ControlError(f"{self.path}: no answer from the core: {str(error) or 'it takes too long'}") from error
        finally:
            self._waiting.pop(asked, None)

    async def close(self) -> None:
        """End the connection."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait({self._reading})
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                answer = json.loads(line)
                future = self._waiting.get(answer.get("id"))
                if future is not None and not future.done():
                    future.set_result(answer)
        except (ConnectionError, ValueError):
            return
        finally:
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ControlError(f"{self.path}: the core went away"))
