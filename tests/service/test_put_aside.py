"""A director puts a summons aside: written down, kept over a restart, and never over another director's head."""

import pytest
from support.live_table import World, live_table

LOW = "insufficient_bid@2:E"


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


async def called(table):
    await table.board(1)
    await table.calls("N: 1S 1H")


def aside(*, mark=0, rev=1, by="anna", **more):
    return {"do": "later", "by": by, "summonses": [{"on": LOW, "rev": rev, "mark": mark}], **more}


async def test_it_is_written_down_and_the_table_hears_nothing(world):
    async with live_table(world) as table:
        await called(table)
        said = len(table.bus.said(""))
        answer = await table.order(aside(until=1_800_000_060.0))
        assert answer["answer"] == "recorded" and len(table.bus.said("")) == said
        assert [dict(row.body) for row in table.rows("later")] == [
            {"id": LOW, "rev": 1, "mark": 1, "state": "aside", "by": "anna", "until": 1_800_000_060.0, "device": None}
        ]


@pytest.mark.parametrize("restart", [False, True], ids=["at once", "after a restart"])
async def test_the_second_of_two_directors_is_told_of_the_first(world, restart):
    async with live_table(world) as table:
        await called(table)
        await table.order(aside(until=1.0))
        if not restart:
            assert (await table.order(aside(until=9.0, by="boris")))["code"] == "stale"
    async with live_table(world) as table:
        assert (await table.order(aside(until=9.0, by="boris")))["code"] == "stale"
        assert (await table.order(aside(mark=1, back=True, by="boris")))["answer"] == "recorded"
        assert [row.body["state"] for row in table.rows("later")] == ["aside", "back"]


async def test_one_that_has_changed_is_not_put_aside_unseen(world):
    async with live_table(world) as table:
        await called(table)
        assert (await table.order(aside(rev=7)))["code"] == "stale"


async def test_of_several_all_are_marked_or_none(world):
    async with live_table(world) as table:
        await called(table)
        answer = await table.order(aside() | {"summonses": [{"on": LOW}, {"on": "revoke_certain@9:E"}]})
        assert answer["code"] == "unknown_finding" and table.rows("later") == []
