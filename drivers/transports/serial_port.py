"""A serial port that comes back: opened and configured by pyserial, read and written on the event loop.

SerialPort is one open port, until it is lost; SerialLine finds it, opens it and waits for it again and again.
The file descriptor is used directly, so that a write after the cable was pulled raises instead of vanishing.
"""

import asyncio
import contextlib
import glob
import os
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import serial

from drivers.errors import PortLostError

#: Read at most so much at once; a pty or a USB-CDC device rarely has more.
CHUNK = 65536
#: Bytes waiting for a device that does not read; more are dropped (the protocol sends again what matters).
MOST_WAITING = 16384
#: Pauses between attempts to open a port that is not there, in seconds; short enough to be live again within 3 s.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0
#: How often to look whether the name now leads to another port while the old one still seems open.
LOOK_EVERY = 1.0


class SerialPort:
    """One open port. `on_lost` is called exactly once, with the reason, unless close() came first."""

    def __init__(
        self,
        path: str,
        *,
        baud: int,
        on_data: Callable[[bytes], None],
        on_lost: Callable[[str], None],
        parity: str = "N",
        stop_bits: int = 1,
    ) -> None:
        """Open and lock the port.

        Raises:
            PortLostError: it cannot be opened; the message says why (not there, in use, no permission).
        """
        self.real_path = os.path.realpath(path)
        self.dropped = 0
        self._loop = asyncio.get_running_loop()
        self._on_data, self._on_lost = on_data, on_lost
        self._waiting = bytearray()
        if self.real_path.startswith("/dev/pts/"):
            parity = "N"  # a pseudo-terminal (socat, a twin) has none, and fails when it is opened anew with one
        try:
            self._serial: serial.Serial | None = serial.Serial(
                path, baud, parity=parity, stopbits=stop_bits, timeout=0, write_timeout=0, exclusive=True
            )
        except (OSError, termios.error, ValueError) as error:  # SerialException is an OSError
            raise PortLostError(f"{path}: {error}") from error
        with contextlib.suppress(OSError, ValueError, AttributeError):  # adapters without a latency timer, ptys
            self._serial.set_low_latency_mode(True)
        self._fd: int = self._serial.fileno()
        self._wait_for_bytes()
        self._loop.add_reader(self._fd, self._readable)

    @property
    def is_open(self) -> bool:
        """The port has neither been lost nor closed."""
        return self._serial is not None

    def write(self, data: bytes) -> None:
        """Send bytes, now or as soon as the port takes them.

        Raises:
            PortLostError: the port has been lost or closed.
        """
        if self._serial is None:
            raise PortLostError("the port is gone")
        if len(self._waiting) + len(data) > MOST_WAITING:
            self.dropped += len(data)
            return
        idle = not self._waiting
        self._waiting += data
        if idle:
            self._flush()
            if self._waiting:
                self._loop.add_writer(self._fd, self._writable)

    def close(self) -> None:
        """Close the port; nothing is called any more."""
        if self._serial is None:
            return
        gone, self._serial = self._serial, None
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        with contextlib.suppress(OSError, termios.error):
            gone.close()

    def lose(self, reason: str) -> None:
        """Take the port for lost."""
        if self._serial is not None:
            self.close()
            self._on_lost(reason)

    def _wait_for_bytes(self) -> None:
        """Let an idle port say "try again": pyserial's setting makes it look like one that has hung up."""
        attributes = termios.tcgetattr(self._fd)
        attributes[6][termios.VMIN] = 1
        termios.tcsetattr(self._fd, termios.TCSANOW, attributes)

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self.lose(f"read: {error.strerror}")
            return
        if data:
            self._on_data(data)
        else:  # readable without data is how a tty says that the device is gone
            self.lose("read: the device is gone")

    def _writable(self) -> None:
        with contextlib.suppress(PortLostError):  # told by on_lost; nobody is waiting for this write
            self._flush()
            if not self._waiting:
                self._loop.remove_writer(self._fd)

    def _flush(self) -> None:
        """Write as much as the port takes now."""
        try:
            written = os.write(self._fd, self._waiting)
        except BlockingIOError:
            return
        except OSError as error:
            self.lose(f"write: {error.strerror}")
            raise PortLostError(f"write: {error.strerror}") from error
        del self._waiting[:written]


class LineUser(Protocol):
    """Who uses a line; called on the event loop."""

    def port_opened(self) -> None:
        """There is a port (again)."""

    def port_lost(self, reason: str) -> None:
        """The port is gone, or could not be opened the first time; told once until it is open again."""

    def data_received(self, data: bytes) -> None:
        """Bytes came."""


class SerialLine:
    """The way to one device through whatever port it is plugged into.

    `name` is a path (best one under /dev/serial/by-id, which follows the device to any port) or a pattern
    with `*`, which must fit exactly one port.
    """

    def __init__(self, name: str, user: LineUser, *, baud: int = 115200, parity: str = "N", stop_bits: int = 1) -> None:
        self.name = name
        self.openings = 0
        self._baud = baud
        self._parity = parity
        self._stop_bits = stop_bits
        self._user = user
        self._port: SerialPort | None = None
        self._told_lost = False
        self._gone = asyncio.Event()

    async def run(self) -> None:
        """Keep the port open until cancelled."""
        pause = FIRST_PAUSE
        loop = asyncio.get_running_loop()
        try:
            while True:
                began = loop.time()
                if self._try_open():
                    await self._watch()
                if loop.time() - began > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
        finally:
            if self._port is not None:
                self._port.close()

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            PortLostError: there is no port now.
        """
        if self._port is None:
            raise PortLostError(f"{self.name} is not open")
        self._port.write(data)

    def reopen(self, reason: str) -> None:
        """Close the port and open it again; wakes some USB devices up."""
        if self._port is not None:
            self._port.lose(reason)

    @property
    def dropped(self) -> int:
        """Bytes not sent through this opening because the device did not read."""
        return self._port.dropped if self._port is not None else 0

    def _try_open(self) -> bool:
        self._gone.clear()
        try:
            path = self._find()
            self._port = SerialPort(
                path,
                baud=self._baud,
                on_data=self._user.data_received,
                on_lost=self._lost,
                parity=self._parity,
                stop_bits=self._stop_bits,
            )
        except PortLostError as error:
            self._tell_lost(str(error))
            return False
        self.openings += 1
        self._told_lost = False
        self._user.port_opened()
        return True

    async def _watch(self) -> None:
        """Wait until the port is lost; a name that now leads elsewhere means that it is."""
        while not self._gone.is_set():
            # Not wait_for(): in Python 3.11 it swallows a cancellation that comes together with the event.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._gone.wait()
            if self._port is not None and self._leads_elsewhere(self._port):
                self._port.lose("another port has its name now")

    def _leads_elsewhere(self, port: SerialPort) -> bool:
        try:
            return os.path.realpath(self._find()) != port.real_path
        except PortLostError:
            return False  # a name that is briefly missing proves nothing while the port still works

    def _find(self) -> str:
        fitting = glob.glob(self.name) if "*" in self.name else [self.name]  # noqa: PTH207 a pattern is a text
        there = [path for path in fitting if Path(path).exists()]
        if len(there) != 1:
            raise PortLostError(f"{self.name}: {len(there)} ports are there, wanted one")
        return there[0]

    def _lost(self, reason: str) -> None:
        self._port = None
        self._gone.set()
        self._tell_lost(reason)

    def _tell_lost(self, reason: str) -> None:
        if not self._told_lost:
            self._told_lost = True
            self._user.port_lost(reason)
