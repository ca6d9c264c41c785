"""A room without a broker: everything is said to nobody, nothing comes. The desk and the journal do without it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

from controller.ports import InMessage, OutMessage


class NoBus:
    """The Bus where the settings name none."""

    async def run(self) -> None:
        """There is nothing to keep connected."""
        await asyncio.Event().wait()

    def publish(self, message: OutMessage, on_sent: Callable[[str], None] | None = None) -> None:
        """Nobody listens, so nothing is left to be sent."""
        if on_sent is not None:
            on_sent(message.id)

    async def messages(self) -> AsyncIterator[InMessage]:
        """Nothing comes."""
        await asyncio.Event().wait()
        return
        yield

    @property
    def is_connected(self) -> bool:
        """There is no broker, and none is missing."""
        return True

    def counters(self) -> Mapping[str, int]:
        """Nothing goes wrong."""
        return {}
