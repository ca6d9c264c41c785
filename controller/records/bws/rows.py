"""The cells of a `.bws` file's rows as what they are meant to be: numbers, texts, seats, times; else None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from controller.model.seats import Seat
from controller.records.bws.jet_values import Value
from controller.records.pbn.values import seat_of

#: No section, table, round, pair or board has a higher number.
_HIGHEST = 9999
#: Jet's texts are no longer.
_LONGEST = 255


@dataclass(frozen=True, slots=True)
class Cells:
    """A row by its columns' names, in whatever case they are written; columns differ from program to program."""

    values: Mapping[str, Value]

    @classmethod
    def of(cls, row: Mapping[str, Value]) -> Cells:
        """The cells of a row."""
        return cls({name.lower(): value for name, value in row.items()})

    def text(self, *names: str) -> str:
        """The text of the first of these columns that has one."""
        for name in names:
            value = self.values.get(name.lower())
            if isinstance(value, str) and value.strip():
                return value.strip()[:_LONGEST]
            if isinstance(value, int) and not isinstance(value, bool) and value:
                return str(value)
        return ""

    def number(self, name: str) -> int | None:
        """A number from 0; also one that is stored as text or with a decimal point."""
        value = self.values.get(name.lower())
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value.strip()) < 6:
            value = int(value.strip())
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        is_one = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _HIGHEST
        return value if is_one else None  # type: ignore[return-value]

    def seat(self, name: str) -> Seat | None:
        """A seat by its letter or name."""
        try:
            return seat_of(self.text(name))
        except ValueError:
            return None

    def is_set(self, name: str) -> bool:
        """Is a yes-or-no column yes?"""
        return self.values.get(name.lower()) not in (None, False, 0, "")

    def at(self) -> tuple[datetime, datetime] | None:
        """When the row was written, by its date and its time: they stand in two columns."""
        date, time = self.values.get("datelog"), self.values.get("timelog")
        if not isinstance(time, datetime):
            return None
        return (date if isinstance(date, datetime) else time), time
