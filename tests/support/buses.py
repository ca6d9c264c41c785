"""Buses of the club's users, running in a block, and messages for them to carry."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from typing import Any

from support.brokers import Mosquitto, password

from controller.adapters.broker import BrokerProcess
from controller.adapters.mqtt import topics
from controller.adapters.mqtt.acts import Called
from controller.adapters.mqtt.bus import MqttBus
from controller.adapters.mqtt.envelope import Speaker
from controller.adapters.mqtt.messages import OpenSummons, RulingRequest, TableEvent, TableState
from controller.adapters.mqtt.settings import BusSettings
from controller.ports import InMessage, OutMessage

TABLE = topics.TablePlace("club", "evening", "7")
CORE = Speaker("/club/evening/controller", 1)
#: An evening in November 2026, seconds since 1970.
AT = 1_795_000_000.0


def bus_settings(broker: BrokerProcess | Mosquitto, user: str, **settings: Any) -> BusSettings:
    given = {"host": broker.host, "port": broker.port, "user": user, "password": password(user), "client_id": user}
    return BusSettings.model_validate(given | settings)


@contextlib.asynccontextmanager
async def running(bus: MqttBus) -> AsyncIterator[MqttBus]:
    """Run a bus for the length of a block."""
    task = asyncio.create_task(bus.run())
    try:
        yield bus
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@contextlib.asynccontextmanager
async def running_bus(broker: BrokerProcess | Mosquitto, user: str, **settings: Any) -> AsyncIterator[MqttBus]:
    """A bus of one of the club's users, connected, for the length of a block."""
    async with running(MqttBus(bus_settings(broker, user, **settings))) as bus:
        await connected(bus)
        yield bus


async def connected(bus: MqttBus, *, within: float = 10) -> None:
    """Wait until both lanes of a bus have a broker."""
    async with asyncio.timeout(within):
        while not (bus._urgent.is_connected and bus._bulk.is_connected):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def heard(bus: MqttBus, *, within: float = 10, acknowledge: bool = True) -> InMessage:
    """The next message that a bus hands on."""
    async with asyncio.timeout(within):
        message = await anext(bus.messages())
    if acknowledge:
        message.acknowledge()
    return message


async def heard_all(bus: MqttBus, count: int, *, within: float = 20) -> list[InMessage]:
    """So many different messages, by payload; what comes twice counts once."""
    found: dict[bytes, InMessage] = {}
    async with asyncio.timeout(within):
        async for message in bus.messages():
            message.acknowledge()
            found.setdefault(message.payload, message)
            if len(found) == count:
                break
    return list(found.values())


async def heard_every(bus: MqttBus, wanted: Iterable[OutMessage], *, within: float = 20) -> None:
    """Wait until each of these has come, however often and in whatever company."""
    missing = {message.payload for message in wanted}
    async with asyncio.timeout(within):
        async for message in bus.messages():
            message.acknowledge()
            missing.discard(message.payload)
            if not missing:
                return


def summons(number: int, *, table: topics.TablePlace = TABLE) -> OutMessage:
    told = OpenSummons(
        id=f"s-{number}",
        rev=1,
        table=table.table,
        board=7,
        finding=f"insufficient_bid@{number}:E",
        kind="insufficient_bid",
        seat="E",
        laws=("27B1a", "27B"),
        options=("accept", "cancel"),
        by={"accept": "S", "cancel": "director"},
        certainty="certain",
        attention="now",
        facts={"suits": {"require": ["H"]}, "transfer": None},
    )
    topic = topics.SUMMONS.topic({**topics.at(table), "summons": f"s-{number}"})
    return CORE.say(topic, told, id=f"evening-s-{number}-1", at=AT)


def state(rev: int, *, table: topics.TablePlace = TABLE) -> OutMessage:
    told = TableState(rev=rev, phase="auction", board=7, turn="E", auction=(("N", "1NT"),))
    return CORE.say(topics.TABLE_STATE.topic(topics.at(table)), told, id=f"evening-state-{rev}", at=AT)


def act(seq: int, *, table: topics.TablePlace = TABLE) -> OutMessage:
    told = TableEvent(seq=seq, board=7, act=Called(seat="N", call="1NT"))
    return CORE.say(topics.TABLE_EVENT.topic(topics.at(table)), told, id=f"evening-act-{seq}", at=AT)


def ruling(number: int, *, by: str = "anna", table: topics.TablePlace = TABLE) -> OutMessage:
    told = RulingRequest(
        id=f"r-{number}", by=by, reply_to=f"n{number}", on="insufficient_bid@7:E", choice="cancel", rev=1
    )
    speaker = Speaker(f"/director/{by}")
    return speaker.say(topics.RULING.topic(topics.at(table)), told, id=f"r-{number}", at=AT)
