"""Happenings and rulings as JSON, for rooms in other processes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import Ruling
from controller.model.seats import Seat
from hw_sim.happenings import (
    BoardBegun,
    BoardDone,
    ErrorMade,
    Happening,
    Injected,
    NobodyCame,
    RulingHeard,
    TableDone,
    Waiting,
)
from hw_sim.people.steps import Wanted

_OF_A_BOARD: dict[str, type[BoardBegun] | type[BoardDone]] = {"board_begun": BoardBegun, "board_done": BoardDone}


def ruling_to_json(ruling: Ruling) -> dict[str, Any]:
    """As in a table log."""
    return event_to_json(ruling)


def ruling_from_json(given: Mapping[str, Any]) -> Ruling:
    """A ruling; ValueError if it is another event."""
    event = event_from_json(given)
    if not isinstance(event, Ruling):
        raise ValueError(f"not a ruling: {given!r}")
    return event


def happening_to_json(happening: Happening) -> dict[str, Any]:
    """One line's object; `happened` names it."""
    match happening:
        case BoardBegun(table, board):
            return {"happened": "board_begun", "table": table, "board": board}
        case BoardDone(table, board):
            return {"happened": "board_done", "table": table, "board": board}
        case ErrorMade(Injected(table, board, kind, seat)):
            told = seat.value if seat else None
            return {"happened": "error_made", "table": table, "board": board, "kind": kind, "seat": told}
        case Waiting(table, board, wanted):
            return {"happened": "waiting", "table": table, "board": board, "wanted": _wanted_to_json(wanted)}
        case NobodyCame(table, board, wanted):
            return {"happened": "nobody_came", "table": table, "board": board, "wanted": _wanted_to_json(wanted)}
        case RulingHeard(table, board, ruling):
            return {"happened": "ruling_heard", "table": table, "board": board, "ruling": ruling_to_json(ruling)}
        case TableDone(table):
            return {"happened": "table_done", "table": table}


def happening_from_json(given: Mapping[str, Any]) -> Happening:
    """What `happening_to_json` wrote."""
    kind, table, board = given["happened"], given["table"], given.get("board", 0)
    if kind in _OF_A_BOARD:
        return _OF_A_BOARD[kind](table, board)
    match kind:
        case "error_made":
            seat = Seat[given["seat"]] if given["seat"] else None
            return ErrorMade(Injected(table, board, given["kind"], seat))
        case "waiting":
            return Waiting(table, board, _wanted_from_json(given["wanted"]))
        case "nobody_came":
            return NobodyCame(table, board, _wanted_from_json(given["wanted"]))
        case "ruling_heard":
            return RulingHeard(table, board, ruling_from_json(given["ruling"]))
        case _:
            return TableDone(table)


def _wanted_to_json(wanted: Wanted) -> dict[str, Any]:
    seat = wanted.seat.value if wanted.seat else None
    return {"kind": wanted.kind, "seat": seat, "enters": [event_to_json(event) for event in wanted.enters]}


def _wanted_from_json(given: Mapping[str, Any]) -> Wanted:
    seat = Seat[given["seat"]] if given["seat"] else None
    return Wanted(given["kind"], seat, tuple(event_from_json(event) for event in given["enters"]))
