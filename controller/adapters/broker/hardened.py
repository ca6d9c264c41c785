"""amqtt 0.12.1 made fit for a club: its leaks closed, its losses repaired (each has a test in tests/adapters/broker).

Overrides private methods, so it refuses any other version. Rights stand in gate.py, one client's flow in handler.py.
"""

from __future__ import annotations

import asyncio
import math
from asyncio import StreamReader, StreamWriter
from collections import defaultdict
from typing import Any

from amqtt.adapters import ReaderAdapter, WriterAdapter
from amqtt.broker import Broker, RetainedApplicationMessage, Server
from amqtt.contexts import Action
from amqtt.errors import AMQTTError
from amqtt.mqtt.connack import NOT_AUTHORIZED, ConnackPacket
from amqtt.mqtt.constants import QOS_1
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.session import ApplicationMessage, Session

from controller.adapters.broker.amqtt_version import check_amqtt
from controller.adapters.broker.gate import Gate, LogInPlugin, TopicPlugin
from controller.adapters.broker.handler import HardenedHandler, is_lasting
from controller.adapters.broker.limits import Limits, Listener
from controller.adapters.broker.refusals import Refusal, Refused
from controller.adapters.broker.sessions import LastingSession, SessionStore
from controller.adapters.broker.streams import BoundedWriter, CappedReader
from controller.adapters.mqtt import topics

_FAILED = 0x80


class HardenedBroker(Broker):  # type: ignore[misc]  # amqtt ships no py.typed
    """The embedded broker. Start and stop it like amqtt's own."""

    def __init__(self, gate: Gate, listener: Listener, limits: Limits, store: SessionStore) -> None:
        check_amqtt()
        self._gate, self._limits, self._store = gate, limits, store
        self._stopping = False
        plugins = {f"{p.__module__}.{p.__qualname__}": {"gate": gate} for p in (LogInPlugin, TopicPlugin)}
        super().__init__(
            {
                "listeners": {"default": listener.as_config(limits)},
                "session_expiry_interval": limits.session_expiry_s,
                "plugins": plugins,
            }
        )

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._servers["default"].instance.sockets[0].getsockname()[1])

    async def shutdown(self) -> None:
        """Stop; who listened to what stays in the store."""
        self._stopping = True
        await super().shutdown()
        self._gate.close()

    # --- connections ---------------------------------------------------------------------------------------

    async def stream_connected(self, reader: StreamReader, writer: StreamWriter, listener_name: str) -> None:
        """Serve one connection, with a cap on packets and on the time that closing may take."""
        capped = CappedReader(reader, limit=self._limits.max_packet, too_large=self._count_bad_packet)
        await self._client_connected(listener_name, capped, BoundedWriter(writer))

    def _count_bad_packet(self) -> None:
        self._gate.refusals.add(Refusal(Refused.PACKET, ""))

    async def _initialize_client_session(
        self, reader: ReaderAdapter, writer: WriterAdapter, remote_address: str, remote_port: int
    ) -> tuple[BrokerProtocolHandler, Session]:
        """Read the CONNECT and check it before any session is looked up.

        amqtt looks first: a stranger with a borrowed client id ended its owner's session, and one with an
        account of his own took over the owner's subscriptions and waiting messages. Here sessions belong to users.
        """
        try:
            async with asyncio.timeout(self._limits.connect_s):
                handler, session = await HardenedHandler.init_from_connect(reader, writer, self.plugins_manager)
        except Exception as error:
            self._count_bad_packet()
            await writer.close()
            raise AMQTTError(f"no CONNECT from {remote_address}:{remote_port}") from error
        if not await self._authenticate(session, self.listeners_config["default"]):
            await ConnackPacket.build(0, NOT_AUTHORIZED).to_stream(writer)
            await writer.close()
            raise AMQTTError(f"log-in refused from {remote_address}:{remote_port}")
        handler.keeper = self
        session.client_id = f"{session.username}/{session.client_id}"
        # The specification lets a client be silent for one and a half times its keep-alive.
        session.keep_alive = math.ceil(session.keep_alive * 1.5)
        await self._end_older_connection(session.client_id)
        return handler, await self._session_for(session)

    async def _end_older_connection(self, client: str) -> None:
        """Let a client that comes again end its older connection, all of it, before the new one begins.

        amqtt lets them overlap; the end of the old one then marks the new one as away, and its messages wait.
        """
        older, handler = self._sessions.get(client, (None, None))
        if older is None or handler is None or not older.transitions.is_connected():
            return
        await handler.handle_connection_closed()
        for _ in range(300):
            if not older.transitions.is_connected():
                return
            await asyncio.sleep(0.01)
        older.transitions.disconnect()

    async def _session_for(self, fresh: Session) -> Session:
        """Return the session to go on with: the client's lasting one, or a new one."""
        client = fresh.client_id or ""
        kept = self._sessions.get(client, (None, None))[0]
        if kept is None or fresh.clean_session or not is_lasting(kept):
            await self._delete_session(client)
            fresh.parent = 0
            return fresh
        kept.will_flag, kept.will_topic, kept.will_message = fresh.will_flag, fresh.will_topic, fresh.will_message
        kept.will_qos, kept.will_retain = fresh.will_qos, fresh.will_retain
        kept.username, kept.password = fresh.username, fresh.password
        kept.clean_session = False
        kept.keep_alive, kept.remote_address = fresh.keep_alive, fresh.remote_address
        kept.remote_port, kept.ssl_object = fresh.remote_port, fresh.ssl_object
        kept.parent = 1
        return kept

    async def _handle_client_session(
        self,
        reader: ReaderAdapter,
        writer: WriterAdapter,
        client_session: Session,
        handler: BrokerProtocolHandler,
        server: Server,
        listener_name: str,
    ) -> None:
        """Serve a client; however that ends, it no longer counts as connected."""
        try:
            await super()._handle_client_session(reader, writer, client_session, handler, server, listener_name)
        finally:
            current = self._sessions.get(client_session.client_id or "", (None, None))[1]
            if current is handler and client_session.transitions.is_connected():
                await handler.stop()
                client_session.transitions.disconnect()

    # --- what is kept ---------------------------------------------------------------------------------------

    def keep(self, session: Session, message: ApplicationMessage) -> None:
        """Keep an unacknowledged message of a lasting session, or send it again if the client is back already."""
        if self._stopping or not is_lasting(session):
            return
        handler = self._sessions.get(session.client_id or "", (None, None))[1]
        if isinstance(handler, HardenedHandler) and handler.is_live and session.transitions.is_connected():
            self._send(handler, message)
            return
        while session.retained_messages.qsize() >= self._limits.max_queued:
            session.retained_messages.get_nowait()
            self._gate.refusals.add(Refusal(Refused.SLOW, session.username or ""))
        session.retained_messages.put_nowait(message)

    def too_slow(self, session: Session) -> bool:
        """Whether this client has left too many messages unacknowledged."""
        if len(session.inflight_out) < self._limits.max_queued:
            return False
        self._gate.refusals.add(Refusal(Refused.SLOW, session.username or ""))
        return True

    def _send(self, handler: BrokerProtocolHandler, message: ApplicationMessage, *, retain: bool = False) -> None:
        """Begin to send without waiting: amqtt would wait for the PUBACK and serve nothing else meanwhile."""
        flow = handler.mqtt_publish(message.topic, message.data, message.qos, retain)
        self._tasks_queue.append(asyncio.ensure_future(flow))

    async def _retain_broadcast_message(self, broadcast: dict[str, Any], qos: int, target_session: Session) -> None:
        """Keep a message for a client that is away."""
        self.keep(
            target_session,
            RetainedApplicationMessage(broadcast["session"], broadcast["topic"], broadcast["data"], qos),
        )

    async def _publish_session_retained_messages(self, session: Session) -> None:
        """Send what waited for this client, in order; it is not marked as retained, for it is not."""
        handler = self._get_handler(session)
        while handler is not None and not session.retained_messages.empty():
            self._send(handler, session.retained_messages.get_nowait())

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        """Send the retained messages of a subscription to the client that has it, and may read each of them.

        amqtt calls this at every connect for everybody's filters: a client without any subscription
        was sent every retained message that anybody had asked for.
        """
        topic_filter, qos = subscription
        handler = self._get_handler(session)
        owners = [owner.client_id for owner, _ in self._subscriptions.get(topic_filter, [])]
        if handler is None or session.client_id not in owners:
            return
        for topic, message in list(self._retained_messages.items()):
            if self._matches(topic, topic_filter) and await self._topic_filtering(session, topic, Action.RECEIVE):
                sent = RetainedApplicationMessage(None, topic, message.data, min(qos, message.qos or qos))
                self._send(handler, sent, retain=True)

    async def retain_message(
        self,
        source_session: Session | None,
        topic_name: str | None,
        data: bytes | bytearray | None,
        qos: int | None = None,
    ) -> None:
        """Retain a state; an event, a command or a summons is delivered but never kept, whatever its sender asks."""
        family = topics.family_of(topic_name or "")
        if family is not None and family.retained:
            await super().retain_message(source_session, topic_name, data, qos)

    # --- rights ---------------------------------------------------------------------------------------------

    async def _topic_filtering(self, session: Session, topic: str, action: Action) -> bool:
        """Ask the gate, without a pause between question and answer.

        amqtt's own asks its plugins in tasks; a client that subscribed in that pause changed the dictionary
        under the loop that was delivering a message, and the subscribers after it never got it.
        """
        return self._gate.permits(session, topic, action)

    async def add_subscription(self, subscription: tuple[str, int], session: Session) -> int:
        """Subscribe a client, at QoS 1 at most and to a bounded number of filters."""
        topic_filter, qos = subscription
        own = sum(session.client_id in {s.client_id for s, _ in subs} for subs in self._subscriptions.values())
        if own >= self._limits.max_filters:
            self._gate.refusals.add(Refusal(Refused.SUBSCRIPTION, session.username or "", topic_filter[:120]))
            return _FAILED
        granted = await super().add_subscription((topic_filter, min(qos, QOS_1)), session)
        self._save()
        return int(granted)

    # --- lasting sessions -----------------------------------------------------------------------------------

    async def _start_listeners(self) -> None:
        """Remember who listened before the restart, then open the doors."""
        for kept in self._store.load():
            _, session = self.create_offline_session(kept.client)
            session.username, session.clean_session = kept.user, False
            self._sessions[kept.client] = (session, HardenedHandler(self.plugins_manager, session))
            for topic_filter in kept.filters:
                await super().add_subscription((topic_filter, QOS_1), session)
        await super()._start_listeners()

    async def _handle_unsubscription(
        self, client_session: Session, handler: BrokerProtocolHandler, unsubscribe_waiter: asyncio.Future[Any]
    ) -> None:
        await super()._handle_unsubscription(client_session, handler, unsubscribe_waiter)
        self._save()

    async def _delete_session(self, client_id: str) -> None:
        await super()._delete_session(client_id)
        self._save()

    async def _cleanup_session(self, client_id: str) -> None:
        await super()._cleanup_session(client_id)
        self._save()

    def _save(self) -> None:
        if self._stopping:
            return
        filters: dict[tuple[str, str], list[str]] = defaultdict(list)
        for topic_filter, subscribers in self._subscriptions.items():
            for session, _ in subscribers:
                if is_lasting(session):
                    filters[session.client_id or "", session.username or ""].append(topic_filter)
        self._store.save(LastingSession(client, user, tuple(sorted(own))) for (client, user), own in filters.items())
