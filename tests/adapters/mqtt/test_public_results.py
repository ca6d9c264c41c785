"""A result on its topic over real brokers: there for whoever comes later, gone once it was taken back."""

import asyncio
import contextlib
import json

from support.brokers import client
from support.buses import bus_settings, running

from controller.adapters.mqtt.bus import MqttBus
from controller.adapters.mqtt_words import MqttTeller

PUBLIC = "bridge/v1/public/#"
RESULT = {"board": 7, "ns": "1", "ew": "3", "contract": "4S", "declarer": "N", "lead": "HQ", "tricks": 10, "score": 420}
teller = MqttTeller("club", "evening", 1, "b00t", wall=lambda: 1_795_000_000.0)


async def latecomer(broker):
    """What a spectator is told who subscribes now: topic and payload."""
    found = []
    async with client(broker, "hall") as hall:
        await hall.subscribe(PUBLIC, 1)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while True:
                    message = await anext(hall.messages)
                    found.append((str(message.topic), message.payload, message.retain))
    return found


async def published(broker, *messages):
    bus = MqttBus(bus_settings(broker, "controller"))
    async with running(bus):
        for message in messages:
            bus.publish(message)
            await asyncio.wait_for(bus.drained(), 10)


async def test_a_result_is_kept_for_whoever_comes_later(broker):
    await published(broker, teller.result("7", 7, RESULT, rev=1))
    ((topic, payload, retained),) = await latecomer(broker)
    assert topic == "bridge/v1/public/club/evening/7/board/7" and retained
    assert json.loads(payload)["data"] == RESULT


async def test_what_is_taken_back_is_told_to_nobody_who_comes_later(broker):
    await published(broker, teller.result("7", 7, RESULT, rev=1), teller.result("7", 7, None, rev=2))
    assert await latecomer(broker) == []


async def test_who_listens_hears_that_it_is_taken_back(broker):
    async with client(broker, "hall") as hall, asyncio.timeout(10):
        await hall.subscribe(PUBLIC, 1)
        await published(broker, teller.result("7", 7, RESULT, rev=1), teller.result("7", 7, None, rev=2))
        assert [len((await anext(hall.messages)).payload) > 0 for _ in range(2)] == [True, False]
