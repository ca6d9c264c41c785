"""A folder for the files of dealing machines: each is handed over once it is complete, and again when it changes.

Complete is a file that has stood unchanged for a while: by looking, not by the kernel's notices, which no network share
sends. Files are only ever read here.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from controller.model.errors import LogError

#: So long a file must have stood unchanged, in real seconds; longer while there is nothing in it.
SETTLED_S, EMPTY_S = 3.0, 30.0
#: No set of deals is larger.
MOST_BYTES = 4_194_304
#: Names under which programs write what is not complete yet, or keep what it was before.
_UNFINISHED = (".tmp", ".part", ".new", ".crdownload", ".bak", "~")


class Stamp(NamedTuple):
    """What tells that a file is another than before."""

    inode: int
    size: int
    changed_ns: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file that is complete: its content, or why it cannot be read."""

    name: str
    content: bytes | LogError


@dataclass(slots=True)
class _Seen:
    stamp: Stamp
    since: float
    is_told: bool = False


class DealFolder:
    """`look()` now and then; it gives what has become complete since."""

    def __init__(
        self,
        folder: Path,
        *,
        settled_s: float = SETTLED_S,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        #: Why the folder cannot be looked into; None while it can.
        self.trouble: str | None = None
        #: The names that were there at the latest look.
        self.names: frozenset[str] = frozenset()
        self._settled_s = settled_s
        self._now, self._wall = now, wall
        self._seen: dict[str, _Seen] = {}

    def look(self) -> list[Arrived]:
        """Files that are complete and were not handed over as they are now, by name."""
        try:
            names = sorted(entry.name for entry in os.scandir(self.folder))
        except OSError as error:
            self.trouble = f"{self.folder}: {error.strerror}"
            return []
        self.trouble, self.names = None, frozenset(names)
        self._seen = {name: seen for name, seen in self._seen.items() if name in names}
        found = (self._one(name) for name in names if not name.startswith(".") and not name.endswith(_UNFINISHED))
        return [arrived for arrived in found if arrived is not None]

    def _one(self, name: str) -> Arrived | None:
        path = self.folder / name
        try:
            status = path.stat()
        except OSError:
            return None  # gone again, or a link to nothing
        if not stat.S_ISREG(status.st_mode):
            return None
        seen, stamp = self._seen.get(name), _stamp(status)
        if seen is None or seen.stamp != stamp:
            seen = self._seen[name] = _Seen(stamp, self._now())
        if seen.is_told or not self._is_complete(seen):
            return None
        content = _content(path, stamp)
        if content is None:
            return None
        seen.is_told = True
        return Arrived(name, content)

    def _is_complete(self, seen: _Seen) -> bool:
        hold = self._settled_s if seen.stamp.size else max(EMPTY_S, self._settled_s)
        # What was there long before we looked need not wait.
        age = self._wall() - seen.stamp.changed_ns / 1e9
        return max(self._now() - seen.since, age) >= hold


def _stamp(status: os.stat_result) -> Stamp:
    return Stamp(status.st_ino, status.st_size, status.st_mtime_ns)


def _content(path: Path, stamp: Stamp) -> bytes | LogError | None:
    """What stands in it; None if it changed meanwhile."""
    if stamp.size > MOST_BYTES:
        return LogError(f"{stamp.size} bytes are more than any set of deals", file=path.name)
    try:
        # Never waits, whatever the name stands for by now.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            content = file.read(MOST_BYTES + 1)
            after = os.fstat(file.fileno())
    except OSError as error:
        return LogError(f"cannot be read: {error.strerror}", file=path.name)
    return content if _stamp(after) == stamp and len(content) == stamp.size else None
