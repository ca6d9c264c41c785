"""The bus over real brokers: what is published arrives, once by id, whatever breaks in between."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from support.brokers import client, embedded_broker, until
from support.bus_topics import RULINGS, SUMMONSES, break_connection
from support.buses import (
    act,
    bus_settings,
    connected,
    heard,
    heard_all,
    heard_every,
    ruling,
    running,
    running_bus,
    state,
    summons,
)

from controller.adapters.mqtt.bus import MqttBus

ROOT = Path(__file__).parents[3]


STATES = "bridge/v1/tbl/+/+/+/state"


EVENTS = "bridge/v1/tbl/+/+/+/event"


RULING = "bridge/v1/dir/club/evening/7/ruling"


async def test_a_summons_reaches_the_director_as_it_was_written(broker):
    async with running_bus(broker, "anna", subscribe=[SUMMONSES]) as anna, running_bus(broker, "controller") as core:
        core.publish(summons(1))
        message = await heard(anna)
    assert (message.topic, message.payload) == (summons(1).topic, summons(1).payload)


async def test_the_publisher_is_told_when_the_broker_has_it(broker):
    sent = []
    async with running_bus(broker, "controller") as core:
        core.publish(summons(1), sent.append)
        assert sent == []
        await asyncio.wait_for(core.drained(), 5)
    assert sent == [summons(1).id]


async def test_what_is_published_before_there_is_a_connection_is_sent_later(broker):
    async with running_bus(broker, "anna", subscribe=[SUMMONSES]) as anna:
        core = MqttBus(bus_settings(broker, "controller"))
        core.publish(summons(1))
        assert not core.is_connected
        async with running(core):
            assert (await heard(anna)).topic == summons(1).topic


async def test_a_state_is_kept_for_whoever_comes_later(broker):
    async with running_bus(broker, "controller") as core:
        core.publish(state(1))
        await asyncio.wait_for(core.drained(), 5)
        async with running_bus(broker, "anna", subscribe=[STATES]) as anna:
            message = await heard(anna)
    assert (message.payload, message.retained) == (state(1).payload, True)


async def test_no_summons_is_kept_for_whoever_comes_later(broker):
    async with running_bus(broker, "controller") as core:
        core.publish(summons(1))
        await asyncio.wait_for(core.drained(), 5)
        async with running_bus(broker, "anna", subscribe=[SUMMONSES]) as anna:
            core.publish(summons(2))
            assert (await heard(anna)).topic == summons(2).topic


async def test_while_the_broker_is_away_nothing_is_lost_and_nothing_comes_twice(broker):
    wanted = [summons(number) for number in range(30)]
    sent = []
    async with running_bus(broker, "anna", subscribe=[SUMMONSES]) as anna, running_bus(broker, "controller") as core:
        for message in wanted[:10]:
            core.publish(message, sent.append)
        await asyncio.wait_for(core.drained(), 5)
        await broker.stop()
        await until(lambda: not core.is_connected)
        for message in wanted[10:]:
            core.publish(message, sent.append)
        await asyncio.sleep(2)
        assert core.problem.startswith(f"broker {broker.host}:{broker.port}: ")
        await broker.start()
        got = await heard_all(anna, len(wanted))
        await asyncio.wait_for(core.drained(), 5)
    assert sorted(m.topic for m in got) == sorted(m.topic for m in wanted)
    assert sorted(sent) == sorted(m.id for m in wanted)


async def test_after_a_killed_broker_every_summons_arrives(embedded):
    before = [summons(number) for number in range(20)]
    after = [summons(number) for number in range(20, 40)]
    async with (
        running_bus(embedded, "anna", subscribe=[SUMMONSES]) as anna,
        running_bus(embedded, "controller") as core,
    ):
        for message in before:
            core.publish(message)
        await heard_every(anna, before)
        await embedded.kill()
        for message in after:
            core.publish(message)
        await embedded.start()
        await heard_every(anna, after)


async def test_what_a_broker_took_and_died_with_is_sent_again(embedded):
    """Here the director is away, so the broker keeps the summons, tells the core that it has it, and is killed."""
    async with running_bus(embedded, "anna", subscribe=[SUMMONSES]):
        pass
    async with running_bus(embedded, "controller") as core:
        core.publish(summons(1))
        await asyncio.wait_for(core.drained(), 5)
        await embedded.kill()
        await until(lambda: not core.is_connected)
        await embedded.start()
        await connected(core)
        await asyncio.wait_for(core.drained(), 5)
        async with running_bus(embedded, "anna", subscribe=[SUMMONSES]) as anna:
            assert (await heard(anna)).topic == summons(1).topic


async def test_a_broker_that_forgot_its_states_is_told_them_again(embedded):
    async with running_bus(embedded, "controller") as core:
        core.publish(state(1))
        core.publish(state(2))
        await asyncio.wait_for(core.drained(), 5)
        await embedded.kill()
        await until(lambda: not core.is_connected)
        await embedded.start()
        await connected(core)
        await asyncio.wait_for(core.drained(), 5)
        async with running_bus(embedded, "anna", subscribe=[STATES]) as anna:
            assert (await heard(anna)).payload == state(2).payload


async def test_a_broken_connection_loses_no_message(broker):
    wanted = [act(number) for number in range(200)]
    async with running_bus(broker, "anna", subscribe=[EVENTS]) as anna, running_bus(broker, "controller") as core:
        for number, message in enumerate(wanted):
            core.publish(message)
            if number % 50 == 25:
                await asyncio.sleep(0.01)
                break_connection(core._bulk)
        got = await heard_all(anna, len(wanted))
        lost = core.counters()["connections_lost"]
    assert {m.payload for m in got} == {m.payload for m in wanted}
    assert lost >= 1


async def test_what_is_not_acknowledged_comes_again_after_a_reconnect(broker):
    async with running_bus(broker, "controller", subscribe=[RULINGS]) as core, running_bus(broker, "anna") as anna:
        anna.publish(ruling(1))
        first = await heard(core, acknowledge=False)
        break_connection(core._urgent)
        again = await heard(core)
        anna.publish(ruling(2))
        third = await heard(core)
    assert [first.payload, again.payload, third.payload] == [ruling(1).payload, ruling(1).payload, ruling(2).payload]


async def test_an_acknowledgement_says_nothing_to_a_later_connection(broker):
    async with running_bus(broker, "controller", subscribe=[RULINGS]) as core, running_bus(broker, "anna") as anna:
        anna.publish(ruling(1))
        first = await heard(core, acknowledge=False)
        break_connection(core._urgent)
        await heard(core, acknowledge=False)
        first.acknowledge()
        await asyncio.sleep(0.1)
        break_connection(core._urgent)
        assert (await heard(core)).payload == ruling(1).payload


async def test_what_is_acknowledged_does_not_come_again(broker):
    async with running_bus(broker, "anna") as anna:
        async with running_bus(broker, "controller", subscribe=[RULINGS]) as core:
            anna.publish(ruling(1))
            await heard(core)
            await asyncio.sleep(0.1)
        anna.publish(ruling(2))
        async with running_bus(broker, "controller", subscribe=[RULINGS]) as core:
            assert (await heard(core)).payload == ruling(2).payload


RECEIVER = """
import asyncio, json, sys
from controller.adapters.mqtt.bus import MqttBus
from controller.adapters.mqtt.settings import BusSettings

async def main():
    bus = MqttBus(BusSettings.model_validate_json(sys.argv[1]))
    running = asyncio.create_task(bus.run())
    while not bus.is_connected:
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    async for message in bus.messages():
        print(message.topic, flush=True)

asyncio.run(main())
"""


async def test_killed_between_receiving_and_acknowledging_it_is_sent_the_message_again(broker):
    settings = bus_settings(broker, "controller", subscribe=[RULINGS])
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        RECEIVER,
        settings.model_dump_json(),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    async with running_bus(broker, "anna") as anna:
        assert await asyncio.wait_for(child.stdout.readline(), 20) == b"ready\n"
        for number in range(5):
            anna.publish(ruling(number))
        for _ in range(5):
            assert await asyncio.wait_for(child.stdout.readline(), 10) == f"{RULING}\n".encode()
        child.kill()
        await child.wait()
        async with running(MqttBus(settings)) as core:
            got = await heard_all(core, 5)
    assert {m.payload for m in got} == {ruling(number).payload for number in range(5)}


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe{}", "no UTF-8 at byte 0"),
        (b"[]", "envelope: "),
        (b"null", "envelope: "),
        (b'{"specversion":"1.0"}', "envelope.id: "),
        (summons(1).payload, "type 'bridge.summons.v1' on a topic of bridge.ruling.v1"),
        (ruling(1).payload.replace(b'"cancel"', b"7"), "data.choice: "),
        (ruling(1).payload.replace(b'"rev":1', b'"rev":NaN'), "not JSON: NaN"),
        (b"[" * 10_000, "nested deeper"),
        (b"", "not JSON"),
    ],
)
async def test_what_cannot_be_read_is_set_aside_and_does_not_come_again(embedded, payload, reason):
    async with running_bus(embedded, "controller", subscribe=[RULINGS]) as core:
        async with client(embedded, "anna") as anna:
            await anna.publish(RULING, payload, 1)
            await anna.publish(RULING, ruling(2).payload, 1)
        assert (await heard(core)).payload == ruling(2).payload
        await asyncio.sleep(0.1)
        assert [reason in aside.reason for aside in core.quarantined] == [True]
        assert core.counters()["quarantined"] == 1
    async with running_bus(embedded, "controller", subscribe=[RULINGS]) as core:
        await asyncio.sleep(0.2)
        assert core.counters()["received"] == 0


async def test_a_megabyte_is_set_aside_with_its_first_bytes_only(tmp_path):
    told = []
    async with embedded_broker(tmp_path, max_packet=2_000_000) as broker:
        bus = MqttBus(bus_settings(broker, "controller", subscribe=[RULINGS]), on_quarantined=told.append)
        async with running(bus):
            await connected(bus)
            async with client(broker, "anna") as anna:
                await anna.publish(RULING, b"x" * 1_000_000, 1)
                await anna.publish(RULING, ruling(2).payload, 1)
            assert (await heard(bus)).payload == ruling(2).payload
    assert [(aside.size, len(aside.head), aside.reason) for aside in told] == [
        (1_000_000, 200, "1000000 bytes, more than 65536")
    ]
