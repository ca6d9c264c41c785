"""One connection to a broker: the only file that knows aiomqtt, and the private parts of it that are needed.

Beyond aiomqtt: acknowledgement when the application says so, the broker's reason codes, a refused subscription,
no use of the default executor, no half-open client left behind. It lives once; the bus makes a new one to reconnect.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.adapters.mqtt.settings import BusSettings
from controller.ports import OutMessage

T = TypeVar("T")

_FAILED = 0x80
#: Reasons that stay the same however often a message is sent: not authorised, no such topic, too large.
_FOR_GOOD = frozenset({0x87, 0x90, 0x95, 0x99})
#: Bad user or password, not authorised, banned, in MQTT 3.1.1 and 5.
_LOGIN = frozenset({4, 5, 0x86, 0x87, 0x8A})


class BusConnectionError(Exception):
    """There is no connection (any more); the message says why in the operator's words. Try again later."""


class LogInRefusedError(BusConnectionError):
    """The broker does not accept the user, the password or the will; look at the settings."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What the broker said to a message: taken, or refused for now or for good with its reason."""

    taken: bool
    for_good: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Received:
    """A message as it came; `number` is what its acknowledgement needs."""

    topic: str
    payload: bytes
    retained: bool
    number: int
    qos: int


@dataclass(frozen=True, slots=True)
class How:
    """How to connect: under which name, with which will, and whether the broker keeps what comes meanwhile."""

    name: str
    lasting: bool
    will: OutMessage | None
    tls: ssl.SSLContext | None
    #: Threads of our own to connect in.
    executor: Executor


class Connection:
    """`async with Connection(...)`: connected inside the block, unless an error says otherwise."""

    def __init__(self, settings: BusSettings, how: How) -> None:
        self._client = _Client(settings, how)

    async def __aenter__(self) -> Self:
        try:
            await self._client.__aenter__()
        except MqttConnectError as error:
            kind = LogInRefusedError if _code(error.rc) in _LOGIN else BusConnectionError
            raise kind(str(error)) from error
        except (aiomqtt.MqttError, OSError, ssl.SSLError, ValueError) as error:
            raise BusConnectionError(str(error) or type(error).__name__) from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Errors of the farewell tell nothing that the end of `received` has not told.
        try:
            await self._client.__aexit__(kind, error, trace)
        except (aiomqtt.MqttError, OSError):
            self._client.abandon()

    async def subscribe(self, filters: Sequence[str]) -> list[str]:
        """Subscribe at QoS 1; return the filters that the broker refused."""
        if not filters:
            return []
        try:
            codes = await self._client.subscribe([(topic_filter, 1) for topic_filter in filters])
        except aiomqtt.MqttError as error:
            raise BusConnectionError(str(error)) from error
        return [asked for asked, code in zip(filters, codes, strict=True) if _code(code) >= _FAILED]

    def send(self, message: OutMessage) -> asyncio.Future[Sent]:
        """Begin to send at QoS 1; the future is the broker's answer, cancelled if the connection ends first."""
        return self._client.send(message)

    async def received(self) -> AsyncIterator[Received]:
        """Yield messages as they come, each to be acknowledged; ends with BusConnectionError."""
        try:
            async for message in self._client.messages:
                payload = message.payload if isinstance(message.payload, bytes) else str(message.payload).encode()
                yield Received(str(message.topic), payload, message.retain, message.mid, message.qos)
        except aiomqtt.MqttError as error:
            raise BusConnectionError(str(error.__cause__ or error)) from error

    def acknowledge(self, received: Received) -> None:
        """Tell the broker that it may forget this message."""
        self._client.acknowledge(received.number, received.qos)


class _Client(aiomqtt.Client):
    """aiomqtt's client, for one connection."""

    def __init__(self, settings: BusSettings, how: How) -> None:
        will = how.will
        is_v5 = settings.protocol == "5"
        session: dict[str, Any] = {"clean_session": not how.lasting}
        if is_v5:
            session = {"clean_start": not how.lasting, "properties": _session_properties(how.lasting)}
        super().__init__(
            settings.host,
            settings.port,
            username=settings.user,
            password=settings.password,
            identifier=how.name,
            protocol=aiomqtt.ProtocolVersion.V5 if is_v5 else aiomqtt.ProtocolVersion.V311,
            will=None if will is None else aiomqtt.Will(will.topic, will.payload, 1, will.retain),
            tls_context=how.tls,
            keepalive=settings.keepalive_s,
            timeout=settings.answer_s,
            max_inflight_messages=settings.window,
            # A second message must not wait until the first one's arrival is acknowledged.
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
            **session,
        )
        self._answers: dict[int, asyncio.Future[Sent]] = {}
        self._executor = how.executor
        # Without this paho acknowledges before anybody has seen the message.
        self._client.manual_ack_set(True)

    async def __aenter__(self) -> Self:
        """Connect, in our own thread: the default executor may be busy when a summons must go out."""
        connecting = self._loop.run_in_executor(self._executor, self._client_connect)
        try:
            await asyncio.shield(connecting)
            await self._wait_for(asyncio.shield(self._connected), timeout=None)
        except BaseException as error:
            connecting.add_done_callback(self._never_came_about)
            if isinstance(error, OSError | ValueError | aiomqtt.MqttError | asyncio.CancelledError):
                raise
            raise aiomqtt.MqttError(str(error)) from error
        return self

    async def _wait_for(self, fut: Awaitable[T], timeout: float | None) -> T:
        """Wait for the broker's answer.

        `asyncio.wait_for`, which aiomqtt uses, loses a cancellation in Python 3.11 when the answer comes in the
        same instant: the bus could then not be stopped.
        """
        try:
            async with asyncio.timeout(self.timeout if timeout is None else timeout):
                return await fut
        except TimeoutError:
            raise aiomqtt.MqttError("Operation timed out") from None

    def _never_came_about(self, connecting: asyncio.Future[None]) -> None:
        if not connecting.cancelled():
            connecting.exception()
        self.abandon()

    def abandon(self) -> None:
        """Close the socket of a connection that never came about or ended badly."""
        self._client.disconnect()
        self._client.loop_write()

    def send(self, message: OutMessage) -> asyncio.Future[Sent]:
        answer: asyncio.Future[Sent] = self._loop.create_future()
        info = self._client.publish(message.topic, message.payload, 1, message.retain)
        self._answers[info.mid] = answer
        # Now, not when the loop next finds the socket writable: it may have other tables' work to do first.
        self._write()
        return answer

    def acknowledge(self, number: int, qos: int) -> None:
        self._client.ack(number, qos)

    def _on_socket_register_write(self, *told: Any) -> None:
        """Watch the socket, unless it was closed meanwhile (its number may belong to another connection by then).

        Nor if everything has been written meanwhile: nobody would end the watch.
        """
        sock = told[2]

        def watch() -> None:
            if sock.fileno() >= 0 and self._client.want_write():
                self._loop.add_writer(sock.fileno(), self._write)

        self._loop.call_soon_threadsafe(watch)

    def _write(self) -> None:
        try:
            self._client.loop_write()
        except Exception as error:
            if not self._disconnected.done():
                self._disconnected.set_exception(error)

    def _on_publish(self, *told: Any) -> None:
        """Take the broker's answer, which aiomqtt drops: MQTT 5 says here that a message was refused."""
        _client, _userdata, mid, reason_code, _properties = told
        answer = self._answers.pop(mid, None)
        if answer is None or answer.done():
            return
        code = _code(reason_code)
        answer.set_result(Sent(code < _FAILED, code in _FOR_GOOD, "" if code < _FAILED else str(reason_code)))

    def _on_disconnect(self, *args: Any) -> None:
        super()._on_disconnect(*args)
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()


def _session_properties(lasting: bool) -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    if lasting:
        properties.SessionExpiryInterval = 86_400
    return properties


def _code(reason: Any) -> int:
    """The number of a reason, whichever class it comes in."""
    return int(getattr(reason, "value", reason))
