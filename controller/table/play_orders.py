"""Orders over one play of the offender's partner (Law 57A): given, obeyed, used up."""

from __future__ import annotations

from controller.model.cards import SUITS, Card, Suit
from controller.model.irregularities import CERTAIN, RestsOn
from controller.model.seats import Seat
from controller.table import holdings
from controller.table.game import Game
from controller.table.play_state import PlayOrder

ORDERS = ("highest", "lowest", "forbid_suit", "require_suit")


def other_suits(led: Suit) -> tuple[Suit, ...]:
    """The suits that may be named: following suit comes first, so not the suit led."""
    return tuple(suit for suit in SUITS if suit is not led)


def made(seat: Seat, choice: str, *, led: Suit, suit: Suit | None, trick: int, finding_id: str) -> PlayOrder:
    """Declarer orders the highest or lowest card of the suit led, or names another suit."""
    named = suit if suit is not None and choice.endswith("_suit") else led
    return PlayOrder(seat, choice, named, trick, finding_id)


def over(game: Game, seat: Seat) -> PlayOrder | None:
    """The order that stands over a seat's card to the trick in progress; with the trick it is gone."""
    return next((order for order in game.play.play_orders if order.seat is seat), None)


def would_obey(order: PlayOrder, held: Card, played: Card, led: Suit) -> bool:
    """Would `held` have obeyed the order where `played` does not? Then the order is broken (61A, 59)."""
    match order.order:
        case "highest":
            return held.suit is played.suit is led and held.rank > played.rank
        case "lowest":
            return held.suit is played.suit is led and held.rank < played.rank
        case "require_suit":
            return held.suit is order.suit and played.suit not in (order.suit, led)
        case _:
            return held.suit is not order.suit and played.suit is order.suit


def breach(game: Game, order: PlayOrder, card: Card, led: Suit) -> holdings.Verdict:
    """Is the order broken by this card? A hand that can follow suit and does not has revoked: that comes first."""
    verdict = holdings.another(game, order.seat, card, lambda c: would_obey(order, c, card, led))
    if card.suit is led or not verdict.certainty:
        return verdict
    if holdings.another(game, order.seat, card, lambda c: c.suit is led).certainty == CERTAIN:
        return holdings.NO
    # That the hand cannot follow suit may be known from a record only.
    return verdict._replace(rests_on=RestsOn.UNSEEN) if holdings.is_closed(game, order.seat) else verdict


def use_up(game: Game, seat: Seat) -> None:
    """The seat has played to the trick: the order has had its effect."""
    if game.play.play_orders:
        game.play.play_orders = [o for o in game.play.play_orders if o.seat is not seat]
