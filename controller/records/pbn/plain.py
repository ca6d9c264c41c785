"""A PBN game for readers that stumble over what the standard allows: no signs, comments, glyphs, tables of ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from controller.records.board_record import (
    UNKNOWN,
    BoardRecord,
    RecordedCard,
    RecordedTrick,
    Section,
    is_in_rotation,
    leaders,
)
from controller.records.pbn.auction import write_auction
from controller.records.pbn.game_lines import (
    MANDATORY,
    NAMES,
    OWN_TAGS,
    first_caller,
    first_note,
    mandatory_tags,
    section_lines,
    supplemental_tags,
    tag_lines,
)
from controller.records.pbn.own_tables import irregular_orders
from controller.records.pbn.play import columns_of, write_play

#: Where a question mark says that nobody knows; elsewhere such readers expect an empty value or no tag.
_MAY_BE_UNKNOWN = ("Event", "Site", "Date", *NAMES.values(), "Scoring", "Contract", "Result", "Declarer")


def plain_game(record: BoardRecord) -> Iterator[str]:
    """A game as any reader takes it: the mandatory tags that are known, simple supplemental tags, auction, play."""
    # A bare denomination is no contract to such readers.
    mandatory = mandatory_tags(replace(record, end_position=None))
    for name in MANDATORY:
        text = mandatory[name].removeprefix("^")
        if text != UNKNOWN:
            yield from tag_lines(name, text)
        elif name not in ("Board", "Deal"):
            yield from tag_lines(name, UNKNOWN if name in _MAY_BE_UNKNOWN else "")
    supplemental = supplemental_tags(record)
    for name in sorted(supplemental.keys() - OWN_TAGS):
        yield from tag_lines(name, supplemental[name])
    first = first_caller(record)
    used_notes = 0
    if first and record.calls and is_in_rotation(record.calls, first):
        written = write_auction(first, record.calls, in_progress=False, plain=True)
        used_notes = len(written.notes)
        yield from section_lines("Auction", first, written)
    regular = replace(record, play=tuple(regular_play(record)), in_progress=False)
    if record.contract and regular.play:
        yield from section_lines("Play", columns_of(regular)[0], write_play(regular, first_note(regular, used_notes)))
    for section in standard_tables(record):
        yield from tag_lines(section.name, section.value)
        yield from section.lines


def regular_play(record: BoardRecord) -> Iterator[RecordedTrick]:
    """The tricks up to the first that columns alone would not tell, without anything said of a card but its note."""
    irregular = {number for number, _, _ in irregular_orders(record)}
    for number, (trick, due) in enumerate(zip(record.play, leaders(record), strict=False), start=1):
        if number in irregular or trick.leader is not due:
            return
        yield replace(trick, cards=tuple(RecordedCard(c.seat, c.card, note=c.note) for c in trick.cards))


def standard_tables(record: BoardRecord) -> list[Section]:
    """The standard's tables that the record carries on; a section that is no table stops some readers."""
    return sorted((s for s in record.sections if s.name.endswith("Table")), key=lambda s: s.name)
