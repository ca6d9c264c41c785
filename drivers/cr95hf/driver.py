"""A CR95HF or ST25R95 as a driver: its protocol, its serial mode (two stop bits), nothing else."""

from collections.abc import Mapping
from typing import Any

from controller.ports import Clock, Driver
from drivers.cr95hf.protocol import Cr95hf, is_uid
from drivers.cr95hf.settings import KIND
from drivers.polling.driver import polled_reader
from drivers.polling.settings import reader_settings


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The chip that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    return polled_reader(reader_settings(settings, KIND), clock, reader=Cr95hf, is_uid=is_uid, stop_bits=2)
