"""The broker is away and the core is killed meanwhile: each summons reaches the director, once by id and revision."""

import asyncio
import json

from support.brokers import broker_settings, client, password
from support.evening import Evening, evening
from support.until import until

from controller.adapters.broker import broker_process


async def summonses_until(director, count):
    """What the director is told, until so many different summonses have come and nothing more does."""
    found = []
    async with asyncio.timeout(30):
        async for message in director.messages:
            data = json.loads(message.payload)["data"]
            found.append((data["table"], data["kind"], data["rev"], data["unrecorded"]))
            if len(set(found)) == count:
                return found
    raise AssertionError("the connection ended")


def faults(made):
    return [(row.body["fault"], row.body["state"]) for row in made.rows("", "fault")]


async def test_every_summons_arrives_when_the_broker_is_back(tmp_path):
    lasting = tmp_path / "sessions.json"
    async with broker_process(broker_settings(tmp_path, sessions=lasting)) as broker:
        made_broker = f'kind = "host"\nport = {broker.port}'
        async with evening(lambda: Evening(tmp_path, ("1", "2"), broker=made_broker)) as made:
            made.data.mkdir(mode=0o700)
            made.secrets({"controller": password("controller")})
            await made.start()
            for name in ("1", "2"):
                await until(lambda name=name: [r.body["state"] for r in made.rows(name, "device")][-1:] == ["ready"])
                made.hubs[name].board(1)
                await until(lambda name=name: made.story(name) == ["board 1"])
            # The director subscribes, and his tablet goes to sleep; the broker keeps what is for him.
            async with client(broker, "anna", identifier="tablet", clean_session=False) as director:
                await director.subscribe("bridge/v1/tbl/+/+/+/summons/#", qos=1)

            await broker.stop()
            await made.hubs["1"].calls("N: 1S 1H")
            await until(lambda: made.rows("1", "summons"))
            await made.kill()
            await made.start()
            await made.hubs["2"].calls("N: 2S 1D")
            await until(lambda: made.rows("2", "summons"))
            await until(lambda: ("bus_down", "on") in faults(made))
            await broker.start()

            async with client(broker, "anna", identifier="tablet", clean_session=False) as director:
                told = await summonses_until(director, 2)
            await until(lambda: ("bus_down", "off") in faults(made))
            assert sorted(told) == [("1", "insufficient_bid", 1, False), ("2", "insufficient_bid", 1, False)]
            assert await made.end() == 0
