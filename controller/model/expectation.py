"""What a table expects next, as sensing may know it: enough to weigh evidence, nothing that tells who is right."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.model.board import Deal
from controller.model.calls import Bid
from controller.model.cards import Card
from controller.model.seats import Seat


@dataclass(frozen=True, slots=True)
class Expectation:
    """The tracked table in the few facts that tell a likely act from an unlikely one. None of it is a verdict."""

    #: `idle` before the first board, else the table's phase: `auction clarification play claim ended`.
    phase: str = "idle"
    board: int | None = None
    #: Whose call or card is due (dummy's seat for dummy's card); None when a ruling on an act must come first.
    turn: Seat | None = None
    #: The seat that must play to the trick before `turn` has been told, None if the auction is on.
    leader: Seat | None = None
    declarer: Seat | None = None
    dummy: Seat | None = None
    #: Is dummy's hand spread already?
    dummy_spread: bool = False
    #: Has the opening lead been faced? Before that a second card of that seat is a change of lead.
    lead_faced: bool = False
    last_bid: Bid | None = None
    #: Would a pass of `turn` end the auction, and who would be on lead then (None: passed out)?
    ends_with_pass: bool = False
    presumed_leader: Seat | None = None
    #: Cards of the trick in progress, in order.
    on_table: tuple[tuple[Seat, Card], ...] = ()
    #: Cards that count as played, or lie as penalty cards, by seat: they stay on the antenna.
    played: frozenset[tuple[Seat, Card]] = frozenset()
    penalty_cards: frozenset[tuple[Seat, Card]] = frozenset()
    #: A seat whose next card replaces the one named: after `correct` or a refused play.
    replaces: tuple[tuple[Seat, Card], ...] = ()
    #: What the record says of the hands, if there is one: evidence for which tag may be where, never a verdict.
    deal: Deal | None = None
    #: Kinds that wait for a decision.
    pending: tuple[str, ...] = field(default=())
