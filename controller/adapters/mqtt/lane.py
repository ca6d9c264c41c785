"""One lane of the bus: one connection to the broker after another, and what is to be sent over it.

Reconnects with pauses that grow, sends again what is not acknowledged, hands on what comes. What a message says
is nothing to it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from controller.adapters.mqtt.connection import BusConnectionError, Connection, How, LogInRefusedError, Received, Sent
from controller.adapters.mqtt.outbox import Lately, OnSent, Outbox
from controller.adapters.mqtt.settings import BusSettings
from controller.ports import OutMessage

#: A connection that lasted this long was a good one: the next attempt comes at once.
_GOOD_S = 5.0


class Lane:
    """One connection after another, with what is to be sent over it."""

    def __init__(
        self,
        settings: BusSettings,
        how: Callable[[Executor], How],
        *,
        outbox: Outbox,
        counts: Counter[str],
        take: Callable[[Received, Callable[[], None]], None],
        lately: Lately | None = None,
    ) -> None:
        self.outbox = outbox
        self.problem = ""
        self.generation = 0
        self.is_connected = False
        self._settings, self._how = settings, how
        self._counts, self._take, self._lately = counts, take, lately
        self._connection: Connection | None = None
        #: Messages on their way over this connection.
        self._in_flight = 0
        self._lost_at: float | None = None
        self._empty = asyncio.Event()
        self._empty.set()

    def put(self, message: OutMessage, on_sent: OnSent | None) -> None:
        """Queue a message for this lane; it goes out at once if the broker is there."""
        self.outbox.put(message, on_sent)
        self._empty.clear()
        self._send_what_waits()

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
                if self.is_connected:
                    self._lost_at = time.monotonic()
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
            self._connection, self._in_flight = connection, 0
            # What waited at the broker comes at once, before the subscription is answered.
            receiving = asyncio.create_task(self._receive(connection))
            try:
                refused = await connection.subscribe(self._settings.subscribe)
                self._connected(refused)
                await receiving
            finally:
                self._connection = None
                await _end(receiving)

    def _connected(self, refused: list[str]) -> None:
        self._counts["connections"] += 1
        self._counts["refused_subscriptions"] += len(refused)
        self.problem = f"subscription refused: {', '.join(refused)}" if refused else ""
        self.is_connected = True
        self.outbox.again()
        self.outbox.tell_states_again()
        if self._lost_at is not None and self._lately is not None:
            # A broker that was lost may have died before it passed on what it took last.
            self.outbox.put_first(self._lately.before(self._lost_at))
        self._lost_at = None
        if len(self.outbox):
            self._empty.clear()
        self._send_what_waits()

    async def _receive(self, connection: Connection) -> None:
        async for received in connection.received():
            self._take(received, partial(self._acknowledge, connection, received))

    def _acknowledge(self, connection: Connection, received: Received) -> None:
        """Acknowledge over the connection that the message came by; after its end the broker sends it again."""
        if connection is self._connection:
            connection.acknowledge(received)

    def _send_what_waits(self) -> None:
        """As much of it as may be on its way at once."""
        while self.is_connected and self._connection is not None and self._in_flight < self._settings.window:
            message = self.outbox.next()
            if message is None:
                return
            self._in_flight += 1
            answer = self._connection.send(message)
            answer.add_done_callback(partial(self._answered, message.id, self._connection))

    def _answered(self, message_id: str, connection: Connection, answer: asyncio.Future[Sent]) -> None:
        if answer.cancelled():
            return
        if connection is self._connection:
            self._in_flight -= 1
        sent = answer.result()
        if sent.taken:
            self._counts["sent"] += 1
            taken = self.outbox.done(message_id)
            if taken is not None and self._lately is not None:
                self._lately.add(taken, time.monotonic())
        else:
            self._refused(message_id, sent)
        if not len(self.outbox):
            self._empty.set()
        self._send_what_waits()

    def _refused(self, message_id: str, sent: Sent) -> None:
        self._counts["refused_publishes"] += 1
        self.problem = f"message {message_id} refused: {sent.reason}"
        if sent.for_good:
            self.outbox.give_up(message_id)
        else:
            asyncio.get_running_loop().call_later(self._settings.retry_most_s, self._try_again, message_id)

    def _try_again(self, message_id: str) -> None:
        self.outbox.again([message_id])
        self._send_what_waits()


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for it; what it ended with is known already."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
