"""Cards put before their turn, to the trick in progress or to the next, and one card too many (45E, 57, 58A)."""

from __future__ import annotations

from controller.laws.view import Offence
from controller.model.cards import Card, Suit
from controller.model.irregularities import CERTAIN, Attention
from controller.model.seats import Seat
from controller.table import duties, holdings, penalty_cards, play_orders, turn
from controller.table.game import Game
from controller.table.play_state import Ahead, Extra, Played


def out_of_turn(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card is played to the trick in progress at another hand's turn."""
    if game.is_simultaneous:
        _at_the_same_time(game, n, seat, card)
        return
    # While a choice over a lead out of turn is open it is the next hand's turn, if it is anybody's.
    due = game.turn if game.play.lead_waits is None else game.play.lead_waits.seat.lho
    law = game.edition.law("play_out_of_turn", game, Offence(seat, cards=(card,), turn=due))
    facts: dict[str, object] = {"card": card.text, "trick": game.play.trick}
    if due is not None:
        facts["turn"] = due.name
    choices = [option.choice for option in law.options]
    if choices:
        facts["suits"] = _suits_of(game, choices)
    found = game.raise_finding("play_out_of_turn", n, seat=seat, law=law, facts=facts)
    hold(game, n, seat, card, found.id, waits=bool(choices))


def hold(game: Game, n: str, seat: Seat, card: Card, finding_id: str, *, waits: bool = False) -> None:
    """The card stays where it is until its turn comes, or until declarer has chosen."""
    game.play.ahead.append(Ahead(n, seat, card, finding_id, game.play.trick, waits, bound_by=_lying(game, seat)))
    turn.show(game, n, seat, card)
    if not game.is_defender(seat):
        turn.declarer_plays_ahead(game, n)


def _lying(game: Game, seat: Seat) -> tuple[Card, ...]:
    return tuple(p.card for p in game.play.penalty if p.seat is seat)


def _suits_of(game: Game, choices: list[str]) -> dict[str, list[str]]:
    """The suits that an order of Law 57A may name."""
    names = [s.name for s in play_orders.other_suits(game.play.on_table[0].card.suit)]
    return {choice: names for choice in choices if choice.endswith("_suit")}


def _at_the_same_time(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Law 58A: the lawful card counts first; the other one counts at its turn if it then is lawful."""
    facts = {"is_lead": len(game.play.on_table) == 1}
    offence = Offence(seat, cards=(card,), turn=game.turn, facts=facts)
    law = game.edition.law("simultaneous_leads_or_plays", game, offence)
    found = game.raise_finding(
        "simultaneous_leads_or_plays", n, seat=seat, law=law, facts={"card": card.text, "trick": game.play.trick}
    )
    hold(game, n, seat, card, found.id)


def second_card(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A hand that has a card in the open trick puts another one, not at the same time."""
    if game.play.lead_waits is not None and game.is_defender(seat):
        # The lead out of turn is not a card of the trick yet: a further card is merely shown, and that is told once.
        if is_told(game, seat, card):
            return
        facts = {"cards": [card.text], "by_accident": False}
        game.raise_finding("card_exposed_by_defender", n, seat=seat, facts=facts)
        turn.show(game, n, seat, card)
    elif game.is_defender(seat) and not game.has_played(seat.partner) and game.play.on_table:
        _premature_lead(game, n, seat, card)
    else:
        found = game.raise_finding(
            "fifth_card_in_trick", n, seat=seat, facts={"card": card.text, "trick": game.play.trick}
        )
        game.play.extras.append(Extra(n, found.id, seat, card, game.play.trick))


def is_told(game: Game, seat: Seat, card: Card) -> bool:
    """Does a finding about that card of the seat's, seen when it should not have been, wait for its ruling?"""
    waiting = (game.findings[i] for i, kind in game.pending.items() if kind == "card_exposed_by_defender")
    return any(found.seat is seat and card.text in found.facts["cards"] for found in waiting)


def _premature_lead(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Law 57A: a lead to the next trick before partner has played to this one."""
    law = game.edition.law("premature_lead_to_next_trick", game, Offence(seat, cards=(card,), turn=game.turn))
    choices = [option.choice for option in law.options]
    facts: dict[str, object] = {"card": card.text, "trick": game.play.trick}
    if choices:
        facts["suits"] = _suits_of(game, choices)
    found = game.raise_finding("premature_lead_to_next_trick", n, seat=seat, law=law, facts=facts)
    game.play.ahead.append(
        Ahead(
            n, seat, card, found.id, game.play.trick + 1, waits=bool(choices), is_lead=True, bound_by=_lying(game, seat)
        )
    )
    turn.show(game, n, seat, card, to_next=True)


# -- when the turn comes ----------------------------------------------------------------------------------------


def next_due(game: Game) -> Ahead | None:
    """A card put ahead whose turn has come."""
    play = game.play
    for put in play.ahead:
        if put.seat is game.turn and put.trick == play.trick and not put.waits:
            return put
    return None


def count(game: Game, put: Ahead) -> None:
    """The turn has come: the card counts, unless it is a defender's and could not lawfully be played now (57D, 58A)."""
    play = game.play
    play.ahead = [a for a in play.ahead if a is not put]
    against = _against_it(game, put) if game.is_defender(put.seat) else holdings.NO
    follows = not play.on_table or put.card.suit is play.on_table[0].card.suit
    if game.is_defender(put.seat) and holdings.is_closed(game, put.seat):
        play.hangs_on_unseen |= not follows or play_orders.over(game, put.seat) is not None
    if against.certainty == CERTAIN:
        penalty_cards.make(game, put.seat, put.card, penalty_cards.MAJOR, put.id)
        if put.id in game.findings:
            game.change_finding(put.id, attention=Attention.NOW, rests_on=against.rests_on)
        return
    turn.play_in_turn(game, put.n, put.seat, put.card, was_ahead=True, bound_by=put.bound_by)


def _against_it(game: Game, put: Ahead) -> holdings.Verdict:
    """Can the hand follow suit where the card does not, or does the card break an order?"""
    if not game.play.on_table:
        return holdings.NO
    led = game.play.on_table[0].card.suit
    if put.card.suit is not led:
        follows = holdings.another(game, put.seat, put.card, lambda c: c.suit is led)
        if follows.certainty == CERTAIN:
            return follows
    order = play_orders.over(game, put.seat)
    return holdings.NO if order is None else play_orders.breach(game, order, put.card, led)


def take_back(game: Game, finding_id: str) -> Ahead | None:
    """A card put ahead is off the table."""
    put = next((a for a in game.play.ahead if a.id == finding_id), None)
    if put is not None:
        game.play.ahead = [a for a in game.play.ahead if a is not put]
    return put


def take_extra(game: Game, finding_id: str) -> Extra | None:
    """A fifth card is no longer in question."""
    extra = next((e for e in game.play.extras if e.id == finding_id), None)
    if extra is not None:
        game.play.extras = [e for e in game.play.extras if e is not extra]
    return extra


def order_partner(game: Game, put: Ahead, choice: str, suit: Suit | None) -> None:
    """Law 57A: partner's card to the trick in progress is ordered; if he has put it already, it is judged by that."""
    play = game.play
    partner, trick = put.seat.partner, put.trick - put.is_lead
    cards = _cards_to(game, trick)
    if not cards:
        # The lead has been taken back meanwhile: there is no trick to give an order for.
        return
    led = cards[0].card.suit
    order = play_orders.made(partner, choice, led=led, suit=suit, trick=trick, finding_id=put.id)
    made = next((p for p in cards if p.seat is partner), None)
    if made is not None:
        duties.judge_play_made(game, made, order, led)
    elif trick == play.trick:
        play.play_orders.append(order)


def _cards_to(game: Game, number: int) -> list[Played]:
    """The cards of the trick in progress, or of a complete one."""
    if number == game.play.trick:
        return game.play.on_table
    for trick in game.play.done:
        if trick.number == number:
            return [Played(n, *pair) for pair, n in zip(trick.cards, trick.numbers, strict=True)]
    return []
