"""Errors of what was given to us from outside: a file, a message, a setting. Each names its place."""

from __future__ import annotations


class LogError(ValueError):
    """A log that cannot be read: `file`, `line` or `event` and `field` say where, the message says why."""

    def __init__(self, message: str, *, file: str = "", place: str = "", field: str = "") -> None:
        self.file, self.place, self.field, self.message = file, place, field, message
        where = ", ".join(part for part in (file, place, f"field {field!r}" if field else "") if part)
        super().__init__(f"{where}: {message}" if where else message)

    def at(self, *, file: str = "", place: str = "") -> LogError:
        """The same error with its place filled in by whoever knows it."""
        return LogError(self.message, file=file or self.file, place=place or self.place, field=self.field)
