"""What a device keeps until the host has it in its journal: one ring for acts, one for scans.

A flood of scans can displace scans only, never a call or a key. Nothing here knows of frames or time.
"""

from collections.abc import Collection, Iterator
from enum import Enum

#: A ring must be longer than the retransmission window, or a full ring could hold nothing but frames in flight.
SHORTEST_RING = 16


class Ring(Enum):
    """Which of the two rings an event waits in."""

    #: Calls, keys, the board's tag: what players do.
    ACT = "act"
    #: What antennas answer; the next scan tells the state again.
    SCAN = "scan"


class EventStore:
    """The events that the host has not yet committed, numbered from 1 since the device started."""

    def __init__(self, *, acts: int = 64, scans: int = 256) -> None:
        if min(acts, scans) < SHORTEST_RING:
            raise ValueError(f"a ring holds at least {SHORTEST_RING} events")
        self._size = {Ring.ACT: acts, Ring.SCAN: scans}
        self._kept: dict[Ring, dict[int, bytes]] = {Ring.ACT: {}, Ring.SCAN: {}}
        self.next_evt_no = 1
        #: Highest number that the host has safely in its journal.
        self.committed = 0
        #: Highest number that a host has acknowledged on the link.
        self.delivered = 0
        #: Events dropped from a full ring before any host had acknowledged them.
        self.lost = 0

    def add(self, body: bytes, *, ring: Ring, in_flight: Collection[int]) -> int:
        """Keep one event and return its number; a full ring drops its oldest event that is not in flight."""
        kept = self._kept[ring]
        if len(kept) >= self._size[ring]:
            oldest = next(number for number in kept if number not in in_flight)
            del kept[oldest]
            if oldest > self.delivered:
                self.lost += 1
        number = self.next_evt_no
        self.next_evt_no += 1
        kept[number] = body
        return number

    def get(self, evt_no: int) -> bytes:
        """The event with that number, which must be kept (events in flight always are)."""
        acts, scans = self._kept[Ring.ACT], self._kept[Ring.SCAN]
        return acts[evt_no] if evt_no in acts else scans[evt_no]

    def first_from(self, evt_no: int) -> int | None:
        """The lowest kept number that is at least `evt_no`."""
        return min((n for n in self._firsts(evt_no)), default=None)

    def acknowledge(self, evt_no: int) -> None:
        """A host has received everything up to `evt_no`; it is still kept."""
        self.delivered = max(self.delivered, evt_no)

    def commit(self, evt_no: int) -> None:
        """Free everything up to `evt_no`."""
        self.committed = max(self.committed, evt_no)
        for kept in self._kept.values():
            for number in [n for n in kept if n <= self.committed]:
                del kept[number]

    def __len__(self) -> int:
        return sum(len(kept) for kept in self._kept.values())

    def _firsts(self, evt_no: int) -> Iterator[int]:
        for kept in self._kept.values():
            first = next((number for number in kept if number >= evt_no), None)
            if first is not None:
                yield first
