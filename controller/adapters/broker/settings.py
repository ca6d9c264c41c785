"""Settings of the embedded broker, from the `[broker]` table of a TOML file or from JSON."""

from __future__ import annotations

import ipaddress
import json
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from controller.adapters.broker.limits import Limits, Listener


class BrokerSettingsError(ValueError):
    """The settings cannot be used; the message names the file and the setting."""


class BrokerSettings(BaseModel):
    """Where the embedded broker listens, who its users are, what a client may take."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    #: Users, roles and hashes, mode 0600 (users.py).
    users: Path
    host: str = "127.0.0.1"
    #: 0 takes any free port; it is told in the line that says "ready".
    port: int = Field(default=1883, ge=0, le=65535)
    #: Where lasting sessions are remembered over a restart; without it directors subscribe anew.
    sessions: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    #: Off loopback TLS is needed, unless the network is somebody else's promise.
    allow_plain_text: bool = False
    max_packet: int = Field(default=Limits().max_packet, ge=1024, le=16_777_216)
    max_connections: int = Field(default=Limits().max_connections, ge=1)
    max_queued: int = Field(default=Limits().max_queued, ge=10, le=50_000)
    session_expiry_s: int = Field(default=Limits().session_expiry_s, ge=1)
    connect_s: float = Field(default=Limits().connect_s, gt=0)

    @model_validator(mode="after")
    def _is_safe(self) -> BrokerSettings:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("certificate and key belong together")
        if self.certificate is None and not self.allow_plain_text and not is_loopback(self.host):
            raise ValueError(f"host {self.host} is not loopback: give certificate and key")
        return self

    @property
    def listener(self) -> Listener:
        """Address, port and TLS files."""
        return Listener(self.host, self.port, self.certificate, self.key)

    @property
    def limits(self) -> Limits:
        """What a client may take."""
        return Limits(
            max_packet=self.max_packet,
            max_connections=self.max_connections,
            max_queued=self.max_queued,
            session_expiry_s=self.session_expiry_s,
            connect_s=self.connect_s,
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def read_settings(path: Path) -> BrokerSettings:
    """Read a TOML file: its `[broker]` table, or the whole file if it has none.

    Raises:
        BrokerSettingsError: the file is missing, no TOML, or a setting is unknown or wrong.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BrokerSettingsError(f"{path}: {error}") from error
    return _settings(data.get("broker", data), str(path))


def settings_from_json(text: str) -> BrokerSettings:
    """Read one JSON object, as a parent process passes it.

    Raises:
        BrokerSettingsError: it is no JSON, or a setting is unknown or wrong.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BrokerSettingsError(f"settings: {error}") from error
    return _settings(data, "settings")


def _settings(data: object, where: str) -> BrokerSettings:
    try:
        return BrokerSettings.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "broker"
        raise BrokerSettingsError(f"{where}: broker.{field}: {first['msg']}") from error
