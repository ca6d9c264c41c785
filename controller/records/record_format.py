"""What a format of board records is: how it is read and written, and what it cannot carry of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from controller.model.errors import LogError
from controller.records.board_record import BoardRecord
from controller.records.facts import ALL, Fact, facts_of
from controller.records.hold import Hold
from controller.records.warning import BoardRead

Reader = Callable[[Iterable[bytes], str], Iterator[BoardRead]]
#: Text in pieces, or bytes where the format is not text.
Writer = Callable[[Iterable[BoardRecord]], Iterator[str] | Iterator[bytes]]
#: A file that has to be read as a whole may be as long as this; ten thousand deals are shorter.
_LONGEST_WHOLE_FILE = 1 << 24


#: What is said of calls and cards goes with them.
_OF_BOTH = frozenset((Fact.REMARKS, Fact.GLYPHS, Fact.TIMES))
_GO_WITH = {
    Fact.AUCTION: _OF_BOTH | {Fact.ALERTS, Fact.EXPLANATIONS},
    Fact.PLAY: _OF_BOTH | {Fact.REVOKES, Fact.CARD_NOTES},
}


def _nothing(_record: BoardRecord) -> Iterator[Fact]:
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """A format of board records; one without a reader or a writer is only written or only read."""

    name: str
    #: How the names of its files end.
    endings: tuple[str, ...]
    read: Reader | None = None
    write: Writer | None = None
    #: The same with a hold for what can only be written at the end, where the format's order asks for that.
    write_held: Callable[[Iterable[BoardRecord], Hold], Iterator[str]] | None = None
    #: The kinds of fact that it can carry at all.
    carries: frozenset[Fact] = ALL
    #: What of these it cannot carry of a given board.
    also_lost: Callable[[BoardRecord], Iterator[Fact]] = _nothing
    #: It is ISO 8859-1 while that can hold its texts, else UTF-8 with a mark; other formats are UTF-8.
    is_latin_1: bool = False
    #: Its files begin with a byte order mark, for programs that take a file without one for something else.
    is_marked: bool = False

    def lost(self, record: BoardRecord) -> set[Fact]:
        """The kinds of fact of a board that a file of this format will not hold."""
        present = frozenset(facts_of(record))
        lost = {fact for fact in present if fact not in self.carries} | set(self.also_lost(record))
        for whole, said_of_it in _GO_WITH.items():
            if whole in lost:
                lost |= present & said_of_it
        return lost


def deal_format(
    name: str,
    read: Callable[[bytes, str], tuple[BoardRecord, ...]],
    write: Callable[[tuple[BoardRecord, ...]], bytes],
    carries: Iterable[Fact],
) -> RecordFormat:
    """A format of a dealing machine: each board's deal once, read and written as a whole."""

    def read_whole(chunks: Iterable[bytes], file: str) -> Iterator[BoardRead]:
        data = bytearray()
        for chunk in chunks:
            data += chunk
            if len(data) > _LONGEST_WHOLE_FILE:
                raise LogError("no deal file is that long", file=file)
        yield from map(BoardRead, read(bytes(data), file))

    def write_whole(records: Iterable[BoardRecord]) -> Iterator[bytes]:
        yield write(tuple(one_a_board(records)))

    return RecordFormat(
        name=name, endings=(f".{name}",), read=read_whole, write=write_whole, carries=frozenset((Fact.DEAL, *carries))
    )


def one_a_board(records: Iterable[BoardRecord]) -> Iterator[BoardRecord]:
    """Each board's deal once, however many results there are of it. LogError where two of them differ."""
    deals: dict[int, BoardRecord] = {}
    for record in records:
        if record.board is None:
            yield record
        elif record.board not in deals:
            deals[record.board] = record
            yield record
        elif deals[record.board].deal != record.deal:
            raise LogError("stands there twice with other hands", place=f"board {record.board}")
