"""What a Law may ask of a table. The table itself stands a layer above and fulfils this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from controller.model.calls import Bid, Call
from controller.model.cards import Card
from controller.model.events import nothing
from controller.model.regulations import Regulations
from controller.model.seats import Seat


@dataclass(frozen=True, slots=True)
class Offence:
    """The act that a Law is asked about: by whom, which call or cards, and whose turn it really was."""

    seat: Seat | None
    call: Call | None = None
    cards: tuple[Card, ...] = ()
    #: The seat whose turn it was; None if nobody's.
    turn: Seat | None = None
    #: Further facts that a question may need, by name.
    facts: Mapping[str, Any] = field(default_factory=nothing, hash=False)


class TableView(Protocol):
    """The table as the questions see it: read only."""

    regulations: Regulations
    #: The seat whose call or card is due.
    turn: Seat | None
    last_bid: Bid | None
    last_bidder: Seat | None
    #: 0 undoubled, 1 doubled, 2 redoubled.
    doubled: int
    #: Consecutive passes at the end of the auction.
    passes: int
    must_pass: dict[Seat, str]
    must_repeat: dict[Seat, Call]
    must_not_double: set[Seat]
    declarer: Seat | None
    dummy: Seat | None

    @property
    def leader(self) -> Seat | None:
        """Who leads, or led, to the trick in progress."""

    @property
    def trick(self) -> int:
        """Number of the trick in progress."""

    def has_played(self, seat: Seat) -> bool:
        """Has that hand put a card to the trick in progress, in or out of turn?"""

    def is_defender(self, seat: Seat) -> bool:
        """Does that player defend?"""

    def has_called(self, seat: Seat) -> bool:
        """Has that player a call that stands?"""
