"""The trick in progress as far as weighing evidence needs it: whose card is due, and after a supposed card.

Built from an `Expectation`; no Law is judged here, only who plays after whom and which card wins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.model.cards import Card, Suit
from controller.model.expectation import Expectation
from controller.model.seats import Seat

#: A card and whose it is; None for a card that has not been read.
Played = tuple[Seat, Card | None]
TRICK = 4


def winner_of(trick: tuple[Played, ...], trump: Suit | None) -> Seat | None:
    """Who wins as far as the cards are known; None if none of them is."""
    best: tuple[Seat, Card] | None = None
    for seat, card in trick:
        if card is None:
            continue
        if best is None or beats(card, best[1], trump):
            best = (seat, card)
    return best[0] if best else None


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Does a later card win over the best one so far?"""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is trump


@dataclass(frozen=True, slots=True)
class TrickView:
    """Who is due, and what lies on the table."""

    #: Whose card is due: none while a ruling must come first, several where an unread card may have won.
    turns: tuple[Seat, ...]
    on_table: tuple[Played, ...]
    trump: Suit | None
    #: Cards played to this trick ahead of their turn; they count when it comes.
    early: tuple[Played, ...] = ()
    #: Seats whose next card replaces another, in turn or not.
    replacing: tuple[Seat, ...] = ()
    #: Who acted last.
    last: Seat | None = None

    @classmethod
    def of(cls, expected: Expectation) -> TrickView:
        """The trick as the table has it."""
        bid = expected.last_bid
        return cls(
            turns=() if expected.turn is None else (expected.turn,),
            on_table=expected.on_table,
            trump=bid.denomination.trump if bid is not None else None,
            replacing=tuple(seat for seat, _ in expected.replaces),
            last=expected.on_table[-1][0] if expected.on_table else None,
        )

    @property
    def led(self) -> Suit | None:
        """The suit led, None before the lead or if it was not read."""
        if not self.on_table or self.on_table[0][1] is None:
            return None
        return self.on_table[0][1].suit

    def led_for(self, seat: Seat) -> Suit | None:
        """The suit that a card of that seat has to follow: none where it replaces its own lead."""
        is_new_lead = seat in self.replacing and bool(self.on_table) and self.on_table[0][0] is seat
        return None if is_new_lead else self.led

    def has_played(self, seat: Seat) -> bool:
        """Does a card of that seat lie in this trick?"""
        return any(s is seat for s, _ in self.on_table) or any(s is seat for s, _ in self.early)

    def with_card(self, seat: Seat, card: Card | None) -> TrickView:
        """After a card of that seat, in turn or not."""
        if seat in self.replacing:
            return self._replaced(seat, card)
        if seat in self.turns:
            return self._counted(seat, card)._with_early()
        if not self.on_table:
            # A lead out of turn: the next hand may play on it, or the right one lead.
            return replace(self, turns=(seat.lho, *self.turns), on_table=((seat, card),), last=seat)
        if self.has_played(seat):
            return replace(self, last=seat)
        return replace(self, early=(*self.early, (seat, card)), last=seat)

    def _replaced(self, seat: Seat, card: Card | None) -> TrickView:
        table = tuple((s, card if s is seat else c) for s, c in self.on_table)
        rest = tuple(s for s in self.replacing if s is not seat)
        if table != self.on_table:
            return replace(self, on_table=table, replacing=rest, last=seat)
        return replace(self, replacing=rest)._counted(seat, card)._with_early()

    def _counted(self, seat: Seat, card: Card | None) -> TrickView:
        table = (*self.on_table, (seat, card))
        if len(self.turns) > 1 and self.on_table and seat is not self.on_table[-1][0].lho:
            # The right hand led after a lead out of turn: its lead stands.
            table = ((seat, card),)
        if len(table) < TRICK:
            return replace(self, turns=(seat.lho,), on_table=table, last=seat)
        return replace(self, turns=self._leaders(table), on_table=(), last=seat)

    def _leaders(self, trick: tuple[Played, ...]) -> tuple[Seat, ...]:
        unread = tuple(s for s, c in trick if c is None)
        best = winner_of(trick, self.trump)
        return unread if best is None or best in unread else (best, *unread)

    def _with_early(self) -> TrickView:
        view = self
        while view.early and view.on_table and len(view.turns) == 1:
            due = next(((s, c) for s, c in view.early if s is view.turns[0]), None)
            if due is None:
                break
            rest = tuple(e for e in view.early if e is not due)
            view = replace(view, early=rest)._counted(*due)
        return view
