"""What the settings file says about one reader on a serial line. A wrong word is an error that names its field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.readings import PLACE_KINDS
from controller.model.seats import Seat
from drivers.errors import SettingsError

BOARD_PLACE = "board"


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """One reader and the places of its antennas."""

    device: str
    #: A path (best one under /dev/serial/by-id) or a pattern that fits exactly one port.
    port: str
    baud: int
    #: Place of the first antenna, the second …; an empty text for one that is not used.
    places: tuple[str, ...]
    #: What only this kind of reader knows, by name.
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def antennas(self) -> tuple[int, ...]:
        """Numbers of the antennas in use, from 0."""
        return tuple(number for number, place in enumerate(self.places) if place)


@dataclass(frozen=True, slots=True)
class Kind:
    """What may stand in the settings of one kind of reader: options as choices or as (lowest, highest) numbers."""

    baud: int
    most_antennas: int = 1
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)


def reader_settings(given: Mapping[str, Any], kind: Kind) -> ReaderSettings:
    """The settings of a reader: `device`, `port`, `place` or `antennas`, `baud`, and its own options.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    known = ("device", "port", "place", "antennas", "baud", *kind.choices, *kind.numbers)
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise SettingsError(unknown[0], f"unknown; known: {', '.join(known)}")
    device, port = (_text(given, name) for name in ("device", "port"))
    baud = _number(given.get("baud", kind.baud), "baud", 300, 4_000_000)
    options = dict(kind.defaults)
    for name, choices in kind.choices.items():
        if given.get(name, options[name]) not in choices:
            raise SettingsError(name, f"{given[name]!r} is none of {', '.join(choices)}")
        options[name] = given.get(name, options[name])
    for name, (low, high) in kind.numbers.items():
        options[name] = _number(given.get(name, options[name]), name, low, high)
    return ReaderSettings(device, port, baud, _places(given, kind.most_antennas), options)


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value:
        raise SettingsError(name, f"a text is needed, not {value!r}")
    return value


def _number(value: Any, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SettingsError(name, f"a number from {low} to {high} is needed, not {value!r}")
    return value


def _places(given: Mapping[str, Any], most: int) -> tuple[str, ...]:
    if ("place" in given) == ("antennas" in given):
        raise SettingsError("place", "one of `place` and `antennas` is needed")
    name = "place" if "place" in given else "antennas"
    value = [given["place"]] if name == "place" else given["antennas"]
    if not isinstance(value, list | tuple) or not any(value):
        raise SettingsError(name, f"a list of places is needed, not {value!r}")
    if len(value) > most:
        raise SettingsError(name, f"this reader has no more than {most}")
    for place in value:
        if place not in ("", BOARD_PLACE) and not _is_place(place):
            raise SettingsError(name, f"{place!r} is not a place (play.N, spread.E, pocket.S, board)")
    twice = sorted({place for place in value if place and value.count(place) > 1})
    if twice:
        raise SettingsError(name, f"{twice[0]} has two antennas")
    return tuple(value)


def _is_place(place: Any) -> bool:
    kind, dot, seat = place.partition(".") if isinstance(place, str) else ("", "", "")
    return bool(dot) and kind in PLACE_KINDS and seat in Seat.__members__
