"""From the final pass to the first trick: who is to lead, and what becomes of cards shown in the auction (24)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.events import Ruling
from controller.model.irregularities import Irregularity
from controller.model.seats import SEATS
from controller.table import penalty_cards
from controller.table.game import Game

#: Kinds of findings about cards shown while the auction ran.
SHOWN_IN_AUCTION = ("card_exposed_in_auction", "premature_lead_in_auction")


def begin(game: Game, _n: str) -> None:
    """The contract is known: presumed declarer's left-hand opponent is to lead."""
    assert game.declarer is not None
    game.play.leader = game.turn = game.declarer.lho
    for seat in SEATS:
        shown = [s for s in game.shown_in_auction if s.seat is seat]
        cards: tuple[Card, ...] = tuple(c for s in shown for c in s.cards)
        kind = penalty_cards.kind_of(cards, by_accident=not any(s.on_purpose for s in shown))
        for each in shown:
            for card in each.cards:
                penalty_cards.make(game, seat, card, kind, each.id)


def may_waive(game: Game, found: Irregularity) -> bool:
    """1987 Law 24: declarer may let such a card go back, until he or dummy has played."""
    if found.kind not in SHOWN_IN_AUCTION or not game.edition.settles["exposed_in_auction_may_be_waived"]:
        return False
    play = game.play
    has_played = any(not game.is_defender(p.seat) for p in play.on_table) or bool(play.done)
    return not has_played and any(p.id == found.id for p in play.penalty)


def waive(game: Game, _n: str, found: Irregularity, _ruling: Ruling) -> None:
    """The card is no penalty card and goes back to the hand."""
    penalty_cards.remove(game, found.id)
