"""What is said about a dealing machine's line. A wrong word is an error that names its field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drivers.errors import SettingsError

KNOWN = ("device", "port", "baud")


@dataclass(frozen=True, slots=True)
class MachineSettings:
    """One machine."""

    device: str
    #: A path (best one under /dev/serial/by-id) or a pattern that fits exactly one port.
    port: str
    baud: int = 115200


def machine_settings(given: Mapping[str, Any]) -> MachineSettings:
    """The settings of a dealing machine.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    unknown = sorted(set(given) - set(KNOWN))
    if unknown:
        raise SettingsError(unknown[0], f"unknown; known: {', '.join(KNOWN)}")
    for name in ("device", "port"):
        if not isinstance(given.get(name), str) or not given[name]:
            raise SettingsError(name, f"a text is needed, not {given.get(name)!r}")
    baud = given.get("baud", 115200)
    if not isinstance(baud, int) or isinstance(baud, bool) or not 300 <= baud <= 4_000_000:
        raise SettingsError("baud", f"a number from 300 to 4000000 is needed, not {baud!r}")
    return MachineSettings(given["device"], given["port"], baud)
