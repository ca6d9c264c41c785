"""A director is on his way: what a sensor reads anew may not change under him the act that he was called for."""

import pytest
from support.live_table import World, live_table

#: West bids one heart over one spade: event 4.
LOW = "insufficient_bid@4:W"
#: What the box says now: it was two hearts all along.
READ_ANEW = {
    "type": "correction", "src": "sensor", "replaces": [4], "reason": "read anew",
    "events": [{"type": "call", "seat": "W", "call": "2H", "as": 4}],
}  # fmt: skip


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


async def called(table):
    await table.board(1)
    await table.calls("N: P P 1S 1H")


async def read_anew(table, **given):
    return await table.order({"do": "event", "event": {**READ_ANEW, **given}})


async def test_nobody_has_seen_the_summons_and_it_is_taken_back(world):
    async with live_table(world) as table:
        await called(table)
        await read_anew(table)
        assert table.summonses()[-1] == (LOW, 2, "withdrawn")


async def test_a_director_has_seen_it_and_is_told_what_the_sensor_says(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "ack", "on": LOW, "by": "anna"})
        await read_anew(table)
        assert table.summonses() == [(LOW, 1, "raised"), ("record_doubted@5:-", 1, "raised")]
        assert table.rows("event")[-1].body["acknowledged"] == LOW


async def test_a_director_who_stands_there_has_seen_it(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "at_the_table", "by": "anna"})
        await read_anew(table)
        assert (LOW, 2, "withdrawn") not in table.summonses()


async def test_a_correction_before_the_act_that_would_take_it_back_changes_nothing_either(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "ack", "on": LOW, "by": "anna"})
        await read_anew(table, replaces=[3], events=[{"type": "call", "seat": "S", "call": "P", "as": 3}])
        assert table.state()["auction"][-1] == ["S", "1S"]
        assert table.summonses()[-1][0] == "record_doubted@5:-"


async def test_a_correction_of_something_else_is_made(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "ack", "on": LOW, "by": "anna"})
        await read_anew(table, replaces=[1], events=[{"type": "call", "seat": "N", "call": "1C", "as": 1}])
        assert table.state()["auction"][0] == ["N", "1C"]


async def test_the_director_makes_it_himself(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "ack", "on": LOW, "by": "anna"})
        await read_anew(table)
        await read_anew(table, src="director", by="anna")
        assert table.state()["auction"][-1] == ["W", "2H"]


async def test_a_restart_comes_to_the_same(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "ack", "on": LOW, "by": "anna"})
        await read_anew(table)
        stood = table.state()
    async with live_table(world) as again:
        assert again.state() == stood
        assert again.faults() == []


async def test_what_was_seen_before_a_restart_is_seen_after_it(world):
    async with live_table(world) as table:
        await called(table)
        await table.order({"do": "ack", "on": LOW, "by": "anna"})
    async with live_table(world) as again:
        await read_anew(again)
        assert again.summonses()[-1][2] == "raised" and again.summonses()[-1][0].startswith("record_doubted@")
