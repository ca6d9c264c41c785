"""A module of the M100 and R200 family as a driver: its protocol, its options, nothing else."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from controller.ports import Clock, Driver
from drivers.m100.protocol import M100, is_uid
from drivers.m100.settings import KIND
from drivers.polling.driver import polled_reader
from drivers.polling.settings import reader_settings


def open_driver(settings: Mapping[str, Any], clock: Clock) -> Driver:
    """The module that the settings describe.

    Raises:
        SettingsError: a field is missing, unknown or does not fit.
    """
    made = reader_settings(settings, KIND)
    return polled_reader(made, clock, reader=partial(M100, **made.options), is_uid=is_uid)
