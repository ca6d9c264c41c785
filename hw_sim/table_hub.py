"""The twin of a table hub: a real pseudo-terminal that answers our wire protocol byte by byte, antennas and all.

Its ticks run on the simulation's clock (and drift), its link on real time. It never uses the driver it stands for.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.model.seats import SEATS, Seat
from firmware_bridge import Connected, DeviceLink, Identity, Ring
from firmware_bridge.messages import Lamp, Reset, ResetCause, SetScan, SnapshotRequest
from hw_sim.acts import Act
from hw_sim.clock import ScaledClock
from hw_sim.hub_messages import ANTENNAS, message_of, snapshot
from hw_sim.physics import Sensed, TableTop
from hw_sim.pty_port import OnPort, PtyPort
from hw_sim.wire import CLEAN, Wire, WireFaults

#: A real hub keeps 64 acts and 256 scans. Sped up, events come faster while hosts and disks stay as they are, so the
#: rings grow with the speed, up to so many times.
MOST_RINGS = 8.0
#: The twin wakes at most so often, real seconds: rounds that fall together are told together.
SHORTEST_SLEEP_S = 0.01


class TableHubTwin(OnPort):
    """A hub at one table. `path` is where a driver finds it, whatever tty number it has.

    What people do goes in by `do`; `unplug`, `replug`, `reboot`, `inject`, `jump_clock` and `spoil_wire` make trouble.
    """

    def __init__(
        self,
        name: str,
        top: TableTop,
        clock: ScaledClock,
        *,
        ports: Path,
        seed: int | str = 0,
        clock_ppm: float = 0.0,
        wire_faults: WireFaults = CLEAN,
        on_sensed: Callable[[Sensed], None] | None = None,
    ) -> None:
        self.name = name
        self.top = top
        #: Light at each seat, as last commanded: pattern and duration in ms.
        self.lamps: dict[Seat, tuple[int, int]] = {}
        #: Set once a host has opened a session for the first time.
        self.met_host = asyncio.Event()
        self._clock = clock
        self._rng = Random(f"{seed} hub {name}")
        self._on_sensed = on_sensed
        self._serial = self._rng.randbytes(8)
        self._ppm = clock_ppm
        self._out = Wire(wire_faults, Random(f"{seed} wire out {name}"))
        self._in = Wire(wire_faults, Random(f"{seed} wire in {name}"))
        self._port = PtyPort(
            ports / f"usb-SmartTable_Table_Hub_{name}-if00", on_data=self._data, on_host=self._host_changed
        )
        self._has_power = True
        self._wake: asyncio.TimerHandle | None = None
        self._power_up(ResetCause.POWER_ON)

    @property
    def is_connected(self) -> bool:
        """A host has a session with it."""
        return self.link.connected

    @property
    def boot_id(self) -> int:
        """Of this start."""
        return self.link.identity.boot_id

    # -- life ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Plug it in; needs a running event loop."""
        self._port.plug()
        self._schedule()

    def stop(self) -> None:
        """Take it away for good."""
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        self._port.close()

    def do(self, act: Act) -> float:
        """A person does something now; returns the simulated time at which the table sees it done."""
        now = self._clock.now()
        self._scan(now)
        done = self.top.do(act, now)
        self._schedule()
        return done

    # -- trouble -------------------------------------------------------------------------------

    def unplug(self, *, keeps_power: bool = True) -> None:
        """The cable is pulled; a hub with a supply of its own goes on scanning and keeps what it notices."""
        self._has_power = keeps_power
        self._out.clear()
        self._in.clear()
        self._port.unplug()
        self._schedule()

    def replug(self) -> None:
        """The cable is back, under another tty number; a hub that was without power starts anew."""
        if not self._has_power:
            self._scan(self._clock.now())
            self._has_power = True
            self._power_up(ResetCause.POWER_ON)
        self._port.plug()
        self._schedule()

    def reboot(self, cause: ResetCause = ResetCause.WATCHDOG) -> None:
        """It restarts by itself: what no host had yet is lost, its ticks begin at zero."""
        self.link.fatal(cause)
        self._transmit()
        self._power_up(cause)
        self._schedule()

    def inject(self, garbage: bytes) -> None:
        """Bytes appear on the line to the host that nobody sent."""
        self._out.insert(garbage, time.monotonic())
        self._schedule()

    def jump_clock(self, seconds: float) -> None:
        """Its tick counter jumps, as after a brown-out of the crystal; what was noticed before keeps its ticks."""
        self._scan(self._clock.now())
        self._tick_offset += seconds
        self._schedule()

    @property
    def faults(self) -> WireFaults:
        """How the wire is."""
        return self._out.faults

    def set_baud(self, baud: int | None) -> None:
        """Its line has that speed from now on; without one any fits, as on USB."""
        self._port.baud = baud

    def spoil_wire(self, faults: WireFaults) -> None:
        """The wire is like that from now on, in both directions."""
        self._out.faults = self._in.faults = faults

    # -- the device ----------------------------------------------------------------------------

    def _power_up(self, cause: ResetCause) -> None:
        boot_id = self._rng.randrange(1, 1 << 32)
        rings = min(MOST_RINGS, max(1.0, self._clock.speed))
        self.link = DeviceLink(
            Identity(boot_id, board_uid=self._serial, antennas=ANTENNAS, reset_cause=cause, fw_name="table-hub-twin"),
            acts=int(64 * rings),
            scans=int(256 * rings),
        )
        self._booted_at = self._clock.now()
        self._tick_offset = 0.0
        self.link.advance(time.monotonic(), tick=0)

    def _tick(self, t: float) -> int:
        """Its microsecond counter at that simulated time."""
        return max(0, int(((t - self._booted_at) * (1 + self._ppm * 1e-6) + self._tick_offset) * 1e6))

    def _scan(self, until: float) -> None:
        """Antennas, boxes and keys up to that time; without power nothing of it is kept."""
        board = self.top.board
        for sensed in self.top.advance(until):
            if self._has_power:
                if self._on_sensed is not None:
                    self._on_sensed(sensed)
                self.link.post_event(message_of(sensed, board), self._tick(sensed.t))
            board = self.top.board

    def _awake(self) -> None:
        now = self._clock.now()
        self._scan(now)
        if self._has_power:
            self.link.advance(time.monotonic(), tick=self._tick(now))
            self._receive()
            self._transmit()
        self._schedule()

    def _schedule(self) -> None:
        """Sleep until a round is due that differs, a timer of the link, or bytes on the wire."""
        if self._wake is not None:
            self._wake.cancel()
        real = time.monotonic()
        dues = [self.link.due()] if self._has_power and self._port.is_plugged else []
        dues += [due for due in (self._out.due(), self._in.due()) if due is not None]
        due = self.top.due()
        if due < math.inf:
            dues.append(self._clock.real_at(due))
        if not dues:
            self._wake = None
            return
        pause = max(SHORTEST_SLEEP_S, min(dues) - real)
        self._wake = asyncio.get_running_loop().call_later(pause, self._awake)

    # -- the line ------------------------------------------------------------------------------

    def _host_changed(self, is_there: bool) -> None:
        if not is_there:
            self.link.disconnected()
        self._schedule()

    def _data(self, data: bytes) -> None:
        self._in.push(data, time.monotonic())
        self._receive()
        self._transmit()
        self._schedule()

    def _receive(self) -> None:
        real = time.monotonic()
        for chunk in self._in.pop(real):
            now = self._clock.now()
            for command in self.link.receive(chunk, real, tick=self._tick(now)):
                match command:
                    case Connected():
                        self.met_host.set()
                    case SnapshotRequest(token):
                        self._tell_state(token, now)
                    case Lamp(seat, pattern, duration_ms):
                        self.lamps[SEATS[seat % 4]] = (pattern, duration_ms)
                    case Reset():
                        self.reboot(ResetCause.COMMANDED)
                        return
                    case SetScan(antennas, dwell_ms):
                        self._scan(now)
                        self.top.set_scan(antennas, dwell_ms / 1000, now)
                    case _:
                        pass

    def _tell_state(self, token: int, now: float) -> None:
        self._scan(now)
        for body in snapshot(self.top, token, now):
            self.link.post_event(body, self._tick(now), Ring.SCAN)

    def _transmit(self) -> None:
        if not self._port.host_is_there or not self._port.takes_bytes:
            return
        real = time.monotonic()
        self._out.push(self.link.bytes_to_send(), real)
        for chunk in self._out.pop(real):
            self._port.write(chunk)
