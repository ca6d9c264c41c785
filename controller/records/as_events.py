"""A board record as the table events that would bring it about: for replays, for people who play a record."""

from __future__ import annotations

from collections.abc import Iterator

from controller.model.events import (
    BoardLeft,
    BoardTaken,
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    ResultEntered,
    TableEvent,
)
from controller.records.board_record import TRICKS_IN_A_DEAL, BoardRecord


def events_of(record: BoardRecord) -> tuple[TableEvent, ...]:
    """The board taken, its calls and cards, its end, the result keyed in, the board left.

    Where the play stops before the last trick and the result is known, declarer claims and both defenders agree.
    Rulings and withdrawn acts are not played again; a board in progress ends where it stands.
    """
    return tuple(_events(record))


def _events(record: BoardRecord) -> Iterator[TableEvent]:
    if record.board is None:
        raise ValueError("a record without a board number cannot be taken to a table")
    yield BoardTaken(board=record.board, dealer=record.dealer, vul=record.vulnerability, deal=record.deal)
    for c in record.calls:
        yield CallMade(seat=c.seat, call=c.call, alerted=True if c.alert is not None else None, t=c.t)
    for played in record.cards:
        yield CardPlayed(seat=played.seat, card=played.card, t=played.t)
    if record.in_progress:
        return
    yield from _end(record)
    yield BoardLeft()


def _end(record: BoardRecord) -> Iterator[TableEvent]:
    if record.passed_out:
        yield ResultEntered(contract="P")
        return
    if record.contract is None or record.tricks is None:
        return
    declarer = record.contract.declarer
    if not record.is_played_out:
        remaining = TRICKS_IN_A_DEAL - record.tricks_won(declarer.side) - record.tricks_won(declarer.side.other)
        claimed = record.tricks - record.tricks_won(declarer.side)
        if 0 <= claimed <= remaining:
            yield ClaimMade(seat=declarer, tricks=claimed)
            yield ClaimAnswered(seat=declarer.lho, agree=True)
            yield ClaimAnswered(seat=declarer.rho, agree=True)
    yield ResultEntered(contract=str(record.contract), declarer=declarer, tricks=record.tricks)
