"""An OBID i-scan reader as a driver: its protocol, its options, its serial mode (even parity), nothing else."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from controller.ports import Clock, Driver
from drivers.feig.protocol import ObidReader, is_uid
from drivers.feig.settings import KIND
from drivers.polling.driver import polled_reader
from drivers.polling.settings import reader_settings


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The reader that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    made = reader_settings(settings, KIND)
    return polled_reader(made, clock, reader=partial(ObidReader, **made.options), is_uid=is_uid, parity="E")
