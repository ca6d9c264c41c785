"""Who may see what of a deal: the only gate of secrecy. Every page, export, feed and topic asks here.

Secrecy belongs to the deal: it is closed until every table scheduled to play it has. What no row allows is denied.
Pure: no clock (times are given), no I/O. Add a row to `_ROWS`, never an `if` elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """What somebody at a screen is in this session. Nobody is two of them at once."""

    DIRECTOR = "director"
    #: Directs, and plays in the same event: knows nothing of boards he has still to play.
    PLAYING_DIRECTOR = "playing_director"
    #: Looks after tables, readers and decks; sees no cards.
    OPERATOR = "operator"
    #: Enters and checks results; sees no card and no finding.
    SCORER = "scorer"
    #: A screen in front of a player.
    SEAT = "seat"
    #: A screen that everybody in the hall sees, players too.
    WALL = "wall"
    SPECTATOR = "spectator"

    __hash__ = object.__hash__


class DealState(Enum):
    """How far a deal is, as the one who asks stands to it."""

    #: Some table has still to play it, and so has he (or he never will).
    CLOSED = "closed"
    #: He sits at it now.
    AT_HIS_TABLE = "at_his_table"
    #: He has played it; some other table has not.
    PLAYED_BY_HIM = "played_by_him"
    #: He has said that he has played it, and that was written down; some other table has not.
    DECLARED = "declared"
    #: Every table scheduled to play it has, and any delay has passed.
    OPEN = "open"

    __hash__ = object.__hash__


class What(Enum):
    """Things that tell something of a deal."""

    #: Which round and which board a table is at; the clock.
    PLACE = "place"
    #: Auction or play, which trick, how long it takes.
    PROGRESS = "progress"
    #: That a director is wanted at a table, and nothing more.
    COME_TO_TABLE = "come_to_table"
    #: The auction while it may be reviewed, then the contract: what every player at the table knows by the Laws.
    OWN_TABLE = "own_table"
    #: All calls and cards that have been shown.
    ACTS = "acts"
    #: A finding that rests on seen acts: kind, seat, options, ruling.
    FINDING = "finding"
    #: A finding that is silent or rests on cards nobody has seen.
    QUIET_FINDING = "quiet_finding"
    #: Contract, tricks and score at a table.
    RESULT = "result"
    #: Cards that have not been shown: the four hands.
    UNSEEN_CARDS = "unseen_cards"
    #: Tags, antennas and boxes, reading by reading: a tag in a pocket is a card.
    READINGS = "readings"
    #: Is a device well, named without cards.
    DEVICES = "devices"

    __hash__ = object.__hash__


_NEVER: frozenset[DealState] = frozenset()
_OPEN = frozenset({DealState.OPEN})
_SAID = frozenset({DealState.DECLARED, DealState.OPEN})
_PLAYED = frozenset({DealState.PLAYED_BY_HIM, *_SAID})
_SEATED = frozenset({DealState.AT_HIS_TABLE, *_PLAYED})
_ALWAYS = frozenset(DealState)

_ROLES = (Role.DIRECTOR, Role.PLAYING_DIRECTOR, Role.OPERATOR, Role.SCORER, Role.SEAT, Role.WALL, Role.SPECTATOR)
# fmt: off
_ROWS: Mapping[What, tuple[frozenset[DealState], ...]] = {
    #                    director playing   operator scorer   seat     wall     spectator
    What.PLACE:         (_ALWAYS,  _ALWAYS,  _ALWAYS,  _ALWAYS,  _ALWAYS,  _ALWAYS,  _ALWAYS),
    What.PROGRESS:      (_ALWAYS,  _SEATED,  _ALWAYS,  _ALWAYS,  _OPEN,    _NEVER,   _OPEN),
    What.COME_TO_TABLE: (_ALWAYS,  _ALWAYS,  _NEVER,   _NEVER,   _NEVER,   _NEVER,   _NEVER),
    What.OWN_TABLE:     (_ALWAYS,  _SEATED,  _OPEN,    _OPEN,    _SEATED,  _NEVER,   _OPEN),
    What.ACTS:          (_ALWAYS,  _SAID,    _OPEN,    _OPEN,    _OPEN,    _NEVER,   _OPEN),
    What.FINDING:       (_ALWAYS,  _PLAYED,  _NEVER,   _NEVER,   _NEVER,   _NEVER,   _NEVER),
    What.QUIET_FINDING: (_ALWAYS,  _PLAYED,  _NEVER,   _NEVER,   _NEVER,   _NEVER,   _NEVER),
    What.RESULT:        (_ALWAYS,  _PLAYED,  _OPEN,    _ALWAYS,  _OPEN,    _OPEN,    _OPEN),
    What.UNSEEN_CARDS:  (_ALWAYS,  _SAID,    _OPEN,    _OPEN,    _OPEN,    _NEVER,   _OPEN),
    What.READINGS:      (_ALWAYS,  _SAID,    _OPEN,    _NEVER,   _NEVER,   _NEVER,   _NEVER),
    What.DEVICES:       (_ALWAYS,  _ALWAYS,  _ALWAYS,  _NEVER,   _NEVER,   _NEVER,   _NEVER),
}
# fmt: on
#: In which states of the deal each role may see each thing. Not in a row: denied.
MAY_SEE: Mapping[What, Mapping[Role, frozenset[DealState]]] = {
    what: dict(zip(_ROLES, row, strict=True)) for what, row in _ROWS.items()
}


def may_see(role: Role | None, deal: DealState, what: What) -> bool:
    """May that role (None: not known to us) see that of a deal in that state? Denied unless a row allows it."""
    if role is None:
        return False
    return deal in MAY_SEE.get(what, {}).get(role, _NEVER)


@dataclass(frozen=True, slots=True)
class DealProgress:
    """How far a deal is over all tables: which were scheduled to play it, which have, and when it may be shown."""

    scheduled: frozenset[str]
    finished: frozenset[str]
    #: Until then it stays closed although all have played: a delay or an embargo, on the clock of whoever asks.
    opens_at: float = 0.0

    def is_open(self, now: float) -> bool:
        """Has every scheduled table played it, and has any delay passed? A deal with no known schedule never opens."""
        return bool(self.scheduled) and self.scheduled <= self.finished and now >= self.opens_at


def deal_state(
    progress: DealProgress,
    now: float,
    *,
    sits_at_it: bool = False,
    has_played_it: bool = False,
    has_said_so: bool = False,
) -> DealState:
    """How the deal stands to one who sits at it now, or has played it; by default to one who has done neither."""
    if progress.is_open(now):
        return DealState.OPEN
    if sits_at_it:
        return DealState.AT_HIS_TABLE
    if has_said_so:
        return DealState.DECLARED
    return DealState.PLAYED_BY_HIM if has_played_it else DealState.CLOSED
