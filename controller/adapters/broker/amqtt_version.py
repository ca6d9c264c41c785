"""Which amqtt the repairs are made for, and the refusal to run with any other.

A repair overrides a private method; were that renamed, the defect would be back without a word.
"""

from __future__ import annotations

import inspect
from importlib.metadata import version

from amqtt.broker import Broker
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler

#: The only version whose private methods are known to be as overridden here.
AMQTT_VERSION = "0.12.1"

#: What is overridden, with the parameters it must have.
_OVERRIDDEN: tuple[tuple[type, str, tuple[str, ...]], ...] = (
    (Broker, "stream_connected", ("self", "reader", "writer", "listener_name")),
    (
        Broker,
        "_initialize_client_session",
        ("self", "reader", "writer", "remote_address", "remote_port"),
    ),
    (
        Broker,
        "_handle_client_session",
        ("self", "reader", "writer", "client_session", "handler", "server", "listener_name"),
    ),
    (Broker, "_handle_unsubscription", ("self", "client_session", "handler", "unsubscribe_waiter")),
    (Broker, "_publish_retained_messages_for_subscription", ("self", "subscription", "session")),
    (Broker, "_publish_session_retained_messages", ("self", "session")),
    (Broker, "_retain_broadcast_message", ("self", "broadcast", "qos", "target_session")),
    (Broker, "_topic_filtering", ("self", "session", "topic", "action")),
    (Broker, "_delete_session", ("self", "client_id")),
    (Broker, "_cleanup_session", ("self", "client_id")),
    (Broker, "_start_listeners", ("self",)),
    (Broker, "_authenticate", ("self", "session", "_")),
    (Broker, "retain_message", ("self", "source_session", "topic_name", "data", "qos")),
    (Broker, "add_subscription", ("self", "subscription", "session")),
    (Broker, "create_offline_session", ("self", "client_id")),
    (BrokerProtocolHandler, "_handle_qos1_message_flow", ("self", "app_message")),
    (BrokerProtocolHandler, "handle_read_timeout", ("self",)),
    (BrokerProtocolHandler, "stop", ("self",)),
    (BrokerProtocolHandler, "mqtt_publish", ("self", "topic", "data", "qos", "retain", "ack_timeout")),
)


class UnsupportedBrokerError(RuntimeError):
    """The amqtt that is installed is not the one that these repairs were made for; install the named version."""


def check_amqtt() -> None:
    """Refuse to go on with an amqtt whose defects would not be covered.

    Raises:
        UnsupportedBrokerError: other version, or an overridden method is missing or changed.
    """
    installed = version("amqtt")
    if installed != AMQTT_VERSION:
        raise UnsupportedBrokerError(
            f"amqtt {installed} is installed, but the embedded broker repairs {AMQTT_VERSION} only: "
            f"pip install amqtt=={AMQTT_VERSION}, or use Mosquitto (deploy/mosquitto)"
        )
    for owner, name, parameters in _OVERRIDDEN:
        method = getattr(owner, name, None)
        if method is None or tuple(inspect.signature(method).parameters) != parameters:
            raise UnsupportedBrokerError(
                f"amqtt's {owner.__name__}.{name} is not as in {AMQTT_VERSION}: the embedded broker would leak; "
                f"reinstall it: pip install --force-reinstall amqtt=={AMQTT_VERSION}"
            )
