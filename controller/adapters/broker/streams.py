"""Reader and writer that a hostile or dead peer cannot use against the broker.

Limits only; they know nothing of topics or users.
"""

from __future__ import annotations

import asyncio
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable

from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter

#: How long a peer may take to drain the last bytes before its connection is cut.
_CLOSE_S = 2.0


class CappedReader(StreamReaderAdapter):  # type: ignore[misc]  # amqtt ships no py.typed
    """Reads packets up to a size; at a larger one it tells and from then on reads as a closed connection.

    amqtt itself would gather a packet of any announced size (256 MB) in memory, even before log-in.
    """

    def __init__(self, reader: StreamReader, *, limit: int, too_large: Callable[[], None]) -> None:
        super().__init__(reader)
        self._limit = limit
        self._too_large = too_large
        self._closed = False

    async def read(self, n: int = -1) -> bytes:
        """Return exactly `n` bytes, or nothing when the connection has ended."""
        if not self._closed and n > self._limit:
            self._closed = True
            self._too_large()
        return b"" if self._closed else await super().read(n)


class BoundedWriter(StreamWriterAdapter):  # type: ignore[misc]  # amqtt ships no py.typed
    """Writes packets; closing never waits longer than two seconds for a peer that has gone silent."""

    def __init__(self, writer: StreamWriter) -> None:
        super().__init__(writer)
        self._stream = writer

    async def close(self) -> None:
        """Close the connection, by force if the peer does not read what is left."""
        try:
            async with asyncio.timeout(_CLOSE_S):
                await super().close()
        except (TimeoutError, OSError, ssl.SSLError):
            self._stream.transport.abort()
