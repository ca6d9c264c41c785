"""What binds a defender who leads or plays in turn: orders first, then declarer's choice, then penalty cards."""

from __future__ import annotations

from typing import NamedTuple

from controller.laws.view import Offence
from controller.model.board import HAND_SIZE
from controller.model.cards import Card, Suit
from controller.model.irregularities import CERTAIN, RestsOn
from controller.model.seats import Seat
from controller.table import holdings, lead_orders, penalty_cards, play_orders, revokes
from controller.table.game import Game
from controller.table.play_state import Doubt, Played, PlayOrder


def judge(game: Game, n: str, seat: Seat, card: Card, bound_by: tuple[Card, ...] | None = None) -> None:
    """A defender's card in turn, before it joins the trick: which duty does it neglect?

    `bound_by`: the only penalty cards that may bind it; None, all that lie there.
    """
    if not game.is_defender(seat):
        return
    if game.play.on_table:
        _judge_play(game, n, seat, card, bound_by)
    else:
        _judge_lead(game, n, seat, card, bound_by)


def _judge_lead(game: Game, n: str, seat: Seat, card: Card, bound_by: tuple[Card, ...] | None) -> None:
    suits = lead_orders.open_suits(game, seat)
    verdict = lead_orders.breach(game, seat, card, suits)
    ordered = lead_orders.ordered_suits(game, seat)
    if ordered != lead_orders.ALL_SUITS:
        game.watch.bound.add((game.play.trick, seat.side))
    if verdict.certainty:
        _broken(game, Broken(n, seat, card, game.play.trick, card.suit), verdict, suits=suits)
        if verdict.certainty == CERTAIN:
            return
    if not is_last_card(game, seat) and _choice_is_open(game, seat):
        facts = {"card": card.text, "suits": choice_suits(game, seat)}
        # With a suit in the hand that he was ordered to lead it would have been a breach instead.
        gives_away = card.suit not in ordered and holdings.is_closed(game, seat)
        rests_on = RestsOn.UNSEEN if gives_away else RestsOn.SEEN
        game.raise_finding("lead_before_option_declared", n, seat=seat, facts=facts, rests_on=rests_on)
    elif game.play.penalty:
        penalty_cards.judge(game, n, seat, card, suits, bound_by)


def is_last_card(game: Game, seat: Seat) -> bool:
    """Does the hand hold one card only?"""
    return len(game.play.played[seat]) + 1 >= HAND_SIZE


def _choice_is_open(game: Game, seat: Seat) -> bool:
    """Has declarer still to choose over partner's penalty cards (Laws 50, 51)?"""
    return any(right.seat is seat and right.law != "26" for right in lead_orders.rights(game))


def choice_suits(game: Game, leader: Seat, *more: Suit) -> dict[str, list[str]]:
    """The suits that declarer may require or forbid: those of the penalty cards of the leader's partner."""
    suits = [p.card.suit for p in penalty_cards.majors(game, leader.partner)]
    names = [s.name for s in holdings.in_rank([*suits, *more])]
    return {"require": names, "forbid": names}


def _judge_play(game: Game, n: str, seat: Seat, card: Card, bound_by: tuple[Card, ...] | None) -> None:
    order = play_orders.over(game, seat)
    if order is not None:
        game.watch.bound.add((order.trick, seat.side))
        led = game.play.on_table[0].card.suit
        verdict = play_orders.breach(game, order, card, led)
        if verdict.certainty:
            _broken(game, Broken(n, seat, card, order.trick, led), verdict, order=order)
            if verdict.certainty == CERTAIN:
                return
    if game.play.penalty:
        penalty_cards.judge(game, n, seat, card, lead_orders.ALL_SUITS, bound_by)


class Broken(NamedTuple):
    """The card that does not obey an order, the trick it was put to and the suit led there."""

    n: str
    seat: Seat
    card: Card
    trick: int
    led: Suit


def _broken(
    game: Game,
    by: Broken,
    verdict: holdings.Verdict,
    *,
    suits: frozenset[Suit] = frozenset(),
    order: PlayOrder | None = None,
) -> None:
    """Law 61A: treated as a revoke where it is certain, kept in mind where it is only possible."""
    play = game.play
    kind = "lead_restriction_breached" if order is None else "play_restriction_breached"
    is_certain = verdict.certainty == CERTAIN
    offence = Offence(by.seat, cards=(by.card,), turn=by.seat, facts={"is_possible": not is_certain})
    facts: dict[str, object] = {"card": by.card.text, "trick": by.trick}
    if order is None:
        facts["orders"] = [{o.kind: [s.name for s in o.suits]} for o in play.lead_orders if o.seat is by.seat]
    else:
        facts["order"], facts["suit"] = order.order, order.suit.name
    found = game.raise_finding(
        kind,
        by.n,
        seat=by.seat,
        law=game.edition.law(kind, game, offence),
        certainty=verdict.certainty,
        rests_on=verdict.rests_on,
        facts=facts,
    )
    broken = Doubt(found.id, *by, suits, order)
    if is_certain:
        revokes.treat_as_revoke(game, broken)
    else:
        play.doubts.append(broken)


def judge_lead_made(game: Game, n: str, seat: Seat, card: Card) -> None:
    """An order given after the lead was made: is that lead a breach of it?"""
    suits = lead_orders.open_suits(game, seat)
    verdict = lead_orders.breach(game, seat, card, suits)
    if verdict.certainty:
        _broken(game, Broken(n, seat, card, game.play.trick, card.suit), verdict, suits=suits)


def judge_play_made(game: Game, put: Played, order: PlayOrder, led: Suit) -> None:
    """An order given after its card was put, perhaps to a trick that is complete: is that card a breach of it?"""
    verdict = play_orders.breach(game, order, put.card, led)
    if verdict.certainty:
        _broken(game, Broken(*put, order.trick, led), verdict, order=order)
