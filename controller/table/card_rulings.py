"""What the director's ruling on a card does: exposed, too soon, one too many, not the penalty card (45 to 61)."""

from __future__ import annotations

from controller.model.cards import card
from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.table import corrections, doubts, penalty_cards, premature, revokes, turn
from controller.table.game import Game
from controller.table.play_state import Ahead
from controller.table.watch_state import Replacing


def penalty_card(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Laws 49, 50: exposed cards become penalty cards; minor if the director says so, or a small card by accident."""
    game.close(found.id, "ruling", n, ruling.choice)
    seat = found.seat
    assert seat is not None
    cards = tuple(card(text) for text in found.facts.get("cards", ()))
    kind = ruling.kind or penalty_cards.kind_of(cards, by_accident=bool(found.facts.get("by_accident")))
    for each in cards:
        penalty_cards.make(game, seat, each, kind, found.id)


def close_only(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """What lies stands as it lies; the finding is closed."""
    game.close(found.id, "ruling", n, ruling.choice)


def order_play(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 57A: the card played too soon is a major penalty card, and partner is told what to play to this trick."""
    put = next((a for a in game.play.ahead if a.id == found.id), None)
    game.close(found.id, "ruling", n, ruling.choice)
    if put is None:
        return
    premature.take_back(game, found.id)
    penalty_cards.make(game, put.seat, put.card, penalty_cards.MAJOR, found.id)
    premature.order_partner(game, put, ruling.choice, ruling.suit)


def as_play(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 45E1: the further card was no lead: a defender's is a major penalty card, declarer's goes back."""
    game.close(found.id, "ruling", n, ruling.choice)
    extra = premature.take_extra(game, found.id) or premature.take_back(game, found.id)
    if extra is not None:
        penalty_cards.make(game, extra.seat, extra.card, penalty_cards.MAJOR, found.id)


def as_lead(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 45E: the further card was a lead to the next trick; in or out of turn once this one is complete."""
    game.close(found.id, "ruling", n, ruling.choice)
    extra = premature.take_extra(game, found.id)
    if extra is not None and extra.trick + 1 < game.play.trick:
        # That trick is over: the card goes back, a defender's has been seen (49).
        penalty_cards.make(game, extra.seat, extra.card, penalty_cards.MAJOR, found.id)
    elif extra is not None:
        game.play.ahead.append(Ahead(extra.n, extra.seat, extra.card, found.id, extra.trick + 1, is_lead=True))
        if extra.trick == game.play.trick:
            turn.show(game, n, extra.seat, extra.card, to_next=True)
        else:
            turn.show(game, n, extra.seat, extra.card)


def play_penalty_card(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 52B2: declarer requires the penalty card; the card played instead becomes one too."""
    _replace(game, n, found, ruling, is_penalised=True)


def let_back(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The director lets the card go back, and nothing follows (Law 47)."""
    extra = premature.take_extra(game, found.id) or premature.take_back(game, found.id)
    if extra is not None:
        game.close(found.id, "ruling", n, ruling.choice)
    else:
        _replace(game, n, found, ruling, is_penalised=False)


def _replace(game: Game, n: str, found: Irregularity, ruling: Ruling, *, is_penalised: bool) -> None:
    """The seat's next card takes the place of the one that goes back."""
    game.close(found.id, "ruling", n, ruling.choice)
    seat = found.seat
    assert seat is not None
    put = card(found.facts["card"])
    trick = game.play.played[seat].get(put)
    if trick is None:
        return
    if found.kind == "lead_before_option_declared":
        turn.take_off_lead(game, n, seat, put)
        return
    game.watch.replacing[seat] = Replacing(trick, put, found.id, is_penalised=is_penalised)
    corrections.await_card(game, seat)


def correct(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """Law 61A, 62: an order was not obeyed: the next card replaces the one played, as for a revoke."""
    doubt = doubts.find(game, found.id)
    if doubt is not None:
        revokes.prove_doubt(game, doubt)
    corrections.order(game, n, found, ruling)


def is_lying(game: Game, found: Irregularity) -> bool:
    """Does the card that a finding is about still lie where the director may let it go back?"""
    play = game.play
    if found.id in game.pending:
        return True
    return any(a.id == found.id for a in play.ahead) or any(e.id == found.id for e in play.extras)
