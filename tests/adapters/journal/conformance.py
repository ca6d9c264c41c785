"""What every journal store must do, whatever it is made of. A store's own test names a fixture `open_journal`.

`open_journal()` gives a journal over the same store each time: the second one is the process after a restart,
or another controller.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from controller.ports import Journal, JournalError, NewRow, NotOwnerError, OutMessage

OpenJournal = Callable[[], Awaitable[Journal]]


def event(n: int, table: str = "1", **body: object) -> NewRow:
    return NewRow(table, "event", {"type": "call", "seat": "N", "call": "P", **body}, n)


class JournalConformance:
    async def test_what_was_appended_is_read_in_order_with_its_numbers(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")

        first = await journal.append([event(0), NewRow("1", "summons", {"id": "x@0:N"})])
        second = await journal.append([event(1)])

        assert [*first, *second] == [1, 2, 3]
        assert [(row.seq, row.kind, row.n) for row in journal.rows()] == [
            (1, "event", 0),
            (2, "summons", None),
            (3, "event", 1),
        ]

    async def test_rows_of_one_table_after_a_place(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")
        await journal.claim("2", "core")
        await journal.append([event(0), event(0, "2"), event(1), event(1, "2")])

        assert [row.n for row in journal.rows(after=2, table="2")] == [1]

    async def test_bodies_come_back_as_they_were(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")
        body = {"text": "Пас ♠ \u2028 'quoted'", "many": [1, 2.5, None, True], "deep": {"a": {"b": []}}}

        await journal.append([NewRow("1", "fault", body)])

        assert [dict(row.body) for row in journal.rows()] == [body]

    async def test_the_same_number_twice_at_a_table_is_refused_and_nothing_of_that_append_is_stored(
        self, open_journal: OpenJournal
    ):
        journal = await open_journal()
        await journal.claim("1", "core")
        await journal.append([event(0)])

        with pytest.raises(JournalError):
            await journal.append([event(1), event(0)], [OutMessage("m", "t", b"{}")])

        assert [row.n for row in journal.rows()] == [0]
        assert list(journal.unsent()) == []

    async def test_one_bad_append_spoils_no_other_of_its_group(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")
        await journal.append([event(0)])

        answers = await asyncio.gather(
            journal.append([event(1)]), journal.append([event(0)]), journal.append([event(2)]), return_exceptions=True
        )

        assert [isinstance(answer, JournalError) for answer in answers] == [False, True, False]
        assert [row.n for row in journal.rows()] == [0, 1, 2]

    async def test_many_writers_at_once_leave_no_gap_in_seq(self, open_journal: OpenJournal):
        journal = await open_journal()
        for table in "1234":
            await journal.claim(table, "core")

        await asyncio.gather(*(journal.append([event(n, table)]) for n in range(50) for table in "1234"))

        rows = list(journal.rows())
        assert [row.seq for row in rows] == list(range(1, 201))
        assert all([r.n for r in rows if r.table == table] == list(range(50)) for table in "1234")

    async def test_a_restart_sees_everything_that_was_acknowledged(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")
        await journal.append([event(0)], [OutMessage("m1", "a/b", b"\x00\xff", retain=True)])

        again = await open_journal()

        assert [row.n for row in again.rows()] == [0]
        assert list(again.unsent()) == [OutMessage("m1", "a/b", b"\x00\xff", retain=True)]

    async def test_a_message_that_was_sent_leaves_the_outbox(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")
        await journal.append([event(0)], [OutMessage(f"m{i}", "a", b"") for i in range(3)])

        journal.sent("m1")
        await journal.append([event(1)])

        assert [message.id for message in journal.unsent()] == ["m0", "m2"]

    async def test_the_same_message_id_stands_in_the_outbox_once(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.claim("1", "core")

        await journal.append([event(0)], [OutMessage("m", "a", b"x")])
        await journal.append([event(1)], [OutMessage("m", "a", b"x")])

        assert len(list(journal.unsent())) == 1

    async def test_a_table_that_was_not_claimed_cannot_be_written(self, open_journal: OpenJournal):
        journal = await open_journal()

        with pytest.raises(NotOwnerError):
            await journal.append([event(0)])

    async def test_who_claims_a_table_shuts_out_its_owner_of_before(self, open_journal: OpenJournal):
        mine, other = await open_journal(), await open_journal()
        first = await mine.claim("1", "mine")
        await mine.append([event(0)])

        second = await other.claim("1", "other")
        with pytest.raises(NotOwnerError):
            await mine.append([event(1)])
        await other.append([event(1)])

        assert second > first
        assert [row.n for row in other.rows()] == [0, 1]

    async def test_small_values_are_kept_beside_the_rows(self, open_journal: OpenJournal):
        journal = await open_journal()
        await journal.set_meta("clock", {"session": 12.5})
        await journal.set_meta("clock", {"session": 13.5})

        assert (await open_journal()).meta("clock") == {"session": 13.5}
        assert journal.meta("nothing") is None
