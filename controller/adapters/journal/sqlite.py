"""The journal's one writer: a thread that commits what waits as one group (WAL, synchronous=FULL).

The caller's loop is never blocked: appends are futures. What rows mean is the service's affair.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from controller.adapters.journal.reader import JournalReader
from controller.adapters.journal.schema import (
    FIRST_CHAIN,
    chained,
    give_log_its_size,
    json_text,
    open_database,
    prepare,
)
from controller.ports import JournalError, NewRow, NotOwnerError, OutMessage, Row

#: Appends that are committed together at most: bounds how long the first of them waits.
_GROUP = 256
#: So long a message that was sent may stay in the outbox, in real seconds.
_SENT_S = 0.5

_Work = Callable[["_Writer"], Any]


@dataclass(slots=True)
class _Job:
    """One piece of work for the writer, and who waits for it (nobody where `future` is None)."""

    work: _Work
    future: asyncio.Future[Any] | None = None


class SqliteJournal:
    """The journal in one SQLite file, made with mode 0600. Open it in a running event loop, close it at the end.

    `max_pages` bounds the file (a page has 4096 bytes); beyond it every append is a JournalError.
    """

    def __init__(self, path: Path, *, max_pages: int | None = None, wall: Callable[[], float] = time.time) -> None:
        self.path = path
        # Made before SQLite opens it, so that its mode is ours from the first byte; -wal and -shm take it over.
        path.touch(mode=0o600, exist_ok=True)
        self._writer = _Writer(path, max_pages, wall)
        self._reader = JournalReader(path)
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        #: Messages that the broker has and the outbox still holds.
        self._sent: list[str] = []
        self._closed, self._ended = False, asyncio.Event()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    async def claim(self, table: str, owner: str) -> int:
        """Become the one writer of a table: its new epoch. Whoever held it before is refused from now on."""
        return int(await self._do(lambda writer: writer.claim(table, owner)))

    def append(self, rows: Sequence[NewRow], outbox: Sequence[OutMessage] = ()) -> asyncio.Future[Sequence[int]]:
        """Store rows and what will be told of them in one transaction; their `seq`. JournalError if it cannot.

        The writer has them when this returns: it works while the caller goes on.
        """
        texts = [json_text(row.body) for row in rows]
        # In the same transaction: a commit of its own would keep the disk from this one.
        gone, self._sent = self._sent, []
        answer: asyncio.Future[Sequence[int]] = self._do(lambda writer: writer.append(rows, texts, outbox, gone))
        if gone:
            answer.add_done_callback(partial(self._keep_if_failed, gone))
        return answer

    def _keep_if_failed(self, gone: list[str], answer: asyncio.Future[Sequence[int]]) -> None:
        """What was to leave the outbox with an append that failed leaves it with the next."""
        if not answer.cancelled() and answer.exception() is not None:
            self._sent += gone

    def sent(self, message_id: str) -> None:
        """The broker has that message: it leaves the outbox with the next append, or in a moment."""
        self._sent.append(message_id)
        if len(self._sent) == 1:
            self._loop.call_later(_SENT_S, self._take_sent_out)

    def _take_sent_out(self) -> None:
        if self._sent and not self._closed:
            gone, self._sent = self._sent, []
            self._jobs.put(_Job(lambda writer: writer.sent(gone)))

    def unsent(self) -> Iterable[OutMessage]:
        """What was journaled as to be told and has not been acknowledged, oldest first."""
        db = open_database(self.path, readonly=True)
        try:
            found = db.execute("SELECT id, topic, payload, retain FROM outbox ORDER BY place").fetchall()
        finally:
            db.close()
        return [OutMessage(mid, topic, payload, bool(retain)) for mid, topic, payload, retain in found]

    def rows(self, after: int = 0, table: str | None = None) -> Iterable[Row]:
        """Rows with a higher `seq`, in order; of one table if named."""
        return self._reader.rows(after, table)

    def meta(self, key: str) -> Any:
        """A small value kept beside the rows, None if there is none."""
        return self._reader.meta(key)

    async def set_meta(self, key: str, value: Any) -> None:
        """Keep a small JSON value under a key. JournalError if it cannot."""
        text = json.dumps(value)
        await self._do(lambda writer: writer.set_meta(key, text))

    async def close(self) -> None:
        """Commit what waits, then let the file go."""
        if not self._closed:
            self._take_sent_out()
            self._closed = True
            # The writer goes last: only then is the write-ahead log brought into the file.
            self._reader.close()
            self._jobs.put(None)
            await self._ended.wait()
            self._thread.join()

    def _do(self, work: _Work) -> asyncio.Future[Any]:
        if self._closed:
            raise JournalError(f"{self.path}: the journal is closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put(_Job(work, future))
        return future

    def _work(self) -> None:
        """The writer's thread: take what waits, commit it, say so; until told to end."""
        ended = False
        while not ended:
            group: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                group.append(job)
                if len(group) == _GROUP or self._jobs.empty():
                    break
                job = self._jobs.get()
            ended = job is None
            if group:
                answers = self._writer.commit([job.work for job in group])
                self._loop.call_soon_threadsafe(_answer, group, answers)
        self._writer.close()
        self._loop.call_soon_threadsafe(self._ended.set)


def _answer(group: list[_Job], answers: list[Any]) -> None:
    for job, answer in zip(group, answers, strict=True):
        if job.future is None or job.future.done():
            continue
        if isinstance(answer, Exception):
            job.future.set_exception(answer)
        else:
            job.future.set_result(answer)


class _Writer:
    """What the writer's thread does to the file. All its methods but `commit` run inside a transaction."""

    def __init__(self, path: Path, max_pages: int | None, wall: Callable[[], float]) -> None:
        self._path, self._wall = path, wall
        try:
            self._db = open_database(path)
            prepare(self._db, path)
            give_log_its_size(self._db, path)
            if max_pages is not None:
                self._db.execute(f"PRAGMA max_page_count={int(max_pages)}")
        except sqlite3.DatabaseError as error:
            raise JournalError(f"{path}: {error}") from error
        #: Epochs that this process holds, by table.
        self._epochs: dict[str, int] = {}

    def close(self) -> None:
        self._db.close()

    def commit(self, group: Sequence[_Work]) -> list[Any]:
        """Do the work as one transaction; if that fails, each piece by itself, so that one cannot spoil another."""
        try:
            return self._transaction(group)
        except JournalError as error:
            if len(group) == 1:
                return [error]
        answers: list[Any] = []
        for work in group:
            try:
                answers += self._transaction([work])
            except JournalError as error:
                answers.append(error)
        return answers

    def _transaction(self, group: Sequence[_Work]) -> list[Any]:
        held = dict(self._epochs)
        try:
            self._db.execute("BEGIN IMMEDIATE")
            answers = [work(self) for work in group]
            self._db.execute("COMMIT")
        except Exception as error:  # whatever it is, the writer must live and the caller must hear of it
            self._epochs = held
            self._roll_back()
            raise error if isinstance(error, JournalError) else JournalError(f"{self._path}: {error}") from error
        return answers

    def _roll_back(self) -> None:
        # A full disk rolls back by itself; a second ROLLBACK would then be an error.
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            return

    def claim(self, table: str, owner: str) -> int:
        found = self._db.execute("SELECT epoch FROM owner WHERE tbl = ?", (table,)).fetchone()
        epoch = 1 + (int(found[0]) if found else 0)
        self._db.execute("INSERT OR REPLACE INTO owner (tbl, owner, epoch) VALUES (?, ?, ?)", (table, owner, epoch))
        self._epochs[table] = epoch
        return epoch

    def _check_epoch(self, table: str) -> int:
        """The epoch under which this process may write for that table. NotOwnerError if it may not."""
        mine = self._epochs.get(table)
        found = self._db.execute("SELECT owner, epoch FROM owner WHERE tbl = ?", (table,)).fetchone()
        if mine is None:
            raise NotOwnerError(f"{self._path}: table {table!r} was never claimed by this process")
        if found is None or int(found[1]) != mine:
            now = f"{found[0]} (epoch {found[1]})" if found else "nobody"
            raise NotOwnerError(f"{self._path}: table {table!r} belongs to {now}, not to epoch {mine} any more")
        return mine

    def append(
        self, rows: Sequence[NewRow], texts: Sequence[str], outbox: Sequence[OutMessage], gone: Sequence[str]
    ) -> list[int]:
        self.sent(gone)
        last = self._db.execute("SELECT seq, chain FROM row ORDER BY seq DESC LIMIT 1").fetchone()
        seq, chain = last or (0, FIRST_CHAIN)
        at, stored = self._wall(), []
        epochs = {table: self._check_epoch(table) for table in dict.fromkeys(row.table for row in rows)}
        for row, text in zip(rows, texts, strict=True):
            seq += 1
            content = (seq, row.table, row.n, row.kind, at, text, epochs[row.table])
            chain = chained(chain, content)
            self._db.execute(
                "INSERT INTO row (seq, tbl, n, kind, at, body, epoch, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*content, chain),
            )
            stored.append(seq)
        for message in outbox:
            # The same id always has the same meaning: told once is enough.
            self._db.execute(
                "INSERT OR IGNORE INTO outbox (id, topic, payload, retain) VALUES (?, ?, ?, ?)",
                (message.id, message.topic, message.payload, int(message.retain)),
            )
        return stored

    def sent(self, message_ids: Sequence[str]) -> None:
        if message_ids:
            self._db.executemany("DELETE FROM outbox WHERE id = ?", [(gone,) for gone in message_ids])

    def set_meta(self, key: str, text: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, text))
