"""What a player owes for a call taken from him: its replacement, and what that brings (Laws 23, 26, 27, 30 to 32)."""

from __future__ import annotations

from dataclasses import replace

from controller.laws.rows import Bar, Test
from controller.model.calls import PASS, Bid, Call, bid
from controller.model.seats import Seat
from controller.table.game import Duty, Game, Stood


def settle(game: Game, n: str, seat: Seat, call: Call) -> None:
    """What the call means for those who owe a replacement: RHO's action (31A, 32) and the replacement itself."""
    duties = []
    for duty in game.duties:
        if duty.awaits_rho and seat is duty.seat.rho:
            duties.append(_after_rho(game, duty, call))
        elif duty.seat is seat and duty.replaced_by is None and not duty.awaits_rho:
            duties.append(_replaced(game, n, duty, call))
        else:
            duties.append(duty)
    game.duties = [duty for duty in duties if duty is not None]


def _after_rho(game: Game, duty: Duty, call: Call) -> Duty | None:
    """Laws 31A, 32: RHO passed, the call must be repeated and nothing else is owed; or he acted."""
    if call is not PASS:
        return replace(duty, awaits_rho=False)
    if isinstance(duty.withdrawn, Bid) and game.last_bid is not None and not duty.withdrawn > game.last_bid:
        # 31A1 frees only a repetition that is legal: what he calls now is a correction by Law 27.
        low = game.edition.by_kind["insufficient_bid"][0]
        return replace(duty, awaits_rho=False, kind=low.kind, law=low)
    game.must_repeat[duty.seat] = duty.withdrawn
    drop_right(game, duty.id)
    return None


def _replaced(game: Game, n: str, duty: Duty, call: Call) -> Duty | None:
    """The offender has made his replacement: the edition's test decides whether partner is barred."""
    owes = duty.law.owes
    partner = duty.seat.partner
    made = replace(duty, replaced_by=Stood(n, duty.seat, call))
    if duty.silences:
        game.bar(partner, Bar.THROUGHOUT)
        return None
    if owes.test is Test.COMPARABLE:
        return made
    if owes.test is Test.LOWEST_NATURAL and _is_lowest(game, duty, call) and not duty.artificial:
        drop_right(game, duty.id)
        return None
    if owes.test is Test.SAME_DENOMINATION and _is_same_denomination(duty, call):
        game.bar(partner, Bar.NEXT)
        return None
    game.bar(partner, owes.partner_if_not)
    give_right(game, duty.id)
    return None


def _is_lowest(game: Game, duty: Duty, call: Call) -> bool:
    """Law 27B1 (1987): the lowest sufficient bid of the denomination first named."""
    if not isinstance(call, Bid) or not isinstance(duty.withdrawn, Bid):
        return False
    if call.denomination is not duty.withdrawn.denomination:
        return False
    return call.level == 1 or game.last_bid is None or not bid(call.level - 1, call.denomination) > game.last_bid


def _is_same_denomination(duty: Duty, call: Call) -> bool:
    """Law 31A2(A) (1987): a bid of the denomination of the call out of turn."""
    both = isinstance(call, Bid) and isinstance(duty.withdrawn, Bid)
    return both and call.denomination is duty.withdrawn.denomination and not duty.artificial  # type: ignore[union-attr]


def give_right(game: Game, finding_id: str) -> None:
    """Declarer may limit a lead because of that withdrawn call (Law 26)."""
    game.withdrawn = [replace(w, gives_right=True) if w.id == finding_id else w for w in game.withdrawn]


def drop_right(game: Game, finding_id: str) -> None:
    """Declarer may not: what replaced it carries no lead restriction."""
    game.withdrawn = [replace(w, gives_right=False) if w.id == finding_id else w for w in game.withdrawn]
