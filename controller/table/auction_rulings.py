"""What the director's ruling on a call does: accepted, cancelled, a slip, comparable or not (Laws 25 to 39)."""

from __future__ import annotations

from dataclasses import replace

from controller.laws.rows import Bar, Law, Test
from controller.laws.view import Offence
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid
from controller.model.cards import SUITS
from controller.model.events import Ruling
from controller.model.irregularities import Irregularity, act_of
from controller.table import auction, auction_duties
from controller.table.game import Duty, Game, Stood, Waiting, Withdrawn

REMOVED, TOO_SOON = "call_withdrawn_without_replacement", "premature_replacement"
CALL_KINDS = (
    "call_out_of_turn",
    "insufficient_bid",
    "inadmissible_double",
    "inadmissible_redouble",
    "bid_above_seven",
    "action_when_required_to_pass",
    "call_after_auction_closed",
    "change_of_call",
    "forced_repeat_not_made",
)


def _waiting(game: Game, found: Irregularity) -> Waiting | None:
    for waits in game.waiting:
        if waits.id == found.id:
            return waits
    return None


def _take(game: Game, n: str, found: Irregularity, ruling: Ruling) -> Waiting | None:
    """The waiting call, taken off the list; the finding is closed."""
    waits = _waiting(game, found)
    if waits is not None:
        game.waiting.remove(waits)
    game.close(found.id, "ruling", n, ruling.choice)
    return waits


def accept(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The next player accepts the call: it stands."""
    waits = _take(game, n, found, ruling)
    if waits is not None:
        auction.accept(game, waits)


def cancel(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The call is not accepted: back to the right player, and what the edition's row says is owed."""
    waits = _take(game, n, found, ruling)
    if waits is None:
        return
    game.mark_shown(waits.n, "cancelled")
    artificial = bool(ruling.artificial)
    suits = tuple(s.name for s in ruling.suits) if ruling.suits is not None else None
    law = _law_as_ruled(game, waits, artificial)
    _withdraw(game, waits, artificial=artificial, suits=suits, gives_right=law.owes.lead == "cancel")
    if game.phase != "auction":
        return
    auction.goes_back(game, n, waits)
    if game.phase != "auction":
        return
    _owe(game, replace(waits, law=law), artificial)
    if waits.replacement is not None:
        _replacement_made_before(game, waits.replacement)


def _withdraw(
    game: Game, waits: Waiting, *, artificial: bool, suits: tuple[str, ...] | None, gives_right: bool
) -> None:
    """A call is withdrawn: Law 26 will look at it if its side defends."""
    game.withdrawn.append(Withdrawn(waits.id, waits.seat, waits.call, not artificial, suits, gives_right))


def _law_as_ruled(game: Game, waits: Waiting, artificial: bool) -> Law:
    """Law 30C: once the director says that a pass was artificial another row of the edition speaks."""
    if waits.kind != "call_out_of_turn" or not (artificial and waits.call is PASS):
        return waits.law
    offence = Offence(waits.seat, waits.call, turn=waits.proper, facts={"artificial": True})
    return game.edition.law(waits.kind, game, offence)


def _owe(game: Game, waits: Waiting, artificial: bool) -> None:
    owes = waits.law.owes
    game.bar(waits.seat, owes.offender)
    game.bar(waits.seat.partner, owes.partner)
    if owes.partner_may_not_double:
        game.must_not_double.add(waits.seat.partner)
    repeated = [d for d in game.duties if d.seat is waits.seat and d.kind == waits.kind == "insufficient_bid"]
    silences = bool(repeated) and bool(game.edition.settles["second_insufficient_bid_silences"])
    if silences:
        game.withdrawn = [replace(w, gives_right=True) if w.id == waits.id else w for w in game.withdrawn]
    if owes.test is None and owes.partner_if_not is None:
        return
    game.duties = [d for d in game.duties if d not in repeated]
    awaits_rho = owes.repeat_if_rho_passes
    game.duties.append(
        Duty(waits.id, waits.kind, waits.seat, waits.call, waits.law, artificial, awaits_rho, silences=silences)
    )


def _replacement_made_before(game: Game, made: Stood) -> None:
    """2017 Law 27C: the early replacement stands if legal and in turn; 1987: it has fallen, he calls again."""
    if game.edition.settles["premature_replacement_stands"] and game.turn is made.seat:
        game.mark_shown(made.n, "stands")
        auction.in_turn(game, made.n, made.seat, made.call)
    else:
        game.mark_shown(made.n, "cancelled")


def unintended(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 25A: a slip. The second call replaces the first; with no second call yet, its maker calls again."""
    if found.kind == REMOVED:
        _take_the_call_off(game, n, found, ruling)
        return
    waits = _take(game, n, _slip(game, found), ruling)
    if waits is None:
        return
    if waits.first is not None:
        auction.accept(game, waits)
        return
    game.mark_shown(waits.n, "withdrawn")
    if game.phase != "auction":
        return
    auction.goes_back(game, n, waits)
    if waits.replacement is not None and game.phase == "auction":
        game.mark_shown(waits.replacement.n, "stands")
        auction.make(game, waits.replacement.n, waits.seat, waits.replacement.call)


def _slip(game: Game, found: Irregularity) -> Irregularity:
    """The finding about the call that was a slip: one about a change made too soon speaks of the call it replaces."""
    for waits in game.waiting:
        if waits.replacement is not None and found.kind == TOO_SOON and waits.replacement.n == act_of(found.id):
            return game.findings[waits.id]
    return found


def _take_the_call_off(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The call that its maker has taken off the table was a slip: it falls with what was called over it."""
    seat = found.seat
    assert seat is not None
    game.close(found.id, "ruling", n, ruling.choice)
    game.removed_calls.pop(seat, None)
    latest = game.latest_call(seat)
    assert latest is not None
    auction.withdraw_from(game, latest)
    game.turn = seat


def cancel_change(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """2017 Law 25B: the second call is cancelled, the first stands."""
    waits = _take(game, n, found, ruling)
    if waits is None:
        return
    game.mark_shown(waits.n, "cancelled")
    if waits.replacement is not None:
        game.mark_shown(waits.replacement.n, "cancelled")
    _withdraw(game, waits, artificial=bool(ruling.artificial), suits=_suits(ruling), gives_right=True)
    auction.called_meanwhile(game)


def _suits(ruling: Ruling) -> tuple[str, ...] | None:
    return tuple(s.name for s in ruling.suits) if ruling.suits is not None else None


def refuse(game: Game, n: str, waits: Waiting, ruling: Ruling) -> None:
    """A call that waits is not accepted, because the director has ruled that the auction is over."""
    effect = cancel_change if waits.kind == "change_of_call" else cancel
    effect(game, n, game.findings[waits.id], ruling)


def keep_first(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """1987 Law 25B2(B)(1): the offender keeps his legal first call; partner passes once, Law 26 applies."""
    waits = _waiting(game, found)
    cancel_change(game, n, found, ruling)
    if waits is not None:
        game.bar(waits.seat.partner, Bar.NEXT)


def change(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """1987 Law 25B2(B)(2): both calls go, the offender calls anew; partner passes throughout, Law 26 applies."""
    waits = _waiting(game, found)
    if waits is not None and waits.first is not None and ruling.suits is None and not ruling.artificial:
        # Law 26 looks at both calls.
        shown = {c.denomination.trump for c in (waits.first.call, waits.call) if isinstance(c, Bid)} - {None}
        ruling = replace(ruling, suits=tuple(suit for suit in SUITS if suit in shown))
    cancel_change(game, n, found, ruling)
    if waits is None:
        return
    if waits.first is not None:
        auction.withdraw_from(game, waits.first)
    game.turn = waits.seat
    game.bar(waits.seat.partner, Bar.THROUGHOUT)


# -- after the replacement --------------------------------------------------------------------------------------


def _duty(game: Game, found: Irregularity) -> Duty | None:
    for duty in game.duties:
        if duty.id == found.id and duty.replaced_by is not None:
            return duty
    return None


def comparable(game: Game, _n: str, found: Irregularity, _ruling: Ruling) -> None:
    """2017 Law 23: the replacement is comparable: nothing further, and no lead restriction."""
    game.duties = [d for d in game.duties if d.id != found.id]
    auction_duties.drop_right(game, found.id)


def not_comparable(game: Game, _n: str, found: Irregularity, _ruling: Ruling) -> None:
    """2017 Law 23: it is not: partner is barred as the Law says, and Law 26 applies."""
    duty = _duty(game, found)
    if duty is None:
        return
    game.duties = [d for d in game.duties if d.id != found.id]
    auction_duties.give_right(game, found.id)
    game.bar(duty.seat.partner, duty.law.owes.partner_if_not)
    made = duty.replaced_by
    if duty.kind == "insufficient_bid" and made is not None and made.call in (DOUBLE, REDOUBLE):
        # 27B3: a double that is not comparable falls, and the offender calls again.
        _take_back(game, made)


def _take_back(game: Game, made: Stood) -> None:
    index = next((i for i, c in enumerate(game.calls) if c.n == made.n), None)
    if index is None or game.phase != "auction":
        return
    for stood in game.calls[index:]:
        game.mark_shown(stood.n, "cancelled")
    game.recount(game.calls[:index])
    game.turn = made.seat


def may_still(game: Game, found: Irregularity, ruling: Ruling) -> bool:
    """`unintended` on any call; `comparable` and `not_comparable` after the replacement, the finding being closed."""
    if ruling.choice == "unintended":
        # Law 25A may be ruled on any call that waits, whether or not its row offers it.
        is_off = game.phase == "auction" and found.seat is not None and game.removed_calls.get(found.seat) == found.id
        return is_off or _waiting(game, _slip(game, found)) is not None
    if ruling.choice not in ("comparable", "not_comparable"):
        return False
    if found.kind == "change_of_call":
        # 2017 alone cancels the second call; where it was accepted or a slip, or in 1987, nobody asks.
        done = game.closed.get(found.id)
        return done is not None and done.choice == "cancel" and any(w.id == found.id for w in game.withdrawn)
    duty = next((d for d in game.duties if d.id == found.id), None)
    return duty is not None and duty.law.owes.test is Test.COMPARABLE and duty.replaced_by is not None


def comparable_change(game: Game, _n: str, found: Irregularity, _ruling: Ruling) -> None:
    """2017 Law 26A: the first call, which stands, is comparable with the one withdrawn: no lead restriction."""
    auction_duties.drop_right(game, found.id)


def not_comparable_change(game: Game, _n: str, found: Irregularity, _ruling: Ruling) -> None:
    """It is not: the lead restriction stays."""
    auction_duties.give_right(game, found.id)


EFFECTS = {
    **{(kind, "cancel"): cancel for kind in CALL_KINDS if kind != "change_of_call"},
    **{(kind, "unintended"): unintended for kind in (*CALL_KINDS, REMOVED, TOO_SOON)},
    ("call_out_of_turn", "accept"): accept,
    ("insufficient_bid", "accept"): accept,
    ("change_of_call", "accept"): accept,
    ("change_of_call", "cancel"): cancel_change,
    ("change_of_call", "keep_first"): keep_first,
    ("change_of_call", "change"): change,
    ("change_of_call", "comparable"): comparable_change,
    ("change_of_call", "not_comparable"): not_comparable_change,
    **{(kind, "comparable"): comparable for kind in ("call_out_of_turn", "insufficient_bid")},
    **{(kind, "not_comparable"): not_comparable for kind in ("call_out_of_turn", "insufficient_bid")},
}
