"""The Bus port over MQTT: two lanes to one broker, so that a summons never queues behind the record of 200 tables.

Keeps connected, keeps what is not acknowledged, sets aside what cannot be read. Transport, never the record;
aiomqtt is known to connection.py alone.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.connection import BusConnectionError, Connection, How, LogInRefusedError, Received, Sent
from controller.adapters.mqtt.envelope import MAX_BYTES, MalformedMessageError, read
from controller.adapters.mqtt.outbox import OnSent, Outbox
from controller.adapters.mqtt.settings import BusSettings
from controller.ports import InMessage, OutMessage

#: A connection that lasted this long was a good one: the next attempt comes at once.
_GOOD_S = 5.0

#: Families that may wait: there are many of them, and a gap is noticed and asked about.
_BULK = frozenset(
    {topics.TABLE_STATE, topics.TABLE_EVENT, topics.DEVICE_STATE, topics.DEVICE_METRICS, topics.PUBLIC_RESULT}
)

#: Raises MalformedMessageError for what cannot be read.
Check = Callable[[str, bytes], object]


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A message that was set aside: where it came, why, how large it was, and its first bytes."""

    topic: str
    reason: str
    size: int
    head: bytes


class MqttBus:
    """The `Bus` of controller/ports.py. `run` it in a task of its own; all else may be called from the start.

    Raises:
        ValueError: the certificate in the settings cannot be read.
    """

    def __init__(
        self,
        settings: BusSettings,
        *,
        will: OutMessage | None = None,
        check: Check = read,
        on_quarantined: Callable[[Quarantined], None] | None = None,
    ) -> None:
        self._settings = settings
        self._check, self._on_quarantined = check, on_quarantined
        self._counts: Counter[str] = Counter()
        self._incoming: asyncio.Queue[InMessage] = asyncio.Queue()
        #: The last messages that were set aside.
        self.quarantined: deque[Quarantined] = deque(maxlen=50)
        tls = settings.tls_context()
        self._urgent = _Lane(
            settings,
            partial(How, settings.client_id, bool(settings.subscribe), will, tls),
            outbox=Outbox(),
            counts=self._counts,
            take=self._take,
        )
        self._bulk = _Lane(
            settings.model_copy(update={"subscribe": ()}),
            partial(How, f"{settings.client_id}-bulk", False, None, tls),
            outbox=Outbox(limit=settings.keep_events),
            counts=self._counts,
            take=self._take,
        )

    async def run(self) -> None:
        """Keep connected until cancelled."""
        executor = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mqtt-connect")
        try:
            async with asyncio.TaskGroup() as lanes:
                lanes.create_task(self._urgent.run(executor))
                lanes.create_task(self._bulk.run(executor))
        finally:
            # Not waited for: an attempt to connect may take seconds.
            executor.shutdown(wait=False, cancel_futures=True)

    def publish(self, message: OutMessage, on_sent: OnSent | None = None) -> None:
        """Queue a message; `on_sent(id)` once the broker has it. Sent again after a reconnect until then.

        Raises:
            ValueError: no broker would take it (too large, a wildcard in its topic): our own mistake.
        """
        if len(message.payload) > MAX_BYTES:
            raise ValueError(f"{message.topic}: {len(message.payload)} bytes, more than {MAX_BYTES}")
        if not message.topic or "+" in message.topic or "#" in message.topic:
            raise ValueError(f"{message.topic!r} is no topic")
        lane = self._bulk if topics.family_of(message.topic) in _BULK else self._urgent
        lane.put(message, on_sent)

    async def messages(self) -> AsyncIterator[InMessage]:
        """Yield what came on the subscribed topics and can be read, in order of arrival."""
        while True:
            yield await self._incoming.get()

    @property
    def is_connected(self) -> bool:
        """Is there a broker now? It is the lane of the summonses that counts."""
        return self._urgent.is_connected

    @property
    def problem(self) -> str:
        """What keeps the bus from its broker or from a subscription, in words; empty when all is well."""
        return self._urgent.problem or self._bulk.problem

    @property
    def generation(self) -> int:
        """How many connections there have been: an acknowledgement counts only within its own."""
        return self._urgent.generation

    def counters(self) -> Mapping[str, int]:
        """Reconnects, refused publishes, quarantined messages, by name."""
        waiting = len(self._urgent.outbox) + len(self._bulk.outbox)
        return {
            "connections": self._counts["connections"],
            "connection_failures": self._counts["connection_failures"],
            "connections_lost": self._counts["connections_lost"],
            "refused_log_ins": self._counts["refused_log_ins"],
            "refused_subscriptions": self._counts["refused_subscriptions"],
            "refused_publishes": self._counts["refused_publishes"],
            "quarantined": self._counts["quarantined"],
            "received": self._counts["received"],
            "sent": self._counts["sent"],
            "dropped": self._urgent.outbox.dropped + self._bulk.outbox.dropped,
            "waiting": waiting,
        }

    async def drained(self) -> None:
        """Wait until the broker has everything that was published."""
        await self._urgent.drained()
        await self._bulk.drained()

    def _take(self, received: Received, acknowledge: Callable[[], None]) -> None:
        """Hand a message on, or set it aside: one that cannot be read would only come again."""
        self._counts["received"] += 1
        try:
            if len(received.payload) > MAX_BYTES:
                raise MalformedMessageError(f"{len(received.payload)} bytes, more than {MAX_BYTES}")
            self._check(received.topic, received.payload)
        except MalformedMessageError as error:
            acknowledge()
            aside = Quarantined(received.topic, str(error), len(received.payload), received.payload[:200])
            self._counts["quarantined"] += 1
            self.quarantined.append(aside)
            if self._on_quarantined is not None:
                self._on_quarantined(aside)
            return
        self._incoming.put_nowait(InMessage(received.topic, received.payload, received.retained, acknowledge))


class _Lane:
    """One connection after another, with what is to be sent over it."""

    def __init__(
        self,
        settings: BusSettings,
        how: Callable[[Executor], How],
        *,
        outbox: Outbox,
        counts: Counter[str],
        take: Callable[[Received, Callable[[], None]], None],
    ) -> None:
        self.outbox = outbox
        self.problem = ""
        self.generation = 0
        self.is_connected = False
        self._settings, self._how = settings, how
        self._counts, self._take = counts, take
        self._connection: Connection | None = None
        self._work = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()

    def put(self, message: OutMessage, on_sent: OnSent | None) -> None:
        """Queue a message for this lane."""
        self.outbox.put(message, on_sent)
        self._empty.clear()
        self._work.set()

    async def drained(self) -> None:
        """Wait until nothing is left."""
        await self._empty.wait()

    async def run(self, executor: Executor) -> None:
        """Connect, serve, and connect again, with pauses that grow and differ from the others'."""
        pause = self._settings.retry_s
        while True:
            began = time.monotonic()
            try:
                await self._connect_and_serve(executor)
            except LogInRefusedError as error:
                self._failed("refused_log_ins", f"log-in as {self._settings.user!r} refused: {error}")
            except BusConnectionError as error:
                lost = self.is_connected
                self._failed("connections_lost" if lost else "connection_failures", str(error))
            finally:
                self.is_connected = False
            if time.monotonic() - began > _GOOD_S:
                pause = self._settings.retry_s
            # Jitter: a hundred tables must not come back in one instant.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, self._settings.retry_most_s)

    def _failed(self, count: str, problem: str) -> None:
        self._counts[count] += 1
        where = f"{self._settings.host}:{self._settings.port}"
        self.problem = f"broker {where}: {problem}"

    async def _connect_and_serve(self, executor: Executor) -> None:
        async with Connection(self._settings, self._how(executor)) as connection:
            self.generation += 1
            self._connection = connection
            # What waited at the broker comes at once, before the subscription is answered.
            receiving = asyncio.create_task(self._receive(connection))
            sending: asyncio.Task[None] | None = None
            try:
                refused = await connection.subscribe(self._settings.subscribe)
                self._connected(refused)
                sending = asyncio.create_task(self._send(connection))
                done, _ = await asyncio.wait({receiving, sending}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                self._connection = None
                await _end(receiving, sending)

    def _connected(self, refused: list[str]) -> None:
        self._counts["connections"] += 1
        self._counts["refused_subscriptions"] += len(refused)
        self.problem = f"subscription refused: {', '.join(refused)}" if refused else ""
        self.is_connected = True
        self.outbox.again()
        self.outbox.tell_states_again()
        if len(self.outbox):
            self._empty.clear()
        self._work.set()

    async def _receive(self, connection: Connection) -> None:
        async for received in connection.received():
            self._take(received, partial(self._acknowledge, connection, received))

    def _acknowledge(self, connection: Connection, received: Received) -> None:
        """Acknowledge over the connection that the message came by; after its end the broker sends it again."""
        if connection is self._connection:
            connection.acknowledge(received)

    async def _send(self, connection: Connection) -> None:
        window = asyncio.Semaphore(self._settings.window)
        while True:
            await window.acquire()
            message = self.outbox.next()
            while message is None:
                self._work.clear()
                await self._work.wait()
                message = self.outbox.next()
            answer = connection.send(message)
            answer.add_done_callback(partial(self._answered, message.id, window))

    def _answered(self, message_id: str, window: asyncio.Semaphore, answer: asyncio.Future[Sent]) -> None:
        window.release()
        if answer.cancelled():
            return
        sent = answer.result()
        if sent.taken:
            self._counts["sent"] += 1
            self.outbox.done(message_id)
        else:
            self._refused(message_id, sent)
        if not len(self.outbox):
            self._empty.set()

    def _refused(self, message_id: str, sent: Sent) -> None:
        self._counts["refused_publishes"] += 1
        self.problem = f"message {message_id} refused: {sent.reason}"
        if sent.for_good:
            self.outbox.give_up(message_id)
        else:
            asyncio.get_running_loop().call_later(self._settings.retry_most_s, self._try_again, message_id)

    def _try_again(self, message_id: str) -> None:
        self.outbox.again([message_id])
        self._work.set()


async def _end(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks and wait for them; what they ended with is known already."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
