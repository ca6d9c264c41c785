"""Asking the core to do something, over its local socket. A connection that broke is made anew, once a question."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from controller.adapters.control_socket import ControlClient, ControlError


class CoreAwayError(Exception):
    """The core does not answer: whether something was recorded is not known. The same id may be asked again."""


class Commands(Protocol):
    """What the desk needs of the core."""

    async def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask for something; CoreAwayError if there is no answer."""

    async def close(self) -> None:
        """No more questions."""


class CoreCommands:
    """The core at the other end of its socket."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._client: ControlClient | None = None

    async def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask for something; CoreAwayError if there is no answer."""
        try:
            return await (await self._connected()).ask(request)
        except ControlError as error:
            raise CoreAwayError(str(error)) from error

    async def close(self) -> None:
        """End the connection."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def _connected(self) -> ControlClient:
        if self._client is None or not self._client.is_open:
            await self.close()
            client = ControlClient(self._path)
            await client.__aenter__()
            self._client = client
        return self._client
