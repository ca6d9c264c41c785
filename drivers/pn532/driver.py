"""A PN532 on a serial line as a driver: its protocol, its serial mode, nothing else."""

from collections.abc import Mapping
from typing import Any

from controller.ports import Clock, Driver
from drivers.pn532.protocol import Pn532, is_uid
from drivers.pn532.settings import KIND
from drivers.polling.driver import polled_reader
from drivers.polling.settings import reader_settings


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The PN532 that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    return polled_reader(reader_settings(settings, KIND), clock, reader=Pn532, is_uid=is_uid)
