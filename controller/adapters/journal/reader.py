"""Reading the journal from its file: committed rows only, on a connection of one's own. Nothing is written here."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.adapters.journal.schema import FIRST_CHAIN, SCHEMA_VERSION, chained, open_database
from controller.ports import JournalError, Row

#: Rows fetched at a time: a reader of a long evening holds no read transaction for long.
_CHUNK = 500
#: How often a follower asks SQLite whether something was committed.
_POLL_S = 0.05


class JournalReader:
    """The rows of a journal, now and as they come. JournalError if the file is no journal of this version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise JournalError(f"{path}: there is no journal yet")
        try:
            self._db = open_database(path, readonly=True)
            version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.DatabaseError as error:
            raise JournalError(f"{path}: {error}") from error
        if version != SCHEMA_VERSION:
            self._db.close()
            raise JournalError(f"{path}: a journal of version {version}; this program reads version {SCHEMA_VERSION}")

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    def rows(self, after: int = 0, table: str | None = None) -> Iterator[Row]:
        """Rows with a higher `seq`, in order; of one table if named."""
        where = "seq > ?" if table is None else "seq > ? AND tbl = ?"
        query = f"SELECT seq, tbl, kind, body, n, at FROM row WHERE {where} ORDER BY seq LIMIT {_CHUNK}"
        while True:
            found = self._ask(query, (after,) if table is None else (after, table))
            for seq, tbl, kind, body, n, at in found:
                yield Row(seq, tbl, kind, self._body(seq, body), n, at)
            if len(found) < _CHUNK:
                return
            after = found[-1][0]

    def _ask(self, query: str, about: tuple[Any, ...] = ()) -> list[Any]:
        """All that a query finds. JournalError where the file is damaged."""
        try:
            return self._db.execute(query, about).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise JournalError(f"{self.path}: {error}") from error

    def _body(self, seq: int, text: Any) -> Mapping[str, Any]:
        try:
            body = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise JournalError(f"{self.path}: row {seq}: its body is not JSON") from error
        if not isinstance(body, dict):
            raise JournalError(f"{self.path}: row {seq}: its body is no object")
        return body

    async def follow(self, after: int = 0, table: str | None = None) -> AsyncIterator[Row]:
        """The same, and then every new row soon after it is committed, until the caller stops."""
        seen: int | None = None
        while True:
            # Asked before reading: a commit between the two shows at the next round instead of being missed.
            version = self._data_version()
            if version != seen:
                seen = version
                for row in self.rows(after, table):
                    after = row.seq
                    yield row
            await asyncio.sleep(_POLL_S)

    def _data_version(self) -> int:
        return int(self._ask("PRAGMA data_version")[0][0])

    def last_at(self) -> float:
        """The latest wall-clock time of any row, 0 if there is none."""
        return float(self._ask("SELECT coalesce(max(at), 0) FROM row")[0][0])

    def last_seq(self) -> int:
        """`seq` of the newest row, 0 if there is none."""
        return int(self._ask("SELECT coalesce(max(seq), 0) FROM row")[0][0])

    def copy_to(self, path: Path) -> None:
        """A whole and consistent copy of the journal as one file of mode 0600, while the core goes on writing."""
        # Made before SQLite opens it: at no moment is it open to others.
        path.touch(mode=0o600)
        path.chmod(0o600)
        target = sqlite3.connect(path)
        try:
            self._db.backup(target)
        finally:
            target.close()

    def meta(self, key: str) -> Any:
        """A small value kept beside the rows, None if there is none."""
        found = self._ask("SELECT value FROM meta WHERE key = ?", (key,))
        return json.loads(found[0][0]) if found else None

    def broken_links(self) -> Iterator[tuple[int, str]]:
        """Rows that do not follow from the one before, with what is wrong: changed, or one before them is missing."""
        chain, expected = FIRST_CHAIN, 1
        query = "SELECT seq, tbl, n, kind, at, body, epoch, chain FROM row ORDER BY seq"
        for *content, stored in self._ask(query):
            seq = int(content[0])
            if seq != expected:
                yield seq, f"rows {expected} to {seq - 1} are missing"
            elif chained(chain, tuple(content)) != stored:
                yield seq, "this row or the one before it was changed"
            chain, expected = stored, seq + 1
