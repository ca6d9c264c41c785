"""What a plain PBN file leaves out; a full one leaves out nothing."""

from __future__ import annotations

from collections.abc import Iterator

from controller.records.board_record import BoardRecord, is_in_rotation
from controller.records.facts import ALL, Fact
from controller.records.pbn.exact_texts import exact_rows
from controller.records.pbn.plain import regular_play

PLAIN_CARRIED = ALL - {
    *(Fact.LAWS, Fact.WITHDRAWN_CALLS, Fact.DECLARER_SWAPPED, Fact.REVOKES, Fact.REMARKS, Fact.GLYPHS, Fact.TIMES),
    *(Fact.CLAIMS, Fact.TRICKS_DIFFER, Fact.TRANSFERS, Fact.ASSIGNED_SCORE, Fact.IRREGULARITIES, Fact.RULINGS),
    *(Fact.IN_PROGRESS, Fact.COMMENTS, Fact.ARTIFICIAL_SCORE, Fact.END_POSITION),
}


def not_carried(record: BoardRecord) -> Iterator[Fact]:
    """What of the kinds that a plain file carries it does not carry of this board."""
    if record.calls and not is_in_rotation(record.calls, record.dealer or record.calls[0].seat):
        yield Fact.AUCTION
    if record.play and (record.contract is None or len(list(regular_play(record))) < len(record.play)):
        yield Fact.PLAY
    if any(True for _ in exact_rows(record)):
        yield Fact.SIGNS
    if any(not section.name.endswith("Table") for section in record.sections):
        yield Fact.SECTIONS
