"""Penalty cards (Laws 49 to 52): how a card becomes one, goes back to the hand, and must be played."""

from __future__ import annotations

from collections.abc import Iterable

from controller.model.cards import Card, Suit
from controller.model.irregularities import CERTAIN, POSSIBLE, RestsOn
from controller.model.seats import Seat
from controller.table import holdings, play_orders
from controller.table.game import Game
from controller.table.play_state import PenaltyCard

MAJOR, MINOR = "major", "minor"


def make(game: Game, seat: Seat, card: Card, kind: str, made_by: str) -> None:
    """A defender's card becomes a penalty card; of several of one defender each is major (Laws 50, 51)."""
    play = game.play
    if not game.is_defender(seat) or card in play.played[seat]:
        return
    if any(p.seat is seat and p.card is card for p in play.penalty):
        return
    if any(p.seat is seat for p in play.penalty):
        kind = MAJOR
        play.penalty = [p._replace(kind=MAJOR) if p.seat is seat else p for p in play.penalty]
    play.penalty.append(PenaltyCard(seat, card, kind, made_by))
    if play.leader is seat.partner:
        # A new card, a new choice for declarer before that lead.
        play.chosen = 0


def kind_of(cards: tuple[Card, ...], *, by_accident: bool = True) -> str:
    """Law 50: minor only a single card below an honour, shown without intent."""
    return MINOR if by_accident and len(cards) == 1 and not cards[0].is_honour else MAJOR


def back_to_hand(game: Game, seat: Seat, suits: Iterable[Suit]) -> None:
    """Laws 50, 51: the suit was required or forbidden, and its penalty cards are such no more."""
    gone = frozenset(suits)
    game.play.penalty = [p for p in game.play.penalty if p.seat is not seat or p.card.suit not in gone]


def remove(game: Game, made_by: str) -> None:
    """The cards that a finding made penalty cards are such no more."""
    game.play.penalty = [p for p in game.play.penalty if p.id != made_by]


def majors(game: Game, seat: Seat) -> list[PenaltyCard]:
    """A player's major penalty cards."""
    return [p for p in game.play.penalty if p.seat is seat and p.kind == MAJOR]


def lies(game: Game, seat: Seat, card: Card) -> bool:
    """Does the card lie face up as a penalty card of that player?"""
    return any(p.seat is seat and p.card is card for p in game.play.penalty)


# -- must it be played? -----------------------------------------------------------------------------------------


def judge(
    game: Game,
    n: str,
    seat: Seat,
    card: Card,
    suits: frozenset[Suit],
    bound_by: tuple[Card, ...] | None = None,
) -> None:
    """Is a penalty card passed over by this lead or play? `suits`: to a lead, those that orders leave open."""
    if lies(game, seat, card):
        return
    bind = [p for p in game.play.penalty if p.seat is seat and (bound_by is None or p.card in bound_by)]
    due, certainty = _major_due(game, seat, card, [p.card for p in bind if p.kind == MAJOR], suits)
    kind = "penalty_card_not_played"
    if not due:
        minors = [p.card for p in bind if p.kind == MINOR and p.card.suit is card.suit]
        due, certainty, kind = _minor_due(game, seat, card, minors), CERTAIN, "minor_penalty_card_breach"
    if due:
        facts = {"card": card.text, "penalty_cards": [c.text for c in due], "trick": game.play.trick}
        rests_on = _rests_on(game, seat, card, due)
        game.raise_finding(kind, n, seat=seat, certainty=certainty, facts=facts, rests_on=rests_on)


def _rests_on(game: Game, seat: Seat, card: Card, due: list[Card]) -> RestsOn:
    """Could a void in the hand, which only a record shows, have made it otherwise: on a discard, or under an order?"""
    if not holdings.is_closed(game, seat):
        return RestsOn.SEEN
    table = game.play.on_table
    if table:
        led = table[0].card.suit
        is_open = card.suit is not led and all(c.suit is not led for c in due)
    else:
        is_open = any(order.seat is seat for order in game.play.lead_orders)
    return RestsOn.UNSEEN if is_open else RestsOn.SEEN


def _major_due(game: Game, seat: Seat, card: Card, cards: list[Card], suits: frozenset[Suit]) -> tuple[list[Card], str]:
    """The major penalty cards that could lawfully have been played instead, and how sure that is (50D1, 1987 50E1)."""
    table = game.play.on_table
    if not table:
        return [c for c in cards if c.suit in suits], CERTAIN
    led = table[0].card.suit
    to_follow = [c for c in cards if c.suit is led]
    if to_follow:
        return _unless_ordered(game, seat, to_follow, card), CERTAIN
    if card.suit is led:
        return [], CERTAIN
    if holdings.another(game, seat, card, lambda c: c.suit is led).certainty == CERTAIN:
        return [], CERTAIN
    is_sure = seat in game.play.known
    return _unless_ordered(game, seat, cards, card), CERTAIN if is_sure else POSSIBLE


def _unless_ordered(game: Game, seat: Seat, cards: list[Card], card: Card) -> list[Card]:
    """An order over this play (57A) ranks above the duty to play a penalty card."""
    order = play_orders.over(game, seat)
    # Nothing was led yet where the leader's card went back: an order says how to follow, not what to lead.
    if order is None or not game.play.on_table:
        return cards
    led = game.play.on_table[0].card.suit
    return [c for c in cards if not play_orders.would_obey(order, card, c, led)]


def _minor_due(game: Game, seat: Seat, card: Card, minors: list[Card]) -> list[Card]:
    """Law 50C (1987 50D): no other card below ten of the suit may be played before a minor penalty card."""
    return [] if card.is_honour else _unless_ordered(game, seat, minors, card)
