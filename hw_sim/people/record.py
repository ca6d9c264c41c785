"""The record that people try to follow: each player's calls and cards in the order in which he made them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from controller.model.calls import PASS, Call
from controller.model.cards import PACK, Card
from controller.model.seats import SEATS, Seat
from controller.records.board_record import BoardRecord
from hw_sim.people.auction import Auction


class Following:
    """What a record has each player call and play next; where it cannot be followed, something lawful instead."""

    def __init__(self, record: BoardRecord) -> None:
        self.record = record
        self.cards: tuple[Card, ...] = tuple(played.card for played in record.cards)
        self._calls: dict[Seat, deque[Call]] = {
            seat: deque(c.call for c in record.calls if c.seat is seat) for seat in SEATS
        }
        # Cards that the record does not play come last, the lowest first: nobody throws his aces away.
        rest = sorted(PACK, key=lambda card: card.rank)
        order = dict.fromkeys((*self.cards, *rest))
        self._rank = {card: i for i, card in enumerate(order)}

    def next_of(self, seat: Seat) -> Call:
        """The call that the record has this player make next; a pass when it has none."""
        return self._calls[seat][0] if self._calls[seat] else PASS

    def only_passes_left(self, seat: Seat) -> bool:
        """Does the record have this player pass from now on?"""
        return all(c is PASS for c in self._calls[seat])

    def wanted_call(self, seat: Seat, auction: Auction) -> Call:
        """His next call if it may be made as the auction stands, else a pass."""
        wanted = self.next_of(seat)
        return wanted if auction.may_call(seat, wanted) else PASS

    def called(self, seat: Seat) -> None:
        """The player has had this turn."""
        if self._calls[seat]:
            self._calls[seat].popleft()

    def choose(self, lawful: Iterable[Card]) -> Card:
        """The card that the record plays first among these."""
        return min(lawful, key=self._rank.__getitem__)
