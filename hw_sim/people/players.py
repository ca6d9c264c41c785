"""Four people at a table during one board: what they have in mind, and the pieces that their behaviour is made of.

Behaviour is a generator of steps: acts, waits for the director, notes of irregularities made. Whoever drives it
supplies time and sends the rulings back. Same record, plan and seed: same steps. The course is in `course`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from random import Random

from controller.model import events as ev
from controller.model.calls import Call
from controller.model.cards import Card
from controller.model.events import Ruling, TableEvent
from controller.model.seats import Seat
from controller.records.board_record import BoardRecord
from hw_sim import acts
from hw_sim.people.auction import Auction
from hw_sim.people.pace import PACE, Pace, Span
from hw_sim.people.play import LeadOrder, Play
from hw_sim.people.record import Following
from hw_sim.people.revoke_tricks import Revoke
from hw_sim.people.steps import Do, Made, Step, Wanted

#: What people do; a ruling comes back for each Wanted, None for everything else.
Behaviour = Generator[Step, Ruling | None, None]
#: The same with an answer at its end.
Hearing = Generator[Step, Ruling | None, Ruling]
#: The same where there may be none.
PerhapsHeard = Generator[Step, Ruling | None, Ruling | None]


@dataclass(frozen=True, slots=True)
class Moment:
    """Before the `index`th natural act of the board: a `call`, a `lead`, a `card`, or nothing yet `after_auction`."""

    index: int
    phase: str
    seat: Seat


#: What is done instead of the natural act of a moment.
Conduct = Callable[["Players", Seat], Behaviour]
Watch = Callable[["Players", Moment], None]
#: Is that possible now? The seat is the one whose act is due.
Fits = Callable[["Players", Seat], bool]


@dataclass(frozen=True, slots=True)
class TableRules:
    """What the people of a table need to know of how it is played."""

    laws: str = "2017"
    opening_lead: str = "face_down"
    #: The controller has the deal from a file: what rests on unseen cards can be found.
    deal_known: bool = True
    #: The table has antennas under the board's pockets.
    pockets: bool = False

    @property
    def is_1987(self) -> bool:
        """The older edition."""
        return self.laws == "1987"

    @property
    def leads_face_down(self) -> bool:
        """Law 41A as the Laws have it."""
        return self.opening_lead == "face_down"


DEFAULT_RULES = TableRules()


class Players:
    """The people of one table during one board."""

    def __init__(
        self,
        record: BoardRecord,
        seed: int | str,
        *,
        rules: TableRules = DEFAULT_RULES,
        pace: Pace = PACE,
        plan: Mapping[int, Conduct] | None = None,
        watch: Watch | None = None,
    ) -> None:
        if record.board is None or record.dealer is None or record.deal is None or not record.deal.is_complete:
            raise ValueError(f"board {record.board} cannot be played: it must have a number, a dealer and 52 cards")
        self.record = record
        self.number = record.board
        self.hands: Mapping[Seat, tuple[Card, ...] | frozenset[Card]] = record.deal.hands
        self.rules = rules
        self.pace = pace
        self.following = Following(record)
        self.auction = Auction(record.dealer)
        self.play: Play | None = None
        self.revokes: list[Revoke] = []
        #: The opening lead lies face down.
        self.lead_is_down = False
        #: Whose next act puts an error right: until then nobody makes another one.
        self.amends: Seat | None = None
        #: Seats whose hands lie spread.
        self.faced: set[Seat] = set()
        #: What somebody will do at the first chance that he gets.
        self.later: list[tuple[Fits, Conduct]] = []
        #: Cards that came out of the wrong pocket.
        self.misplaced: set[Card] = set()
        #: Tricks of a claim that the director awarded to declarer.
        self.awarded: int | None = None
        #: Nobody plays on; the director has cancelled the board.
        self.is_abandoned = self.is_cancelled = False
        #: Two hands that are put back into each other's pockets.
        self.exchanged: tuple[Seat, Seat] | None = None
        #: Whose pockets hold other cards at the end than the record has there.
        self.unrestored: tuple[Seat, ...] = ()
        #: Declarer's tricks as they are to be scored, once the board is over.
        self.tricks: int | None = None
        #: Chance of the errors; thinking has its own, so that an error does not change everybody's tempo.
        self.rng = Random(f"{seed} errors")
        self._thinking = Random(f"{seed} thinking")
        self._plan = plan or {}
        self._watch = watch
        self._moments = 0
        self._counts: dict[str, int] = {}

    @property
    def playing(self) -> Play:
        """The play, once the auction is over."""
        assert self.play is not None
        return self.play

    def moment(self, phase: str, seat: Seat) -> Conduct | None:
        """A natural act is due; what the plan has done in its place."""
        moment = Moment(self._moments, phase, seat)
        self._moments += 1
        if self.amends is not None and phase in ("call", "card"):
            return None
        self.amends = None
        if self._watch is not None:
            self._watch(self, moment)
        planned = self._plan.get(moment.index)
        return planned or (self._waiting_for(seat) if phase in ("card", "after_auction") else None)

    def _waiting_for(self, seat: Seat) -> Conduct | None:
        """What somebody has been waiting to do."""
        for waits in self.later:
            if waits[0](self, seat):
                self.later.remove(waits)
                return waits[1]
        return None

    def think(self, span: Span) -> float:
        """Seconds that somebody thinks."""
        return span.draw(self._thinking)

    # -- irregularities and the director -------------------------------------------------------

    def made(self, kind: str, seat: Seat | None) -> Made:
        """Note an irregularity (yield what comes back)."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return Made(kind, seat)

    def on(self, kind: str) -> str:
        """The latest irregularity of that kind, as a ruling names it."""
        count = self._counts.get(kind, 1)
        return kind if count == 1 else f"{kind}#{count}"

    def ask(self, kind: str, seat: Seat | None, expected: Ruling, *, sees: tuple[TableEvent, ...] = ()) -> Hearing:
        """Wait for the director, who enters what he `sees` and then rules; what was heard."""
        heard = yield Wanted(kind, seat, (*sees, expected))
        return heard or expected

    def rule(self, kind: str, seat: Seat | None, choice: str) -> Hearing:
        """An irregularity is noted and the director called; what he rules."""
        yield self.made(kind, seat)
        return (yield from self.hear(kind, seat, choice))

    def hear(self, kind: str, seat: Seat | None, choice: str) -> Hearing:
        """The director is called for what was noted before; what he rules."""
        return (yield from self.ask(kind, seat, Ruling(on=self.on(kind), choice=choice, src="director")))

    # -- calls ---------------------------------------------------------------------------------

    def call(self, seat: Seat, made: Call, span: Span | None = None) -> Behaviour:
        """A call in turn, which stands."""
        self._mended(seat)
        self.following.called(seat)
        self.auction.add(seat, made)
        yield self.show(seat, made, span)

    def show(self, seat: Seat, made: Call, span: Span | None = None) -> Do:
        """A call is put on the table; whether it stands is another matter."""
        act = acts.ShowCall(seat, made, is_last=self.auction.is_over)
        return Do(self.think(span or self.pace.call), act, (ev.CallMade(seat=seat, call=made),))

    def pick_up(self, seat: Seat, made: Call) -> Do:
        """A call that the director cancelled goes back into the box: no act in the eyes of the Laws."""
        return Do(self.think(self.pace.obey), acts.TakeCallBack(seat, made))

    # -- cards ---------------------------------------------------------------------------------

    def card(self, seat: Seat, card: Card, span: Span | None = None) -> Behaviour:
        """A card in turn, which counts as played."""
        is_penalty = card in self.playing.penalty.get(seat, ())
        act = acts.LiftAndPutCard(seat, card) if is_penalty else acts.PutCard(seat, card)
        yield Do(self.think(span or self._card_span(seat)), act, (ev.CardPlayed(seat=seat, card=card),))
        if card in self.misplaced:
            self.misplaced.discard(card)
            yield from self.rule("card_not_in_that_hand", seat, "play_on")
        yield from self.counts(seat, card)

    def put(self, seat: Seat, card: Card, span: Span | None = None) -> Do:
        """A card is put on the table; whether it counts as played is another matter."""
        seconds = self.think(span or self._card_span(seat))
        return Do(seconds, acts.PutCard(seat, card), (ev.CardPlayed(seat=seat, card=card),))

    def counts(self, seat: Seat, card: Card) -> Behaviour:
        """The card counts as played to the trick; its side plays on, so its older revokes are established (63A1)."""
        self._mended(seat)
        number = self.playing.number
        self.playing.add(seat, card)
        yield from self.plays_on(seat, number)

    def plays_on(self, seat: Seat, number: int) -> Behaviour:
        """A side leads or plays to that trick, lawfully or not."""
        for revoke in self.revokes:
            if revoke.seat.side is seat.side and revoke.trick < number and not revoke.is_established:
                revoke.is_established = True
                yield self.made("revoke_established", revoke.seat)

    def lay_lead(self, seat: Seat, card: Card) -> Do:
        """A card is laid down as the opening lead, face down where that is the rule."""
        face = "down" if self.rules.leads_face_down else None
        seconds = self.think(self.pace.opening_lead)
        return Do(seconds, acts.PutCard(seat, card), (ev.CardPlayed(seat=seat, card=card, face=face),))

    def spread(self, seat: Seat, *, without: Card | None = None) -> Behaviour:
        """A hand goes down as dummy, perhaps without a card; a lead that still lies face down is faced before."""
        cards = tuple(sorted(card for card in self.playing.hands[seat] if card is not without))
        self.faced.add(seat)
        told: tuple[TableEvent, ...] = (ev.HandFaced(seat=seat, cards=cards),)
        if self.lead_is_down:
            leader, card = self.playing.on_table[0]
            told = (ev.CardFaced(seat=leader, card=card), *told)
            self.lead_is_down = False
        yield Do(self.think(self.pace.spread), acts.SpreadHand(seat, cards), told)

    def take_back(self, seat: Seat, card: Card, span: Span | None = None) -> Do:
        """A card goes back to the hand."""
        seconds = self.think(span or self.pace.obey)
        return Do(seconds, acts.TakeCardBack(seat, card), (ev.CardReturned(seat=seat, card=card),))

    def put_back(self, seat: Seat, card: Card) -> Behaviour:
        """A card goes back on the director's word, and he says who goes on."""
        yield self.take_back(seat, card)
        yield Do(self.think(self.pace.resume), None)

    def penalise(self, seat: Seat, card: Card, kind: str) -> None:
        """The card stays in front of its owner as a major penalty card."""
        self.playing.penalty.setdefault(seat, {})[card] = kind

    def order_lead(self, leader: Seat, heard: Ruling) -> Behaviour:
        """Declarer's choice for a lead: penalty cards of those suits go back to hand, the leader is bound."""
        suits = frozenset(heard.suits or ())
        self.playing.lead_orders[leader] = LeadOrder(heard.choice, suits)
        lying = self.playing.penalty.get(leader.partner, {})
        for card in [c for c in lying if c.suit in suits]:
            del lying[card]
            yield from self.put_back(leader.partner, card)

    def _mended(self, seat: Seat) -> None:
        if self.amends is seat:
            self.amends = None

    def _card_span(self, seat: Seat) -> Span:
        play = self.playing
        if len(play.lawful(seat)) == 1 or seat is play.dummy:
            is_first = seat is play.dummy and not play.tricks
            return self.pace.first_card if is_first else self.pace.no_choice
        return self.pace.card if play.on_table else self.pace.lead
