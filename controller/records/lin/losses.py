"""What LIN cannot carry of a board."""

from __future__ import annotations

import re
from collections.abc import Iterator

from controller.model.seats import Seat
from controller.records.board_record import BoardRecord, RecordedClaim
from controller.records.facts import Fact
from controller.records.lin.writer import HEAD_TAGS, ROOMS, carried_calls, carried_play, in_list, needs_head, plain

CARRIED = frozenset(
    (
        *(Fact.EVENT, Fact.SCORING, Fact.NAMES, Fact.BOARD, Fact.DEALER, Fact.VULNERABILITY, Fact.DEAL),
        *(
            Fact.PARTIAL_DEAL,
            Fact.AUCTION,
            Fact.ALERTS,
            Fact.EXPLANATIONS,
            Fact.CONTRACT,
            Fact.CONTRACT_ALONE,
            Fact.PLAY,
            Fact.REMARKS,
        ),
        *(Fact.TRICKS, Fact.TAGS, Fact.COMMENTS, Fact.CLAIMS),
    )
)
#: What each side carries over, as in `20:9`.
_CARRY_OVER = re.compile(r"[^:]+:[^:]*|:[^:]+")
_TAGS = frozenset((*HEAD_TAGS, "Room"))


def not_carried(record: BoardRecord) -> Iterator[Fact]:
    """What of the kinds that LIN carries it does not carry of this board."""
    yield from _of_the_result(record)
    if len(list(carried_play(record))) < len(record.play):
        yield Fact.PLAY
    if record.deal and set(record.deal.hands) == set(Seat) - {Seat.E}:
        # LIN leaves out East's hand to say that it is the rest of the pack.
        yield Fact.PARTIAL_DEAL
    if record.claims and not _is_mere_claim(record):
        yield Fact.CLAIMS
    if not _tags_fit(record):
        yield Fact.TAGS
    if not record.event.strip():
        yield Fact.EVENT
    if record.scoring.partition(";")[0] not in ("IMP", "MP", "BAM", "?") or ";" in record.scoring:
        yield Fact.SCORING
    if _changes_a_sign(record):
        yield Fact.SIGNS


def _of_the_result(record: BoardRecord) -> Iterator[Fact]:
    if carried_calls(record):
        return
    if record.calls:
        yield Fact.AUCTION
    if not needs_head(record):
        if record.contract or record.passed_out:
            yield Fact.CONTRACT
        if record.tricks is not None:
            yield Fact.TRICKS


def _tags_fit(record: BoardRecord) -> bool:
    """Are they all of the head or a room, and of its form?"""
    room, carried = record.tags.get("Room"), record.tags.get("CarryOver")
    has_room = room is None or (room in ROOMS and record.board is not None)
    return has_room and set(record.tags) <= _TAGS and (carried is None or bool(_CARRY_OVER.fullmatch(carried)))


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
    if record.event != record.event.strip():
        return True
    return any(in_list(text) != text for text in listed) or any(plain(text) != text for text in plainly)
