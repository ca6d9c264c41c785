"""How errors of libraries and our own bugs look in the log: where it went wrong, never what it was about."""

from __future__ import annotations

import logging
import re

from controller.service.bugs import path_to

_A_TASK = re.compile(r"\n|<(?:Task|Future|_GatheringFuture|Handle) ")


class PlacesOnly(logging.Formatter):
    """One line an entry. Of an exception its kind and the way to it: its words might name a card."""

    def format(self, record: logging.LogRecord) -> str:
        """`asyncio: Task exception was never retrieved (KeyError at app.py:12 page, room.py:7 seen)`."""
        # asyncio and amqtt show the task that failed, and with it the words of its exception.
        first, *_ = _A_TASK.split(record.getMessage(), maxsplit=1)
        said = f"{record.name}: {first.strip(' :')}"
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return said
        way = ", ".join(path_to(error)) or "no place"
        return f"{said} ({type(error).__name__} at {way})"


def log_to_standard_error(level: int, *, without: str | None = None) -> None:
    """Everything that libraries log goes there, in that form; but for the message `without`, which we say ourselves."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlacesOnly())
    handler.addFilter(lambda record: record.getMessage() != without)
    logging.basicConfig(handlers=[handler], level=level)
