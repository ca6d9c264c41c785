"""Hands and cards shown face up, not in playing position: dummy, a claim, an exposed card (Laws 41, 48, 49, 54)."""

from __future__ import annotations

from controller.model.board import HAND_SIZE
from controller.model.cards import Card, in_order
from controller.model.events import CardsExposed, HandFaced
from controller.model.seats import Seat
from controller.table import hands, opening_lead, out_of_turn, play, revokes
from controller.table.game import Game

EXPOSED, WRONG_SEAT = "card_exposed_by_defender", "dummy_wrong_seat_spread"


def on_hand_faced(game: Game, n: str, event: HandFaced) -> None:
    """A hand is spread."""
    if game.phase == "idle" or hands.is_foreign(game, n, event):
        return
    seat, cards = event.seat, event.cards
    if game.phase in ("clarification", "play"):
        if seat is game.dummy:
            _dummy(game, n, cards)
        elif seat is game.declarer and _opening_lead_waits(game):
            _declarer_spreads(game, n, seat, cards)
        else:
            _not_dummys(game, n, seat, cards)
        hands.on_spread(game, n, seat, cards)
    _is_seen(game, seat, cards)
    revokes.on_card_shown(game, n, seat, cards)
    play.settle(game, n)


def _opening_lead_waits(game: Game) -> bool:
    waits = game.play.lead_waits
    return waits is not None and waits.kind == out_of_turn.OPENING


def _dummy(game: Game, n: str, cards: tuple[Card, ...]) -> None:
    """Dummy spreads: after a lead, or too soon; the whole hand, or a card short (41D)."""
    assert game.dummy is not None
    dummy = game.dummy
    if _opening_lead_waits(game):
        # Law 54C: declarer could have seen dummy, so he accepts the lead and declares.
        out_of_turn.accept(game, n)
    elif game.phase == "clarification":
        if dummy not in game.play.faced:
            game.raise_finding("dummy_spread_before_lead_faced", n, seat=dummy, facts={"cards": len(cards)})
        return
    expected = HAND_SIZE - len(game.play.played[dummy])
    if len(game.play.faced.get(dummy, ())) == HAND_SIZE:
        # The whole hand lies there already: a card covered by another is no card missing.
        return
    if len(cards) < expected and game.play.faced.get(dummy) != frozenset(cards) | game.play.played[dummy].keys():
        facts = {"cards": len(cards), "expected": expected}
        game.raise_finding("dummy_incomplete", n, seat=dummy, facts=facts)


def _not_dummys(game: Game, n: str, seat: Seat, cards: tuple[Card, ...]) -> None:
    """A hand goes down that is not dummy's (48B): perhaps a claim. Read again as it lies, it is told once."""
    facts = {"cards": len(cards), "trick": game.play.trick}
    same = [f for f in game.findings.values() if f.kind == WRONG_SEAT and f.seat is seat and f.facts == facts]
    if not same:
        game.raise_finding(WRONG_SEAT, n, seat=seat, facts=facts)


def _declarer_spreads(game: Game, n: str, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Law 54A: one card of declarer's seen is enough: his hand goes down and his partner declares."""
    facts = {"cards": [c.text for c in in_order(cards)]}
    game.raise_finding("declarer_exposes_after_irregular_lead", n, seat=seat, facts=facts)
    opening_lead.declarer_spreads(game, n)


def _is_seen(game: Game, seat: Seat, cards: tuple[Card, ...]) -> None:
    """What the hand holds is known to everybody; dummy's stays open, another is taken up again."""
    whole = frozenset(cards) | game.play.played[seat].keys()
    if len(game.play.faced.get(seat, ())) == HAND_SIZE:
        return
    if seat is game.dummy:
        game.play.faced[seat] = whole
    if len(whole) == HAND_SIZE and seat not in game.play.known:
        game.play.known[seat] = whole


def on_cards_exposed(game: Game, n: str, event: CardsExposed) -> None:
    """Cards are seen face up after the auction."""
    if game.phase not in ("clarification", "play"):
        return
    seat, cards = event.seat, event.cards
    if hands.is_foreign(game, n, event):
        return
    if game.is_defender(seat):
        _defenders_cards(game, n, event)
    elif seat is game.declarer and _opening_lead_waits(game):
        _declarer_spreads(game, n, seat, cards)
    elif _opening_lead_waits(game) and event.seen_by_partner is not False:
        # A card of dummy's that declarer could have seen (54C).
        out_of_turn.accept(game, n)
    revokes.on_card_shown(game, n, seat, cards)
    play.settle(game, n)


def _defenders_cards(game: Game, n: str, event: CardsExposed) -> None:
    """Law 49: cards that partner could have seen, other than those that lie there or are played anyhow."""
    seat = event.seat
    if event.seen_by_partner is False or len(game.play.played[seat]) >= HAND_SIZE - 1:
        return
    lying = {p.card for p in game.play.penalty if p.seat is seat} | game.play.played[seat].keys()
    told = {text for i, k in game.pending.items() if k == EXPOSED for text in game.findings[i].facts["cards"]}
    new = [c for c in event.cards if c not in lying and c.text not in told]
    if new:
        facts = {"cards": [c.text for c in new], "by_accident": event.accidental is not False}
        game.raise_finding(EXPOSED, n, seat=seat, facts=facts)
