"""The device's end of a serial port: a real pseudo-terminal with a name as under /dev/serial/by-id.

It knows when the host has the port open (the DTR line of a USB serial port) and at which speed, and survives being
plugged in elsewhere.
"""

from __future__ import annotations

import asyncio
import os
import select
import termios
import tty
from collections.abc import Callable
from pathlib import Path

from hw_sim.uart import misheard

#: How often to look whether a host has opened the port, real seconds.
LOOK_EVERY_S = 0.05
_CHUNK = 65536
#: Speeds as the terminal's settings name them.
_SPEEDS = {getattr(termios, name): int(name[1:]) for name in dir(termios) if name[0] == "B" and name[1:].isdigit()}


class PtyPort:
    """One serial port that can be pulled out and put back under another tty number.

    `on_data` gets what the host writes, `on_host(True / False)` says when it opens and closes the port.
    """

    def __init__(self, link: Path, *, on_data: Callable[[bytes], None], on_host: Callable[[bool], None]) -> None:
        self.link = link
        self.dropped = 0
        #: The speed of a real line behind it, bits a second; without one any speed fits, as on USB.
        self.baud: int | None = None
        self._on_data = on_data
        self._on_host = on_host
        self._master: int | None = None
        self._spare: tuple[int, str] | None = None
        self._host_is_there = False
        self._look: asyncio.TimerHandle | None = None
        self._waiting = bytearray()

    @property
    def is_plugged(self) -> bool:
        """The port exists."""
        return self._master is not None

    @property
    def host_is_there(self) -> bool:
        """A host has the port open."""
        return self._host_is_there

    def plug(self) -> None:
        """The port appears; its name leads to it."""
        if self._master is not None:
            return
        self._master, name = self._spare or _open()
        self._spare = None
        fresh = self.link.with_name(self.link.name + ".new")
        fresh.symlink_to(name)
        fresh.replace(self.link)
        self._look_for_host()

    def unplug(self) -> None:
        """The cable is pulled: the host's reads and writes fail, the name is gone."""
        if self._master is None:
            return
        # Opened before the old one is closed: the port that comes next has another number.
        self._spare = _open()
        self._leave()
        self._host_gone()

    def close(self) -> None:
        """The end of the simulation."""
        if self._master is not None:
            self._leave()
        if self._spare is not None:
            os.close(self._spare[0])
            self._spare = None

    def write(self, data: bytes) -> None:
        """Bytes to the host; without one they are gone, as behind a USB port that nobody has opened."""
        if self._master is None or not self._host_is_there:
            self.dropped += len(data)
            return
        idle = not self._waiting
        self._waiting += self._carried(data, self._master, to_host=True)
        if idle:
            self._flush(self._master)
            if self._waiting and self._master is not None:
                asyncio.get_running_loop().add_writer(self._master, self._writable, self._master)

    @property
    def takes_bytes(self) -> bool:
        """There is room on the line: nothing waits to be written."""
        return not self._waiting

    # -- the pseudo-terminal -------------------------------------------------------------------

    def _leave(self) -> None:
        master, self._master = self._master, None
        assert master is not None
        if self._look is not None:
            self._look.cancel()
            self._look = None
        loop = asyncio.get_running_loop()
        loop.remove_reader(master)
        loop.remove_writer(master)
        self._waiting.clear()
        self.link.unlink(missing_ok=True)
        os.close(master)

    def _look_for_host(self) -> None:
        """While no host has the slave side open the master side hangs up; look until that ends."""
        if self._master is None:
            return
        loop = asyncio.get_running_loop()
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        if any(flags & select.POLLHUP for _, flags in poll.poll(0)):
            self._look = loop.call_later(LOOK_EVERY_S, self._look_for_host)
            return
        self._look = None
        self._host_is_there = True
        loop.add_reader(self._master, self._readable, self._master)
        self._on_host(True)

    def _readable(self, master: int) -> None:
        try:
            data = os.read(master, _CHUNK)
        except BlockingIOError:
            return
        except OSError:  # EIO: the host has closed the port
            self._hung_up(master)
            return
        self._on_data(self._carried(data, master, to_host=False))

    def _carried(self, data: bytes, master: int, *, to_host: bool) -> bytes:
        """What the other end hears: something else where the host talks at another speed than the device."""
        if self.baud is None:
            return data
        host = _SPEEDS[termios.tcgetattr(master)[5]]
        if host == self.baud:
            return data
        sent, heard = (self.baud, host) if to_host else (host, self.baud)
        return misheard(data, sent=sent, heard=heard)

    def _hung_up(self, master: int) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(master)
        loop.remove_writer(master)
        self._waiting.clear()
        termios.tcflush(master, termios.TCIOFLUSH)
        self._look = loop.call_later(LOOK_EVERY_S, self._look_for_host)
        self._host_gone()

    def _host_gone(self) -> None:
        if self._host_is_there:
            self._host_is_there = False
            self._on_host(False)

    def _writable(self, master: int) -> None:
        self._flush(master)
        if not self._waiting:
            asyncio.get_running_loop().remove_writer(master)

    def _flush(self, master: int) -> None:
        try:
            written = os.write(master, self._waiting)
        except BlockingIOError:
            return
        except OSError:  # the reader will hear of the hang-up
            written = len(self._waiting)
            self.dropped += written
        del self._waiting[:written]


class OnPort:
    """What stands behind a port, and where a host finds it. A kind of device opens `_port`."""

    _port: PtyPort

    @property
    def path(self) -> Path:
        """The port's name, as under /dev/serial/by-id; it follows the device to any tty."""
        return self._port.link

    @property
    def is_plugged(self) -> bool:
        """The port exists."""
        return self._port.is_plugged

    @property
    def host_is_there(self) -> bool:
        """A host has the port open."""
        return self._port.host_is_there


def _open() -> tuple[int, str]:
    """A pseudo-terminal in raw mode: its master end, and the name of its slave end."""
    master, slave = os.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    os.close(slave)
    os.set_blocking(master, False)
    return master, name
