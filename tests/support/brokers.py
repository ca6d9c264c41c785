"""Real brokers for tests: the embedded one and Mosquitto, each a process of its own on a free port of 127.0.0.1.

One club for all tests: `USERS` with the password `NAME-password`.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

import aiomqtt

from controller.adapters.broker import (
    BrokerProcess,
    BrokerSettings,
    Role,
    User,
    broker_process,
    mosquitto,
    new_user,
    write_users,
)

USERS = {
    "controller": Role.CONTROLLER,
    "anna": Role.DIRECTOR,
    "boris": Role.DIRECTOR,
    "hub-1": Role.DEVICE,
    "hub-2": Role.DEVICE,
    "hall": Role.SPECTATOR,
    "recorder": Role.LOGGER,
}


def password(user: str) -> str:
    return f"{user}-password"


@functools.cache
def club() -> tuple[User, ...]:
    """The users with their hashes, made once: argon2 is slow on purpose."""
    return tuple(new_user(name, role, password=password(name)) for name, role in USERS.items())


def broker_settings(folder: Path, **settings: Any) -> BrokerSettings:
    """Settings of an embedded broker with the club's users, on any free port unless told otherwise."""
    users = folder / "users"
    write_users(users, club())
    return BrokerSettings.model_validate({"users": users, "port": 0} | settings)


@contextlib.asynccontextmanager
async def embedded_broker(folder: Path, **settings: Any) -> AsyncIterator[BrokerProcess]:
    """The embedded broker for the length of a block."""
    async with broker_process(broker_settings(folder, **settings)) as broker:
        yield broker


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def mosquitto_program() -> str:
    """Where Mosquitto is (Debian keeps it out of a user's path); `make test` installs it."""
    found = shutil.which(
        "mosquitto", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    )
    if found is None:
        raise RuntimeError("these tests need Mosquitto: apt-get install mosquitto")
    return found


class Mosquitto:
    """A real Mosquitto with our own generated files: stopped and killed by its own process id."""

    host = "127.0.0.1"

    def __init__(self, folder: Path, *, tls: mosquitto.TlsFiles | None = None, extra: Iterable[str] = ()) -> None:
        self.port = free_port()
        self.tls_port = free_port()
        mosquitto.write_passwords(folder / "passwd", {name: password(name) for name in USERS})
        (folder / "acl").write_text(mosquitto.acl_file(USERS), encoding="utf-8")
        conf = mosquitto.configuration(
            mosquitto.Place(folder=str(folder), data=f"{folder}/", port=self.port, tls_port=self.tls_port, tls=tls)
        )
        # As root it would change to a user of its own, who may not read what belongs to us.
        lines = [conf, "user root", *extra] if os.getuid() == 0 else [conf, *extra]
        self._conf = folder / "mosquitto.conf"
        self._conf.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            mosquitto_program(), "-c", str(self._conf), stderr=asyncio.subprocess.PIPE
        )
        for _ in range(200):
            if self._process.returncode is not None:
                assert self._process.stderr is not None
                raise RuntimeError(f"Mosquitto ended: {(await self._process.stderr.read()).decode()}")
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(self.host, self.port)
                writer.close()
                return
            await asyncio.sleep(0.05)
        raise RuntimeError("Mosquitto does not listen")

    async def stop(self) -> None:
        if self._process is not None:
            if self._process.returncode is None:
                self._process.terminate()
            await self._process.wait()
            self._process = None

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self._process = None


@contextlib.asynccontextmanager
async def real_mosquitto(
    folder: Path, *, tls: mosquitto.TlsFiles | None = None, extra: Iterable[str] = ()
) -> AsyncIterator[Mosquitto]:
    """A real Mosquitto for the length of a block."""
    broker = Mosquitto(folder, tls=tls, extra=extra)
    await broker.start()
    try:
        yield broker
    finally:
        await broker.stop()


def client(broker: BrokerProcess | Mosquitto, user: str, **options: Any) -> aiomqtt.Client:
    """A plain MQTT client of one of the club's users."""
    given = {"username": user, "password": password(user), "timeout": 5} | options
    return aiomqtt.Client(broker.host, broker.port, **given)


async def until(condition: Callable[[], bool], *, within: float = 5) -> None:
    """Wait until something has come true; TimeoutError if it does not."""
    for _ in range(int(within / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError("it did not come true")


async def received(client: aiomqtt.Client, *, within: float = 5) -> aiomqtt.Message:
    """The next message that a client is sent."""
    async with asyncio.timeout(within):
        return await anext(client.messages)


async def heard_until(client: aiomqtt.Client, last: str, *, within: float = 5) -> list[tuple[str, bytes]]:
    """What a client is sent, up to and without the first message on topic `last`."""
    found: list[tuple[str, bytes]] = []
    async with asyncio.timeout(within):
        async for message in client.messages:
            if str(message.topic) == last:
                break
            payload = message.payload
            assert isinstance(payload, bytes)
            found.append((str(message.topic), payload))
    return found
