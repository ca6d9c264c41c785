"""A host and devices on one line in virtual time: a byte takes its time, all hear all, two at once are noise."""

import heapq
import random

from firmware_bridge import DeviceLink, Event, Identity, Multidrop
from firmware_bridge.messages import CallButton, SnapshotBegin, SnapshotEnd, SnapshotRequest

BYTE = 10 / 115200


class Station:
    """A device on the line, and what may be wrong with it."""

    def __init__(self, address, boot_id, link=None):
        self.address = address
        self.link = link or DeviceLink(Identity(boot_id, antennas=0), address=address, shares_line=True)
        self.answers_after = 0.0003
        #: Its answers lie so long in the host's adapter or kernel.
        self.held_up = 0.0
        self.is_there = True


class Line:
    """A host and its stations in virtual time: a byte takes its time, all hear all, two at once are noise."""

    def __init__(self, addresses=(1, 2, 3, 4), *, seed=1, on_the_line=None, **faults):
        self.random = random.Random(seed)
        self.faults = faults
        self.host = Multidrop(addresses, 0x100)
        self.stations = [Station(address, 1000 + n) for n, address in enumerate(on_the_line or addresses)]
        self.now = 0.0
        self.told = []
        self.collisions = 0
        #: The host hears itself, as through an adapter without echo suppression.
        self.echoes = False
        self._count = 0
        self._heap = []
        self._busy = []
        self.host.connected(0.0)

    def __getitem__(self, address):
        return next(s for s in self.stations if s.address == address)

    def call(self, address, code):
        self[address].link.post_event(CallButton(address - 1, code % 38, 1), int(self.now * 1e6))

    def events(self):
        return [(a, v.body.call) for a, v in self.told if isinstance(v, Event) and isinstance(v.body, CallButton)]

    def of(self, kind):
        return [(address, value) for address, value in self.told if isinstance(value, kind)]

    def run(self, seconds):
        end = self.now + seconds
        while True:
            self._host_speaks()
            due = self.host.due()
            times = [t for t in (due, self._heap[0][0] if self._heap else None) if t is not None]
            nearest = min(times, default=end)
            if nearest > end:
                self.now = end
                return
            self.now = max(self.now, nearest)
            while self._heap and self._heap[0][0] <= self.now:
                heapq.heappop(self._heap)[2]()
            self.told += self.host.advance(self.now)

    def _host_speaks(self):
        data = self.host.bytes_to_send()
        if data:
            self._say(None, data)

    def _say(self, who, data):
        """Bytes go out; those that overlap with another's are noise for all."""
        end = self.now + len(data) * BYTE
        mine = [self.now, end, True, who]
        for other in self._busy:
            if other[1] > self.now:
                mine[2] = other[2] = False
                self.collisions += 1
        self._busy = [other for other in self._busy if other[1] > self.now] + [mine]
        self._at(end, lambda: self._arrive(who, data if mine[2] else self.random.randbytes(len(data))))

    def _arrive(self, who, data):
        if who is not None or self.echoes:
            heard = self._spoiled(data)
            self._at(self.now + (who.held_up if who else 0.0), lambda: self._host_hears(heard))
        for station in self.stations:
            if station is not who and station.is_there:
                heard = self._spoiled(data)
                for value in station.link.receive(heard, self.now, tick=int(self.now * 1e6)):
                    if isinstance(value, SnapshotRequest):
                        station.link.post_event(SnapshotBegin(value.token), int(self.now * 1e6))
                        station.link.post_event(SnapshotEnd(value.token), int(self.now * 1e6))
                station.link.advance(self.now, tick=int(self.now * 1e6))
                out = station.link.bytes_to_send()
                if out:
                    self._at(self.now + station.answers_after, lambda s=station, o=out: self._say(s, o))

    def _host_hears(self, data):
        self.told += self.host.receive(data, self.now)

    def _spoiled(self, data):
        """Frames are lost, doubled, cut or flipped on their way to one listener."""
        out = b""
        for frame in data.split(b"\0"):
            if not frame or self._hit("loss"):
                continue
            for _ in range(2 if self._hit("double") else 1):
                piece = frame
                if self._hit("cut"):
                    piece = piece[: self.random.randrange(len(piece))]
                if self._hit("flip") and piece:
                    at = self.random.randrange(len(piece))
                    piece = piece[:at] + bytes((piece[at] ^ 1 << self.random.randrange(8),)) + piece[at + 1 :]
                out += b"\0" + piece + b"\0"
        return out

    def _hit(self, fault):
        return self.random.random() < self.faults.get(fault, 0.0)

    def _at(self, time, action):
        self._count += 1
        heapq.heappush(self._heap, (time, self._count, action))
