"""What the settings file says about the PC/SC readers of one table. A wrong word is an error that names its field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.readings import PLACE_KINDS
from controller.model.seats import Seat
from drivers.errors import SettingsError

KNOWN = ("device", "readers", "two_tags", "uncertainty_s")
BOARD_PLACE = "board"


@dataclass(frozen=True, slots=True)
class PcscSettings:
    """The readers of one table."""

    device: str
    #: The beginning of a reader's name, as `smarttable`'s operator sees it in pcsc_scan, and its place.
    readers: Mapping[str, str]
    #: ACR122U readers on which up to two cards may lie: they are asked by their own commands.
    two_tags: frozenset[str] = field(default_factory=frozenset)
    #: How long before it was told a card may have come: what the reader takes to look at its field.
    uncertainty_s: float = 0.5

    def place(self, reader: str) -> str | None:
        """The place of a reader, by the service's full name; None for one that is not ours."""
        return next((place for name, place in self.readers.items() if _is_named(reader, name)), None)

    def has_two_tags(self, reader: str) -> bool:
        """May two cards lie on it?"""
        return any(_is_named(reader, name) for name in self.two_tags)


def _is_named(reader: str, name: str) -> bool:
    """PC/SC puts two numbers behind a name, which differ from start to start."""
    return reader == name or (reader.startswith(name) and reader[len(name)] in " [(")


def pcsc_settings(given: Mapping[str, Any]) -> PcscSettings:
    """The settings of a table's readers.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    unknown = sorted(set(given) - set(KNOWN))
    if unknown:
        raise SettingsError(unknown[0], f"unknown; known: {', '.join(KNOWN)}")
    device = given.get("device")
    if not isinstance(device, str) or not device:
        raise SettingsError("device", f"a text is needed, not {device!r}")
    readers = _readers(given.get("readers"))
    return PcscSettings(device, readers, _two_tags(given.get("two_tags", ()), readers), _seconds(given))


def _readers(value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping) or not value:
        raise SettingsError("readers", f"names of readers with their places are needed, not {value!r}")
    for name, place in value.items():
        if not name:
            raise SettingsError("readers", "a reader without a name")
        if not _is_place(place):
            raise SettingsError(f"readers.{name}", f"{place!r} is not a place (play.N, spread.E, pocket.S, board)")
    twice = sorted({place for place in value.values() if list(value.values()).count(place) > 1})
    if twice:
        raise SettingsError("readers", f"{twice[0]} has two readers")
    return dict(value)


def _is_place(place: Any) -> bool:
    kind, dot, seat = place.partition(".") if isinstance(place, str) else ("", "", "")
    return place == BOARD_PLACE or (bool(dot) and kind in PLACE_KINDS and seat in Seat.__members__)


def _two_tags(value: Any, readers: Mapping[str, str]) -> frozenset[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise SettingsError("two_tags", f"a list of names is needed, not {value!r}")
    strange = sorted(set(value) - set(readers))
    if strange:
        raise SettingsError("two_tags", f"{strange[0]!r} is none of the readers")
    return frozenset(value)


def _seconds(given: Mapping[str, Any]) -> float:
    value = given.get("uncertainty_s", 0.5)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 10:
        raise SettingsError("uncertainty_s", f"seconds from 0 to 10 are needed, not {value!r}")
    return float(value)
