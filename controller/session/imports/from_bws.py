"""The session of a `.bws` file: its rounds, its pairs and its players."""

from __future__ import annotations

from collections.abc import Iterator

from controller.model.errors import LogError
from controller.model.seats import Seat, Side
from controller.records.bws import BwsEvening, names_of
from controller.session.imports.imported import Imported, ImportedSection, Note, numbered
from controller.session.movement import Sitting

_ORDER = (Seat.N, Seat.S, Seat.E, Seat.W)


def from_bws(evening: BwsEvening) -> Imported:
    """The session of an evening. LogError for an individual, or where no rounds are planned."""
    if evening.is_individual:
        raise LogError("an individual: partners change, and a session's file knows pairs", file=evening.file)
    notes: list[Note] = []
    sections = tuple(_sections(evening, notes))
    if not sections:
        raise LogError("no round with two pairs and boards (table RoundData)", file=evening.file)
    notes += _left(evening)
    return Imported(sections, None, tuple(notes))


def _sections(evening: BwsEvening, notes: list[Note]) -> Iterator[ImportedSection]:
    names = names_of(evening)
    for number in sorted({r.section for r in evening.rounds}):
        rounds = [r for r in evening.rounds if r.section == number]
        sittings = [
            Sitting(
                r.round, r.table, evening.pair(number, Side.NS, r.ns), evening.pair(number, Side.EW, r.ew), r.boards
            )
            for r in rounds
            if r.ns and r.ew and r.boards
        ]
        known = evening.section(number)
        out = sum(1 for r in rounds if (r.ns or r.ew) and not (r.ns and r.ew))
        if out:
            notes.append(Note("import.sit_outs", {"section": known.letter, "n": out}))
        if evening.shifts.get(number):
            notes.append(Note("import.counted_on", {"section": known.letter, "n": evening.shifts[number]}))
        if not sittings:
            continue
        pairs = {pair for s in sittings for pair in s.pairs}
        if known.winners == 1 and not {s.ns for s in sittings} & {s.ew for s in sittings}:
            notes.append(Note("import.one_winner", {"section": known.letter}))
        missing = (known.missing,) if known.missing in pairs and not evening.shifts.get(number) else ()
        if known.missing and not missing:
            notes.append(Note("import.missing_unknown", {"section": known.letter, "pair": known.missing}))
        players = {
            pair: [seated[seat] for seat in _ORDER if seat in seated]
            for (section, pair), seated in names.items()
            if section == number and pair in pairs
        }
        tables = tuple(evening.table_name(number, table) for table in sorted({s.table for s in sittings}))
        yield ImportedSection(known.letter, tables, numbered(sittings), missing, players)


def _left(evening: BwsEvening) -> Iterator[Note]:
    """What a session's file has no place for."""
    seated = {(r.section, r.table, r.round) for r in evening.rounds}
    later = sum(1 for p in evening.players if p.round > 1 and (p.section, p.table, p.round) in seated)
    if later:
        yield Note("import.changed_players", {"n": later})
    if evening.results:
        yield Note("import.results", {"n": len(evening.results)})
    if evening.hands:
        yield Note("import.hands", {"n": len(evening.hands)})
    yield Note("import.scoring_unknown")
