"""What an established revoke costs, as the players and their director reckon it (Law 64 in both editions)."""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.cards import Card, Suit
from controller.model.seats import Seat
from hw_sim.people.play import FinishedTrick, Play


@dataclass(slots=True)
class Revoke:
    """A failure to follow suit by a player who could: where, by whom, and what he held of the suit then."""

    seat: Seat
    trick: int
    suit: Suit
    #: The cards that he could have played.
    held: frozenset[Card]
    is_established: bool = False


def tricks_due(play: Play, revoke: Revoke, laws: str) -> int:
    """Tricks that go to the other side at the end of play (64A); a hand that lies spread costs none (64B)."""
    if revoke.seat is play.dummy:
        return 0
    side = revoke.seat.side
    at, after = play.tricks[revoke.trick - 1], play.tricks[revoke.trick :]
    later = [trick for trick in after if trick.winner.side is side]
    if at.winner is revoke.seat:
        return 1 + min(1, len(later))
    won = later + ([at] if at.winner.side is side else [])
    if not won:
        return 0
    # 1987, 64A2: a further trick if he later won one with a card that he could have played instead.
    kept_back = laws == "1987" and any(_won_with(trick, revoke) for trick in later)
    return 1 + (1 if kept_back and len(won) > 1 else 0)


def _won_with(trick: FinishedTrick, revoke: Revoke) -> bool:
    played = dict(trick.cards)[revoke.seat]
    return trick.winner is revoke.seat and played in revoke.held
