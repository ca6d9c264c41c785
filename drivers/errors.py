"""Errors that drivers raise: wrong settings, and a port that is not there. Faults of devices are readings instead."""


class SettingsError(ValueError):
    """A driver's settings are wrong: the message names the field; put it right in the settings file."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class PortLostError(ConnectionError):
    """There is no open port now: what was to be written was not; a reconnect is under way."""
