"""A UHFReader18 or 288 as a driver: its protocol, its options, nothing else."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from controller.ports import Clock, Driver
from drivers.errors import SettingsError
from drivers.polling.driver import polled_reader
from drivers.polling.settings import reader_settings
from drivers.uhfreader18.protocol import UhfReader18, is_uid
from drivers.uhfreader18.settings import KIND


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The reader that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    made = reader_settings(settings, KIND)
    if made.options["model"] == "18" and len(made.places) > 1:
        raise SettingsError("antennas", "a UHFReader18 has one; `model` 288 has up to four")
    return polled_reader(made, clock, reader=partial(UhfReader18, made.antennas, **made.options), is_uid=is_uid)
