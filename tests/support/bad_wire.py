"""Two ends of a link back to back over a wire that loses, doubles, reorders, cuts and garbles, in virtual time."""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from firmware_bridge import (
    DeviceLink,
    DeviceRebooted,
    Event,
    EventsLost,
    HostLink,
    Identity,
    Resume,
    UnknownMessage,
)
from firmware_bridge.messages import CallButton, EventBody, SnapshotBegin, SnapshotEnd, SnapshotRequest, TagArrive
from firmware_bridge.rings import Ring


@dataclass(frozen=True)
class Faults:
    """Rates a frame, except `flip`, which is a rate a byte; delays in seconds."""

    loss: float = 0.0
    double: float = 0.0
    late: float = 0.0
    cut: float = 0.0
    flip: float = 0.0
    latency: float = 0.002
    late_by: float = 0.08


GOOD = Faults()


@dataclass
class Journal:
    """What a host has on disk: events and losses in order; it survives the host."""

    kept: list[Event | UnknownMessage | EventsLost] = field(default_factory=list)

    @property
    def resume(self) -> Resume | None:
        for value in reversed(self.kept):
            last = value.last if isinstance(value, EventsLost) else value.evt_no
            return Resume(value.boot_id, last + 1)
        return None


class World:
    """A host, a device, the wire between them, and a list of things that will happen to them."""

    def __init__(
        self,
        seed: int = 1,
        faults: Faults = GOOD,
        *,
        acts: int = 64,
        scans: int = 256,
        new_device: Callable[[int], Any] | None = None,
    ) -> None:
        self.random = random.Random(seed)
        self.faults = faults
        self.now = 0.0
        self.boot_id = 1000
        self.sent: dict[tuple[int, int], EventBody] = {}
        self.values: list[object] = []
        self.device_values: list[object] = []
        self.journal = Journal()
        self.pending: list[Event | UnknownMessage | EventsLost] = []
        self.plugged = True
        self.device_stalled = self.host_stalled = False
        #: Another device than the reference, by its boot_id.
        self.new_device = new_device or (lambda boot_id: DeviceLink(Identity(boot_id), acts=acts, scans=scans))
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._generation = 0
        self.device = self.new_device(self.boot_id)
        self.host = HostLink(self.random.getrandbits(32))
        self.host.connected(self.now)

    # -- what may happen ---------------------------------------------------------------------

    def at(self, time: float, action: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._heap, (time, self._count, action))

    def post(self, body: EventBody, ring: Ring | None = None) -> int:
        number = self.device.post_event(body, int(self.now * 1e6), ring)
        self.sent[self.boot_id, number] = body
        return number

    def call(self, code: int = 3) -> None:
        self.post(CallButton(seat=code % 4, call=code % 38, down=1))

    def scan(self, number: int = 0) -> None:
        self.post(TagArrive(antenna=number % 13, rssi=-40, round=number & 0xFFFF, uid=number.to_bytes(8, "big")))

    def flush_journal(self) -> None:
        """The host writes what it has to disk, then tells the device."""
        self.journal.kept += self.pending
        self.pending = []
        resume = self.journal.resume
        if resume is not None:
            self.host.commit(resume.next_evt_no - 1, boot_id=resume.boot_id)

    def unplug(self) -> None:
        if self.plugged:
            self.plugged = False
            self._generation += 1
            self._deliver(self.host.disconnected(self.now))

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            self.host.connected(self.now)

    def carrier_lost(self) -> None:
        """The device notices that the cable is gone."""
        self.device.disconnected()

    def power_cut(self) -> None:
        """The host dies with all that was not on disk, and starts again."""
        self.pending = []
        self.host = HostLink(self.random.getrandbits(32), resume=self.journal.resume)
        if self.plugged:
            self.host.connected(self.now)

    def reboot_device(self) -> None:
        self.boot_id += 1
        self.device = self.new_device(self.boot_id)

    # -- the loop ----------------------------------------------------------------------------

    def run(self, until: float) -> None:
        """Let everything happen up to that time."""
        self._exchange()
        while True:
            time = self._next_time()
            if time > until:
                self.now = until
                return
            self.now = max(self.now, time)
            while self._heap and self._heap[0][0] <= self.now:
                heapq.heappop(self._heap)[2]()
            self._exchange()

    def _next_time(self) -> float:
        times = [self._heap[0][0]] if self._heap else [float("inf")]
        if not self.device_stalled:
            times.append(self.device.due())
        host_due = self.host.due()
        if host_due is not None and not self.host_stalled:
            times.append(host_due)
        return min(times)

    def _exchange(self) -> None:
        if not self.host_stalled:
            self._deliver(self.host.advance(self.now))
            self._send(self.host.bytes_to_send(), self._to_device)
        if not self.device_stalled:
            self.device.advance(self.now)
            self._send(self.device.bytes_to_send(), self._to_host)

    def _deliver(self, values: list[object]) -> None:
        for value in values:
            self.values.append(value)
            if isinstance(value, Event | UnknownMessage | EventsLost):
                self.pending.append(value)

    def _to_host(self, data: bytes) -> None:
        if self.host_stalled:
            self.at(self.now + 0.05, lambda: self._to_host(data))
            return
        self._deliver(self.host.receive(data, self.now))

    def _to_device(self, data: bytes) -> None:
        for value in self.device.receive(data, self.now):
            self.device_values.append(value)
            if isinstance(value, SnapshotRequest):
                self.post(SnapshotBegin(value.token))
                self.post(SnapshotEnd(value.token))

    def _send(self, data: bytes, receive: Callable[[bytes], None]) -> None:
        if not self.plugged:
            return
        generation = self._generation
        for frame in data.split(b"\0"):
            if not frame or self._hit(self.faults.loss):
                continue
            for _ in range(2 if self._hit(self.faults.double) else 1):
                late = self.random.random() * self.faults.late_by if self._hit(self.faults.late) else 0.0
                noisy = self._spoil(b"\0" + frame + b"\0")
                self._arrive(self.now + self.faults.latency + late, generation, receive, noisy)

    def _arrive(self, time: float, generation: int, receive: Callable[[bytes], None], data: bytes) -> None:
        self.at(time, lambda: receive(data) if self.plugged and generation == self._generation else None)

    def _spoil(self, data: bytes) -> bytes:
        if self._hit(self.faults.cut):
            cut = self.random.randrange(len(data))
            data = data[:cut] if self._hit(0.5) else data[cut:]
        flip = self.faults.flip
        return bytes(b ^ (1 << self.random.randrange(8)) if self._hit(flip) else b for b in data) if flip else data

    def _hit(self, rate: float) -> bool:
        return rate > 0 and self.random.random() < rate

    # -- what must be true -------------------------------------------------------------------

    def settle(self, seconds: float = 15.0) -> None:
        """Good weather until everything has arrived."""
        self.faults = GOOD
        self.host_stalled = self.device_stalled = False
        self.plug()
        self.run(self.now + seconds)
        self.flush_journal()
        self.run(self.now + 1.0)

    def check_everything_told_once(self) -> None:
        """Delivered = sent less those declared lost, in order, once each, with the right content."""
        last = (0, 0)
        told: dict[tuple[int, int], bool] = {}
        for value in self.journal.kept:
            first = value.first if isinstance(value, EventsLost) else value.evt_no
            end = value.last if isinstance(value, EventsLost) else value.evt_no
            assert (value.boot_id, first) > last, f"{value} after {last}"
            last = (value.boot_id, end)
            for number in range(first, end + 1):
                assert (value.boot_id, number) not in told
                told[value.boot_id, number] = isinstance(value, EventsLost)
            if isinstance(value, Event):
                assert value.body == self.sent[value.boot_id, value.evt_no]
        assert [key for key in told if key not in self.sent] == []
        assert [key for key in self.sent if key[0] == self.boot_id and key not in told] == []

    def lost(self) -> list[EventsLost]:
        return [value for value in self.journal.kept if isinstance(value, EventsLost)]

    def reboots(self) -> list[DeviceRebooted]:
        return [value for value in self.values if isinstance(value, DeviceRebooted)]
