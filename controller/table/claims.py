"""Claims and concessions (Laws 68 to 71): answered, agreed, disputed, awarded."""

from __future__ import annotations

from dataclasses import replace

from controller.model.board import HAND_SIZE
from controller.model.events import CardPlayed, ClaimAnswered, ClaimMade, Ruling
from controller.model.irregularities import Irregularity
from controller.model.seats import Seat
from controller.table import result, revokes
from controller.table.game import Game
from controller.table.watch_state import Claim


def remaining(game: Game) -> int:
    """Tricks not yet complete; one in progress counts among them."""
    return HAND_SIZE - len(game.play.done)


def on_claim(game: Game, n: str, event: ClaimMade) -> None:
    """A player claims or concedes: play stops, and his side's revokes are established (63A3)."""
    if game.phase not in ("play", "clarification") or game.declarer is None:
        return
    game.score.claim = Claim(n, event.seat, min(max(event.tricks, 0), remaining(game)))
    game.phase = "claim"
    revokes.side_settles(game, n, event.seat.side)


def on_claim_answer(game: Game, n: str, event: ClaimAnswered) -> None:
    """An opponent agrees or disputes; it is agreed when both have."""
    claim = game.score.claim
    if claim is None or game.phase != "claim" or event.seat.side is claim.seat.side:
        return
    if not event.agree:
        _dispute(game, claim, event.seat)
        return
    claim = replace(claim, agreed=claim.agreed | {event.seat})
    game.score.claim = claim
    if game.edition.settles["accepting_a_claim_establishes"]:
        revokes.side_settles(game, n, event.seat.side)
    if len(claim.agreed) == 2 and not claim.is_disputed:
        _settle(game, claim.seat, claim.tricks)


def _dispute(game: Game, claim: Claim, by: Seat) -> None:
    """Law 70: the director decides. A second objection is the same dispute."""
    if claim.is_disputed:
        return
    game.score.claim = replace(claim, is_disputed=True)
    facts = {"tricks": claim.tricks, "remaining": remaining(game), "disputed_by": by.name}
    game.raise_finding("claim_disputed", claim.n, seat=claim.seat, facts=facts)


def _settle(game: Game, seat: Seat, count: int) -> None:
    """The remaining tricks are shared out: so many to the seat's side, the others to the other."""
    left = remaining(game)
    count = min(max(count, 0), left)
    game.score.claimed = {seat.side: count, seat.side.other: left - count}
    result.play_is_over(game)


def on_card_after_claim(game: Game, n: str, event: CardPlayed) -> bool:
    """Law 68D: play has stopped; the card is evidence only. True if it was put after a claim."""
    if game.phase != "claim":
        return False
    game.raise_finding("play_after_claim", n, seat=event.seat, facts={"card": event.card.text})
    return True


def award(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 70: `to` takes that many of the remaining tricks."""
    game.close(found.id, "ruling", n, ruling.choice)
    side = ruling.to or (found.seat.side if found.seat else None)
    if side is not None:
        _settle(game, side.seats[0], ruling.tricks or 0)


def play_on(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """2017 Law 68D2: at the other side's wish all agree to play on, and that result counts."""
    game.close(found.id, "ruling", n, ruling.choice)
    game.score.claim = None
    is_led = bool(game.play.on_table or game.play.done)
    game.phase = "play" if is_led else "clarification"
