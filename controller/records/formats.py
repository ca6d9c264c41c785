"""The formats of board records by name: how each is read and written, and what it cannot carry of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from controller.records import lin, pbn, record_json, tables_csv, usebio
from controller.records.board_record import BoardRecord
from controller.records.facts import ALL, Fact, facts_of
from controller.records.lin.losses import CARRIED as LIN_CARRIED
from controller.records.lin.losses import not_carried as not_in_lin
from controller.records.pbn.losses import PLAIN_CARRIED
from controller.records.pbn.losses import not_carried as not_in_plain_pbn
from controller.records.warning import BoardRead, RecordWarning

Reader = Callable[[Iterable[bytes], str], Iterator[BoardRead]]
TextWriter = Callable[[Iterable[BoardRecord]], Iterator[str]]


def _everything(_record: BoardRecord) -> Iterator[Fact]:
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """A format of board records; one without a reader or a writer is only written or only read."""

    name: str
    #: How the names of its files end.
    endings: tuple[str, ...]
    read: Reader | None = None
    write: TextWriter | None = None
    #: The kinds of fact that it can carry at all.
    carries: frozenset[Fact] = ALL
    #: What of these it cannot carry of a given board.
    also_lost: Callable[[BoardRecord], Iterator[Fact]] = _everything
    #: It is ISO 8859-1 while that can hold its texts, else UTF-8 with a mark; other formats are UTF-8.
    is_latin_1: bool = False
    #: Its files begin with a byte order mark, for programs that take a file without one for something else.
    is_marked: bool = False

    def lost(self, record: BoardRecord) -> set[Fact]:
        """The kinds of fact of a board that a file of this format will not hold."""
        return {fact for fact in facts_of(record) if fact not in self.carries} | set(self.also_lost(record))


FORMATS: dict[str, RecordFormat] = {
    f.name: f
    for f in (
        RecordFormat(name="pbn", endings=(".pbn",), read=pbn.read_pbn_stream, write=pbn.write_pbn, is_latin_1=True),
        RecordFormat(
            name="pbn-plain",
            endings=(),
            write=partial(pbn.write_pbn, plain=True),
            carries=PLAIN_CARRIED,
            also_lost=not_in_plain_pbn,
            is_latin_1=True,
        ),
        RecordFormat(
            name="lin",
            endings=(".lin",),
            read=lin.read_lin,
            write=lin.write_lin,
            carries=LIN_CARRIED,
            also_lost=not_in_lin,
        ),
        RecordFormat(
            name="json", endings=(".jsonl", ".json"), read=record_json.read_jsonl, write=record_json.write_jsonl
        ),
        RecordFormat(
            name="csv",
            endings=(".csv", ".tsv"),
            read=tables_csv.read_csv,
            write=tables_csv.write_csv,
            carries=tables_csv.CARRIED,
            also_lost=tables_csv.not_carried,
            is_marked=True,
        ),
        RecordFormat(
            name="usebio",
            endings=(".xml",),
            write=usebio.write_usebio,
            carries=usebio.CARRIED,
            also_lost=usebio.not_carried,
        ),
    )
}


def format_of(name: str) -> RecordFormat | None:
    """The format that a file of that name has, compressed or not; None if none is known by its ending."""
    plain = name.lower().removesuffix(".gz")
    return next((f for f in FORMATS.values() if plain.endswith(f.endings)), None)


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
