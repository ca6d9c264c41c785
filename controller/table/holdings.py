"""What can be said of the cards a hand still holds: seen by all, known from the record, or only possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from controller.model.board import HAND_SIZE
from controller.model.cards import PACK, SUITS, Card, Suit
from controller.model.irregularities import CERTAIN, POSSIBLE, RestsOn
from controller.model.seats import SEATS, Seat
from controller.table.game import Game


class Verdict(NamedTuple):
    """Did a hand hold a card of some sort besides the one it played? Empty `certainty`: it did not."""

    certainty: str
    rests_on: RestsOn


NO = Verdict("", RestsOn.SEEN)


def another(game: Game, seat: Seat, card: Card, is_wanted: Callable[[Card], bool]) -> Verdict:
    """Does the hand hold a wanted card besides `card`, which it plays now?"""
    if any(is_wanted(c) for c in seen_in(game, seat) if c is not card):
        return Verdict(CERTAIN, RestsOn.SEEN)
    played = game.play.played[seat]
    hand = game.play.known.get(seat)
    if hand is not None:
        holds = any(c not in played and c is not card and is_wanted(c) for c in hand)
        return Verdict(CERTAIN, RestsOn.UNSEEN) if holds else NO
    is_last = len(played) + 1 >= HAND_SIZE
    if not is_last and any(is_wanted(c) for c in unseen(game, seat) if c is not card):
        return Verdict(POSSIBLE, rests_on_others(game, seat))
    return NO


def seen_in(game: Game, seat: Seat) -> list[Card]:
    """The cards of a hand that lie face up and have not been played: penalty cards, or the whole of a spread hand."""
    play = game.play
    lying = [p.card for p in play.penalty if p.seat is seat]
    return lying + [c for c in play.faced.get(seat, ()) if c not in play.played[seat] and c not in lying]


def unseen(game: Game, seat: Seat) -> list[Card]:
    """The cards that may be in a hand which is not known."""
    play = game.play
    elsewhere = {c for s in SEATS for c in play.played[s]} | {p.card for p in play.penalty if p.seat is not seat}
    for other in SEATS:
        if other is not seat:
            elsewhere |= play.known.get(other, frozenset())
    return [c for c in PACK if c not in elsewhere]


def is_closed(game: Game, seat: Seat) -> bool:
    """Is the hand known from a record or a scan, while its owner alone has seen it?"""
    return seat in game.play.known and seat not in game.play.faced


def rests_on_others(game: Game, seat: Seat) -> RestsOn:
    """What the cards that may be in a hand rest on: cards unseen, if another closed hand is known."""
    hidden = any(other is not seat and is_closed(game, other) for other in game.play.known)
    return RestsOn.UNSEEN if hidden else RestsOn.SEEN


def is_known_void(game: Game, seat: Seat, suit: Suit) -> bool:
    """Is it certain that the hand has no card of the suit left?"""
    hand = game.play.known.get(seat)
    return hand is not None and not any(c.suit is suit and c not in game.play.played[seat] for c in hand)


def in_rank(suits: Iterable[Suit]) -> tuple[Suit, ...]:
    """Suits once each, spades first."""
    some = frozenset(suits)
    return tuple(suit for suit in SUITS if suit in some)
