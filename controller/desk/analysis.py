"""Double-dummy analysis of a moment of the play: what was to be had before a revoke or a claim (Laws 64C, 70).

It rests on cards unseen, so it is for the director alone, is written down as a look, and is never a ruling.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from controller.adapters.double_dummy import Available, DoubleDummy, Position
from controller.desk.cases import Case
from controller.desk.record import TableRecord
from controller.model.board import Deal
from controller.model.calls import Bid, call
from controller.model.seats import SEATS, Seat, Side
from controller.table import Table

#: Findings whose act is a moment at which a director may want to know.
KINDS = ("revoke_established", "claim_disputed")


@dataclass(frozen=True, slots=True)
class Moment:
    """Just before an act: what each side had won, and the position."""

    declarer: Seat
    won: dict[Side, int]
    position: Position


@dataclass(frozen=True, slots=True)
class Found:
    """What declarer's side had won before the act, could still take, and both together; of thirteen."""

    side: Side
    won: int
    more: int

    @property
    def total(self) -> int:
        """Declarer's tricks with best play from there."""
        return self.won + self.more


def moment_of(record: TableRecord, case: Case) -> Moment | None:
    """The moment before the act of a finding; None where not all hands are known, or no card is due."""
    return None if case.act is None else moment(record.before(case.act))


def moment(table: Table) -> Moment | None:
    """The table as it stands, as a position."""
    state, play = table.state(), table.game.play
    if state["phase"] not in ("play", "claim") or not Deal(dict(table.hands)).is_complete:
        return None
    bid = call(str(state["contract"]).rstrip("X"))
    leader = play.leader
    if not isinstance(bid, Bid) or leader is None:
        return None
    on_table = table.on_table
    hands = {seat: table.remaining(seat) | {card for who, card in on_table if who is seat} for seat in SEATS}
    position = Position(hands, bid.denomination, leader, tuple(card for _, card in on_table))
    return Moment(Seat[state["declarer"]], dict(play.tricks), position)


async def analysed(analysis: DoubleDummy, at: Moment) -> Found:
    """Ask the solver without holding up anybody else. DoubleDummyError if no answer can be had."""
    available: Available = await asyncio.to_thread(analysis.available, at.position)
    side = at.declarer.side
    return Found(side, at.won[side], available.of(side))
