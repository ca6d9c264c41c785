"""Cards seen while the auction runs (Law 24), and a lead made before the last pass (Law 17)."""

from __future__ import annotations

from collections.abc import Callable

from controller.laws.rows import Bar
from controller.model.cards import Card
from controller.model.events import (
    CardFaced,
    CardPlayed,
    CardReturned,
    CardsExposed,
    HandFaced,
    Ruling,
    TableEvent,
    TrickQuitted,
)
from controller.model.irregularities import Irregularity
from controller.model.seats import Seat
from controller.table import auction, auction_rulings, hands
from controller.table.auction_end import contract_of
from controller.table.game import Game, ShownInAuction
from controller.table.play_state import Played

#: What is done with cards; it is play once a lead has been made, and Law 24 before that.
WITH_CARDS = (CardPlayed, CardFaced, HandFaced, CardsExposed, CardReturned, TrickQuitted)


def on_cards(game: Game, n: str, event: TableEvent) -> None:
    """Something is done with cards while the auction runs."""
    if game.early_acts:
        # It follows a lead over which the director has yet to rule.
        game.early_acts.append((n, event))
        return
    match event:
        case CardPlayed():
            _on_card(game, n, event)
        case CardFaced():
            _on_card_faced(game, n, event)
        case HandFaced():
            _on_hand_faced(game, n, event)
        case CardsExposed():
            _on_cards_exposed(game, n, event)


def _on_card(game: Game, n: str, event: CardPlayed) -> None:
    """A card in playing position: perhaps only the last pass is missing; face down nobody has seen it."""
    if hands.is_foreign(game, n, event):
        return
    if _is_missing_a_pass(game) and event.seat is contract_of(game).declarer.lho:
        _play_has_started(game, n, event, card=event.card.text)
    elif event.face == "down":
        game.play.down[event.seat] = Played(n, event.seat, event.card)
    else:
        _led(game, n, event.seat, event.card)


def _on_card_faced(game: Game, n: str, event: CardFaced) -> None:
    """A card that was put face down during the auction is turned up."""
    lying = game.play.down.pop(event.seat, None)
    if lying is not None and lying.card is event.card:
        _led(game, n, event.seat, event.card)


def _is_missing_a_pass(game: Game) -> bool:
    """Would one more pass end the auction?"""
    return game.last_bid is not None and game.passes == 2


def _play_has_started(game: Game, n: str, event: CardPlayed | HandFaced, **facts: str) -> None:
    game.raise_finding("auction_incomplete_play_started", n, seat=event.seat, facts=facts)
    game.early_acts.append((n, event))


def _led(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Law 24B: whatever the card, partner passes once."""
    if card in _lying(game, seat):
        return
    found = game.raise_finding("premature_lead_in_auction", n, seat=seat, facts={"card": card.text})
    game.bar(seat.partner, Bar.NEXT)
    game.shown_in_auction.append(ShownInAuction(n, found.id, seat, (card,), on_purpose=True))


def _on_hand_faced(game: Game, n: str, event: HandFaced) -> None:
    """A hand is spread: by dummy when only one pass is missing, or seen in the auction like any other cards."""
    if _is_missing_a_pass(game) and event.seat is contract_of(game).declarer.partner:
        _play_has_started(game, n, event)
    else:
        _on_cards_exposed(game, n, CardsExposed(seat=event.seat, cards=event.cards, pack=event.pack))


def _on_cards_exposed(game: Game, n: str, event: CardsExposed) -> None:
    """Law 24: a card that partner could see stays face up; an honour, or two cards, silence partner once."""
    if hands.is_foreign(game, n, event):
        return
    if event.seen_by_partner is False:
        return
    lying = _lying(game, event.seat)
    new = tuple(card for card in event.cards if card not in lying)
    if not new:
        return
    found = game.raise_finding("card_exposed_in_auction", n, seat=event.seat, facts={"cards": [c.text for c in new]})
    if len(lying) + len(new) > 1 or new[0].is_honour:
        game.bar(event.seat.partner, Bar.NEXT)
    game.shown_in_auction.append(ShownInAuction(n, found.id, event.seat, new, on_purpose=event.accidental is False))


def _lying(game: Game, seat: Seat) -> frozenset[Card]:
    """The cards of a player that lie face up since the auction."""
    return frozenset(card for shown in game.shown_in_auction if shown.seat is seat for card in shown.cards)


def play_on(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The missing passes are taken as made, the card is the lead, and what followed it was play."""
    game.close(found.id, "ruling", n, ruling.choice)
    game.released, game.early_acts = game.early_acts, []
    # A call that nobody had accepted before the lead is not accepted any more.
    for waits in reversed(game.waiting):
        auction_rulings.refuse(game, n, waits, ruling)
    auction.take_missing_passes(game)


def put_back(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The card goes back to the hand and the auction goes on; what others showed meanwhile was shown in it."""
    game.close(found.id, "ruling", n, ruling.choice)
    game.released, game.early_acts = [act for act in game.early_acts[1:] if not _is_by(act, found.seat)], []


def _is_by(act: tuple[str, TableEvent], seat: Seat | None) -> bool:
    """Is it an act of that player with the card he led too soon?"""
    return getattr(act[1], "seat", None) is seat


EFFECTS: dict[tuple[str, str], Callable[[Game, str, Irregularity, Ruling], None]] = {
    ("auction_incomplete_play_started", "play_on"): play_on,
    ("auction_incomplete_play_started", "put_back"): put_back,
}
