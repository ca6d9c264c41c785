"""Orders that may have been disobeyed by a hand that is not known: what later proves it (Laws 59, 61A)."""

from __future__ import annotations

from dataclasses import replace

from controller.model.board import HAND_SIZE
from controller.model.cards import Card
from controller.model.seats import Seat
from controller.table import play_orders
from controller.table.game import Game
from controller.table.play_state import Doubt


def side_plays_on(game: Game, n: str, seat: Seat, trick: int) -> None:
    """A side has led or played to trick `trick`: its earlier cards can no longer be corrected."""
    for index, doubt in enumerate(game.play.doubts):
        if doubt.seat.side is seat.side and doubt.trick < trick and not doubt.played_on:
            game.play.doubts[index] = replace(doubt, played_on=True)
            game.close(doubt.id, "action", n)


def proved_by(game: Game, seat: Seat, cards: tuple[Card, ...]) -> list[Doubt]:
    """Cards of a hand are seen: which orders do they show that it could have obeyed?"""
    return [d for d in game.play.doubts if d.seat is seat and any(_proves(game, d, c) for c in cards)]


def _proves(game: Game, doubt: Doubt, card: Card) -> bool:
    """Was the card in the hand then, and would it have obeyed?"""
    if card is doubt.card or game.play.played[doubt.seat].get(card, HAND_SIZE) < doubt.trick:
        return False
    if doubt.order is not None:
        return play_orders.would_obey(doubt.order, card, doubt.card, doubt.led)
    return card.suit in doubt.suits


def forget(game: Game, doubt: Doubt) -> None:
    """The doubt is settled."""
    game.play.doubts = [d for d in game.play.doubts if d is not doubt]


def find(game: Game, finding_id: str) -> Doubt | None:
    """The doubt that a finding is about."""
    return next((d for d in game.play.doubts if d.id == finding_id), None)
