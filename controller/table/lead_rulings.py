"""What the director's ruling on a lead does: accepted, refused, taken back, ordered (Laws 26, 41, 47, 50 to 56)."""

from __future__ import annotations

from controller.model.cards import Suit
from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.model.seats import Seat
from controller.table import duties, lead_orders, opening_lead, out_of_turn, penalty_cards, turn
from controller.table.game import Game
from controller.table.lead_orders import FREE, Right


def accept(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 53A: the lead out of turn is treated as a correct one."""
    if _waits(game, found):
        out_of_turn.accept(game, n, choice=ruling.choice)


def _waits(game: Game, found: Irregularity) -> bool:
    waits = game.play.lead_waits
    return waits is not None and found.id in (waits.id, waits.answer_id)


def declarer_spreads(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 54A: presumed declarer becomes dummy."""
    if _waits(game, found):
        opening_lead.declarer_spreads(game, n, choice=ruling.choice)


def refuse(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 56 with declarer or dummy on lead: a major penalty card; what the hand on lead has put is its own lead."""
    waits = game.play.lead_waits
    if waits is None or waits.id != found.id:
        return
    out_of_turn.give_up(game, n, ruling.choice, is_penalised=waits.answer is None)
    out_of_turn.let_answer_lead(game, waits)


def retract(game: Game, n: str, _found: Irregularity, ruling: Ruling) -> None:
    """Law 55B: declarer's card goes back; the right hand leads, and a card it has put meanwhile is its lead."""
    waits = out_of_turn.give_up(game, n, ruling.choice, is_penalised=False)
    if waits is not None:
        game.play.is_retracted = not game.is_defender(waits.proper)


def put_back(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 47E: the director lets the card go back, and nothing follows."""
    if _waits(game, found):
        waits = out_of_turn.give_up(game, n, ruling.choice, is_penalised=False)
        if waits is not None:
            out_of_turn.let_answer_lead(game, waits)
        return
    game.close(found.id, "ruling", n, ruling.choice)
    if found.seat is not None:
        game.play.down.pop(found.seat, None)


# -- orders -----------------------------------------------------------------------------------------------------


def order(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """`require`, `forbid` or `free`: over a lead out of turn refused by it, a lead made too soon, or one to come."""
    if _waits(game, found):
        _refuse_with_order(game, n, ruling)
        return
    early = lead_orders.early_lead(game)
    right = _right_of(game, found)
    if right is None:
        return
    suits = lead_orders.suits_for(right, ruling.choice, ruling.suits)
    if suits is None:
        return
    if early is not None and right.law != "26" and game.play.on_table:
        _early_lead(game, n, game.findings[early], right, ruling.choice, suits)
        return
    lead_orders.use(game, right, ruling.choice, suits, right.ids[0] if found.id not in right.ids else found.id)
    if game.play.on_table and ruling.choice != FREE:
        led = game.play.on_table[0]
        duties.judge_lead_made(game, led.n, led.seat, led.card)
        lead_orders.led(game, led.seat)


def _right_of(game: Game, found: Irregularity) -> Right | None:
    """The right that is ruled on a finding: the one it gave, or the one it anticipates."""
    if found.kind == "lead_before_option_declared":
        leader = found.seat
        return next((r for r in lead_orders.unused(game) if r.seat is leader and r.law != "26"), None)
    return lead_orders.right_on(game, found.id)


def _refuse_with_order(game: Game, n: str, ruling: Ruling) -> None:
    """Laws 54D, 56: refused; the card is a major penalty card, and its suit is required, forbidden or left free."""
    waits = game.play.lead_waits
    assert waits is not None
    suits = refused_suits(game, waits.proper, ruling, waits.card.suit)
    if suits is None:
        return
    out_of_turn.give_up(game, n, ruling.choice, is_penalised=True)
    right = next((r for r in lead_orders.unused(game) if r.seat is waits.proper and r.law != "26"), None)
    if right is not None:
        lead_orders.use(game, right, ruling.choice, suits, waits.id)
    out_of_turn.let_answer_lead(game, waits)


def refused_suits(game: Game, leader: Seat, ruling: Ruling, suit: Suit) -> tuple[Suit, ...] | None:
    """The suits that the order names, with the refused card counted among the penalty cards; None if not open."""
    cards = penalty_cards.majors(game, leader.partner)
    suits = tuple(Suit[name] for name in duties.choice_suits(game, leader, suit)["require"])
    law = "50" if not cards else "51"
    right = Right(leader, law, (), {lead_orders.REQUIRE: suits, lead_orders.FORBID: suits})
    return lead_orders.suits_for(right, ruling.choice, ruling.suits)


def _early_lead(game: Game, n: str, early: Irregularity, right: Right, choice: str, suits: tuple[Suit, ...]) -> None:
    """Laws 50, 49: led before declarer had chosen: with an order the card is a major penalty card, else it stands."""
    game.close(early.id, "ruling", n, choice)
    made = game.play.on_table[0]
    if choice == FREE:
        lead_orders.use(game, right, choice, suits, early.id)
        _own_penalty_cards(game, made.n, made.seat)
        return
    turn.take_off_lead(game, n, made.seat, made.card)
    out_of_turn.drop_what_followed(game, made.seat, early.id, is_penalised=True)
    lead_orders.use(game, right, choice, suits, early.id)
    penalty_cards.make(game, made.seat, made.card, penalty_cards.MAJOR, early.id)


def _own_penalty_cards(game: Game, n: str, seat: Seat) -> None:
    """The lead stands: had the leader to lead a penalty card of his own?"""
    made = game.play.on_table.pop()
    penalty_cards.judge(game, n, seat, made.card, lead_orders.open_suits(game, seat))
    game.play.on_table.append(made)
