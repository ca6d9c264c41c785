"""Many summonses that came from one device at once: proposed as one fault, put aside together, never dismissed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from controller.desk.cases import Case
from controller.desk.record import DeviceSeen, TableRecord
from controller.desk.room import Room

#: More than so many within so many seconds.
MORE_THAN, WITHIN_S = 10, 60.0


@dataclass(frozen=True, slots=True)
class Burst:
    """Cases that look like one fault of a device; `state` is what the device was last known to be."""

    device: str
    state: str
    cases: Sequence[Case]

    @property
    def tables(self) -> list[str]:
        """The tables that they are of, in the order in which the first of each came."""
        return list(dict.fromkeys(case.table for case in self.cases))

    @property
    def since(self) -> float:
        """When the first of them came."""
        return min(case.at for case in self.cases)


def bursts_of(room: Room, cases: Iterable[Case]) -> list[Burst]:
    """The bursts among these cases, the largest first."""
    by_device: dict[str, list[Case]] = {}
    for case in cases:
        device = _device_of(room.tables[case.table])
        if device is not None:
            by_device.setdefault(device.name, []).append(case)
    found = []
    for name, of_it in by_device.items():
        together = _closest(sorted(of_it, key=lambda case: case.at))
        if len(together) > MORE_THAN:
            device = _device_of(room.tables[together[0].table])
            found.append(Burst(name, device.state if device else "ready", together))
    return sorted(found, key=lambda burst: -len(burst.cases))


def _device_of(record: TableRecord) -> DeviceSeen | None:
    """The device that a table's readings come from; of several, the one whose state changed last."""
    return max(record.devices.values(), key=lambda device: (device.state != "ready", device.at), default=None)


def _closest(cases: Sequence[Case]) -> Sequence[Case]:
    """The longest run of them that came within the time; in order of time."""
    best: Sequence[Case] = ()
    first = 0
    for last, case in enumerate(cases):
        while case.at - cases[first].at > WITHIN_S:
            first += 1
        if last + 1 - first > len(best):
            best = cases[first : last + 1]
    return best
