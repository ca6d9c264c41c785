"""What a table keeps watch of beside the play itself: revokes, defective tricks, a claim, the result, scanned hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.model.cards import Card, Suit
from controller.model.events import TableEvent
from controller.model.seats import Seat, Side
from controller.table.play_state import PlayOrder


@dataclass(frozen=True, slots=True)
class Revoke:
    """A failure to follow suit, or to obey an order that is treated as one (Law 61A)."""

    #: Id of the finding it stands under now.
    id: str
    #: Number of the event of its card.
    n: str
    seat: Seat
    trick: int
    suit: Suit
    card: Card
    #: `possible`, `certain`, `corrected`, `established`, or `twelve` (Law 62D).
    status: str
    #: The hand, or the card that should have been played, lay face up (64B3).
    was_faced: bool = False
    #: An order of the other side was not obeyed, rather than a suit not followed.
    is_order: bool = False
    #: That order: the suits it left for a lead, or what it said of the card (Law 57A).
    suits: frozenset[Suit] = frozenset()
    order: PlayOrder | None = None
    #: The offender's side has led or played to a later trick.
    played_on: bool = False


@dataclass(frozen=True, slots=True)
class Replacing:
    """The seat's next card goes into a trick that is there already: for a card taken back, or for one missing."""

    trick: int
    #: The card it replaces; None where none was played.
    card: Card | None
    #: The finding it is about; empty where the Laws merely allow the change (62C).
    id: str = ""
    #: Ordered by the director: then the replacement raises nothing.
    is_ordered: bool = True
    #: A defender's card taken back becomes a major penalty card.
    is_penalised: bool = True
    #: The player has taken the card off the open trick himself.
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Defect:
    """A trick of three cards that has been quitted (Law 67)."""

    n: str
    id: str
    seat: Seat
    trick: int
    suit: Suit
    #: Sides that have played to a later trick.
    played_on: frozenset[Side] = frozenset()
    #: Both sides have: it is a defective trick (67B).
    is_defective: bool = False
    is_mended: bool = False
    #: The missing card, once it has been put in its place.
    supplied: Card | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim or concession in the course of being answered (Laws 68, 69)."""

    n: str
    seat: Seat
    tricks: int
    agreed: frozenset[Seat] = frozenset()
    is_disputed: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """Time at a table whose regulations ask for it, in seconds as the events state it."""

    now: float = 0.0
    #: When this board was taken up.
    began: float = 0.0
    #: Since when the player in turn has been thinking; None where nothing can be said of it.
    since: float | None = None
    #: Slow play has been told; the controller was away for a while.
    is_told: bool = False
    is_broken: bool = False
    #: How long each player's calls and plays took, by seat and kind of finding; pairs by side.
    times: Mapping[tuple[Seat, str], tuple[float, ...]] = field(default_factory=dict)
    pairs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class RevokeWatch:
    """Revokes, replacements and defective tricks of one board."""

    revokes: list[Revoke] = field(default_factory=list)
    defects: list[Defect] = field(default_factory=list)
    replacing: dict[Seat, Replacing] = field(default_factory=dict)
    #: Cards that may be changed after a correction (62C): seat -> the trick and whether it then is penalised.
    may_change: dict[Seat, Replacing] = field(default_factory=dict)
    #: Tricks to which a side had to lead or play by an order.
    bound: set[tuple[int, Side]] = field(default_factory=set)

    @property
    def is_quiet(self) -> bool:
        """Nothing to watch: a lawful card needs no question here."""
        return not (self.revokes or self.defects or self.replacing or self.may_change)

    def copy(self) -> RevokeWatch:
        """An independent copy."""
        return RevokeWatch(
            list(self.revokes), list(self.defects), dict(self.replacing), dict(self.may_change), set(self.bound)
        )


@dataclass(slots=True)
class Score:
    """How the board stands in tricks: as won, claimed or awarded; transfers; what a ruling put in their place."""

    claim: Claim | None = None
    #: Declarer's tricks before transfers, once they are known.
    tricks: int | None = None
    #: Tricks of each side in the remaining ones, by claim or award.
    claimed: Mapping[Side, int] = field(default_factory=dict)
    #: How each player's card of each trick was turned: as won?
    turned: dict[tuple[Seat, int], bool] = field(default_factory=dict)
    #: Transfers by the finding they were ruled on.
    transfers: dict[str, tuple[Side, int]] = field(default_factory=dict)
    #: The result that a ruling gives: adjusted, artificial or cancelled.
    ruled: Mapping[str, Any] | None = None

    def copy(self) -> Score:
        """An independent copy."""
        return Score(self.claim, self.tricks, self.claimed, self.turned.copy(), self.transfers.copy(), self.ruled)


@dataclass(slots=True)
class HandWatch:
    """What records and scans say of the hands."""

    #: Hands by the record: a deal file, or the pockets scanned before play.
    record: dict[Seat, frozenset[Card]] = field(default_factory=dict)
    #: The latest full scan of each hand or pocket.
    scans: dict[Seat, frozenset[Card]] = field(default_factory=dict)
    #: Hands that the director let be played although they differ from the record.
    adopted: dict[Seat, frozenset[Card]] = field(default_factory=dict)
    #: Whose dealt hand a seat was found to hold.
    taken: dict[Seat, Seat] = field(default_factory=dict)
    #: The finding that a seat's scan raised and that still waits.
    raised: dict[Seat, str] = field(default_factory=dict)
    #: Cards that the director has let a seat play although they are another's.
    let_be: set[tuple[Seat, Card]] = field(default_factory=set)
    #: Events set aside until the director rules on their cards, by finding.
    set_aside: dict[str, TableEvent] = field(default_factory=dict)

    def copy(self) -> HandWatch:
        """An independent copy."""
        return HandWatch(
            dict(self.record),
            dict(self.scans),
            dict(self.adopted),
            dict(self.taken),
            dict(self.raised),
            set(self.let_be),
            dict(self.set_aside),
        )
