"""What was played against what is in the journal: acts lost and doubled, irregularities found and false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from controller.adapters.journal import JournalReader
from controller.cli.export import read_tables
from controller.model.irregularities import Attention
from controller.ports import Row
from controller.records.board_record import BoardRecord
from hw_sim.happenings import Injected

Act = tuple[str, str, str]
#: Table, board, kind and seat of a finding.
_Key = tuple[str, int, str, str | None]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How the record of an evening compares with what people did."""

    #: Event rows of the journal.
    events: int
    #: Boards that the journal says have left their table.
    boards: int
    #: Calls and cards of boards played without an error that are not in the journal, or are there once too often.
    acts_lost: int
    acts_doubled: int
    made: int
    found: int
    missing: tuple[str, ...]
    false: tuple[str, ...]


def reckon(
    journal: Path, boards: Iterable[BoardRecord], finished: Iterable[tuple[str, int]], injected: Iterable[Injected]
) -> Reckoning:
    """Compare: `finished` are (table, board) that were played to the end, `injected` the errors made."""
    rows = _rows(journal)
    records = {board.board: board for board in boards}
    made = list(injected)
    erred = {(one.table, one.board) for one in made}
    recorded = _acts(rows)
    lost = doubled = 0
    for place in finished:
        if place not in erred:
            played = _acts_of(records[place[1]])
            lost += (played - recorded.get(place, Counter())).total()
            doubled += (recorded.get(place, Counter()) - played).total()
    missing, false = _findings(journal, made)
    return Reckoning(
        events=sum(row.kind == "event" for row in rows),
        boards=sum(row.kind == "event" and row.body["type"] == "board_left" for row in rows),
        acts_lost=lost,
        acts_doubled=doubled,
        made=len(made),
        found=len(made) - len(missing),
        missing=missing,
        false=false,
    )


def _rows(journal: Path) -> list[Row]:
    reader = JournalReader(journal)
    try:
        return list(reader.rows())
    finally:
        reader.close()


def _acts(rows: Iterable[Row]) -> Mapping[tuple[str, int], Counter[Act]]:
    """Calls and cards of each table and board, as the journal has them."""
    found: dict[tuple[str, int], Counter[Act]] = {}
    at: dict[str, Counter[Act]] = {}
    for row in rows:
        if row.kind != "event":
            continue
        body = row.body
        if body["type"] == "board":
            at[row.table] = found.setdefault((row.table, body["board"]), Counter())
        elif body["type"] in ("call", "card") and row.table in at:
            at[row.table][(body["type"], body["seat"], body.get("call") or body["card"])] += 1
    return found


def _acts_of(record: BoardRecord) -> Counter[Act]:
    calls = Counter(("call", c.seat.name, c.call.text) for c in record.calls)
    return calls + Counter(("card", c.seat.name, c.card.text) for c in record.cards)


def _findings(journal: Path, made: Iterable[Injected]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Errors that were not found, and what the director was told that nobody had done."""
    told: Counter[_Key] = Counter()
    logged: Counter[_Key] = Counter()
    for name, table in read_tables(journal).items():
        for board in table.boards:
            for finding in board.game.findings.values():
                seat = finding.seat.name if finding.seat else None
                counter = logged if finding.attention is Attention.LOG else told
                counter[(name, board.game.board or 0, finding.kind, seat)] += 1
    missing: list[_Key] = []
    for one in made:
        key = (one.table, one.board, one.kind, one.seat.name if one.seat else None)
        counter = told if told[key] else logged
        if counter[key]:
            counter[key] -= 1
        else:
            missing.append(key)
    return tuple(map(_words, missing)), tuple(map(_words, (+told).elements()))


def _words(key: _Key) -> str:
    table, board, kind, seat = key
    return f"table {table}, board {board}: {kind} {seat or ''}".rstrip()
