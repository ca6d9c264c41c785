"""A subscriber on the broker, as a director's pocket device would be: what came, and when."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiomqtt

#: How long to wait before asking again for a broker that is not there.
_AGAIN_S = 0.2


@dataclass(frozen=True, slots=True)
class Received:
    """A summons as it came over MQTT."""

    table: str
    data: dict[str, Any]
    #: Wall-clock time of its arrival, seconds since 1970.
    at: float


class Subscriber:
    """Listens to every summons of the evening until it is stopped."""

    def __init__(self, port: int, user: str, password: str, topic: str, heard: Callable[[Received], None]) -> None:
        self._port, self._user, self._password = port, user, password
        self._topic = topic
        self._heard = heard
        self.subscribed = asyncio.Event()

    async def run(self) -> None:
        """Keep listening until cancelled; comes back when the broker does."""
        while True:
            try:
                await self._listen()
            except aiomqtt.MqttError:
                self.subscribed.clear()
                await asyncio.sleep(_AGAIN_S)

    async def _listen(self) -> None:
        client = aiomqtt.Client(
            "127.0.0.1",
            self._port,
            username=self._user,
            password=self._password,
            identifier="demo-director",
        )
        async with client:
            await client.subscribe(self._topic, qos=1)
            self.subscribed.set()
            async for message in client.messages:
                at = time.time()
                payload = message.payload
                data = json.loads(payload if isinstance(payload, bytes | str) else b"{}")["data"]
                self._heard(Received(str(data["table"]), data, at))
