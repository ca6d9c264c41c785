"""Cards put in playing position: which part of the Laws each one belongs to (Laws 41 to 60)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.events import CardFaced, CardPlayed
from controller.model.seats import Seat
from controller.table import (
    claims,
    corrections,
    hands,
    lead_orders,
    opening_lead,
    out_of_turn,
    premature,
    revokes,
    taken_back,
    together,
    tricks,
    turn,
)
from controller.table.game import Game
from controller.table.taken_back import on_card_returned

PREMATURE_LEAD = "premature_lead_to_next_trick"

__all__ = ["on_card", "on_card_faced", "on_card_returned", "settle"]


def on_card(game: Game, n: str, event: CardPlayed) -> None:
    """A card is put in playing position."""
    seat, card, play = event.seat, event.card, game.play
    if play.may_be_special:
        play.may_be_special = not is_plain(game)
    if (
        seat is not game.turn
        or play.may_be_special
        or event.face == "down"
        or card in play.played[seat]
        or (event.t is not None and play.latest is not None and play.latest.t == event.t)
    ):
        _any_card(game, n, event)
        return
    # The short way: a card in turn, and nothing at the table that could bind or change it.
    if _may_be_foreign(game, event) and hands.is_foreign(game, n, event):
        return
    if play.on_table and card.suit is not play.on_table[0].card.suit:
        revokes.on_play(game, n, seat, card)
    play.latest = event
    tricks.put(game, n, seat, card)


def _may_be_foreign(game: Game, event: CardPlayed) -> bool:
    """Is the card not simply one of the hand that the record gives to the seat?"""
    record = game.hands.record.get(event.seat)
    return record is None or event.card not in record or event.pack is not None or bool(game.hands.adopted)


def is_plain(game: Game) -> bool:
    """In the play, nothing is pending, restricted, penalised or out of its order."""
    play = game.play
    return game.phase == "play" and not (
        game.pending
        or play.penalty
        or game.withdrawn
        or play.lead_orders
        or play.play_orders
        or play.ahead
        or play.lead_waits
        or play.doubts
        or play.is_retracted
        or not game.watch.is_quiet
    )


def _any_card(game: Game, n: str, event: CardPlayed) -> None:
    if game.phase == "idle":
        return
    if game.phase == "ended":
        _after_the_end(game, n, event)
        return
    if not corrections.is_due(game, event.seat) and claims.on_card_after_claim(game, n, event):
        return
    if hands.is_foreign(game, n, event):
        return
    if event.face == "down":
        opening_lead.lay_down(game, n, event.seat, event.card)
    else:
        _faced(game, n, event)
    settle(game, n)
    game.play.may_be_special = True


def _after_the_end(game: Game, n: str, event: CardPlayed) -> None:
    """Law 22: the board was passed out, and yet a card is led; perhaps a pass was misread. Told once."""
    known = any(found.kind == "passed_out_ambiguous" for found in game.findings.values())
    if game.contract == "P" and game.score.ruled is None and not known:
        facts = {"card": event.card.text, "by": event.seat.name}
        game.raise_finding("passed_out_ambiguous", n, seat=None, facts=facts)


def _faced(game: Game, n: str, event: CardPlayed) -> None:
    """A card face up in playing position, unless it is the same act told again."""
    # A card of the thirteenth trick, named to correct the twelfth, is no repetition (62D).
    corrects = corrections.is_due(game, event.seat) and corrections.lies_later(game, event.seat, event.card)
    if corrects or not _is_reported_again(game, event.seat, event.card):
        _put(game, n, event)
        game.play.latest = event


def _put(game: Game, n: str, event: CardPlayed) -> None:
    """A replacement, a card that cannot be played any more, or one that is led or played."""
    play, seat, card = game.play, event.seat, event.card
    lying = play.down.get(seat)
    if lying is not None and lying.card is card and not _is_changed_lead(game, seat, card):
        del play.down[seat]
    if corrections.is_due(game, seat) and corrections.may_take(game, seat, card):
        _replacement(game, n, seat, card)
        return
    if card in play.played[seat]:
        facts = {"card": card.text, "first_trick": play.played[seat][card], "trick": play.trick}
        game.raise_finding("card_played_twice", n, seat=seat, facts=facts)
        return
    changed = taken_back.is_open(game, seat)
    if changed is not None:
        taken_back.second_card(game, n, changed, card)
        return
    if not play.on_table and not game.is_defender(seat) and play.lead_waits is None:
        _early_lead_stands(game, n)
    at_once = together.is_at_once(game, seat, event.t)
    game.is_simultaneous = game.is_simultaneous and bool(play.on_table) and play.lead_waits is None
    if at_once and together.can_be(game, seat):
        together.one_more(game, n, seat, card)
    else:
        _one_card(game, n, seat, card)


def _is_changed_lead(game: Game, seat: Seat, card: Card) -> bool:
    """Is it the second of two opening leads that is turned up now?"""
    changed = game.play.changed
    return changed is not None and changed.seat is seat and changed.second is not None and changed.second.card is card


def _is_reported_again(game: Game, seat: Seat, card: Card) -> bool:
    """The seat's latest card of this trick once more: the same act told twice."""
    play = game.play
    if any(p.seat is seat and p.card is card for p in play.on_table):
        return True
    if any(a.seat is seat and a.card is card and a.trick >= play.trick for a in play.ahead):
        return True
    waits = play.lead_waits
    if waits is not None and (
        (waits.seat is seat and waits.card is card)
        or (waits.answer is not None and waits.answer.seat is seat and waits.answer.card is card)
    ):
        return True
    if any(e.seat is seat and e.card is card for e in play.extras) or together.is_one_of_them(game, seat, card):
        return True
    # The card that completed the trick, with nothing put since.
    latest = play.latest
    return latest is not None and latest.seat is seat and latest.card is card and card in play.played[seat]


def _replacement(game: Game, n: str, seat: Seat, card: Card) -> None:
    """The card that stands in place of one refused or corrected; a penalty card that was demanded must be it."""
    due = game.watch.replacing[seat]
    kind = game.findings[due.id].kind if due.id in game.findings else ""
    if kind in ("penalty_card_not_played", "minor_penalty_card_breach") and due.card is not None:
        demanded = [p for p in game.play.penalty if p.seat is seat]
        if demanded and all(p.card is not card for p in demanded):
            texts = [p.card.text for p in demanded]
            facts = {"card": card.text, "penalty_cards": texts, "trick": due.trick}
            game.raise_finding(kind, n, seat=seat, facts=facts)
    corrections.on_replacement(game, n, seat, card)


def _one_card(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Whose turn is it, and has the hand a card in the trick already?"""
    play = game.play
    if game.phase == "clarification":
        opening_lead.face_up(game, n, seat, card)
    elif play.lead_waits is not None:
        out_of_turn.card_while_it_waits(game, n, play.lead_waits, seat, card)
    elif seat is game.turn:
        turn.play_in_turn(game, n, seat, card)
    elif game.has_played(seat):
        premature.second_card(game, n, seat, card)
    elif not play.on_table:
        out_of_turn.lead(game, n, seat, card)
    else:
        premature.out_of_turn(game, n, seat, card)


def on_card_faced(game: Game, n: str, event: CardFaced) -> None:
    """A card that lay face down in playing position is turned up: now it is led or played."""
    lying = game.play.down.get(event.seat)
    if lying is not None and lying.card is event.card and game.phase == "play":
        del game.play.down[event.seat]
    on_card(game, n, CardPlayed(seat=event.seat, card=event.card, pack=event.pack, t=event.t))


def _early_lead_stands(game: Game, n: str) -> None:
    """Law 60A1: declarer's side plays to a lead made too soon by the hand that then won the trick: it stands."""
    for put in game.play.ahead:
        if put.waits and put.is_lead and put.trick == game.play.trick and put.seat is game.turn:
            turn.defenders_card_stands(game, n, (PREMATURE_LEAD,))
            settle(game, n)
            return


# -- what follows by itself -------------------------------------------------------------------------------------


def settle(game: Game, n: str) -> None:
    """Cards put ahead count when their turn comes; leads put ahead stand once their trick has come."""
    if game.phase == "play" and game.pending and game.play.trick == 1:
        opening_lead.wrong_lead_is_moot(game, n)
    if game.pending:
        out_of_turn.name_suits_again(game)
    for _ in range(len(game.play.ahead) + 1):
        if game.phase != "play" or not game.play.ahead or game.play.lead_waits is not None:
            return
        if game.turn in game.watch.replacing:
            # That seat's next card goes into a trick that is there already.
            return
        if game.play.on_table and lead_orders.early_lead(game) is not None:
            # A card that lay there before the lead does not accept it.
            return
        put = premature.next_due(game)
        if put is not None:
            premature.count(game, put)
        elif not _early_lead_out_of_turn(game):
            return


def _early_lead_out_of_turn(game: Game) -> bool:
    """A card led too soon, whose trick has come and who is not on lead: it is a lead out of turn now."""
    play = game.play
    if play.on_table:
        return False
    for put in play.ahead:
        if put.trick == play.trick and not put.waits and put.seat is not game.turn and put.is_lead:
            play.ahead = [a for a in play.ahead if a is not put]
            out_of_turn.lead(game, put.n, put.seat, put.card)
            return True
    return False
