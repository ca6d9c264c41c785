"""Revokes: possible, certain, corrected, established (Laws 61 to 64)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.seats import Seat
from controller.table.game import Game


def on_play(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card has been played to a trick that another hand led: does it fail to follow suit?

    Call it before the card joins the trick by `tricks.put`, while the trick in progress is still the one played to.
    """


def on_card_shown(game: Game, n: str, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Cards of a hand are seen (played, exposed, spread, scanned): they may prove an earlier failure to follow."""


def side_plays_on(game: Game, n: str, seat: Seat) -> None:
    """A card of `seat`, lawful or not, is led or played to the trick in progress: it may establish a revoke (63A).

    Call it after the act's own findings have been raised.
    """


def treat_as_revoke(game: Game, n: str, finding_id: str, seat: Seat, card: Card) -> None:
    """Law 61A: an order of the other side was not obeyed; until established it may be corrected like a revoke."""


def is_replacement_due(game: Game, seat: Seat) -> bool:
    """Must the seat's next card replace one that was corrected (62A), or supply a missing one (67A)?"""
    return False


def on_replacement(game: Game, n: str, seat: Seat, card: Card) -> None:
    """The card that replaces a corrected one: into its trick, the old one penalised or back to hand, winner anew."""


def is_return_of_revoke_card(game: Game, seat: Seat, card: Card) -> bool:
    """A revoke card is taken back before it is established, by its player himself: that is no new irregularity."""
    return False
