"""What LIN cannot carry of a board."""

from __future__ import annotations

from collections.abc import Iterator

from controller.records.board_record import BoardRecord, RecordedClaim
from controller.records.facts import Fact
from controller.records.lin.writer import HEAD_TAGS, carried_calls, carried_play, in_list, plain

CARRIED = frozenset(
    (
        *(Fact.EVENT, Fact.SCORING, Fact.NAMES, Fact.BOARD, Fact.DEALER, Fact.VULNERABILITY, Fact.DEAL),
        *(Fact.PARTIAL_DEAL, Fact.AUCTION, Fact.ALERTS, Fact.EXPLANATIONS, Fact.CONTRACT, Fact.PLAY, Fact.REMARKS),
        *(Fact.TRICKS, Fact.TRICKS_DIFFER, Fact.TAGS, Fact.COMMENTS, Fact.CLAIMS),
    )
)
_TAGS = frozenset((*HEAD_TAGS, "Room"))


def not_carried(record: BoardRecord) -> Iterator[Fact]:
    """What of the kinds that LIN carries it does not carry of this board."""
    calls = carried_calls(record)
    if record.calls and not calls:
        yield from (Fact.AUCTION, Fact.CONTRACT)
    if record.contract and not calls:
        yield from (Fact.CONTRACT, Fact.TRICKS)
    if len(list(carried_play(record))) < len(record.play):
        yield Fact.PLAY
    if record.claims and not _is_mere_claim(record):
        yield Fact.CLAIMS
    if set(record.tags) - _TAGS:
        yield Fact.TAGS
    if record.scoring.partition(";")[0] not in ("IMP", "MP", "BAM", "?") or ";" in record.scoring:
        yield Fact.SCORING
    if _changes_a_sign(record):
        yield Fact.SIGNS


def _is_mere_claim(record: BoardRecord) -> bool:
    """Does the record say of its claim no more than LIN does: how many tricks declarer has in the end?"""
    claim, contract = record.claims[-1], record.contract
    if contract is None or record.tricks is None or record.is_played_out or len(record.claims) > 1:
        return False
    won, lost = (record.tricks_won(side) for side in (contract.declarer.side, contract.declarer.side.other))
    return claim == RecordedClaim(None, record.tricks - won, won + lost + 1, agreed=True)


def _changes_a_sign(record: BoardRecord) -> bool:
    listed = [*record.names.values(), *(record.tags.get(name, "") for name in HEAD_TAGS)]
    plainly = [record.event, *(c.alert or "" for c in record.calls)]
    said = [c.text for c in record.comments] + [c.comment for c in record.calls] + [c.comment for c in record.cards]
    plainly += (line for text in said for line in text.split("\n"))
    return any(in_list(text) != text for text in listed) or any(plain(text) != text for text in plainly)
