"""The record of one board as it was played at one table: a frozen value that formats are read into and written from.

It holds facts and what was ruled; what the Laws say of them is not judged again here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from controller.model.board import Contract, Deal, Vulnerability
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, Denomination, bid
from controller.model.cards import PACK, Card
from controller.model.events import nothing
from controller.model.seats import Seat, Side

TRICKS_IN_A_DEAL = 13
#: What a text says that nobody knows (PBN's word for it).
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call that stands in the auction."""

    seat: Seat
    call: Call
    #: The explanation of an alerted call, empty if none was given; None: it was not alerted.
    alert: str | None = None
    #: Seconds since the board began.
    t: float | None = None
    #: An annotator's opinions, as PBN numbers them (1 good call … 6 questionable call).
    glyphs: tuple[int, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class RecordedCard:
    """A card as it was played and stands."""

    seat: Seat
    card: Card
    #: Seconds since the board began.
    t: float | None = None
    #: It did not follow suit though it could have, and was not put right (Laws 61 to 64).
    revoke: bool = False
    #: What the play means, where a note says so.
    note: str | None = None
    glyphs: tuple[int, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """A trick in the order of play; fewer than four cards if it was not finished or a card is not known."""

    leader: Seat
    cards: tuple[RecordedCard, ...]

    def winner(self, denomination: Denomination) -> Seat | None:
        """Law 44E, F: the highest trump, else the highest card of the suit led; None while a card is missing."""
        cards = self.cards
        if len(cards) != 4 or cards[0].seat is not self.leader or len({c.seat for c in cards}) != 4:
            return None
        best, trump = cards[0], denomination.trump
        for played in cards[1:]:
            suit = played.card.suit
            if suit is best.card.suit:
                if played.card.rank > best.card.rank:
                    best = played
            elif suit is trump:
                best = played
        return best.seat


@dataclass(frozen=True, slots=True)
class RecordedClaim:
    """A claim or concession (Law 68): so many of the remaining tricks for the claimer's side."""

    #: None: the source does not say who claimed; the tricks are then for declarer's side.
    seat: Seat | None
    tricks: int
    #: Number of the trick in progress, 1 to 13.
    trick: int
    #: None: neither agreed nor disputed so far.
    agreed: bool | None = None
    statement: str | None = None


@dataclass(frozen=True, slots=True)
class WithdrawnCall:
    """A call that was made and does not stand: cancelled, taken back or changed."""

    #: How many calls stood before it.
    after: int
    seat: Seat
    call: Call
    status: str


@dataclass(frozen=True, slots=True)
class RecordedIrregularity:
    """What was found, by its id; the options of the moment are not part of the record."""

    id: str
    kind: str
    seat: Seat | None
    laws: tuple[str, ...] = ()
    certainty: str = "certain"


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """What the director decided, on which finding, and by whom."""

    on: str
    choice: str
    #: The choice's own fields, as in `tricks=1 to=EW`.
    detail: str = ""
    by: str | None = None


@dataclass(frozen=True, slots=True)
class TricksTransferred:
    """Tricks that changed sides at the end of play (Law 64)."""

    to: Side
    tricks: int


@dataclass(frozen=True, slots=True)
class AssignedScore:
    """An assigned adjusted score (Law 12C1): the board counts as this contract with that many tricks."""

    contract: Contract | None
    tricks: int | None


@dataclass(frozen=True, slots=True)
class ArtificialScore:
    """An artificial adjusted score (Law 12C2), in percent of what the board is worth."""

    ns: float
    ew: float


@dataclass(frozen=True, slots=True)
class BoardCancelled:
    """The director took the board out: it has no result."""


AdjustedScore = AssignedScore | ArtificialScore | BoardCancelled


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote about the board; `after` names the tag that it stood behind, empty before all of them."""

    text: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class EndPosition:
    """What is known of the contract where a record begins in the middle of the play: its denomination, its declarer."""

    denomination: Denomination
    declarer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a file that means nothing to us and is carried on as it stood."""

    name: str
    value: str
    lines: tuple[str, ...]


_NOBODY: Mapping[Seat, str] = MappingProxyType({})
_NO_PAIRS: Mapping[Side, str] = MappingProxyType({})


def _nobody() -> Mapping[Seat, str]:
    return _NOBODY


def _no_pairs() -> Mapping[Side, str]:
    return _NO_PAIRS


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """One board at one table: the deal, every call and card that stands, the result, and what was ruled."""

    board: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None
    event: str = UNKNOWN
    site: str = UNKNOWN
    #: `YYYY.MM.DD`, question marks for what is not known.
    date: str = UNKNOWN
    scoring: str = UNKNOWN
    #: Who sat where; a seat that is not known is absent.
    names: Mapping[Seat, str] = field(default_factory=_nobody, hash=False)
    #: The number or name of the pair of each side.
    pairs: Mapping[Side, str] = field(default_factory=_no_pairs, hash=False)
    #: The edition of the Laws that was played by.
    laws: str | None = None
    calls: tuple[RecordedCall, ...] = ()
    withdrawn_calls: tuple[WithdrawnCall, ...] = ()
    #: The contract with its declarer; None if it is not known or the board was passed out.
    contract: Contract | None = None
    #: The deal is what was left of it, and no contract with a level is told.
    end_position: EndPosition | None = None
    passed_out: bool = False
    #: Declarer and dummy changed places after an irregular opening lead (Law 54A).
    declarer_swapped: bool = False
    play: tuple[RecordedTrick, ...] = ()
    claims: tuple[RecordedClaim, ...] = ()
    #: Declarer's tricks as the board is scored, after transfers.
    tricks: int | None = None
    #: They are not the tricks that were won: some were transferred, or the players agreed on a wrong number.
    tricks_differ: bool = False
    transfers: tuple[TricksTransferred, ...] = ()
    score_ns: int | None = None
    adjusted: AdjustedScore | None = None
    irregularities: tuple[RecordedIrregularity, ...] = ()
    rulings: tuple[RecordedRuling, ...] = ()
    #: The board is still being played.
    in_progress: bool = False
    #: Further facts by the names of PBN's supplemental tags: `Table`, `Round`, `Room`, `HomeTeam` …
    tags: Mapping[str, str] = field(default_factory=nothing, hash=False)
    sections: tuple[Section, ...] = ()
    comments: tuple[Comment, ...] = ()

    @property
    def declarer(self) -> Seat | None:
        """Who played the contract."""
        played = self.contract or self.end_position
        return played.declarer if played else None

    @property
    def denomination(self) -> Denomination | None:
        """What was trumps, or notrump."""
        played = self.contract or self.end_position
        return played.denomination if played else None

    @property
    def cards(self) -> Iterator[RecordedCard]:
        """Every card in the order of play."""
        return (played for trick in self.play for played in trick.cards)

    @property
    def is_played_out(self) -> bool:
        """Thirteen tricks of four cards."""
        return len(self.play) == TRICKS_IN_A_DEAL and all(len(trick.cards) == 4 for trick in self.play)

    def tricks_won(self, side: Side) -> int:
        """Tricks won at the table by that side, as far as the play is recorded."""
        denomination = self.denomination
        if denomination is None:
            return 0
        won = (trick.winner(denomination) for trick in self.play)
        return sum(1 for seat in won if seat is not None and seat.side is side)


_CALLS: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *(bid(n, name) for n in range(1, 8) for name in Denomination))
#: Every call and card without anything said of it, made once: most of a record consists of these.
PLAIN_CALLS: Mapping[tuple[Seat, Call], RecordedCall] = {(s, c): RecordedCall(s, c) for s in Seat for c in _CALLS}
PLAIN_CARDS: Mapping[tuple[Seat, Card], RecordedCard] = {
    (seat, played): RecordedCard(seat, played) for seat in Seat for played in PACK
}


def leaders(record: BoardRecord) -> Iterator[Seat | None]:
    """Who should have led to each trick of the record and to the next one; None where a card before it is unknown."""
    denomination = record.denomination
    yield record.contract.declarer.lho if record.contract else None
    for trick in record.play:
        yield trick.winner(denomination) if denomination is not None else None


def is_insufficient(calls: Iterable[RecordedCall], made: Call) -> bool:
    """Law 27: a bid that does not supersede the last bid before it."""
    bids = [c.call for c in calls if isinstance(c.call, Bid)]
    return isinstance(made, Bid) and bool(bids) and not made > bids[-1]


def is_in_rotation(calls: Iterable[RecordedCall], first: Seat) -> bool:
    """Did nobody call out of turn, from the dealer on?"""
    turn = first
    for made in calls:
        if made.seat is not turn:
            return False
        turn = turn.lho
    return True


def auction_is_over(calls: Iterable[RecordedCall]) -> bool:
    """Law 22: four passes, or three in a row after a bid."""
    made = [c.call for c in calls]
    passes = 3 if any(isinstance(c, Bid) for c in made) else 4
    return len(made) >= passes and all(c is PASS for c in made[-passes:])


def contract_of(calls: Iterable[RecordedCall]) -> Contract | None:
    """The contract that these calls lead to (Law 22A); declarer is who first named its denomination for the side."""
    last: tuple[Seat, Bid] | None = None
    first_to_name: dict[tuple[Side, Denomination], Seat] = {}
    doubled = 0
    for c in calls:
        if isinstance(c.call, Bid):
            last, doubled = (c.seat, c.call), 0
            first_to_name.setdefault((c.seat.side, c.call.denomination), c.seat)
        elif c.call in (DOUBLE, REDOUBLE):
            doubled = 1 if c.call is DOUBLE else 2
    if last is None:
        return None
    seat, final = last
    return Contract(final.level, final.denomination, first_to_name[seat.side, final.denomination], doubled)
