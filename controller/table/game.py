"""The table while one event is worked on: a private, mutable state and how findings are raised and closed on it.

Nothing outside `controller.table` sees a `Game`; `Table` wraps one that is never changed again. Containers hold
frozen values only, so a copy of the containers is a copy of the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, NamedTuple

from controller.laws.rows import Bar, Edition, Law, Who
from controller.laws.view import Offence
from controller.model.board import Vulnerability
from controller.model.calls import PASS, Bid, Call
from controller.model.cards import Card
from controller.model.events import TableEvent, nothing
from controller.model.irregularities import CERTAIN, POSSIBLE, Attention, Irregularity, Resolved, RestsOn
from controller.model.regulations import Regulations
from controller.model.seats import Seat, Side
from controller.table.copying import copies
from controller.table.play_state import Play
from controller.table.watch_state import Clock, HandWatch, RevokeWatch, Score


class Stood(NamedTuple):
    """A call that stands in the auction; `n` is the number of its event."""

    n: str
    seat: Seat
    call: Call


class ShownCall(NamedTuple):
    """A call as it was shown, with what became of it: `stands`, `waiting`, `cancelled` or `withdrawn`."""

    n: str
    seat: Seat
    call: Call
    status: str
    alerted: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """An irregular call that waits for a decision."""

    id: str
    kind: str
    n: str
    seat: Seat
    call: Call
    law: Law
    #: The player whose turn it was.
    proper: Seat
    #: A replacement made before the ruling.
    replacement: Stood | None = None
    #: For a change of call: the call that stood before.
    first: Stood | None = None


@dataclass(frozen=True, slots=True)
class Duty:
    """What hangs on the offender's next call after his irregular call was not accepted."""

    id: str
    kind: str
    seat: Seat
    withdrawn: Call
    law: Law
    artificial: bool = False
    #: It was RHO's turn: what he does decides first (Laws 31A, 32).
    awaits_rho: bool = False
    #: The replacement, once made; then `comparable` or `not_comparable` may be ruled.
    replaced_by: Stood | None = None
    #: The replacement was again insufficient and has been refused (2017 Law 27B4).
    silences: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A call withdrawn by a player: what Law 26 looks at when his side defends."""

    id: str
    seat: Seat
    call: Call
    is_natural: bool = True
    #: Suits that the director says it showed, letters; None: those it named.
    suits: tuple[str, ...] | None = None
    #: Does it give declarer a right, as things stand?
    gives_right: bool = True
    #: The right has been used, waived or lost.
    is_used: bool = False


@dataclass(frozen=True, slots=True)
class ShownInAuction:
    """Cards of a player that lay face up during the auction (Law 24)."""

    n: str
    id: str
    seat: Seat
    cards: tuple[Card, ...]
    #: Led, or shown with intent: then it is no minor penalty card (Law 50).
    on_purpose: bool = False


class Keyed(NamedTuple):
    """What the players keyed into the scoring unit, and the number of the event."""

    contract: str
    declarer: Seat | None
    tricks: int | None
    lead: Card | None
    n: str


@dataclass(frozen=True, slots=True)
class Memory:
    """What a table remembers of its earlier boards this evening."""

    #: Number of the board before, and whether its result is still owed (calls made, nothing keyed or ruled).
    last_board: int | None = None
    owes_result: bool = False
    #: Hands of earlier boards: board number -> hands as known.
    hands: tuple[tuple[int, Mapping[Seat, frozenset[Card]]], ...] = ()
    clock: Clock | None = None


@dataclass(slots=True)
class Outcome:
    """What one event brought: collected while it is worked on."""

    raised: list[Irregularity] = field(default_factory=list)
    resolved: list[Resolved] = field(default_factory=list)
    changed: list[Irregularity] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """One board at a table, as far as it has come; the fields are those of the table log's State and what they need."""

    edition: Edition
    regulations: Regulations
    phase: str = "idle"
    board: int | None = None
    dealer: Seat | None = None
    vul: Vulnerability = Vulnerability.NONE
    turn: Seat | None = None
    # The auction.
    calls: list[Stood] = field(default_factory=list)
    shown: list[ShownCall] = field(default_factory=list)
    last_bid: Bid | None = None
    last_bidder: Seat | None = None
    doubled: int = 0
    passes: int = 0
    must_pass: dict[Seat, str] = field(default_factory=dict)
    must_repeat: dict[Seat, Call] = field(default_factory=dict)
    must_not_double: set[Seat] = field(default_factory=set)
    waiting: list[Waiting] = field(default_factory=list)
    duties: list[Duty] = field(default_factory=list)
    withdrawn: list[Withdrawn] = field(default_factory=list)
    shown_in_auction: list[ShownInAuction] = field(default_factory=list)
    #: Calls taken off the table without another: seat -> id of the finding.
    removed_calls: dict[Seat, str] = field(default_factory=dict)
    #: A lead seen before the last pass and what followed it, number and event, until the director rules (Law 17).
    early_acts: list[tuple[str, TableEvent]] = field(default_factory=list)
    #: The same acts once he has ruled: they happen now.
    released: list[tuple[str, TableEvent]] = field(default_factory=list)
    contract: str | None = None
    declarer: Seat | None = None
    dummy: Seat | None = None
    #: What the table remembers of earlier boards.
    memory: Memory = field(default_factory=Memory)
    #: The board has left the table in this phase, with this seat to act: it stays ended until it is brought back.
    left_at: tuple[str, Seat | None] | None = None
    #: The result that was keyed in on this board, and the number of the event that said so.
    keyed: Keyed | None = None
    # The play, the hands and the result.
    play: Play = field(default_factory=Play)
    watch: RevokeWatch = field(default_factory=RevokeWatch)
    score: Score = field(default_factory=Score)
    hands: HandWatch = field(default_factory=HandWatch)
    # Findings by id in the order in which they were raised, those that wait for a decision, and the closed ones.
    findings: dict[str, Irregularity] = field(default_factory=dict)
    pending: dict[str, str] = field(default_factory=dict)
    closed: dict[str, Resolved] = field(default_factory=dict)
    #: Only where the regulations ask for anything about time.
    clock: Clock | None = None
    #: The act before this one was another seat's, of the same kind and at the same time (Laws 33, 58A).
    is_simultaneous: bool = False
    #: Numbers of the acts that the sensors only think possible: what is found in them is possible too.
    doubtful: frozenset[str] = frozenset()
    out: Outcome = field(default_factory=Outcome)

    # -- what the Laws ask --------------------------------------------------------------------------------------

    @property
    def leader(self) -> Seat | None:
        """Who leads, or led, to the trick in progress."""
        return self.play.leader

    @property
    def trick(self) -> int:
        """Number of the trick in progress."""
        return self.play.trick

    @property
    def stays_ended(self) -> bool:
        """Has the board left the table, or a ruling given or taken its result?"""
        return self.left_at is not None or self.score.ruled is not None

    def has_played(self, seat: Seat) -> bool:
        """Has that hand put a card to the trick in progress, in or out of turn?"""
        play = self.play
        waits = play.lead_waits
        if waits is not None and (waits.seat is seat or (waits.answer is not None and waits.answer.seat is seat)):
            return True
        in_turn = any(p.seat is seat for p in play.on_table)
        return in_turn or any(a.seat is seat and a.trick == play.trick for a in play.ahead)

    def has_called(self, seat: Seat) -> bool:
        """Has that player a call that stands?"""
        return any(c.seat is seat for c in self.calls)

    def latest_call(self, seat: Seat) -> Stood | None:
        """A player's latest call that stands."""
        for stood in reversed(self.calls):
            if stood.seat is seat:
                return stood
        return None

    @property
    def declaring_side(self) -> Side | None:
        """Declarer's side, once there is one."""
        return self.declarer.side if self.declarer else None

    def is_defender(self, seat: Seat) -> bool:
        """Does that player defend? Nobody does before there is a contract."""
        return self.declarer is not None and seat.side is not self.declarer.side

    # -- findings -----------------------------------------------------------------------------------------------

    def raise_finding(
        self,
        kind: str,
        n: str,
        *,
        seat: Seat | None,
        law: Law | None = None,
        offence: Offence | None = None,
        certainty: str = CERTAIN,
        attention: Attention | None = None,
        options: tuple[str, ...] | None = None,
        by: Mapping[str, str] | None = None,
        facts: Mapping[str, Any] | None = None,
        rests_on: RestsOn = RestsOn.SEEN,
    ) -> Irregularity:
        """Raise a finding about act `n`: options, choosers, attention from the edition's row unless given here."""
        row = law or self.edition.law(kind, self, offence or Offence(seat))
        if self.play.hangs_on_unseen:
            rests_on = RestsOn.UNSEEN
        if n in self.doubtful:
            # A doubtful reading summons nobody: it is logged, and a scan or the director makes it certain.
            certainty, attention = POSSIBLE, Attention.LOG
        choices = tuple(o.choice for o in row.options) if options is None else options
        found = Irregularity(
            id=f"{kind}@{n}:{seat.name if seat else '-'}",
            kind=kind,
            seat=seat,
            laws=row.cite,
            attention=row.attention if attention is None else attention,
            options=choices,
            by={**self.choosers(row, choices, seat), **(by or {})},
            certainty=certainty,
            rests_on=rests_on,
            facts=facts or nothing(),
        )
        self.findings[found.id] = found
        self.play.may_be_special = True
        self.closed.pop(found.id, None)
        if choices:
            self.pending[found.id] = kind
        self.out.raised.append(found)
        return found

    def change_finding(self, finding_id: str, **fields: Any) -> None:
        """The same finding with other content: it will be told again under a higher revision."""
        before = self.findings[finding_id]
        after = replace(before, **fields)
        if self.play.hangs_on_unseen and after != before:
            after = replace(after, rests_on=RestsOn.UNSEEN)
        if after == before:
            return
        self.findings[finding_id] = after
        self.out.changed = [f for f in self.out.changed if f.id != finding_id]
        raised_now = [i for i, f in enumerate(self.out.raised) if f.id == finding_id]
        if raised_now:
            self.out.raised[raised_now[0]] = after
        else:
            self.out.changed.append(after)

    def close(self, finding_id: str, how: str, n: str, choice: str | None = None) -> None:
        """A finding needs no decision any more: by a `ruling`, by an `action`, or `promoted` to another."""
        if finding_id in self.pending or finding_id not in self.closed:
            self.pending.pop(finding_id, None)
            done = Resolved(finding_id, how, n, choice)
            self.closed[finding_id] = done
            self.out.resolved.append(done)

    def choosers(self, row: Law, choices: Sequence[str], offender: Seat | None) -> dict[str, str]:
        """Who makes each of these choices: as the row has it, the director where it says nothing."""
        who = {o.choice: self.chooser(o.chooser, offender) for o in row.options if o.choice in choices}
        return {**who, **{choice: "director" for choice in choices if choice not in who}}

    def chooser(self, who: Who, offender: Seat | None) -> str:
        """Who chooses, as the table log writes it: a seat, a side, or `director`."""
        match who:
            case Who.LHO if offender:
                return offender.lho.name
            case Who.OFFENDER if offender:
                return offender.name
            case Who.DECLARER if self.declarer:
                return self.declarer.name
            case Who.DEFENDERS if self.declarer:
                return self.declarer.side.other.name
            case Who.OTHER_SIDE if offender:
                return offender.side.other.name
            case _:
                return "director"

    # -- the auction's running values ---------------------------------------------------------------------------

    def stand(self, n: str, seat: Seat, call: Call) -> None:
        """A call stands: it joins the auction."""
        self.calls.append(Stood(n, seat, call))
        if isinstance(call, Bid):
            self.last_bid, self.last_bidder, self.doubled, self.passes = call, seat, 0, 0
        elif call is PASS:
            self.passes += 1
        else:
            self.doubled, self.passes = self.doubled + 1, 0

    def recount(self, calls: list[Stood]) -> None:
        """The auction is now these calls: everything that follows from them, anew."""
        self.calls = []
        self.last_bid, self.last_bidder, self.doubled, self.passes = None, None, 0, 0
        for stood in calls:
            self.stand(*stood)

    def mark_shown(self, n: str, status: str) -> None:
        """What became of a call that was shown."""
        self.shown = [c._replace(status=status) if c.n == n else c for c in self.shown]

    def bar(self, seat: Seat, bar: Bar | None) -> None:
        """A player must pass, at his next turn or throughout; the longer bar stays. After the auction nobody must."""
        if bar is not None and self.phase == "auction" and self.must_pass.get(seat) != Bar.THROUGHOUT.value:
            self.must_pass[seat] = bar.value

    def remember(self) -> Memory:
        """What the next board at this table has to know of this one."""
        if self.board is None:
            return self.memory
        owes = bool(self.shown) and self.keyed is None and self.score.ruled is None
        hands = (*self.memory.hands, (self.board, dict(self.play.known)))
        return Memory(self.board, owes, hands, self.clock)

    # -- copies -------------------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent copy; containers are copied, the values in them are frozen."""
        other = Game(*copies(_values_of(self)))
        other.play, other.watch = self.play.copy(), self.watch.copy()
        other.score, other.hands = self.score.copy(), self.hands.copy()
        other.out = Outcome()
        return other


_values_of = attrgetter(*(part.name for part in fields(Game)))
