"""Findings that one table cannot make: the session, which sees all tables, raises them, and they are ruled here.

They stand in no table's log, but the director's ruling on them does, like any other (docs/session.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.laws.view import Offence
from controller.model.events import nothing
from controller.model.irregularities import Irregularity, RestsOn
from controller.table.game import Game

#: Two tables' hands of one board contradict each other (Law 87).
FOULED_BOARD = "fouled_board"
#: The same, all hands turned by as much: the board lay wrongly at one of the two (the engine finds it by a known deal).
WRONG_ORIENTATION = "wrong_orientation"
KINDS = (FOULED_BOARD, WRONG_ORIENTATION)


def session_finding(game: Game, finding_id: str, facts: Mapping[str, Any] | None = None) -> Irregularity | None:
    """The finding of that id (`kind@n:-`, n the board's first event), as the board's edition has it.

    None if it is no kind of the session's.
    """
    kind, at, _ = finding_id.partition("@")
    if kind not in KINDS or not at:
        return None
    row = game.edition.law(kind, game, Offence(None))
    return Irregularity(
        id=finding_id,
        kind=kind,
        seat=None,
        laws=row.cite,
        attention=row.attention,
        options=tuple(option.choice for option in row.options),
        by={option.choice: "director" for option in row.options},
        facts=facts or nothing(),
        # What the other table saw, nobody at this one has seen.
        rests_on=RestsOn.UNSEEN,
    )
