"""Calls: in turn, out of turn, while another call waits, and after the final pass (Laws 17 to 39)."""

from __future__ import annotations

from dataclasses import replace

from controller.laws import auction_questions as q
from controller.laws.rows import Bar, Law
from controller.laws.view import Offence
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call
from controller.model.events import CallMade, CallRemoved
from controller.model.seats import Seat
from controller.table import auction_duties
from controller.table.auction_end import end_if_over
from controller.table.game import Game, ShownCall, Stood, Waiting

OUT = "call_out_of_turn"
_REQUIRED = (
    ("action_when_required_to_pass", q.is_action_when_required_to_pass),
    ("forced_repeat_not_made", q.is_forced_repeat_not_made),
)
#: A call in turn is asked the questions of its sort in this order; the first yes is the irregularity.
IN_TURN = {
    Bid: (("bid_above_seven", q.is_bid_above_seven), *_REQUIRED, ("insufficient_bid", q.is_insufficient)),
    DOUBLE: (("inadmissible_double", q.is_inadmissible_double), *_REQUIRED),
    REDOUBLE: (("inadmissible_redouble", q.is_inadmissible_redouble), *_REQUIRED),
    PASS: _REQUIRED,
}


def on_call(game: Game, n: str, event: CallMade) -> None:
    """A call is made: whose turn was it, does one wait, is the auction over?"""
    if game.phase == "idle":
        return
    seat, call = event.seat, event.call
    if _is_reported_again(game, seat, call):
        _is_back(game, n, seat)
        return
    game.shown.append(ShownCall(n, seat, call, "stands", bool(event.alerted)))
    if game.phase != "auction":
        _after_the_auction(game, n, seat, call)
    elif game.waiting:
        _while_one_waits(game, n, seat, call)
    else:
        make(game, n, seat, call)


def _is_reported_again(game: Game, seat: Seat, call: Call) -> bool:
    """The seat's latest call once more, when neither in turn nor LHO of a waiting caller: the same act."""
    if game.phase == "auction" and game.turn is seat and not game.waiting:
        return False
    if any(w.seat.lho is seat for w in game.waiting):
        return False
    waiting = [w for w in game.waiting if w.seat is seat]
    if waiting:
        return waiting[-1].call is call or (waiting[-1].replacement or Stood("", seat, PASS)).call is call is not PASS
    if _is_latest(game, seat, call):
        return True
    # The call shown last of all, which has fallen meanwhile (Laws 34, 35).
    last = game.shown[-1] if game.shown else None
    return game.phase == "auction" and last is not None and last.seat is seat and last.call is call


def _is_latest(game: Game, seat: Seat, call: Call) -> bool:
    """Is it the same as the player's latest call that stands?"""
    latest = game.latest_call(seat)
    return latest is not None and latest.call is call


def _is_back(game: Game, n: str, seat: Seat) -> None:
    """A call that had been taken off the table lies there again."""
    removed = game.removed_calls.pop(seat, None)
    if removed is not None:
        game.close(removed, "action", n)


def make(game: Game, n: str, seat: Seat, call: Call) -> None:
    """A call while none waits: in turn, changed, or out of turn."""
    if seat is not game.turn:
        _enter_forced_pass(game, seat)
    if game.phase != "auction":
        _after_the_auction(game, n, seat, call)
    elif seat is game.turn:
        game.removed_calls.pop(seat, None)
        in_turn(game, n, seat, call)
    elif seat in game.removed_calls or (game.turn is seat.lho and game.has_called(seat)):
        _change_of_call(game, n, seat, call)
    else:
        _out_of_turn(game, n, seat, call)


def _enter_forced_pass(game: Game, seat: Seat) -> None:
    """Law 28A: a call at the turn of the player on the right who has to pass is in turn; his pass is entered."""
    if game.turn is not None and game.turn.lho is seat and game.turn in game.must_pass:
        silenced = game.turn
        game.shown.append(ShownCall("", silenced, PASS, "stands"))
        _stands(game, "", silenced, PASS)


def in_turn(game: Game, n: str, seat: Seat, call: Call) -> None:
    """A call by the player whose turn it is: irregular in itself, or it stands."""
    if call is PASS and not game.must_repeat:
        # The commonest call of all: nothing else can be wrong with it.
        _stands(game, n, seat, call)
        return
    offence = Offence(seat, call, turn=seat)
    if call in (DOUBLE, REDOUBLE) and _is_barred_replacement(game, seat):
        _wait(game, n, "inadmissible_double" if call is DOUBLE else "inadmissible_redouble", offence)
        return
    for kind, asks in IN_TURN[Bid if isinstance(call, Bid) else call]:
        if asks(game, offence):
            _wait(game, n, kind, offence)
            return
    _stands(game, n, seat, call)


def _is_barred_replacement(game: Game, seat: Seat) -> bool:
    """1987 Law 27B3: an insufficient bid may not be replaced by a double or redouble; 2017 leaves it to Law 23."""
    if game.edition.settles["double_may_replace_insufficient_bid"]:
        return False
    return any(d.seat is seat and d.kind == "insufficient_bid" and d.replaced_by is None for d in game.duties)


def _wait(game: Game, n: str, kind: str, offence: Offence, *, first: Stood | None = None) -> None:
    """An irregular call waits for the next player's call or for a ruling."""
    seat, call = offence.seat, offence.call
    assert seat is not None and call is not None
    law = _law(game, kind, offence)
    facts: dict[str, object] = {"call": call.text}
    if kind == OUT and q.is_insufficient(game, offence):
        facts["insufficient"] = True
    if kind in ("insufficient_bid", OUT) and game.last_bid is not None:
        facts["to_beat"] = game.last_bid.text
    if first is not None:
        facts["first"] = first.call.text
    if offence.turn is not None and offence.turn is not seat:
        facts["turn"] = offence.turn.name
    found = game.raise_finding(kind, n, seat=seat, law=law, facts=facts)
    game.waiting.append(Waiting(found.id, kind, n, seat, call, law, offence.turn or seat, first=first))
    game.mark_shown(n, "waiting")


def _law(game: Game, kind: str, offence: Offence) -> Law:
    """The edition's row; a call that is out of turn and insufficient goes by the Law of both (27)."""
    law = game.edition.law(kind, game, offence)
    if kind == OUT and q.is_insufficient(game, offence):
        return replace(law, cite=(*law.cite, game.edition.settles["insufficient_out_of_turn"], "27"))
    return law


def _out_of_turn(game: Game, n: str, seat: Seat, call: Call) -> None:
    """Law 29: a call at another player's turn."""
    _wait(game, n, OUT, Offence(seat, call, turn=game.turn))


def _change_of_call(game: Game, n: str, seat: Seat, call: Call) -> None:
    """Law 25: a second call by a player whose first one stands."""
    removed = game.removed_calls.pop(seat, None)
    if removed is not None:
        game.close(removed, "promoted", n)
    first = game.latest_call(seat)
    _wait(game, n, "change_of_call", Offence(seat, call, turn=seat), first=first)


# -- a call that stands, and what it settles --------------------------------------------------------------------


def _stands(game: Game, n: str, seat: Seat, call: Call) -> None:
    """A lawful call in turn: it stands, duties are met, the next player is to call, or the auction is over."""
    if game.duties:
        auction_duties.settle(game, n, seat, call)
    _joins(game, n, seat, call)


def take_missing_passes(game: Game) -> None:
    """The passes still due are taken as made (a lead was seen before them)."""
    while game.phase == "auction" and game.turn is not None:
        _stands(game, "", game.turn, PASS)


def _joins(game: Game, n: str, seat: Seat, call: Call) -> None:
    """A call joins the auction: what bound the player at this turn is over, the next player is to call."""
    game.stand(n, seat, call)
    game.must_repeat.pop(seat, None)
    game.must_not_double.discard(seat)
    if game.must_pass.get(seat) == Bar.NEXT.value:
        del game.must_pass[seat]
    game.turn = seat.lho
    end_if_over(game, n)


# -- a call while another waits ---------------------------------------------------------------------------------


def _while_one_waits(game: Game, n: str, seat: Seat, call: Call) -> None:
    """An irregular call waits: the next player may accept it by calling (29A, 27A, 25B, 35), or undo it (28B)."""
    waits = next((w for w in reversed(game.waiting) if _concerns(w, seat)), None)
    if waits is None:
        _out_of_turn(game, n, seat, call)
    elif seat is waits.seat:
        _premature_replacement(game, n, waits, call)
    elif seat is waits.proper and waits.kind == OUT:
        _proper_player_calls(game, n, waits, call)
    else:
        _lho_calls(game, n, waits, call)


def _concerns(waits: Waiting, seat: Seat) -> bool:
    """Has that player a say in a call that waits: its maker, the next one, or the one whose turn it was?"""
    return seat in (waits.seat, waits.seat.lho) or (seat is waits.proper and waits.kind == OUT)


def _premature_replacement(game: Game, n: str, waits: Waiting, call: Call) -> None:
    """Law 9C, 27C: the offender changes his call before the ruling."""
    game.raise_finding("premature_replacement", n, seat=waits.seat, facts={"call": call.text})
    made = replace(waits, replacement=Stood(n, waits.seat, call))
    game.waiting = [made if w is waits else w for w in game.waiting]
    game.mark_shown(n, "waiting")


def _proper_player_calls(game: Game, n: str, waits: Waiting, call: Call) -> None:
    """Law 28B: an opponent whose turn it was calls: the other call is wiped. Partner's own call closes nothing."""
    if waits.seat.side is waits.proper.side:
        game.turn = waits.proper
        in_turn(game, n, waits.proper, call)
        game.waiting = [replace(w, proper=game.turn) if w is waits and game.turn else w for w in game.waiting]
        return
    game.waiting = [w for w in game.waiting if w is not waits]
    game.mark_shown(waits.n, "cancelled")
    game.close(waits.id, "action", n)
    game.turn = waits.proper
    _again(game, n, waits.proper, call)


def _again(game: Game, n: str, seat: Seat, call: Call) -> None:
    """The call is judged as the table now stands."""
    if game.waiting:
        _while_one_waits(game, n, seat, call)
    elif game.phase == "auction":
        make(game, n, seat, call)


def _lho_calls(game: Game, n: str, waits: Waiting, call: Call) -> None:
    """The player on the offender's left calls before a ruling."""
    game.waiting = [w for w in game.waiting if w is not waits]
    game.close(waits.id, "action", n)
    kind = waits.kind
    inadmissible = kind.startswith("inadmissible") or (
        kind == OUT and waits.law.options and len(waits.law.options) == 1
    )
    if kind == "bid_above_seven" or (inadmissible and isinstance(waits.call, Bid)):
        _both_fall(game, n, waits)
        _over_the_eight_level(game, waits)
        return
    if inadmissible:
        _both_fall(game, n, waits)
        return
    accept(game, waits)
    if game.phase == "auction" and call is PASS and game.turn is not waits.seat.lho:
        # The pass he accepted was the third, and a player had been skipped: his own falls with it (34).
        game.mark_shown(n, "cancelled")
    elif game.phase == "auction":
        _again(game, n, seat=waits.seat.lho, call=call)
    elif _is_latest(game, waits.seat.lho, call):
        # By the pass with which he accepted the final one he has called as before: that is nothing further.
        game.mark_shown(n, "cancelled")
    else:
        # The call that he accepted was the final pass (25B, 29A): his own comes after it.
        _after_the_auction(game, n, waits.seat.lho, call)


def _both_fall(game: Game, n: str, waits: Waiting) -> None:
    """Laws 35, 36A: the irregular call and the one over it fall; back to the right player, nothing further."""
    game.mark_shown(waits.n, "cancelled")
    game.mark_shown(n, "cancelled")
    goes_back(game, n, waits)


def goes_back(game: Game, n: str, waits: Waiting) -> None:
    """A call that waited has fallen: back to the right player, unless his partner has made the last pass meanwhile."""
    game.turn = waits.proper
    if game.calls:
        end_if_over(game, n)


def _over_the_eight_level(game: Game, waits: Waiting) -> None:
    """Laws 35C and 38C: what is left of the bid above seven when LHO has called over it."""
    if game.edition.settles["lho_over_eight_bars"] == "both throughout":
        game.bar(waits.seat, Bar.THROUGHOUT)
        game.bar(waits.seat.partner, Bar.THROUGHOUT)
    else:
        game.bar(waits.seat, Bar.NEXT)


def accept(game: Game, waits: Waiting) -> None:
    """An irregular call stands: it joins the auction and the next player is to call."""
    game.mark_shown(waits.n, "stands")
    if waits.replacement is not None:
        game.mark_shown(waits.replacement.n, "withdrawn")
    if waits.first is not None:
        withdraw_from(game, waits.first)
    _joins(game, waits.n, waits.seat, waits.call)
    called_meanwhile(game)


def called_meanwhile(game: Game) -> None:
    """Whoever has called out of turn meanwhile has done so at the turn of the player who is next now."""
    turn = game.turn
    if game.phase == "auction" and turn is not None:
        game.waiting = [_at_turn_of(game, w, turn) if w.kind == OUT else w for w in game.waiting]


def _at_turn_of(game: Game, waits: Waiting, turn: Seat) -> Waiting:
    """The call out of turn was made at that player's turn: another Law may speak of it now (29 to 32)."""
    if turn in (waits.proper, waits.seat):
        return replace(waits, proper=turn)
    law = _law(game, OUT, Offence(waits.seat, waits.call, turn=turn))
    choices = tuple(option.choice for option in law.options)
    game.change_finding(
        waits.id,
        laws=law.cite,
        options=choices,
        by=game.choosers(law, choices, waits.seat),
        facts={**game.findings[waits.id].facts, "turn": turn.name},
    )
    return replace(waits, proper=turn, law=law)


def withdraw_from(game: Game, first: Stood) -> None:
    """A call goes, and with it what was called over it (Law 25A); the auction is what stood before."""
    # Another ruling may have taken it off meanwhile.
    at = game.calls.index(first) if first in game.calls else len(game.calls)
    for stood in game.calls[at:]:
        game.mark_shown(stood.n, "withdrawn")
    game.recount(game.calls[:at])


# -- after the final pass ---------------------------------------------------------------------------------------


def _after_the_auction(game: Game, n: str, seat: Seat, call: Call) -> None:
    """Law 39: a call after the final pass is cancelled; a defender's action may limit his partner's lead."""
    if game.phase == "ended" and game.contract is None:
        # The auction was broken off: what waits in it waits for the board to come back, or for the director.
        game.mark_shown(n, "cancelled")
        return
    waits = game.waiting[-1] if game.waiting else None
    if waits is not None and seat is waits.seat.lho:
        # 35D, 39: the next player's call takes the right away, and is itself nothing.
        game.waiting.pop()
        game.mark_shown(waits.n, "cancelled")
        game.mark_shown(n, "cancelled")
        game.close(waits.id, "action", n)
        return
    if game.phase == "ended" and game.contract != "P":
        game.mark_shown(n, "cancelled")
        return
    _wait(game, n, "call_after_auction_closed", Offence(seat, call))


def on_call_removed(game: Game, n: str, event: CallRemoved) -> None:
    """A call that stood was taken off the table: noted; the auction is never wound back for it."""
    latest = game.latest_call(event.seat)
    if game.phase != "auction" or latest is None or latest.call is not event.call:
        return
    if any(w.seat is event.seat for w in game.waiting):
        return
    found = game.raise_finding(
        "call_withdrawn_without_replacement", n, seat=event.seat, facts={"call": event.call.text}
    )
    game.removed_calls[event.seat] = found.id
