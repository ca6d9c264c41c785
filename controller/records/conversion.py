"""Boards on their way from one format to another, counted: how many, what was odd, what could not be carried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from controller.records.board_record import BoardRecord
from controller.records.facts import Fact
from controller.records.record_format import RecordFormat
from controller.records.warning import BoardRead, RecordWarning

#: So many warnings and boards are named; of the rest only the number is told.
MOST_NAMED = 20


@dataclass(slots=True)
class Conversion:
    """What happens while boards pass from one format to another: how many, what was odd, what was lost."""

    to: RecordFormat
    boards: int = 0
    warnings: int = 0
    first_warnings: list[RecordWarning] = field(default_factory=list)
    #: In how many boards each kind of fact could not be carried, and the first of their numbers, one more than named.
    lost: Counter[Fact] = field(default_factory=Counter)
    lost_in: dict[Fact, list[int | None]] = field(default_factory=dict)

    def passing(self, reads: Iterable[BoardRead]) -> Iterator[BoardRecord]:
        """The records of what was read, one by one, each counted as it passes."""
        for record, warnings in reads:
            self.warnings += len(warnings)
            self.first_warnings += warnings[: MOST_NAMED - len(self.first_warnings)]
            if record is None:
                continue
            self.boards += 1
            for fact in self.to.lost(record):
                self.lost[fact] += 1
                named = self.lost_in.setdefault(fact, [])
                if len(named) <= MOST_NAMED and record.board not in named:
                    named.append(record.board)
            yield record
