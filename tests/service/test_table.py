"""One table of the core: what players do is recorded, what departs from the Laws brings the director."""

import pytest
from support.live_table import World, live_table


@pytest.fixture
async def table(tmp_path):
    async with live_table(World(tmp_path)) as opened:
        yield opened


async def test_calls_are_recorded_in_order_with_their_numbers(table):
    await table.board(1)
    await table.calls("N: 1S P 2S P")

    assert table.events() == ["board", "call N 1S", "call E P", "call S 2S", "call W P"]
    assert [row.n for row in table.rows("event")] == [0, 1, 2, 3, 4]


async def test_an_insufficient_bid_summons_the_director(table):
    await table.board(1)
    await table.calls("N: 1S 1H")

    assert table.summonses() == [("insufficient_bid@2:E", 1, "raised")]
    said = table.bus.said("/summons/")
    assert [(s["status"], s["kind"], s["seat"], s["rev"]) for s in said] == [("open", "insufficient_bid", "E", 1)]


async def test_a_ruling_closes_the_summons(table):
    await table.board(1)
    await table.calls("N: 1S 1H")
    answer = await table.rule("insufficient_bid@2:E", "accept", rev=1)

    assert (answer["answer"], answer["n"], answer["rev"]) == ("recorded", 3, 2)
    assert table.summonses()[-1] == ("insufficient_bid@2:E", 2, "resolved")
    assert [s["status"] for s in table.bus.said("/summons/")] == ["open", "resolved"]
