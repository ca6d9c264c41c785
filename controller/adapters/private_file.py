"""Files written whole or not at all; those that only their owner may read."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from controller.model.errors import LogError


def write_private(path: Path, content: bytes) -> None:
    """Replace a file in one step, with mode 0600 from its first byte on. LogError if it cannot be written."""
    write_whole(path, content, mode=0o600)


def write_whole(path: Path, content: bytes, *, mode: int) -> None:
    """Replace a file in one step, with that mode from its first byte on. LogError if it cannot be written."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(path, content, mode=mode)
    except OSError as error:
        raise LogError(f"cannot be written: {error.strerror}", file=str(path)) from error


def replace_file(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Replace a file in one step, in a folder that is there. OSError as the disk gives it, for who answers to it."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def copy_database(source: Path, target: Path) -> None:
    """A SQLite file in one file of mode 0600, with what still lies in its log, though somebody may be using it."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
