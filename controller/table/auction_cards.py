"""Cards seen while the auction runs (Law 24), and a lead made before the last pass (Law 17)."""

from __future__ import annotations

from collections.abc import Callable

from controller.laws.rows import Bar
from controller.model.events import CardPlayed, CardsExposed, Ruling
from controller.model.irregularities import Irregularity
from controller.model.seats import Seat
from controller.table import play
from controller.table.auction_end import contract_of, take_missing_passes
from controller.table.game import Game, ShownInAuction


def on_card(game: Game, n: str, event: CardPlayed) -> None:
    """A card in playing position while the auction runs: perhaps only the last pass is missing."""
    if any(event.card in shown.cards and shown.seat is event.seat for shown in game.shown_in_auction):
        return
    if game.last_bid is not None and game.passes == 2 and event.seat is contract_of(game).declarer.lho:
        found = game.raise_finding(
            "auction_incomplete_play_started", n, seat=event.seat, facts={"card": event.card.text}
        )
        game.early_lead = (n, found.id, event)
        return
    found = game.raise_finding("premature_lead_in_auction", n, seat=event.seat, facts={"card": event.card.text})
    game.bar(event.seat.partner, Bar.NEXT)
    game.shown_in_auction.append(ShownInAuction(n, found.id, event.seat, (event.card,), was_led=True))


def on_cards_exposed(game: Game, n: str, event: CardsExposed) -> None:
    """Law 24: a card that partner could see stays face up; an honour, or two cards, silence partner once."""
    if event.seen_by_partner is False or not event.cards:
        return
    found = game.raise_finding(
        "card_exposed_in_auction", n, seat=event.seat, facts={"cards": [c.text for c in event.cards]}
    )
    if len(event.cards) > 1 or event.cards[0].is_honour:
        game.bar(event.seat.partner, Bar.NEXT)
    game.shown_in_auction.append(ShownInAuction(n, found.id, event.seat, event.cards))


def play_on(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The missing passes are taken as made, and the card is the lead."""
    game.close(found.id, "ruling", n, ruling.choice)
    early, game.early_lead = game.early_lead, None
    take_missing_passes(game)
    if early is not None and game.phase != "auction":
        play.on_card(game, early[0], early[2])


def put_back(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The card goes back to the hand and the auction goes on."""
    game.close(found.id, "ruling", n, ruling.choice)
    game.early_lead = None


def is_shown(game: Game, seat: Seat) -> bool:
    """Has that player a card lying face up since the auction?"""
    return any(shown.seat is seat for shown in game.shown_in_auction)


EFFECTS: dict[tuple[str, str], Callable[[Game, str, Irregularity, Ruling], None]] = {
    ("auction_incomplete_play_started", "play_on"): play_on,
    ("auction_incomplete_play_started", "put_back"): put_back,
}
