"""The session behind results: whose pairs met on which boards says the movement, as far as results can.

Where a file tells no tables and rounds (USEBIO does not), a Mitchell is recognised; anything else is put together so
that it fits, and said to be so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from controller.model.errors import LogError
from controller.model.seats import Side
from controller.records.board_record import UNKNOWN, BoardRecord
from controller.records.warning import BoardRead
from controller.session.imports.imported import Imported, ImportedSection, Note, numbered
from controller.session.mitchell import Even, mitchell
from controller.session.movement import Movement, Sitting

_METHODS = {"MP": "matchpoints", "BUTLER": "butler", "CROSS": "cross_imps", "BAM": "bam"}
Meetings = dict[tuple[int, int], tuple[int, ...]]


def from_results(reads: Iterable[BoardRead], *, file: str = "") -> Imported:
    """The session of these results. LogError where no two numbered pairs met on a numbered board."""
    by_section: defaultdict[str, list[BoardRecord]] = defaultdict(list)
    skipped, scoring = 0, set[str]()
    for read in reads:
        record = read.record
        if record is None:
            continue
        if record.scoring != UNKNOWN:
            scoring.add(record.scoring)
        if _pairs(record) is None or record.board is None:
            skipped += 1
        else:
            by_section[record.tags.get("Section", "A")].append(record)
    if not by_section:
        raise LogError("no result whose pairs and board have numbers", file=file)
    notes = [Note("import.without_numbers", {"n": skipped})] if skipped else []
    sections = [_section(name, records, notes, several=len(by_section) > 1) for name, records in by_section.items()]
    method = _method(scoring)
    notes += [Note("import.results", {"n": sum(map(len, by_section.values()))})]
    notes += [] if method else [Note("import.scoring_unknown")]
    return Imported(tuple(sections), method, tuple(notes))


def _method(scoring: set[str]) -> str | None:
    words = {text.upper().partition(";")[0] for text in scoring}
    found = {_METHODS.get(word) or _METHODS.get(word.partition("-")[0]) for word in words}
    return found.pop() if len(found) == 1 else None


def _pairs(record: BoardRecord) -> tuple[int, int] | None:
    """The numbers of both pairs: `12`, or with a section's letters before them."""
    found = []
    for side in (Side.NS, Side.EW):
        digits = record.pairs.get(side, "").lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if not (digits.isascii() and digits.isdigit() and 0 < int(digits[:6]) < 10_000):
            return None
        found.append(int(digits))
    return found[0], found[1]


def _section(name: str, records: Sequence[BoardRecord], notes: list[Note], *, several: bool) -> ImportedSection:
    shift = _shift(records)
    if shift:
        notes.append(Note("import.counted_on", {"section": name, "n": shift}))
    placed = _placed(records, shift)
    if placed is not None:
        sittings, tables = placed
    else:
        sittings = list(_from_meetings(_meetings(records, shift), name, notes))
        tables = [str(t) for t in range(1, max(s.table for s in sittings) + 1)]
        tables = [f"{name}{table}" for table in tables] if several else tables
    return ImportedSection(name, tuple(tables), numbered(sittings), (), _names(records, shift))


def _shift(records: Sequence[BoardRecord]) -> int:
    """By how much East-West are counted on: where a pair would meet itself, both directions count from 1."""
    met = [pairs for pairs in map(_pairs, records) if pairs]
    return max(ns for ns, _ in met) if any(ns == ew for ns, ew in met) else 0


def _met(record: BoardRecord, shift: int) -> tuple[int, int]:
    pairs = _pairs(record)
    assert pairs is not None
    return pairs[0], pairs[1] + shift


def _names(records: Sequence[BoardRecord], shift: int) -> Mapping[int, Sequence[str]]:
    found: dict[int, Sequence[str]] = {}
    for record in records:
        for side, pair in zip((Side.NS, Side.EW), _met(record, shift), strict=True):
            players = [record.names[seat] for seat in side.seats if seat in record.names]
            if players:
                found.setdefault(pair, players)
    return found


# -- tables and rounds that the results tell -------------------------------------------------------------------------


def _placed(records: Sequence[BoardRecord], shift: int) -> tuple[list[Sitting], list[str]] | None:
    """The sittings as the results' tables and rounds have them; None where not all of them say so."""
    boards: defaultdict[tuple[str, int, int, int], set[int]] = defaultdict(set)
    for record in records:
        table, number = record.tags.get("Table", ""), record.tags.get("Round", "")
        if not table or not (number.isascii() and number.isdigit() and 0 < len(number) < 4):
            return None
        boards[table, int(number), *_met(record, shift)].add(record.board or 0)
    tables = sorted({table for table, *_ in boards}, key=lambda name: (len(name), name))
    place = {table: at for at, table in enumerate(tables, start=1)}
    sittings = [Sitting(r, place[t], ns, ew, tuple(sorted(b))) for (t, r, ns, ew), b in boards.items()]
    return sittings, tables


# -- who met whom, and nothing else ----------------------------------------------------------------------------------


def _meetings(records: Sequence[BoardRecord], shift: int) -> Meetings:
    found: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for record in records:
        found[_met(record, shift)].add(record.board or 0)
    return {pairs: tuple(sorted(boards)) for pairs, boards in found.items()}


def _from_meetings(meetings: Meetings, name: str, notes: list[Note]) -> Sequence[Sitting]:
    found = recognised(meetings)
    if found is not None:
        notes.append(Note("import.recognised", {"section": name}))
        return found.sittings
    notes.append(Note("import.rounds_guessed", {"section": name}))
    return _fitted(meetings)


def recognised(meetings: Meetings) -> Movement | None:
    """The Mitchell movement in which these pairs meet on these boards; None where there is none."""
    north_south, east_west = sorted({ns for ns, _ in meetings}), sorted({ew for _, ew in meetings})
    tables, length = len(north_south), len(next(iter(meetings.values())))
    if set(north_south) & set(east_west) or tables != len(east_west) or len(meetings) % tables:
        return None
    names = {**dict(enumerate(north_south, start=1)), **dict(enumerate(east_west, start=tables + 1))}
    first = min(board for boards in meetings.values() for board in boards)
    for even in Even:
        try:
            movement = mitchell(
                tables, rounds=len(meetings) // tables, boards_per_round=length, first_board=first, even=even
            )
        except ValueError:
            continue
        sittings = tuple(Sitting(s.round, s.table, names[s.ns], names[s.ew], s.boards) for s in movement.sittings)
        if {(s.ns, s.ew): s.boards for s in sittings} == meetings:
            return Movement(sittings, two_winners=True)
    return None


def _fitted(meetings: Meetings) -> list[Sitting]:
    """Rounds in which no pair sits at two tables and no set of boards lies at two: the first that is free for each."""
    busy: list[set[int]] = []
    tables: list[int] = []
    sittings = []
    for (ns, ew), boards in sorted(meetings.items(), key=lambda one: (one[1], one[0])):
        taken = {ns, ew, *(-board for board in boards)}
        at = next((i for i, others in enumerate(busy) if not others & taken), len(busy))
        if at == len(busy):
            busy.append(set())
            tables.append(0)
        busy[at] |= taken
        tables[at] += 1
        sittings.append(Sitting(at + 1, tables[at], ns, ew, boards))
    return sittings
