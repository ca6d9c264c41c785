"""Runs the embedded broker in this process until told to stop, and tells what it refused on its own topic.

The process around it is __main__.py; the parent's side is process.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable

from controller.adapters.broker.gate import Gate
from controller.adapters.broker.hardened import HardenedBroker
from controller.adapters.broker.refusals import Refusals
from controller.adapters.broker.sessions import SessionStore
from controller.adapters.broker.settings import BrokerSettings
from controller.adapters.broker.users import read_users
from controller.adapters.mqtt import topics
from controller.adapters.mqtt.envelope import Speaker
from controller.adapters.mqtt.messages import BrokerRefusals, RefusalSeen

#: At most one report in this many seconds, however many forgeries arrive.
_REPORT_S = 0.2


async def serve(
    settings: BrokerSettings,
    stop: asyncio.Event,
    *,
    ready: Callable[[int], None],
    report: Callable[[BrokerRefusals], None] | None = None,
) -> None:
    """Serve until `stop` is set; `ready(port)` once clients may come, `report` (not too often) what was refused.

    Raises:
        UserFileError: the file of users cannot be used.
        UnsupportedBrokerError: another amqtt than the repaired one is installed.
        BrokerError: the address is taken, or the certificate cannot be read.
    """
    refusals = Refusals()
    gate = Gate(read_users(settings.users), refusals)
    broker = HardenedBroker(gate, settings.listener, settings.limits, SessionStore(settings.sessions))
    await broker.start()
    reporter = asyncio.create_task(_report(broker, refusals, report))
    try:
        ready(broker.port)
        await stop.wait()
    finally:
        reporter.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reporter
        await broker.shutdown()


async def _report(broker: HardenedBroker, refusals: Refusals, report: Callable[[BrokerRefusals], None] | None) -> None:
    """Publish the counts at the start and after refusals, retained, on the broker's own topic."""
    changed = asyncio.Event()
    refusals.listen(lambda _: changed.set())
    topic = topics.BROKER_REFUSED.topic({})
    speaker, started, number = Speaker("/broker"), secrets.token_hex(4), 0
    while True:
        last = [RefusalSeen(kind=seen.kind.value, user=seen.user, topic=seen.topic) for seen in refusals.last]
        told = BrokerRefusals(counts=refusals.counts, last=tuple(last))
        message = speaker.say(topic, told, id=f"{started}-{number}", at=time.time())
        await broker.retain_message(None, topic, message.payload, 1)
        await broker.internal_message_broadcast(topic, message.payload)
        if report is not None and number:
            report(told)
        await asyncio.sleep(_REPORT_S)
        await changed.wait()
        changed.clear()
        number += 1
