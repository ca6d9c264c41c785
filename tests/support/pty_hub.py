"""A by-id directory with ptys for sockets, and a hub on such a pty that keeps its events when it is unplugged."""

import asyncio
import contextlib
import os
import time
import tty
from pathlib import Path

from firmware_bridge import DeviceLink, Identity
from firmware_bridge.messages import (
    BoardTag,
    BoxState,
    EventBody,
    SnapshotBegin,
    SnapshotEnd,
    SnapshotRequest,
    TagSet,
)
from firmware_bridge.rings import Ring


class Socket:
    """One place where a device may be plugged in: `path` is a link to whatever pty it has now."""

    def __init__(self, folder: Path, name: str = "usb-Smart_Table_Hub_0007-if00") -> None:
        self.path = folder / name
        self.master = -1
        self.slave = -1
        self.tty_before = ""

    def plug(self) -> str:
        """A new pty under the same name, never the tty it had before; returns the name of the tty."""
        self.master, self.slave = _another_pty(self.tty_before)
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        tty_name = os.ttyname(self.slave)
        fresh = self.path.with_suffix(".new")
        fresh.symlink_to(tty_name)
        fresh.replace(self.path)
        self.tty_before = tty_name
        return tty_name

    def unplug(self) -> None:
        if self.master >= 0:
            self.path.unlink()
            os.close(self.master)
            os.close(self.slave)
            self.master = self.slave = -1

    def replug(self) -> tuple[str, str]:
        """Back under another tty number; returns the old and the new name."""
        old_master, old_slave, old = self.master, self.slave, os.ttyname(self.slave)
        new = self.plug()  # before the old number is free again
        os.close(old_master)
        os.close(old_slave)
        return old, new


def _another_pty(tty_before: str) -> tuple[int, int]:
    """A pty with another number than `tty_before`: which numbers are free hangs on every other process here."""
    pair = os.openpty()
    if os.ttyname(pair[1]) != tty_before:
        return pair
    another = os.openpty()  # while the old number is held
    for descriptor in pair:
        os.close(descriptor)
    return another


class PtyHub:
    """The reference device on a socket, with nothing on its antennas until told otherwise."""

    def __init__(self, socket: Socket, *, boot_id: int = 7, antennas: int = 13) -> None:
        self.socket = socket
        self.antennas = antennas
        self.tags: dict[int, tuple[bytes, ...]] = {}
        self.boxes: dict[int, bytes] = {}
        self.board = BoardTag(0, 0, b"")
        self.device_values: list[object] = []
        self.deaf = False
        self.reboot(boot_id)

    def reboot(self, boot_id: int) -> None:
        self.link = DeviceLink(Identity(boot_id=boot_id, antennas=self.antennas))

    def post(self, body: EventBody) -> int:
        number = self.link.post_event(body, int(time.monotonic() * 1e6))
        self._flush()
        return number

    async def run(self) -> None:
        """Serve whatever pty the socket has now."""
        while True:
            now = time.monotonic()
            if self.socket.master >= 0 and not self.deaf:
                with contextlib.suppress(BlockingIOError, OSError):
                    self._received(os.read(self.socket.master, 4096), now)
                if self.link.due() <= now:
                    self.link.advance(now)
                self._flush()
            await asyncio.sleep(0.002)

    def _received(self, data: bytes, now: float) -> None:
        for value in self.link.receive(data, now):
            self.device_values.append(value)
            if isinstance(value, SnapshotRequest):
                self._snapshot(value.token, int(now * 1e6))

    def _snapshot(self, token: int, tick: int) -> None:
        state: list[EventBody] = [SnapshotBegin(token)]
        state += [TagSet(number, 0, 0, 1, self.tags.get(number, ())) for number in range(self.antennas)]
        state += [BoxState(seat, self.boxes.get(seat, b"")) for seat in range(4)]
        for body in [*state, self.board, SnapshotEnd(token)]:
            self.link.post_event(body, tick, Ring.SCAN)

    def _flush(self) -> None:
        if self.socket.master >= 0 and not self.deaf:
            data = self.link.bytes_to_send()
            with contextlib.suppress(BlockingIOError, OSError):
                os.write(self.socket.master, data)


async def until(condition, *, seconds: float = 8.0) -> None:
    """Wait until something is true; fails loudly when it does not become so."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 what is waited for is anything
            await asyncio.sleep(0.005)
