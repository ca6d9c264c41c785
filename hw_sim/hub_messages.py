"""How a table hub says what it notices: sensed values to messages of the wire, and its snapshot."""

from __future__ import annotations

from collections.abc import Iterator

from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call
from controller.model.seats import SEATS, Seat
from firmware_bridge.messages import (
    CALL_DOUBLE,
    CALL_FIRST_BID,
    CALL_PASS,
    CALL_REDOUBLE,
    BoardTag,
    BoxState,
    CallButton,
    EventBody,
    Key,
    KeyCode,
    SnapshotBegin,
    SnapshotEnd,
    TagSet,
)
from hw_sim.decks import board_tag
from hw_sim.physics import PLACES, Answer, BoardSeen, BoxChange, KeyPress, Sensed, TableTop

_KEYS = {code.name.lower(): code for code in KeyCode}
_OTHER_CALLS: dict[Call, int] = {PASS: CALL_PASS, DOUBLE: CALL_DOUBLE, REDOUBLE: CALL_REDOUBLE}
ANTENNAS = len(PLACES) + 1


def call_code(call: Call) -> int:
    """A call on the wire; a bid above seven has no card in a box."""
    if isinstance(call, Bid):
        return CALL_FIRST_BID + (call.level - 1) * 5 + int(call.denomination)
    return _OTHER_CALLS[call]


def message_of(sensed: Sensed, board_before: int | None) -> EventBody:
    """The event that tells of it; `board_before` is the board whose tag was there until now."""
    match sensed:
        case Answer(_, place, number, tags):
            return _tag_set(place, number, tags)
        case BoxChange(_, seat, call, shown):
            return CallButton(SEATS.index(seat), call_code(call), int(shown))
        case KeyPress(_, seat, key, value):
            return Key(SEATS.index(seat), _KEYS[key], value or "")
        case BoardSeen(_, board):
            return _board_tag(board, board if board is not None else board_before)


def snapshot(top: TableTop, token: int, now: float) -> Iterator[EventBody]:
    """The whole state: every antenna, every box, the board's tag."""
    yield SnapshotBegin(token)
    heard = {answer.place: answer for answer in top.answers(now)}
    for place in PLACES:
        answer = heard.get(place, Answer(now, place, 0, ()))
        yield _tag_set(place, answer.round, answer.tags)
    yield _tag_set("board", 0, () if top.board is None else (board_tag(top.board),))
    for seat in SEATS:
        yield BoxState(SEATS.index(seat), bytes(call_code(c) for c in top.calls[seat]))
    yield _board_tag(top.board, top.board)
    yield SnapshotEnd(token)


def _tag_set(place: str, number: int, tags: tuple[str, ...]) -> TagSet:
    antenna = PLACES.index(place) if place in PLACES else len(PLACES)
    return TagSet(antenna, number & 0xFFFF, 0, 1, tuple(bytes.fromhex(tag) for tag in tags))


def _board_tag(present: int | None, board: int | None) -> BoardTag:
    uid = b"" if board is None else bytes.fromhex(board_tag(board))
    return BoardTag(int(present is not None), board or 0, uid)


__all__ = ["ANTENNAS", "Seat", "call_code", "message_of", "snapshot"]
