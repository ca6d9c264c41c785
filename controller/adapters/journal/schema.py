"""Tables of the journal's file and how a row is chained to the one before. No transaction begins here."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.ports import JournalError

#: Written into the file; a file of another version is refused, never guessed at.
SCHEMA_VERSION = 1

#: Size of the write-ahead log: what SQLite lets come together before it goes into the file, and some more.
LOG_BYTES = 1_200 * 4_120

#: What the first row is chained to.
FIRST_CHAIN = b"\x00" * 32

_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE owner (tbl TEXT PRIMARY KEY, owner TEXT NOT NULL, epoch INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE row (
        seq INTEGER PRIMARY KEY, tbl TEXT NOT NULL, n INTEGER, kind TEXT NOT NULL, at REAL NOT NULL,
        body TEXT NOT NULL, epoch INTEGER NOT NULL, chain BLOB NOT NULL, UNIQUE (tbl, n))""",
    "CREATE INDEX row_of_table ON row (tbl, seq)",
    """CREATE TABLE outbox (
        place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, payload BLOB NOT NULL,
        retain INTEGER NOT NULL)""",
)


# Made once: `json.dumps` makes an encoder anew for each row, while a summons waits.
_BODY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_LINK = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def json_text(body: Mapping[str, Any]) -> str:
    """A body as it is stored and hashed; half a character (a strange file name in an error) is stored as `?`."""
    text = _BODY.encode(body)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def chained(before: bytes, row: tuple[int, str, int | None, str, float, str, int]) -> bytes:
    """SHA-256 over the chain so far and (seq, tbl, n, kind, at, body, epoch)."""
    return hashlib.sha256(before + _LINK.encode(row).encode()).digest()


def open_database(path: Path, *, readonly: bool = False) -> sqlite3.Connection:
    """A connection with the pragmas that every connection needs. Transactions are begun by hand."""
    mode = "ro" if readonly else "rwc"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5.0, check_same_thread=False)
    if not readonly:
        db.execute("PRAGMA journal_mode=WAL")
        # NORMAL would keep the file whole but lose the last commits at a power cut: what was told must not be lost.
        db.execute("PRAGMA synchronous=FULL")
    return db


def prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables in a new file, or check that an old one is of this version. JournalError otherwise."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version == 0 and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        db.execute("BEGIN IMMEDIATE")
        for statement in _TABLES:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        db.execute("COMMIT")
    elif version != SCHEMA_VERSION:
        raise JournalError(f"{path}: a journal of version {version}; this program writes version {SCHEMA_VERSION}")


def give_log_its_size(db: sqlite3.Connection, path: Path) -> None:
    """Let the write-ahead log have its full size from the start; SQLite goes on writing at its beginning.

    A commit that makes a file longer waits for the file system's own journal, and with it for whatever other programs
    write: then a summons would take several times as long. Zeros behind the last frame are no frame to SQLite.
    """
    # Whoever opens the file and writes nothing has no log yet.
    db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    # Nobody else writes there meanwhile.
    db.execute("BEGIN IMMEDIATE")
    try:
        descriptor = os.open(path.with_name(path.name + "-wal"), os.O_WRONLY)
        try:
            size = os.fstat(descriptor).st_size
            os.pwrite(descriptor, bytes(max(0, LOG_BYTES - size)), size)
            os.fdatasync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        # No room for it: the log grows as it always did, and a full disk is told of at the first append.
        return
    finally:
        db.execute("ROLLBACK")
