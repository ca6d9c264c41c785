"""A host for the tests: HostLink on a real tty, opened by its by-id name, without any driver."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import tty
from pathlib import Path

from firmware_bridge import HostLink
from firmware_bridge.link import Event, HostValue


class WireHost:
    """Opens the port, keeps the link going and collects what it delivers."""

    def __init__(self, path: Path, *, link_id: int = 7, commits: bool = True) -> None:
        self.link = HostLink(link_id)
        self.values: list[HostValue] = []
        self._path = path
        self._commits = commits
        self._fd: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        self._fd = os.open(self._path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd)
        asyncio.get_running_loop().add_reader(self._fd, self._readable)
        self.link.connected(time.monotonic())
        self._go_on()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._fd is not None:
            asyncio.get_running_loop().remove_reader(self._fd)
            os.close(self._fd)
            self._fd = None

    @property
    def is_open(self) -> bool:
        return self._fd is not None

    @property
    def events(self) -> list[Event]:
        return [value for value in self.values if isinstance(value, Event)]

    @property
    def bodies(self) -> list[object]:
        return [event.body for event in self.events]

    def of_type(self, kind: type) -> list[object]:
        return [value for value in self.values if isinstance(value, kind)]

    def bodies_of(self, kind: type) -> list[object]:
        return [body for body in self.bodies if isinstance(body, kind)]

    async def until(self, holds, seconds: float = 8.0) -> None:
        """Wait until that is true; fail if it is not in time."""
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, f"not in {seconds} s; heard {self.values[-5:]}"
            await asyncio.sleep(0.01)

    def _readable(self) -> None:
        assert self._fd is not None
        try:
            data = os.read(self._fd, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.values += self.link.disconnected(time.monotonic())
            self.close()
            return
        self._take(self.link.receive(data, time.monotonic()))
        self._go_on()

    def _take(self, values: list[HostValue]) -> None:
        self.values += values
        for value in values:
            if isinstance(value, Event) and self._commits:
                self.link.commit(value.evt_no, boot_id=value.boot_id)

    def _go_on(self) -> None:
        if self._fd is None:
            return
        self._take(self.link.advance(time.monotonic()))
        with contextlib.suppress(BlockingIOError, OSError):
            os.write(self._fd, self.link.bytes_to_send())
        due = self.link.due()
        if self._timer is not None:
            self._timer.cancel()
        if due is not None:
            pause = max(0.005, due - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(pause, self._go_on)
