"""Evidence: a reading log a board, as JSON lines in one folder a table, written as readings come, synced in groups.

Readings must not stand before a summons in the queue for the disk: nothing here waits for it but `sync`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import re
import shutil
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.model.errors import LogError
from controller.model.reading_log import ReadingLog, parse_reading_log, reading_to_json
from controller.model.readings import Reading
from controller.model.table_log import print_line
from controller.ports import EvidenceError

#: What may wait in memory for a disk that takes nothing, bytes a board; beyond it readings are lost, and said to be.
_MAX_WAITING = 4_000_000
_NAME = re.compile(r"(\d{4,})-board-(\d+)\.jsonl(\.gz)?")


@dataclass(slots=True)
class _Stream:
    """The open file of a board: what is surely in it, what waits to be written."""

    path: Path
    descriptor: int
    length: int = 0
    waiting: bytearray = field(default_factory=bytearray)
    unsynced: bool = False


class FileEvidence:
    """Evidence under `folder/TABLE/0001-board-7.jsonl`, files 0600, finished ones compressed to `.jsonl.gz`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._streams: dict[str, _Stream] = {}
        # A thread of our own: the loop's default executor is used by nobody, so that nobody can fill it.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="evidence")

    def begin(self, table: str, header: Mapping[str, Any]) -> str:
        """A new board: a new reading log with that header; its path below the folder. The one before is compressed."""
        self._finish(table)
        folder = self.folder / table
        try:
            # One by one: a mode counts for the last folder of a path alone.
            for made in (self.folder, folder):
                made.mkdir(mode=0o700, exist_ok=True)
            board = (header.get("board") or {}).get("board", 0)
            path = folder / f"{self._next_number(folder):04d}-board-{board}.jsonl"
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        except OSError as error:
            raise EvidenceError(f"{folder}: {error}") from error
        stream = _Stream(path, descriptor)
        stream.waiting += _line(header)
        self._streams[table] = stream
        self.flush(table)
        return str(path.relative_to(self.folder))

    def add(self, table: str, reading: Reading) -> None:
        """Keep a reading of the board in progress; a table without a board keeps none."""
        stream = self._streams.get(table)
        if stream is not None and len(stream.waiting) < _MAX_WAITING:
            stream.waiting += _line(reading_to_json(reading))

    def flush(self, table: str) -> None:
        """What was added survives the death of this process. EvidenceError if the disk takes it not; it is kept."""
        stream = self._streams.get(table)
        if stream is None or not stream.waiting:
            return
        try:
            written = os.write(stream.descriptor, stream.waiting)
        except OSError as error:
            raise EvidenceError(f"{stream.path}: {error}") from error
        if written < len(stream.waiting):
            # Half a line must not stay: a later line would be glued to it.
            os.ftruncate(stream.descriptor, stream.length)
            raise EvidenceError(f"{stream.path}: the disk takes no more")
        stream.length += written
        stream.waiting.clear()
        stream.unsynced = True

    async def sync(self) -> None:
        """What was flushed before this call survives a power cut once it returns. EvidenceError if not."""
        loop = asyncio.get_running_loop()
        for stream in [stream for stream in self._streams.values() if stream.unsynced]:
            # Before the disk is asked: what is written meanwhile is for the next time.
            stream.unsynced = False
            try:
                await loop.run_in_executor(self._worker, os.fdatasync, stream.descriptor)
            except OSError as error:
                stream.unsynced = True
                raise EvidenceError(f"{stream.path}: {error}") from error

    def current(self, table: str) -> ReadingLog | None:
        """The reading log of the board in progress, opened to go on. LogError if it cannot be read."""
        path = self._newest(table)
        if path is None:
            return None
        try:
            whole = path.read_bytes()
        except OSError as error:
            raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from error
        # The last line may be half written, by a power cut; it was never acknowledged to the device.
        whole = whole[: whole.rfind(b"\n") + 1]
        if not whole:
            return None
        log = parse_reading_log(whole.decode("utf-8", "replace"), str(path))
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
        os.ftruncate(descriptor, len(whole))
        self._streams[table] = _Stream(path, descriptor, length=len(whole))
        return log

    async def close(self) -> None:
        """Sync and close everything; boards in progress stay as they are, to go on later."""
        with contextlib.suppress(EvidenceError):
            for table in self._streams:
                self.flush(table)
            await self.sync()
        for stream in self._streams.values():
            os.close(stream.descriptor)
        self._streams.clear()
        self._worker.shutdown(wait=True)

    def _finish(self, table: str) -> None:
        """Close the board in progress; compress it and whatever an earlier death left uncompressed."""
        stream = self._streams.pop(table, None)
        if stream is not None:
            with contextlib.suppress(OSError):
                os.write(stream.descriptor, stream.waiting)
            self._worker.submit(os.close, stream.descriptor)
        folder = self.folder / table
        for path in sorted(folder.glob("*.jsonl")) if folder.exists() else ():
            self._worker.submit(_compress, path)

    def _newest(self, table: str) -> Path | None:
        folder = self.folder / table
        found = sorted(folder.glob("*.jsonl")) if folder.exists() else []
        return found[-1] if found else None

    @staticmethod
    def _next_number(folder: Path) -> int:
        numbers = (_NAME.fullmatch(path.name) for path in folder.iterdir())
        return 1 + max((int(match.group(1)) for match in numbers if match), default=0)


def read_evidence(path: Path) -> ReadingLog:
    """A finished or current reading log from its file. LogError if there is none or it cannot be read."""
    packed = path.with_name(path.name + ".gz")
    try:
        raw = gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(str(error), file=str(path)) from error
    return parse_reading_log(raw[: raw.rfind(b"\n") + 1].decode("utf-8", "replace"), str(path))


def _line(given: Mapping[str, Any]) -> bytes:
    return (print_line(given) + "\n").encode()


def _compress(path: Path) -> None:
    """Replace a finished log by its compressed twin, in one step: at any moment one of the two is whole."""
    fresh = path.with_name(path.name + ".gz.new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with path.open("rb") as plain, os.fdopen(descriptor, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as packed:
        shutil.copyfileobj(plain, packed)
    fresh.replace(path.with_name(path.name + ".gz"))
    path.unlink()
