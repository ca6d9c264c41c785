"""The table as the log format's `State` object (docs/formats/TABLE_LOG.md): JSON values only."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from controller.model.board import HAND_SIZE
from controller.model.irregularities import Attention, RestsOn
from controller.model.seats import Seat
from controller.table import lead_orders, taken_back
from controller.table.game import Game
from controller.table.transfers import due_list

#: Findings with these attentions leave the turn alone while they wait: the table does not know of them.
_QUIET = (Attention.SILENT, Attention.END_OF_BOARD, Attention.LOG)


def state_of(game: Game) -> dict[str, Any]:
    """Every key of the format's State."""
    play, lifted, is_auction = game.play, taken_back.hidden(game), game.phase == "auction"
    return {
        "phase": "ended" if game.phase == "idle" else game.phase,
        "turn": turn_of(game),
        "auction": [[c.seat.name, c.call.text] for c in game.calls],
        "contract": game.contract,
        "declarer": game.declarer.name if game.declarer else None,
        "dummy": game.dummy.name if game.dummy else None,
        "must_pass": {seat.name: bar for seat, bar in game.must_pass.items() if is_auction},
        "must_repeat": {seat.name: call.text for seat, call in game.must_repeat.items() if is_auction},
        "must_not_double": sorted(seat.name for seat in game.must_not_double if is_auction),
        "penalty_cards": [[p.seat.name, p.card.text, p.kind] for p in play.penalty],
        "lead_restrictions": lead_orders.shown(game),
        "play_restrictions": [{"seat": o.seat.name, "order": o.order, "suit": o.suit.name} for o in play.play_orders],
        "trick": min(play.trick, HAND_SIZE),
        "leader": play.leader.name if play.leader else None,
        "on_table": [[p.seat.name, p.card.text] for p in play.on_table if (p.seat, p.card) != lifted],
        "tricks": {side.name: count for side, count in play.tricks.items()},
        "transfers_due": due_list(game),
        "pending": list(game.pending.values()),
        "result": dict(play.result) if play.result is not None else None,
    }


def turn_of(game: Game, *, as_seen: bool = False) -> str | None:
    """Whose call or card is due, None when none is or when a ruling must come first.

    `as_seen`: what the table may be shown, for whom a finding that rests on unseen cards does not exist.
    """
    if game.phase in ("idle", "ended", "claim") or game.turn is None or blocks_turn(game, as_seen=as_seen):
        return None
    seat: Seat = game.turn
    return seat.name


def blocks_turn(game: Game, *, as_seen: bool = False, besides: Container[str] = ()) -> bool:
    """Does a finding wait that must be ruled before anybody acts? `besides`: kinds that are left out of account."""
    waiting = (game.findings[i] for i in game.pending if game.findings[i].kind not in besides)
    return any(f.attention not in _QUIET and not (as_seen and f.rests_on is RestsOn.UNSEEN) for f in waiting)
