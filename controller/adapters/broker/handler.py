"""One client's MQTT conversation, as amqtt leads it but without its losses.

Repairs of amqtt 0.12.1: an unacknowledged message outlives its connection, a silent client is noticed
when its keep-alive has passed, a slow one is cut. Who may say what is decided in gate.py.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.mqtt.puback import PubackPacket
from amqtt.session import (
    OUTGOING,
    ApplicationMessage,
    IncomingApplicationMessage,
    OutgoingApplicationMessage,
    Session,
)


class Keeper(Protocol):
    """What a conversation asks of its broker."""

    def keep(self, session: Session, message: ApplicationMessage) -> None:
        """Keep a message that its receiver has not acknowledged, for when he is back."""

    def too_slow(self, session: Session) -> bool:
        """Whether so many messages wait for this client that it is to be cut (which counts it)."""


class HardenedHandler(BrokerProtocolHandler):  # type: ignore[misc]  # amqtt ships no py.typed
    """amqtt's handler with at-least-once delivery kept across connections."""

    #: The broker; set right after the CONNECT was read, before anything is sent.
    keeper: Keeper
    _ended = False

    @property
    def is_live(self) -> bool:
        """Whether messages may still be handed to it."""
        return not self._ended and self.writer is not None

    async def stop(self) -> None:
        """End the conversation; what is not acknowledged goes back to the broker's keeping."""
        self._ended = True
        await super().stop()

    def handle_read_timeout(self) -> None:
        """Treat a client that was silent for longer than its keep-alive as gone: its will is sent.

        amqtt does nothing here, so a table whose Wi-Fi died would count as connected for ever.
        """
        self._keepalive_expired = asyncio.ensure_future(self.handle_connection_closed())

    async def mqtt_publish(
        self,
        topic: str,
        data: bytes | bytearray,
        qos: int | None,
        retain: bool,
        ack_timeout: int | None = None,
    ) -> OutgoingApplicationMessage:
        """Send one message; a client that does not keep up is cut first."""
        session = self.session
        if session is not None and not self._ended and self.keeper.too_slow(session):
            await self.handle_connection_closed()
            self._ended = True
        return await super().mqtt_publish(topic, data, qos, retain, ack_timeout)

    async def _handle_qos1_message_flow(
        self, app_message: OutgoingApplicationMessage | IncomingApplicationMessage
    ) -> None:
        """Send at least once: wait for the PUBACK as long as the connection lasts, then keep the message.

        amqtt gives a message up after five seconds, and at any disconnect even of a lasting session.
        """
        if app_message.direction != OUTGOING or not isinstance(app_message, OutgoingApplicationMessage):
            await super()._handle_qos1_message_flow(app_message)
            return
        session, number = self.session, app_message.packet_id
        if session is None or number is None:
            return
        if self._ended:
            self.keeper.keep(session, app_message)
            return
        acknowledged: asyncio.Future[PubackPacket] = asyncio.get_running_loop().create_future()
        session.inflight_out[number] = app_message
        self._puback_waiters[number] = acknowledged
        try:
            await self._send_packet(app_message.build_publish_packet())
            app_message.puback_packet = await acknowledged
        finally:
            self._puback_waiters.pop(number, None)
            session.inflight_out.pop(number, None)
            if app_message.puback_packet is None:
                self.keeper.keep(session, app_message)


def is_lasting(session: Session) -> bool:
    """Whether the client asked that its subscriptions and messages be kept while it is away."""
    return not session.clean_session
