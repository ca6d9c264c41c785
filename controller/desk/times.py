"""Times as people read them at the desk: the clock on the wall, and how long ago."""

from __future__ import annotations

import datetime


def clock(at: float) -> str:
    """A wall-clock time in the venue's own time zone: 19:42."""
    return _local(at).strftime("%H:%M")


def clock_s(at: float) -> str:
    """The same with seconds."""
    return _local(at).strftime("%H:%M:%S")


def ago(seconds: float) -> str:
    """How long: 0:24, 12:05, 1:02:09."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _local(at: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at, tz=datetime.UTC).astimezone()
