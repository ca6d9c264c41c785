"""A tap on a serial line: what a driver and its device say to each other passes through, and is seen.

The driver is given a pty in the place of the port. Nothing is changed, delayed on purpose or understood.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import sys
import termios
import tty
from collections.abc import Callable
from types import TracebackType
from typing import Literal, Self

from drivers.errors import PortLostError
from drivers.transports.serial_port import CHUNK, SerialPort

Side = Literal["device", "host"]
#: Who sent them, and the bytes.
OnBytes = Callable[[Side, bytes], None]


class Pty:
    """A port of our own for a program that wants one: raw, and open on our side until the end."""

    def __init__(self, on_data: Callable[[bytes], None]) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._on_data = on_data
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._master, self._readable)

    def write(self, data: bytes) -> None:
        """To the program; what it does not take is dropped, as on a wire."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    @property
    def unread(self) -> int:
        """Bytes that the program has not read yet."""
        return int.from_bytes(fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)), sys.byteorder)

    def close(self) -> None:
        """The port is gone, with what was not read."""
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _readable(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._on_data(os.read(self._master, CHUNK))


class Tap:
    """`async with Tap(port, on_bytes, baud=…) as tap`: give the driver `tap.path` as its port.

    Raises:
        PortLostError: the port cannot be opened.
    """

    def __init__(
        self, port: str, on_bytes: OnBytes, *, baud: int = 115200, parity: str = "N", stop_bits: int = 1
    ) -> None:
        self._port_name, self._on_bytes = port, on_bytes
        self._mode = baud, parity, stop_bits
        #: Set once the device is gone.
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @property
    def path(self) -> str:
        """What the driver opens."""
        return self._pty.path

    async def __aenter__(self) -> Self:
        self._pty = Pty(self._from_host)
        try:
            baud, parity, stop_bits = self._mode
            self._port = SerialPort(
                self._port_name,
                baud=baud,
                on_data=self._from_device,
                on_lost=self.lost.set_result,
                parity=parity,
                stop_bits=stop_bits,
            )
        except PortLostError:
            self._pty.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._port.close()
        self._pty.close()

    def _from_device(self, data: bytes) -> None:
        self._on_bytes("device", data)
        self._pty.write(data)

    def _from_host(self, data: bytes) -> None:
        self._on_bytes("host", data)
        with contextlib.suppress(PortLostError):  # `lost` says so
            self._port.write(data)
