"""Up to where each device has been heard: a reading that comes twice is taken once, also across a restart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.readings import Reading
from controller.ports import Resume


@dataclass(slots=True)
class Positions:
    """By device: its start, and the number of the last event that was taken from it.

    Where one event of a device gives several readings, the number stands on the last of them alone.
    """

    _places: dict[str, Resume] = field(default_factory=dict)

    def take(self, reading: Reading) -> bool:
        """Is this reading new? Then it is taken. One without a number is always new."""
        if reading.device is None or reading.boot is None or reading.seq is None:
            return True
        place = self._places.get(reading.device)
        if place is not None and place.boot == reading.boot and reading.seq <= place.seq:
            return False
        self._places[reading.device] = Resume(reading.boot, reading.seq)
        return True

    def of(self, device: str) -> Resume | None:
        """Up to where that device has been heard."""
        return self._places.get(device)

    def as_json(self) -> dict[str, list[int]]:
        """For the header of the next board's evidence."""
        return {device: [place.boot, place.seq] for device, place in self._places.items()}

    def restore(self, given: Mapping[str, Any]) -> None:
        """Take up what an earlier header says."""
        for device, (boot, seq) in given.items():
            self._places[device] = Resume(int(boot), int(seq))
