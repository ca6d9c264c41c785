"""What the settings file says about one table hub. A wrong word is an error that names its field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.readings import PLACE_KINDS
from controller.model.seats import Seat
from drivers.errors import SettingsError

BOARD_PLACE = "board"
#: The places of a hub's antennas in the order of their numbers, as the reference hub is wired.
DEFAULT_PLACES = (*(f"{kind}.{seat}" for kind in PLACE_KINDS for seat in "NESW"), BOARD_PLACE)
KNOWN = ("device", "port", "baud", "antennas", "boards", "max_drift_ppm", "address")


@dataclass(frozen=True, slots=True)
class HubSettings:
    """One hub at one table."""

    device: str
    #: A path (best one under /dev/serial/by-id) or a pattern that fits exactly one port.
    port: str
    baud: int = 115200
    #: Place of antenna 0, 1, 2 …; an empty text for an antenna that is not used.
    antennas: tuple[str, ...] = DEFAULT_PLACES
    #: Board numbers of board tags that do not hold their number themselves, by UID.
    boards: Mapping[str, int] = field(default_factory=dict)
    #: How far off the device's crystal may be; 100 unless it has a ceramic resonator.
    max_drift_ppm: float = 100.0
    address: int = 1


def hub_settings(given: Mapping[str, Any]) -> HubSettings:
    """The settings of a hub.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    unknown = sorted(set(given) - set(KNOWN))
    if unknown:
        raise SettingsError(unknown[0], f"unknown; known: {', '.join(KNOWN)}")
    values: dict[str, Any] = {name: _text(given, name) for name in ("device", "port")}
    if "antennas" in given:
        values["antennas"] = _places(given["antennas"])
    if "boards" in given:
        values["boards"] = _boards(given["boards"])
    for name, low, high in (("baud", 300, 4_000_000), ("max_drift_ppm", 1, 50_000), ("address", 1, 254)):
        if name in given:
            values[name] = _number(given[name], name, low, high)
    return HubSettings(**values)


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value:
        raise SettingsError(name, f"a text is needed, not {value!r}")
    return value


def _number(value: Any, name: str, low: int, high: int) -> Any:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    if not fits or (name != "max_drift_ppm" and not isinstance(value, int)):
        raise SettingsError(name, f"a number from {low} to {high} is needed, not {value!r}")
    return value


def _places(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise SettingsError("antennas", f"a list of places is needed, not {value!r}")
    for number, place in enumerate(value):
        if place not in ("", BOARD_PLACE) and not _is_place(place):
            raise SettingsError(f"antennas[{number}]", f"{place!r} is not a place (play.N, spread.E, pocket.S, board)")
    used = [place for place in value if place]
    twice = sorted({place for place in used if used.count(place) > 1})
    if twice:
        raise SettingsError("antennas", f"{twice[0]} has two antennas")
    return tuple(value)


def _is_place(place: Any) -> bool:
    kind, dot, seat = place.partition(".") if isinstance(place, str) else ("", "", "")
    return bool(dot) and kind in PLACE_KINDS and seat in Seat.__members__


def _boards(value: Any) -> Mapping[str, int]:
    if not isinstance(value, Mapping):
        raise SettingsError("boards", f"UIDs with board numbers are needed, not {value!r}")
    for uid, number in value.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise SettingsError(f"boards.{uid}", f"{number!r} is not the number of a board")
    return {str(uid).upper(): number for uid, number in value.items()}
