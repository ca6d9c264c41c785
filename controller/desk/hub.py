"""What has changed, told to every open page at once: one hub, a short memory, and no patience with slow readers.

Each listener hears only what `Room.sees` lets him; a change he may not see leaves no trace in what he gets.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.desk.room import Room, Viewer
from controller.session.may_see import Role, What

#: Changes kept for those who come back, and changes that may wait for one listener.
_KEPT, _PATIENCE = 2000, 256


@dataclass(frozen=True, slots=True)
class Change:
    """Something changed at a table: `what` says whom it may be told."""

    kind: str
    table: str
    board: int | None
    what: What
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the stream: `id` only for those who hear everything, for gaps in numbers tell a tale too."""

    kind: str
    data: Mapping[str, Any] = field(hash=False)
    id: str | None = None

    def as_sse(self) -> bytes:
        """The event as it goes over the line."""
        text = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        head = f"id: {self.id}\n" if self.id else ""
        return f"{head}event: {self.kind}\ndata: {text}\n\n".encode()


#: Everything may be different: load anew.
RESYNC = Told("resync", {})
#: The line is alive.
BEAT = Told("beat", {})


class Listener:
    """One open stream. `cut` when it could not keep up: it must come again and resume or resync."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.is_cut = False
        self._queue: asyncio.Queue[Told] = asyncio.Queue(_PATIENCE)

    def put(self, told: Told) -> None:
        """Give it something; a full queue cuts it off."""
        try:
            self._queue.put_nowait(told)
        except asyncio.QueueFull:
            self.is_cut = True

    async def next(self, within_s: float) -> Told | None:
        """The next event, None if none comes in time or it was cut."""
        if self.is_cut:
            return None
        try:
            async with asyncio.timeout(within_s):
                return await self._queue.get()
        except TimeoutError:
            return None


class Hub:
    """Tells changes to listeners, and to those who come back what they have missed."""

    def __init__(self, room: Room, *, kept: int = _KEPT) -> None:
        self._room = room
        #: A restart of the desk makes other ids: what was missed over it is told as `resync`.
        self._start = secrets.token_hex(4)
        self._kept: deque[tuple[int, Change]] = deque(maxlen=kept)
        self._count = 0
        self._listeners: set[Listener] = set()

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def publish(self, change: Change) -> None:
        """Tell a change to everybody who may know of it."""
        self._count += 1
        self._kept.append((self._count, change))
        for listener in self._listeners:
            self._tell(listener, self._count, change)

    def listen(self, viewer: Viewer, last_id: str | None) -> Listener:
        """Open a stream: what was missed since `last_id` comes first, or `resync` if that is not known any more."""
        listener = Listener(viewer)
        missed = self._missed(viewer, last_id)
        if missed is None:
            listener.put(RESYNC)
        else:
            for number, change in missed:
                self._tell(listener, number, change)
        self._listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Close a stream."""
        self._listeners.discard(listener)

    def _missed(self, viewer: Viewer, last_id: str | None) -> list[tuple[int, Change]] | None:
        if last_id is None or viewer.role is not Role.DIRECTOR:
            return None
        start, _, number = last_id.partition("-")
        if start != self._start or not number.isascii() or not number.isdigit() or int(number) > self._count:
            return None
        oldest = self._kept[0][0] if self._kept else self._count + 1
        if int(number) + 1 < oldest:
            return None
        return [(n, change) for n, change in self._kept if n > int(number)]

    def _tell(self, listener: Listener, number: int, change: Change) -> None:
        viewer = listener.viewer
        if self._room.sees(viewer, change.board, change.what):
            hears_all = viewer.role is Role.DIRECTOR
            listener.put(Told(change.kind, change.data, f"{self._start}-{number}" if hears_all else None))
        elif change.data.get("sound") and self._room.sees(viewer, change.board, What.COME_TO_TABLE):
            listener.put(Told("come", {"table": change.table}))
