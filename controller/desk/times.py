"""Times as people read them at the desk: the clock on the wall, and how long ago."""

from __future__ import annotations

import datetime

from babel.dates import format_date, format_datetime

from controller.desk.words import Words


def clock(at: float) -> str:
    """A wall-clock time in the venue's own time zone: 19:42."""
    return _local(at).strftime("%H:%M")


def clock_s(at: float) -> str:
    """The same with seconds."""
    return _local(at).strftime("%H:%M:%S")


def day(at: float, language: str) -> str:
    """A date as people write it: 30 November 2026."""
    # Where there is a choice British order: clubs outside America expect it, and no month is a number.
    return format_date(_local(at).date(), "d MMMM y", locale="en_GB" if language == "en" else language)


def ago(seconds: float) -> str:
    """How long: 0:24, 12:05, 1:02:09."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _local(at: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at, tz=datetime.UTC).astimezone()


def day_and_clock(at: float, words: Words) -> str:
    """A day and a time as the language writes it: 1 December, 23:00; 1 декабря, 23:00."""
    return str(format_datetime(_local(at), words.text("time.day_and_clock"), locale=words.language))


def moment(at: float, words: Words) -> str:
    """The same with seconds, in figures: 1 Dec 23:00:05."""
    return str(format_datetime(_local(at), words.text("time.moment"), locale=words.language))
