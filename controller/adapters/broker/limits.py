"""What one client may take of the broker, and where the broker listens, as values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may take of the broker."""

    #: Bytes of a packet; our messages are below 4 KiB.
    max_packet: int = 65_536
    #: Connections at once, about three a table.
    max_connections: int = 1000
    #: Messages kept for one client that is away or slow; then its oldest go, or it is cut.
    max_queued: int = 10_000
    #: Subscriptions of one client.
    max_filters: int = 64
    #: Seconds for which a client that is away is remembered.
    session_expiry_s: int = 86_400
    #: Seconds within which a new connection must have sent its CONNECT.
    connect_s: float = 10.0


@dataclass(frozen=True, slots=True)
class Listener:
    """Where the broker listens: an address, a port (0: any free one), and TLS if certificate and key are given."""

    host: str = "127.0.0.1"
    port: int = 1883
    certificate: Path | None = None
    key: Path | None = None

    def as_config(self, limits: Limits) -> dict[str, Any]:
        """The listener in amqtt's words."""
        found: dict[str, Any] = {
            "type": "tcp",
            "bind": f"{self.host}:{self.port}",
            "max_connections": limits.max_connections,
        }
        if self.certificate is not None and self.key is not None:
            found |= {"ssl": True, "certfile": str(self.certificate), "keyfile": str(self.key)}
        return found
