"""Up to where each device has been heard: a reading that comes twice is taken once, also across a restart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.model.readings import Reading
from controller.ports import Resume


@dataclass(slots=True)
class _Place:
    boot: int
    seq: int
    #: What one event of the device told: it may give several readings of one number.
    same: list[Reading] = field(default_factory=list)


@dataclass(slots=True)
class Positions:
    """By device: its start, and the number of the last event that was taken from it."""

    _places: dict[str, _Place] = field(default_factory=dict)

    def take(self, reading: Reading) -> bool:
        """Is this reading new? Then it is taken. One without a number is always new."""
        if reading.device is None or reading.boot is None or reading.seq is None:
            return True
        content = replace(reading, t=0.0, r=None, u=None)
        place = self._places.get(reading.device)
        if place is None or place.boot != reading.boot or place.seq < reading.seq:
            self._places[reading.device] = _Place(reading.boot, reading.seq, [content])
            return True
        if reading.seq < place.seq or content in place.same:
            return False
        place.same.append(content)
        return True

    def of(self, device: str) -> Resume | None:
        """Up to where that device has been heard."""
        place = self._places.get(device)
        return None if place is None else Resume(place.boot, place.seq)

    def as_json(self) -> dict[str, list[int]]:
        """For the header of the next board's evidence."""
        return {device: [place.boot, place.seq] for device, place in self._places.items()}

    def restore(self, given: Mapping[str, Any]) -> None:
        """Take up what an earlier header says."""
        for device, (boot, seq) in given.items():
            self._places[device] = _Place(int(boot), int(seq))
