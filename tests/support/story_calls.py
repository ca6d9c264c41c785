"""Calls in a story: in turn and out of it, in order or not, changed, taken away and made after the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, bid, call
from controller.model.events import CallMade, CallRemoved, TableEvent
from controller.model.seats import SEATS

if TYPE_CHECKING:
    from support.stories import Teller

DENOMINATIONS = [made.denomination for made in map(call, ("1C", "1D", "1H", "1S", "1NT"))]
_LADDER = [bid(level, denomination) for level in range(1, 8) for denomination in DENOMINATIONS]


def lawful_call(it: Teller) -> Call:
    """A pass mostly; a bid a little higher, or a double that is in order."""
    game, dice = it.game, it.dice
    opened = game.last_bid is not None
    if dice.random() < (0.62 if opened else 0.3):
        return PASS
    if opened and dice.random() < 0.25 and game.turn is not None:
        theirs = game.last_bidder is not None and game.last_bidder.side is not game.turn.side
        if theirs and game.doubled == 0:
            return DOUBLE
        if not theirs and game.doubled == 1:
            return REDOUBLE
    if not opened and it.manner.passes_out:
        return PASS
    higher = [made for made in _LADDER if game.last_bid is None or made > game.last_bid]
    return dice.choice(higher[:4]) if higher and higher[0].level < 6 else PASS


def call_in_turn(it: Teller) -> TableEvent | None:
    turn = it.game.turn
    if turn is None or it.game.phase != "auction":
        return None
    repeated = it.game.must_repeat.get(turn)
    if repeated is not None and it.dice.random() < 0.5:
        return CallMade(seat=turn, call=repeated)
    silenced = turn in it.game.must_pass and it.dice.random() < 0.75
    return CallMade(seat=turn, call=PASS if silenced else lawful_call(it))


def call_out_of_turn(it: Teller) -> TableEvent | None:
    return CallMade(seat=it.dice.choice(SEATS), call=lawful_call(it)) if it.game.phase == "auction" else None


def call_over_what_waits(it: Teller) -> TableEvent | None:
    """The next player calls before anybody has ruled."""
    if not it.game.waiting:
        return None
    waits = it.dice.choice(it.game.waiting)
    seat = it.dice.choice([waits.seat.lho, waits.seat.lho, waits.proper, waits.seat])
    return CallMade(seat=seat, call=lawful_call(it))


def irregular_call(it: Teller) -> TableEvent | None:
    """A call that is not in order, by the player in turn."""
    game, dice = it.game, it.dice
    if game.phase != "auction" or game.turn is None:
        return None
    low = [made for made in _LADDER if game.last_bid is not None and not made > game.last_bid]
    odd: list[Call] = [DOUBLE, REDOUBLE, call("8C"), *low[-4:], *low[-4:]]
    return CallMade(seat=game.turn, call=dice.choice(odd))


def another_call(it: Teller) -> TableEvent | None:
    """The last caller calls again."""
    calls = it.game.calls
    return CallMade(seat=calls[-1].seat, call=lawful_call(it)) if calls and it.game.phase == "auction" else None


def call_taken_away(it: Teller) -> TableEvent | None:
    calls = it.game.calls
    if not calls or it.game.phase != "auction":
        return None
    last = it.dice.choice(calls[-3:])
    return CallRemoved(seat=last.seat, call=last.call)


def call_after_the_end(it: Teller) -> TableEvent | None:
    if it.game.phase not in ("clarification", "ended", "play"):
        return None
    made = it.dice.choice([PASS, DOUBLE, call("5H"), call("7NT")])
    return CallMade(seat=it.dice.choice(SEATS), call=made)


def replacement(it: Teller) -> TableEvent | None:
    """An offender calls again: the lowest bid of what he named, a double, or anything."""
    game, dice = it.game, it.dice
    owing = [d for d in game.duties if d.replaced_by is None and d.seat is game.turn]
    if not owing or game.phase != "auction":
        return None
    named = owing[0].withdrawn
    same = [m for m in _LADDER if isinstance(named, Bid) and m.denomination is named.denomination]
    higher = [m for m in same if game.last_bid is None or m > game.last_bid]
    options: list[Call] = [*higher[:1], *higher[:2], PASS, DOUBLE, named]
    return CallMade(seat=owing[0].seat, call=dice.choice(options))
