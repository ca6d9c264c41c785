"""Bad days: the engine fails, sensing fails, the disk is slow or full. One table is parked, nothing is lost."""

import asyncio
import contextlib
import resource
import shutil

import pytest
from support.live_table import World, live_table, manual
from support.until import until

from controller.adapters.journal import SqliteJournal
from controller.model.readings import CallShown
from controller.sensing.loop import sensing_of
from controller.table import step


def failing_at(text: str):
    """A `step` with a bug: it fails over one call."""

    def fragile(table, event):
        if getattr(event, "call", None) is not None and event.call.text == text:
            raise ZeroDivisionError("a bug of ours")
        return step(table, event)

    return fragile


# -- the engine fails --------------------------------------------------------------------------------------------------


async def test_a_table_whose_engine_fails_is_parked_and_goes_on_being_recorded(tmp_path):
    async with live_table(World(tmp_path, take_step=failing_at("2S"))) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S P 4S", pause=4)

        assert table.events() == ["board", "call N 1S", "call E P", "call S 2S", "call W P", "call N 4S"]
        assert [row.n for row in table.rows("event")] == list(range(6))
        assert table.faults() == [("engine_fault", "on")]
        assert table.service.health()["state"] == "parked"


async def test_the_director_is_told_that_a_table_is_parked(tmp_path):
    async with live_table(World(tmp_path, take_step=failing_at("2S"))) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S")

        assert [(s["kind"], s["options"]) for s in table.bus.said("/summons/")] == [("engine_fault", [])]
        assert table.summonses() == [("engine_fault@3:-", 1, "raised")]


async def test_what_is_told_of_a_bug_names_no_card(tmp_path):
    def fragile(table, event):
        if event.type == "card":
            raise KeyError(event.card)
        return step(table, event)

    async with live_table(World(tmp_path, take_step=fragile, regulations={"opening_lead": "face_up"})) as table:
        await table.board(1)
        await table.calls("N: 1S P P P")
        await table.cards("E: HQ")

        row = table.rows("fault")[-1].body
        assert row["detail"].startswith("KeyError in test_faults.py, line")
        assert "HQ" not in str(table.service.health())


async def test_a_director_at_the_table_hears_of_a_parked_table_all_the_same(tmp_path):
    async with live_table(World(tmp_path, take_step=failing_at("2S"))) as table:
        await table.board(1)
        await table.order({"do": "at_the_table", "by": "anna"})
        await table.calls("N: 1S P 2S")

        assert [s["kind"] for s in table.bus.said("/summons/")] == ["engine_fault"]


async def test_a_parked_table_takes_no_ruling(tmp_path):
    async with live_table(World(tmp_path, take_step=failing_at("2S"))) as table:
        await table.board(1)
        await table.calls("N: 1S 1H 2S")
        answer = await table.rule("insufficient_bid@2:E", "accept")

        assert (answer["answer"], answer["code"]) == ("refused", "parked")


async def test_the_next_board_of_a_parked_table_is_followed_again(tmp_path):
    async with live_table(World(tmp_path, take_step=failing_at("2S"))) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S")
        await table.board(2)
        await table.calls("E: 1S 1H", pause=4)

        assert table.faults() == [("engine_fault", "on"), ("engine_fault", "off")]
        assert table.summonses()[-1] == ("insufficient_bid@6:S", 1, "raised")


async def test_a_parked_table_is_still_parked_after_a_restart_and_is_told_once(tmp_path):
    world = World(tmp_path, take_step=failing_at("2S"))
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S")
    async with live_table(world) as table:
        await table.calls("W: P")

        assert (table.service.health()["state"], table.faults()) == ("parked", [("engine_fault", "on")])
        assert len([s for s in table.bus.said("/summons/") if s["kind"] == "engine_fault"]) == 1
        assert table.events()[-1] == "call W P"


async def test_an_engine_put_right_follows_a_parked_table_again_after_a_restart(tmp_path):
    world = World(tmp_path, take_step=failing_at("2S"))
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S")
    world.take_step = step
    async with live_table(world) as table:
        await table.calls("W: P")

        assert (table.service.health()["state"], table.faults()[-1]) == ("following", ("engine_fault", "off"))
        assert table.state()["auction"][-1] == ["W", "P"]


def fragile(log):
    """Sensing that fails over two spades."""
    sensing = sensing_of(log)
    feed = sensing.feed

    def failing(reading):
        if isinstance(reading, CallShown) and reading.call.text == "2S":
            raise KeyError("a bug of ours")
        return feed(reading)

    sensing.feed = failing
    return sensing


async def test_where_sensing_has_failed_the_record_is_kept_by_hand(tmp_path):
    world = World(tmp_path, open_senses=fragile)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S P")
        for seat, call in (("S", "2S"), ("W", "P")):
            answer = await table.order(manual(type="call", seat=seat, call=call, src="director"))
            assert answer["answer"] == "recorded"
        by_hand = ["board", "call N 1S", "call E P", "call S 2S", "call W P"]
        assert table.events() == by_hand
    async with live_table(world) as again:
        assert again.events()[:5] == by_hand
        assert again.state()["turn"] == "N" and ("evidence_differs", "on") not in again.faults()


async def test_a_fault_of_sensing_parks_the_table_until_the_next_board(tmp_path):
    async with live_table(World(tmp_path, open_senses=fragile)) as table:
        await table.board(1)
        await table.calls("N: 1S P 2S P")
        parked = table.service.health()["state"]
        await table.board(2)
        await table.calls("E: 1C")

        assert parked == "parked"
        assert table.faults() == [("sensing_fault", "on"), ("sensing_fault", "off")]
        assert table.events() == ["board", "call N 1S", "call E P", "board", "call E 1C"]


# -- the disk is slow --------------------------------------------------------------------------------------------------


class SlowJournal(SqliteJournal):
    """A disk that hangs while `open` is not set."""

    def __init__(self, path):
        super().__init__(path)
        self.open = asyncio.Event()
        self.open.set()

    async def append(self, rows, outbox=()):
        await self.open.wait()
        return await super().append(rows, outbox)


@pytest.fixture
async def slow(tmp_path):
    async with live_table(World(tmp_path, open_journal=SlowJournal, patience_s=0.05)) as table:
        await table.board(1)
        await table.calls("N: 1S")
        yield table


async def test_a_summons_does_not_wait_for_a_slow_disk_and_says_so(slow):
    slow.journal.open.clear()
    await slow.calls("E: 1H", pause=4)

    assert [(s["kind"], s["unrecorded"]) for s in slow.bus.said("/summons/")] == [("insufficient_bid", True)]
    assert slow.bus.said("/1/state")[-1]["unrecorded"] is True
    assert slow.service.health()["unrecorded"][0]["id"] == "insufficient_bid@2:E"


async def test_once_the_disk_has_it_the_same_summons_is_told_as_recorded(slow):
    slow.journal.open.clear()
    await slow.calls("E: 1H", pause=4)
    slow.journal.open.set()
    await until(lambda: slow.service.recorder.is_sound and not slow.service.recorder.pending)
    await slow.service.work()

    said = slow.bus.said("/summons/")
    assert [(s["id"], s["rev"], s["unrecorded"]) for s in said] == [(said[0]["id"], 1, True), (said[0]["id"], 1, False)]
    assert slow.events() == ["board", "call N 1S", "call E 1H"]
    assert slow.faults() == [("journal_slow", "on"), ("journal_slow", "off")]
    assert slow.bus.said("/1/state")[-1]["unrecorded"] is False


async def test_while_the_disk_hangs_the_table_goes_on_and_every_summons_is_told(slow):
    slow.journal.open.clear()
    await slow.calls("E: 1H S:1D", pause=4)

    assert [(s["status"], s["unrecorded"]) for s in slow.bus.said("/summons/") if "kind" in s] == [("open", True)] * 2
    assert slow.state()["phase"] == "auction"
    assert len(slow.events()) == 2
    slow.journal.open.set()
    await until(lambda: slow.service.recorder.is_sound and not slow.service.recorder.pending)
    assert slow.events() == ["board", "call N 1S", "call E 1H", "call S 1D"]


async def test_a_ruling_given_while_the_disk_hangs_is_answered_as_unrecorded(slow):
    await slow.calls("E: 1H", pause=4)
    slow.journal.open.clear()
    answer = await slow.rule("insufficient_bid@2:E", "accept", rev=1)

    assert (answer["answer"], answer["n"]) == ("unrecorded", 3)
    slow.journal.open.set()


# -- the disk is full --------------------------------------------------------------------------------------------------


#: Every bid from 1C to 7NT: an auction that fills a disk.
BIDS = [f"{level}{denomination}" for level in range(1, 8) for denomination in ("C", "D", "H", "S", "NT")]


async def bid_until_the_disk_is_full(table):
    """How many calls were made."""
    await table.board(1)
    for turn, said in enumerate(BIDS):
        await table.calls(f"{'NESW'[turn % 4]}: {said}", pause=4)
        if not table.service.recorder.is_sound:
            return turn + 1
    raise AssertionError("the disk was too large for this test")


@contextlib.contextmanager
def no_file_larger_than(size: int):
    """A disk that takes no more, for this process."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


async def test_a_full_disk_marks_the_table_and_the_director_is_still_summoned(tmp_path):
    world = World(tmp_path, open_journal=lambda path: SqliteJournal(path, max_pages=9), patience_s=2.0)
    async with live_table(world) as table:
        made = await bid_until_the_disk_is_full(table)
        await table.calls(f"{'NESW'[made % 4]}: 1C", pause=4)

        health = table.service.health()
        assert (health["recorded"], list(health["faults"])) == (False, ["journal_failed"])
        assert "database or disk is full" in health["faults"]["journal_failed"]
        assert [(s["kind"], s["unrecorded"]) for s in table.bus.said("/summons/")] == [("insufficient_bid", True)]
        assert table.bus.said("/1/state")[-1]["unrecorded"] is True
        assert 0 < len(table.rows("event")) <= made


async def test_when_there_is_room_again_everything_is_stored_in_order(tmp_path):
    world = World(tmp_path, patience_s=2.0)
    async with live_table(world) as table:
        await table.calls("N: P", pause=0)
        # The log has its full size from the start; this is some way into it.
        with no_file_larger_than(150_000):
            made = await bid_until_the_disk_is_full(table)
            await table.calls(f"{'NESW'[made % 4]}: 1C", pause=4)
            stored = len(table.rows("event"))
        await until(lambda: table.service.recorder.is_sound and not table.service.recorder.pending, within=20)

        assert 0 < stored < made + 2
        assert [row.n for row in table.rows("event")] == list(range(made + 2))
        assert table.faults() == [("journal_failed", "on"), ("journal_failed", "off")]
        assert table.rows("summons")[-1].body["recorded"] is False


async def test_a_restart_after_a_full_disk_takes_what_was_not_stored_from_the_evidence(tmp_path):
    world = World(tmp_path, open_journal=lambda path: SqliteJournal(path, max_pages=9), patience_s=2.0)
    async with live_table(world) as table:
        made = await bid_until_the_disk_is_full(table)
        lost = made + 1 - len(table.rows("event"))
    world.open_journal = SqliteJournal
    async with live_table(world) as table:
        assert lost > 0
        assert [event for event in table.events() if event != "gap"][-1].endswith(BIDS[made - 1])


async def test_another_controller_that_takes_the_table_silences_this_one(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S")
        other = SqliteJournal(tmp_path / "journal.sqlite")
        await other.claim("1", "another")
        await table.calls("E: 1H", pause=4)
        answer = await table.rule("insufficient_bid@2:E", "accept")
        await other.close()

        assert table.bus.said("/summons/") == []
        assert (answer["answer"], answer["code"]) == ("refused", "unknown_table")
        assert table.events() == ["board", "call N 1S"]


async def test_evidence_that_cannot_be_kept_is_a_fault_and_the_record_goes_on(tmp_path):
    world = World(tmp_path)
    async with live_table(world) as table:
        await table.board(1)
        await table.calls("N: 1S")
        shutil.rmtree(tmp_path / "evidence")
        (tmp_path / "evidence").write_text("no folder")
        await table.board(2)
        await table.calls("E: 1C")

        assert table.faults() == [("evidence_failed", "on")]
        assert table.events() == ["board", "call N 1S", "board", "call E 1C"]
