"""A bare MQTT publisher in a process of its own: what a message costs on this broker with nothing of ours around it.

`python -m hw_sim.bench.raw_publisher` takes one JSON line of settings and publishes until its standard input closes.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from dataclasses import asdict, dataclass
from random import Random

import aiomqtt

from controller.cli.processes import stop_event


@dataclass(frozen=True, slots=True)
class RawSettings:
    """Where to publish, as whom, how large a payload, and how often on average."""

    host: str
    port: int
    user: str
    password: str
    topic: str
    size: int
    every_s: float

    def as_line(self) -> bytes:
        """As the child reads it."""
        return json.dumps(asdict(self)).encode() + b"\n"


async def publish(settings: RawSettings) -> None:
    """Publish at QoS 1, one message on its way at a time, each with the time at which `publish` was called."""
    pause = Random(1)
    client = aiomqtt.Client(
        settings.host,
        settings.port,
        username=settings.user,
        password=settings.password,
        identifier=f"raw-{settings.user}",
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
    )
    async with client:
        while True:
            await asyncio.sleep(settings.every_s * pause.uniform(0.5, 1.5))
            head = f'{{"at": {time.perf_counter()!r}, "fill": "'
            await client.publish(settings.topic, head + "x" * (settings.size - len(head) - 2) + '"}', qos=1)


async def _main() -> None:
    settings = RawSettings(**json.loads(sys.stdin.readline()))
    stop = stop_event(with_parent=True)
    publishing = asyncio.create_task(publish(settings))
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({publishing, stopped}, return_when=asyncio.FIRST_COMPLETED)
    if publishing.done():
        publishing.result()
    publishing.cancel()


if __name__ == "__main__":
    asyncio.run(_main())
