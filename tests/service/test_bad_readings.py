"""Devices that tell nonsense: it is named and counted, memory stays bounded, and the evening goes on."""

import json

import pytest
from support.live_table import TAGS, World, live_table

from controller.model.calls import PASS
from controller.model.cards import card
from controller.model.readings import CallShown, DeviceState, Scan, TagSeen
from controller.model.seats import Seat


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def bad(table):
    """What was written down of them: how many by then, and why."""
    return [(r.body["count"], r.body["detail"]) for r in table.rows("fault") if r.body["fault"] == "bad_reading"]


@pytest.mark.parametrize(
    ("reading", "why"),
    [
        (TagSeen(t=100.0, at="play.Q", tag="E00401"), "no antenna of a table is called 'play.Q'"),
        (Scan(t=100.0, at="pocket.N", tags=("E00401" * 50,)), "1 tags at pocket.N in one round"),
        (Scan(t=100.0, at="play.N", tags=tuple(map(str, range(5000)))), "5000 tags at play.N in one round"),
        (TagSeen(t=float("nan"), at="play.N", tag="E00401"), "a reading of a time that is none"),
        (TagSeen(t=-1e300, at="play.N", tag="E00401"), "a reading of a time that is none"),
        (TagSeen(t=100.0, u=float("inf"), at="play.N", tag="E00401"), "an uncertainty that is none"),
        (TagSeen(t=100.0, at="play.N", tag="E" * 1000), "a tag of 1000 characters at play.N"),
    ],
)
async def test_it_is_named_and_the_table_goes_on(world, reading, why):
    async with live_table(world) as table:
        await table.board(1)
        await table.read(reading)
        await table.calls("N: 1S P")
        assert bad(table) == [(1, f"hub-1: {why}")]
        assert table.events() == ["board", "call N 1S", "call E P"]


async def test_the_evidence_can_still_be_read_after_a_restart(world):
    async with live_table(world) as table:
        await table.board(1)
        await table.read(TagSeen(t=float("inf"), at="play.N", tag="E00401"))
        await table.read(TagSeen(t=table.clock.t, at="nowhere", tag="E00401"))
        await table.calls("N: 1S P")
    async with live_table(world) as again:
        assert again.faults()[-1][0] == "bad_reading"
        await again.calls("S: 2S")
        assert again.events()[-1] == "call S 2S"


async def test_many_of_them_are_counted_and_written_down_now_and_then(world):
    async with live_table(world) as table:
        await table.board(1)
        for _ in range(50):
            await table.read(TagSeen(t=table.clock.t, at="play.Q", tag="E00401"))
        await table.wait(6.0)
        await table.read(TagSeen(t=table.clock.t, at="play.Q", tag="E00401"))
        assert [count for count, _ in bad(table)] == [1, 51]
        assert table.service.health()["bad_readings"] == 51


def flood(table, count):
    """So many readings of one antenna at once."""
    for i in range(count):
        table.service.deliver(TagSeen(t=table.clock.t, device="hub-1", at="play.N", tag=f"JAM{i % 400:06d}"))


async def test_a_jammed_reader_fills_no_memory_and_its_device_is_degraded(world):
    async with live_table(world) as table:
        await table.board(1)
        flood(table, 20_000)
        assert len(table.service._mail) <= 5000
        await table.service.work()
        assert table.service.devices == {"hub-1": "degraded"}
        assert table.rows("device")[-1].body["why"] == "jammed: play.N"
        assert table.bus.said("/health/state")[-1]["faults"] == ["jammed: play.N"]


async def test_what_else_that_device_tells_is_heard(world):
    async with live_table(world) as table:
        await table.board(1)
        flood(table, 6000)
        table.service.deliver(CallShown(t=table.clock.t, device="hub-1", seat=Seat.N, call=PASS))
        while table.service._mail:
            await table.service.work()
        await table.wait(12.0)
        assert table.events() == ["board", "call N P"]


async def test_when_it_is_itself_again_it_is_what_it_said_last(world):
    async with live_table(world) as table:
        await table.board(1)
        await table.read(DeviceState(t=table.clock.t, state="ready"))
        flood(table, 6000)
        while table.service._mail:
            await table.service.work()
        assert table.service.devices == {"hub-1": "degraded"}
        await table.wait(10.0)
        assert table.service.devices == {"hub-1": "ready"}


async def test_a_hub_that_tells_what_it_kept_through_a_long_loss_is_well(world):
    async with live_table(world) as table:
        await table.board(1)
        flood(table, 4096)
        await table.service.work()
        assert table.rows("device") == []


async def test_no_words_of_it_name_a_card(world):
    async with live_table(world) as table:
        await table.board(1)
        await table.read(TagSeen(t=float("nan"), at="play.N", tag=TAGS[card("SA")]))
        assert TAGS[card("SA")] not in json.dumps([row.body for row in table.rows("fault")])
