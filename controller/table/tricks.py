"""Tricks: a card joins one, a trick is complete, the play is over (Law 44)."""

from __future__ import annotations

from collections.abc import Sequence

from controller.model.board import HAND_SIZE
from controller.model.calls import Denomination
from controller.model.cards import Card, Suit
from controller.model.seats import Seat, Side
from controller.table import lead_orders, result, revokes
from controller.table.game import Game
from controller.table.play_state import Played, Trick

_TRUMPS = {denomination.name: denomination.trump for denomination in Denomination}


def trump_of(game: Game) -> Suit | None:
    """The trump suit of the contract; None in notrump."""
    return _TRUMPS.get(game.contract.rstrip("X")[1:]) if game.contract else None


def winner_of(cards: Sequence[tuple[Seat, Card]], trump: Suit | None) -> Seat:
    """Law 44E-F: the highest trump, or the highest card of the suit led."""
    best_seat, best = cards[0]
    for seat, card in cards[1:]:
        if (card.suit is best.suit and card.rank > best.rank) or (card.suit is trump and best.suit is not trump):
            best_seat, best = seat, card
    return best_seat


def put(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card counts as played to the trick in progress; the fourth one completes it."""
    play = game.play
    play.on_table.append(Played(n, seat, card))
    play.played[seat][card] = play.trick
    if play.penalty:
        play.penalty = [p for p in play.penalty if p.card is not card or p.seat is not seat]
    if len(play.on_table) == 4:
        complete(game)
    else:
        game.turn = seat.lho


def take_off(game: Game, seat: Seat, card: Card) -> None:
    """A card no longer counts as played to the trick in progress."""
    play = game.play
    play.on_table = [p for p in play.on_table if p.seat is not seat or p.card is not card]
    play.played[seat].pop(card, None)


def complete(game: Game) -> None:
    """The trick is complete: who won it, who leads next, is the play over."""
    play = game.play
    numbers, seats, cards = zip(*play.on_table, strict=True)
    pairs = tuple(zip(seats, cards, strict=True))
    winner = winner_of(pairs, trump_of(game))
    leader = play.leader
    assert leader is not None
    play.done.append(Trick(play.trick, leader, pairs, winner, numbers))
    play.tricks[winner.side] += 1
    play.on_table = []
    play.trick += 1
    if play.trick > HAND_SIZE:
        result.play_is_over(game)
        return
    play.leader = game.turn = winner
    if play.lead_orders or play.play_orders:
        lead_orders.trick_is_over(game)
    if game.watch.revokes or game.watch.defects:
        revokes.after_trick(game)


def won_by(game: Game, side: Side) -> int:
    """Tricks a side has won so far, before any transfer."""
    return game.play.tricks[side]
