"""The deals of the evening that are open to everybody, with what they are worth: for hand records and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.adapters.double_dummy import DoubleDummy, DoubleDummyError, Makeable
from controller.desk.room import Room, Viewer
from controller.model.board import Deal, dealer_of, vulnerability_of
from controller.model.cards import Card
from controller.model.seats import SEATS, Seat
from controller.session.may_see import Role, What

#: Whoever reads the club's board: what he may see may hang there.
ANYBODY = Viewer("", Role.SPECTATOR)
_LET_OTHERS_S = 0.001
Hands = Mapping[Seat, frozenset[Card]]


@dataclass(frozen=True, slots=True)
class OpenDeals:
    """Boards by number."""

    hands: Mapping[int, Hands] = field(hash=False)
    #: Those that were not the same at every table.
    differ: frozenset[int]


@dataclass(frozen=True, slots=True)
class Analysed:
    """What the solver said, and why it said no more: in its own words, or not in time."""

    makeable: Mapping[int, Makeable] = field(hash=False)
    trouble: str = ""
    is_late: bool = False


def open_deals(room: Room) -> OpenDeals:
    """The hands of every board that anybody may see; a director's own view plays no part, for a sheet is left lying."""
    found: dict[int, Hands] = {}
    differ: set[int] = set()
    for record in room.in_order():
        for board in record.table.boards:
            number, known = board.game.board, board.game.play.known
            if number is None or len(known) < len(SEATS) or not room.sees(ANYBODY, number, What.UNSEEN_CARDS):
                continue
            hands = dict(known)
            if found.setdefault(number, hands) != hands:
                differ.add(number)
    return OpenDeals(dict(sorted(found.items())), frozenset(differ))


async def analysed(analysis: DoubleDummy, deals: OpenDeals, *, within_s: float) -> Analysed:
    """Makeable contracts and par of each whole deal, as many as come in time; asked again, the others are quicker."""
    return await asyncio.to_thread(_analysed, analysis, deals, time.monotonic() + within_s)


def _analysed(analysis: DoubleDummy, deals: OpenDeals, until: float) -> Analysed:
    found: dict[int, Makeable] = {}
    for number, hands in deals.hands.items():
        deal = Deal(hands)
        if not deal.is_complete:
            continue
        if found and time.monotonic() > until:
            return Analysed(found, is_late=True)
        # A director who asks about a moment of the play does not wait for a whole evening.
        time.sleep(_LET_OTHERS_S)
        try:
            found[number] = analysis.makeable(deal, dealer=dealer_of(number), vulnerability=vulnerability_of(number))
        except DoubleDummyError as error:
            return Analysed(found, str(error))
    return Analysed(found)
