"""What all reader twins share: the pseudo-terminal, a wire that may be bad, and taking time to answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from hw_sim.pty_port import OnPort, PtyPort
from hw_sim.readers.field import Field
from hw_sim.wire import CLEAN, Wire, WireFaults


class ReaderTwin(OnPort):
    """A reader on a serial port that answers when asked. `path` is where a driver finds it, whatever tty it has.

    A kind of reader implements `_power_up` and `_heard`, and answers by `_say`. All times are real seconds.
    """

    #: What its port is called under /dev/serial/by-id.
    product = "Reader"
    #: The speed of its line as it leaves the maker; None for one on USB, which has none.
    baud: int | None = 115200

    def __init__(
        self, name: str, field: Field, *, ports: Path, seed: int | str = 0, wire_faults: WireFaults = CLEAN
    ) -> None:
        self.name = name
        self.field = field
        #: It hears and does not answer, as after a bad reset.
        self.is_mute = False
        #: Commands that it has understood, by code; of a command in text its first byte.
        self.asked: list[int] = []
        self._rng = Random(f"{seed} {name}")
        self._out = Wire(wire_faults, Random(f"{seed} wire out {name}"), whole_frames=True)
        self._in = Wire(wire_faults, Random(f"{seed} wire in {name}"), whole_frames=True)
        self._port = PtyPort(ports / f"usb-{self.product}_{name}-if00", on_data=self._data, on_host=lambda _: None)
        self._port.baud = self.baud
        self._timers: set[asyncio.TimerHandle] = set()
        self._power_up()

    def start(self) -> None:
        """Plug it in; needs a running event loop."""
        self._port.plug()

    def stop(self) -> None:
        """Take it away for good."""
        self._forget()
        self._port.close()

    # -- trouble -------------------------------------------------------------------------------

    def unplug(self) -> None:
        """The cable is pulled, and with it the power."""
        self._forget()
        self._port.unplug()

    def replug(self) -> None:
        """The cable is back, under another tty number; the reader starts anew."""
        self._power_up()
        self._port.plug()

    def reboot(self) -> None:
        """It restarts by itself while its port stays: what it had been told is forgotten."""
        self._forget()
        self._power_up()

    def inject(self, garbage: bytes) -> None:
        """Bytes appear on the line to the host that nobody sent."""
        self._out.insert(garbage, time.monotonic())
        self._send()

    def set_baud(self, baud: int | None) -> None:
        """Its line has another speed from now on."""
        self._port.baud = baud

    def spoil_wire(self, faults: WireFaults) -> None:
        """The wire is like that from now on, in both directions."""
        self._out.faults = self._in.faults = faults

    # -- what a kind of reader does ------------------------------------------------------------

    def _power_up(self) -> None:
        """Its state is as after power on."""

    def _heard(self, data: bytes) -> None:
        """Bytes came from the host; the wire alone hears nothing."""

    def _say(self, frame: bytes, *, after: float = 0.0) -> None:
        """One frame goes out, so many seconds from now; a bad wire spoils each by itself."""
        if after > 0:
            self._later(after, lambda: self._say(frame))
        elif not self.is_mute:
            self._out.push(frame, time.monotonic())
            self._send()

    def _later(self, seconds: float, step: Callable[[], None]) -> asyncio.TimerHandle:
        def due() -> None:
            self._timers.discard(timer)
            step()

        timer = asyncio.get_running_loop().call_later(seconds, due)
        self._timers.add(timer)
        return timer

    def _forget(self) -> None:
        """Nothing that was to come comes any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._out.clear()
        self._in.clear()

    # -- the line ------------------------------------------------------------------------------

    def _data(self, data: bytes) -> None:
        self._in.push(data, time.monotonic())
        self._take()

    def _take(self) -> None:
        """What has arrived from the host by now."""
        for chunk in self._in.pop(time.monotonic()):
            self._heard(chunk)
        self._wake_for(self._in.due(), self._take)

    def _send(self) -> None:
        """What is due to go out by now."""
        for chunk in self._out.pop(time.monotonic()):
            self._port.write(chunk)
        self._wake_for(self._out.due(), self._send)

    def _wake_for(self, due: float | None, step: Callable[[], None]) -> None:
        if due is not None:
            self._later(max(0.001, due - time.monotonic()), step)
