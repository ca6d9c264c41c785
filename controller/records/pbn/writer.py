"""Board records as PBN 2.1 in export format: CRLF, the fifteen mandatory tags, sections in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.records.board_record import BoardRecord
from controller.records.pbn.auction import write_auction
from controller.records.pbn.game_lines import (
    MANDATORY,
    CommentsSaid,
    comment_lines,
    first_caller,
    first_note,
    mandatory_tags,
    section_lines,
    supplemental_tags,
    tag_lines,
)
from controller.records.pbn.own_tables import own_comment, own_tables
from controller.records.pbn.plain import plain_game
from controller.records.pbn.play import columns_of, write_play

_HEADER = ("% PBN 2.1", "% EXPORT")


def print_pbn(records: Iterable[BoardRecord], *, plain: bool = False) -> str:
    """A PBN file of these boards."""
    return "".join(write_pbn(records, plain=plain))


def write_pbn(records: Iterable[BoardRecord], *, plain: bool = False) -> Iterator[str]:
    """A PBN file of these boards, game by game.

    `plain` is for readers that stumble over what the standard allows: no irregularity signs, comments, glyphs or
    tables of our own, and no question marks where a number or a seat is expected.
    """
    yield "".join(line + "\r\n" for line in _HEADER)
    for n, record in enumerate(records):
        game = plain_game(record) if plain else full_game(record)
        yield ("\r\n" if n else "") + "".join(line + "\r\n" for line in game)


def full_game(record: BoardRecord) -> Iterator[str]:
    """The lines of a game with all that the record holds."""
    said = CommentsSaid(record)
    yield from said.after("")
    mandatory = mandatory_tags(record)
    for name in MANDATORY:
        yield from tag_lines(name, mandatory[name])
        yield from said.after(name)
    for told in own_comment(record):
        yield from comment_lines(told)
    supplemental = supplemental_tags(record)
    for name in sorted(supplemental):
        yield from tag_lines(name, supplemental[name])
        yield from said.after(name)
    yield from _auction_and_play(record, said)
    sections = sorted([*record.sections, *own_tables(record)], key=lambda s: s.name)
    for section in sections:
        yield from tag_lines(section.name, section.value)
        yield from said.after(section.name)
        yield from section.lines


def _auction_and_play(record: BoardRecord, said: CommentsSaid) -> Iterator[str]:
    first = first_caller(record)
    is_calling = record.in_progress and record.contract is None
    used_notes = 0
    if first and (record.calls or is_calling):
        written = write_auction(first, record.calls, in_progress=record.in_progress)
        used_notes = len(written.notes)
        yield from section_lines("Auction", first, written, said)
    if record.play or (record.in_progress and record.contract):
        play = write_play(record, first_note(record, used_notes))
        yield from section_lines("Play", columns_of(record)[0], play, said)
