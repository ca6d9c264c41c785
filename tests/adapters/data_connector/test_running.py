"""The journal grows, and the scoring program has it."""

import asyncio

import pytest
from support.connector_evening import SECTIONS, SESSION_ROW, events, played, summons
from support.fake_connector import CLUB, GUID, LICENCE, FakeConnector, listening
from support.until import until

from controller.adapters.data_connector.client import Connector
from controller.adapters.data_connector.running import keep_up_to_date
from controller.adapters.data_connector.sending import Sender
from controller.adapters.journal import SqliteJournal
from controller.ports import NewRow


@pytest.fixture
async def journal(tmp_path):
    found = SqliteJournal(tmp_path / "journal.sqlite")
    for table in ("", "1"):
        await found.claim(table, "core")
    await found.append([SESSION_ROW, *events("1", played(1))])
    yield found
    await found.close()


async def test_what_was_there_and_what_comes_is_sent_in_spite_of_a_fault_in_between(tmp_path, journal):
    fake = FakeConnector(SECTIONS)
    with listening(fake) as address:
        sender = Sender(Connector(address, CLUB, LICENCE, GUID), tmp_path / "sent.json")
        running = asyncio.create_task(keep_up_to_date(tmp_path / "journal.sqlite", sender))
        try:
            await until(lambda: list(fake.has[10]) == [("A", 1, 1, 1)])
            fake.moods = ["hang up"]
            more = events("1", played(1), played(2))[len(played(1)) :]
            await journal.append([*more, summons("1")])
            await until(lambda: len(fake.has[10]) == 2 and len(fake.has[39]) == 1)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    assert [one["Status"] for one in fake.has[39].values()] == [1]


async def test_an_evening_without_a_sessions_file_says_so_and_sends_nothing(tmp_path):
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    for table in ("", "1"):
        await journal.claim(table, "core")
    await journal.append([NewRow("", "session", {"laws": "2017", "regulations": {}}), *events("1", played(1))])
    fake = FakeConnector(SECTIONS)
    with listening(fake) as address:
        sender = Sender(Connector(address, CLUB, LICENCE, GUID), tmp_path / "sent.json")
        running = asyncio.create_task(keep_up_to_date(tmp_path / "journal.sqlite", sender))
        try:
            await until(lambda: "no session's file" in (sender.trouble or ""))
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    await journal.close()
    assert fake.has == {10: {}, 13: {}, 39: {}}
