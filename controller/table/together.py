"""Several cards that one hand puts at once (Law 58B): which of them is played."""

from __future__ import annotations

from dataclasses import replace

from controller.model.cards import Card, card
from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.model.seats import Seat
from controller.table import corrections, out_of_turn, penalty_cards, revokes
from controller.table.game import Game
from controller.table.play_state import Played, Together

KIND = "simultaneous_cards_from_one_hand"


def is_at_once(game: Game, seat: Seat, t: float | None) -> bool:
    """Was the latest card this hand's too, at one and the same stated time?"""
    latest = game.play.latest
    return latest is not None and t is not None and latest.seat is seat and latest.t == t


def can_be(game: Game, seat: Seat) -> bool:
    """Is the first of them a card of the trick in progress, or of the one it completed?"""
    return _open(game, seat) is not None or _first(game, seat) is not None


def _open(game: Game, seat: Seat) -> Together | None:
    """Cards that this hand has put at this moment and of which the player has yet to name one."""
    latest = game.play.latest
    if latest is None:
        return None
    waiting = (t for t in game.play.together if t.seat is seat)
    return next((t for t in waiting if any(p.card is latest.card for p in t.cards)), None)


def is_one_of_them(game: Game, seat: Seat, card_put: Card) -> bool:
    """Does the card lie there with others of the hand, and the player has yet to name the one he plays?"""
    return any(p.card is card_put for t in game.play.together if t.seat is seat for p in t.cards)


def one_more(game: Game, n: str, seat: Seat, card_put: Card) -> None:
    """A second card at the same moment as the first, or a third."""
    play = game.play
    put = Played(n, seat, card_put)
    together = _open(game, seat)
    if together is not None:
        if any(p.card is card_put for p in together.cards):
            return
        more = replace(together, cards=(*together.cards, put))
        play.together = [more if t is together else t for t in play.together]
        texts = [p.card.text for p in more.cards]
        game.change_finding(together.id, facts={**game.findings[together.id].facts, "cards": texts})
        return
    first = _first(game, seat)
    if first is None:
        return
    by = {"designate": game.declarer.name} if seat is game.dummy and game.declarer is not None else None
    facts = {"cards": [first[0].card.text, card_put.text], "trick": first[1]}
    found = game.raise_finding(KIND, n, seat=seat, facts=facts, by=by)
    play.together.append(Together(found.id, seat, (first[0], put), first[1]))


def _first(game: Game, seat: Seat) -> tuple[Played, int] | None:
    """The card that counts for now, and its trick; it may have completed that, or lie there out of turn."""
    play = game.play
    latest = play.latest
    if latest is None:
        return None
    waits = play.lead_waits
    if waits is not None and waits.seat is seat and waits.card is latest.card:
        return Played(waits.n, seat, waits.card), play.trick
    for put in play.ahead:
        if put.seat is seat and put.card is latest.card:
            return Played(put.n, seat, put.card), put.trick
    for played in play.on_table:
        if played.seat is seat and played.card is latest.card:
            return played, play.trick
    if play.done:
        trick = play.done[-1]
        for (owner, shown), n in zip(trick.cards, trick.numbers, strict=True):
            if owner is seat and shown is latest.card:
                return Played(n, seat, shown), trick.number
    return None


def designate(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """58B2: the player has named his card; a defender's others become penalty cards, declarer's go back."""
    game.close(found.id, "ruling", n, ruling.choice)
    together = next((t for t in game.play.together if t.id == found.id), None)
    if together is None or ruling.card is None:
        return
    game.play.together = [t for t in game.play.together if t is not together]
    first = together.cards[0]
    named = next(p for p in together.cards if p.card is ruling.card)
    if named is not first:
        _change_places(game, n, together, named)
    others = tuple(p.card for p in together.cards if p is not named)
    kind = ruling.kind or penalty_cards.kind_of(others)
    for other in others:
        penalty_cards.make(game, together.seat, other, kind, found.id)


def _change_places(game: Game, n: str, together: Together, named: Played) -> None:
    """The card named takes the place of the first one, in a trick or out of turn."""
    play, seat, first = game.play, together.seat, together.cards[0]
    waits = play.lead_waits
    if waits is not None and waits.n == first.n:
        play.lead_waits = replace(waits, n=named.n, card=named.card)
        out_of_turn.name_suits_again(game)
        return
    play.ahead = [replace(a, n=named.n, card=named.card) if a.n == first.n else a for a in play.ahead]
    if play.played[seat].get(first.card) == together.trick:
        revokes.forget(game, n, first.n)
        corrections.exchange(game, named.n, seat, first.card, named.card, together.trick)
        revokes.judge_again(game, named.n, seat, named.card, together.trick)


def cards_named(found: Irregularity) -> tuple[Card, ...]:
    """The cards among which one is to be named."""
    return tuple(card(text) for text in found.facts.get("cards", ()))
