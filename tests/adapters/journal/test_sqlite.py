"""The SQLite journal: what every journal does, and what is its own (file mode, full disk, chain, readers)."""

import asyncio
import errno
import os
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from adapters.journal.conformance import JournalConformance, event
from support.until import until

from controller.adapters.journal import JournalReader, SqliteJournal
from controller.adapters.journal.schema import LOG_BYTES, open_database
from controller.ports import JournalError, NewRow, OutMessage


@pytest.fixture
async def journals(tmp_path):
    """Opens journals on one file, and closes them all."""
    opened = []

    def open_one(**options):
        opened.append(SqliteJournal(tmp_path / "journal.sqlite", **options))
        return opened[-1]

    yield open_one
    for journal in opened:
        await journal.close()


@pytest.fixture
def open_journal(journals):
    async def open_it():
        return journals()

    return open_it


class TestSqliteJournal(JournalConformance):
    pass


async def test_only_its_owner_may_read_the_file(journals, tmp_path):
    journal = journals()
    await journal.claim("1", "core")
    await journal.append([event(0)])

    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("journal.sqlite*")} == {
        "journal.sqlite": 0o600,
        "journal.sqlite-wal": 0o600,
        "journal.sqlite-shm": 0o600,
    }


async def test_a_commit_waits_until_the_disk_has_it(tmp_path):
    # FULL: synced at every commit. NORMAL would lose the last ones at a power cut, and nothing else would show it.
    db = open_database(tmp_path / "journal.sqlite")
    found = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    db.close()

    assert found == {"journal_mode": "wal", "synchronous": 2}


async def test_a_full_disk_is_one_error_and_stores_nothing_of_that_append(journals):
    journal = journals(max_pages=40)
    await journal.claim("1", "core")
    stored = 0
    with pytest.raises(JournalError, match="full"):
        while stored < 10_000:
            await journal.append([event(stored, note="x" * 500), NewRow("1", "summons", {"text": "y" * 500})])
            stored += 1

    rows = list(journal.rows())
    assert (stored > 0, len(rows)) == (True, 2 * stored)


async def test_after_a_full_disk_the_journal_goes_on_when_there_is_room(journals, tmp_path):
    small = journals(max_pages=40)
    await small.claim("1", "core")
    with pytest.raises(JournalError):
        for n in range(10_000):
            await small.append([event(n, note="x" * 900)])
    stored = len(list(small.rows()))
    await small.close()

    roomy = journals()
    await roomy.claim("1", "core")
    await roomy.append([event(stored)])

    assert [row.n for row in roomy.rows()] == list(range(stored + 1))


async def test_a_file_that_is_no_journal_is_refused_with_its_name(tmp_path):
    (tmp_path / "journal.sqlite").write_text("no database, a letter to the director, longer than a page header" * 4)

    with pytest.raises(JournalError, match=r"journal\.sqlite: file is not a database"):
        SqliteJournal(tmp_path / "journal.sqlite")


async def test_a_journal_of_another_version_is_refused(tmp_path):
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    db.execute("PRAGMA user_version=7")
    db.execute("CREATE TABLE row (x)")
    db.close()

    with pytest.raises(JournalError, match="version 7"):
        SqliteJournal(tmp_path / "journal.sqlite")


async def test_the_chain_of_an_untouched_journal_holds(journals, tmp_path):
    journal = journals()
    await journal.claim("1", "core")
    await journal.append([event(0), event(1)])
    await journal.append([event(2)])

    reader = JournalReader(tmp_path / "journal.sqlite")
    assert list(reader.broken_links()) == []
    reader.close()


@pytest.mark.parametrize(
    ("tampering", "seq"),
    [
        ("UPDATE row SET body = replace(body, '\"P\"', '\"7NT\"') WHERE seq = 2", 2),
        ("DELETE FROM row WHERE seq = 2", 3),
        ("UPDATE row SET at = at + 60 WHERE seq = 1", 1),
    ],
)
async def test_a_row_that_was_changed_or_taken_out_shows(journals, tmp_path, tampering, seq):
    journal = journals()
    await journal.claim("1", "core")
    await journal.append([event(n) for n in range(4)])
    db = sqlite3.connect(tmp_path / "journal.sqlite")
    db.execute(tampering)
    db.commit()
    db.close()

    reader = JournalReader(tmp_path / "journal.sqlite")
    assert [broken for broken, _ in reader.broken_links()] == [seq]
    reader.close()


async def test_a_follower_gets_what_is_there_and_then_what_comes(journals, tmp_path):
    journal = journals()
    await journal.claim("1", "core")
    await journal.append([event(0)])
    reader, heard = JournalReader(tmp_path / "journal.sqlite"), []

    async def follow():
        async for row in reader.follow():
            heard.append(row.n)
            if len(heard) == 3:
                return

    async with asyncio.timeout(5):
        following = asyncio.create_task(follow())
        await until(lambda: heard == [0])
        await journal.append([event(1)])
        await journal.append([event(2)])
        await following
    reader.close()

    assert heard == [0, 1, 2]


async def test_a_closed_journal_takes_nothing(journals):
    journal = journals()
    await journal.claim("1", "core")
    await journal.close()

    with pytest.raises(JournalError, match="closed"):
        await journal.append([event(0)])


_WRITER = """
import asyncio, sys
from pathlib import Path
from controller.adapters.journal import SqliteJournal
from controller.ports import NewRow

async def main():
    journal = SqliteJournal(Path(sys.argv[1]))
    await journal.claim("1", "core")
    for n in range(100_000):
        await journal.append([NewRow("1", "event", {"n": n}, n), NewRow("1", "summons", {"of": n})])
        print(n, flush=True)

asyncio.run(main())
"""


async def test_a_writer_killed_at_any_instant_has_lost_nothing_that_it_acknowledged(tmp_path):
    path = tmp_path / "journal.sqlite"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _WRITER,
        str(path),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert process.stdout is not None
    async with asyncio.timeout(30):
        for _ in range(200):
            acknowledged = int(await process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        rest = (await process.stdout.read()).split()
        await process.wait()
    acknowledged = int(rest[-1]) if rest else acknowledged

    reader = JournalReader(path)
    rows = list(reader.rows())
    assert [row.n for row in rows if row.kind == "event"][: acknowledged + 1] == list(range(acknowledged + 1))
    # No half of a transaction: every event has its summons.
    assert len([r for r in rows if r.kind == "event"]) == len([r for r in rows if r.kind == "summons"])
    assert list(reader.broken_links()) == []
    reader.close()


async def test_a_message_stays_in_the_outbox_until_it_is_sent(journals):
    journal = journals()
    await journal.claim("1", "core")
    await journal.append([event(0)], [OutMessage("m", "a", b"")])
    assert [m.id for m in journal.unsent()] == ["m"]

    journal.sent("m")
    await until(lambda: not list(journal.unsent()))


def log_size(folder: Path) -> int:
    return (folder / "journal.sqlite-wal").stat().st_size


async def test_the_log_has_its_size_from_the_start_and_keeps_it(journals, tmp_path):
    journal = journals()
    await journal.claim("1", "core")
    at_first = log_size(tmp_path)
    for number in range(300):
        await journal.append([event(number)])
    assert log_size(tmp_path) == at_first == LOG_BYTES


async def test_what_another_writer_left_in_the_log_stays(journals, tmp_path):
    first = journals()
    await first.claim("1", "core")
    for number in range(20):
        await first.append([event(number)])
    second = journals()
    assert [row.n for row in second.rows(table="1")] == list(range(20))
    assert log_size(tmp_path) == LOG_BYTES


async def test_without_room_for_the_log_it_grows_with_what_is_written(journals, tmp_path, monkeypatch):
    def no_room(*_arguments):
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("controller.adapters.journal.schema.os.pwrite", no_room)
    journal = journals()
    await journal.claim("1", "core")
    assert await journal.append([event(0)])
    assert log_size(tmp_path) < LOG_BYTES


async def test_the_latest_time_is_told_without_the_rows_being_read(journals, tmp_path):
    times = iter([3.0, 9.0, 5.0])
    journal = journals(wall=lambda: next(times))
    await journal.claim("1", "core")
    reader = JournalReader(tmp_path / "journal.sqlite")
    assert reader.last_at() == 0.0
    for n in range(3):
        await journal.append([event(n)])
    assert reader.last_at() == max(row.at for row in reader.rows()) == 9.0
    reader.close()
