"""Settings of the bus: which broker, as whom, listening to what."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class BusSettings(BaseModel):
    """How to reach a broker, and the filters that the bus subscribes to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(default=1883, ge=1, le=65535)
    user: str
    password: str = Field(repr=False)
    #: Names the session at the broker: the same after a restart, so that what came meanwhile is delivered.
    client_id: str = Field(pattern=r"^[a-z0-9_-]{1,60}$")
    subscribe: tuple[str, ...] = ()
    #: Certificate that the broker's must be signed by; given, the connection is TLS.
    certificate: Path | None = None
    #: `5` also tells when a message was refused; the embedded broker and NATS speak `3.1.1`.
    protocol: Literal["3.1.1", "5"] = "3.1.1"
    #: A dead connection is noticed within one and a half times this.
    keepalive_s: int = Field(default=10, ge=1)
    #: How long an answer of the broker may take before the connection counts as dead.
    answer_s: float = Field(default=5.0, gt=0)
    #: First and longest pause between two attempts to connect.
    retry_s: float = Field(default=0.1, gt=0)
    retry_most_s: float = Field(default=2.0, gt=0)
    #: Messages on their way at once.
    window: int = Field(default=64, ge=1, le=1000)
    #: Events kept while there is no broker; summonses, answers and states are always kept.
    keep_events: int = Field(default=20_000, ge=100)

    def tls_context(self) -> ssl.SSLContext | None:
        """Return what checks the broker's certificate, None without TLS.

        Raises:
            ValueError: the certificate is missing or none; names the file.
        """
        if self.certificate is None:
            return None
        try:
            return ssl.create_default_context(cafile=str(self.certificate))
        except OSError as error:
            raise ValueError(f"{self.certificate}: not a certificate that can be read: {error}") from error
