"""The Bus port over MQTT: two lanes to one broker, so that a summons never queues behind the record of 200 tables.

Keeps connected, keeps what is not acknowledged, sets aside what cannot be read. Transport, never the record;
aiomqtt is known to connection.py alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from controller.adapters.mqtt import topics
from controller.adapters.mqtt.connection import How, Received
from controller.adapters.mqtt.envelope import MAX_BYTES, MalformedMessageError, read
from controller.adapters.mqtt.lane import Lane
from controller.adapters.mqtt.outbox import Lately, OnSent, Outbox
from controller.adapters.mqtt.settings import BusSettings
from controller.ports import InMessage, OutMessage

#: Seconds for which a broker that was lost may have kept a message to itself.
_BEFORE_LOSS_S = 10.0

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
        self._urgent = Lane(
            settings,
            partial(How, settings.client_id, bool(settings.subscribe), will, tls),
            outbox=Outbox(),
            counts=self._counts,
            take=self._take,
            # A broker that lost its power is missed only when the keep-alive has passed.
            lately=Lately(_BEFORE_LOSS_S + 1.5 * settings.keepalive_s),
        )
        self._bulk = Lane(
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
