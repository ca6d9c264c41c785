"""The auction as the players at the table keep it in mind: the calls that stand, whose turn it is, what may be called.

Only what the simulated people need to go on lawfully; judging is the controller's business, and nothing of it is used.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.model.board import Contract
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, Denomination, bid
from controller.model.seats import Seat, Side

#: Bids in the order of the auction, 1C to 7NT.
ALL_BIDS: tuple[Bid, ...] = tuple(bid(level, d) for level in range(1, 8) for d in Denomination)


@dataclass(slots=True)
class Auction:
    """Calls that stand, and who has to pass."""

    dealer: Seat
    calls: list[tuple[Seat, Call]] = field(default_factory=list)
    #: Seats that have to pass: once, or for the rest of the auction.
    barred: dict[Seat, str] = field(default_factory=dict)

    @property
    def turn(self) -> Seat:
        """Who calls next, in rotation after the last call that stands."""
        return self.calls[-1][0].lho if self.calls else self.dealer

    @property
    def last_bid(self) -> Bid | None:
        """The bid to beat."""
        return next((c for _, c in reversed(self.calls) if isinstance(c, Bid)), None)

    @property
    def last_bidder(self) -> Seat | None:
        """Who made it."""
        return next((s for s, c in reversed(self.calls) if isinstance(c, Bid)), None)

    @property
    def is_over(self) -> bool:
        """Four passes, or three in a row after a bid."""
        passes = 3 if self.last_bid else 4
        return len(self.calls) >= passes and all(c is PASS for _, c in self.calls[-passes:])

    def ends_with(self, *made: Call) -> bool:
        """Would the auction be over after these calls in turn?"""
        after = Auction(self.dealer, list(self.calls))
        for each in made:
            after.calls.append((after.turn, each))
        return after.is_over

    def latest_of(self, seat: Seat) -> Call | None:
        """That player's latest call that stands."""
        return next((c for s, c in reversed(self.calls) if s is seat), None)

    def add(self, seat: Seat, made: Call) -> None:
        """The call stands."""
        self.calls.append((seat, made))
        if self.barred.get(seat) == "next":
            del self.barred[seat]

    def may_call(self, seat: Seat, made: Call) -> bool:
        """Is that call sufficient or admissible (Laws 18 and 19), and the seat free to make it?"""
        if made is PASS:
            return True
        if seat in self.barred:
            return False
        if isinstance(made, Bid):
            return made.level <= 7 and (self.last_bid is None or made > self.last_bid)
        return self._may_double(seat) if made is DOUBLE else self._may_redouble(seat)

    def lowest_sufficient(self) -> Bid | None:
        """The cheapest bid that may be made; None over seven notrump."""
        last = self.last_bid
        return next((b for b in ALL_BIDS if last is None or b > last), None)

    def contract(self) -> Contract | None:
        """The contract once the auction is over; None if it was passed out."""
        last, bidder = self.last_bid, self.last_bidder
        if last is None or bidder is None:
            return None
        first = self._first_to_name(bidder.side, last.denomination)
        since = [c for _, c in self._since_last_bid()]
        doubled = 2 if REDOUBLE in since else 1 if DOUBLE in since else 0
        return Contract(last.level, last.denomination, first, doubled)

    def _first_to_name(self, side: Side, denomination: Denomination) -> Seat:
        return next(
            s for s, c in self.calls if s.side is side and isinstance(c, Bid) and c.denomination is denomination
        )

    def _since_last_bid(self) -> list[tuple[Seat, Call]]:
        for i in range(len(self.calls) - 1, -1, -1):
            if isinstance(self.calls[i][1], Bid):
                return self.calls[i:]
        return []

    def _last_action(self) -> tuple[Seat, Call] | None:
        return next(((s, c) for s, c in reversed(self.calls) if c is not PASS), None)

    def _may_double(self, seat: Seat) -> bool:
        last = self._last_action()
        return last is not None and isinstance(last[1], Bid) and last[0].side is not seat.side

    def _may_redouble(self, seat: Seat) -> bool:
        last = self._last_action()
        return last is not None and last[1] is DOUBLE and last[0].side is not seat.side
