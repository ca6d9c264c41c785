"""Stories: in which order the cards that rest untold were played, with holes for cards not read yet.

A story costs the sum of what it needs, in nats: acts out of turn, late reads, misses, discards. The legal story has
no discount. Nothing is told here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import NamedTuple

from controller.model.cards import Card, Suit
from controller.model.seats import Seat
from controller.sensing.rates import Rates
from controller.sensing.settings import SensingSettings
from controller.sensing.trick_view import TRICK, TrickView

#: More cards than these are never weighed at once, and no more unread ones are supposed between them.
MOST_ACTS, MOST_HOLES = 20, 1
#: Stories are looked for up to these costs one after another, each with so many steps.
_LIMITS = (1.0, 5.0, 10.0, 16.0, 30.0, inf)
_STEPS = 150
#: So many acts at once (a reader was away) are put in the likeliest order and not weighed against others.
_MANY = 8
#: Stories that cost so much more than the best are not followed.
_BEYOND = 6.0
#: What is left of the doubt about an unread card where something else tells that it was played.
_LEAST_HOLE = 0.5
#: A card that left the spread hand later was played later, or two of them were lifted at once.
_LEFT_LATER = 4.0
#: A second card of one seat in a trick is a little less likely still than a card out of turn.
_SECOND_CARD = 1.0
#: While play rests after an act, the supposition that all was well gets dearer: so much a second, up to so much.
_STANDSTILL, _STANDSTILL_MOST = 0.5, 1.5


@dataclass(frozen=True, slots=True)
class Act:
    """A card that was put in playing position and has not been told."""

    seat: Seat
    card: Card
    #: Capture time of the first answer, the earliest time at which it can have been put there, and of its rest.
    first: float
    earliest: float
    rested: float
    #: The tag; None for a card that is known to be played without having been read at its place.
    tag: str | None = None
    pack: str | None = None
    lines: tuple[int, ...] = ()
    #: When it left the hand that lies spread, if it came from there.
    left: float | None = None
    #: Nothing speaks for it but that it is the only card it could have been.
    is_supposed: bool = False

    @property
    def is_read(self) -> bool:
        """Was it read in playing position?"""
        return self.tag is not None


@dataclass(frozen=True, slots=True)
class Unread:
    """A card that may have been played without having been read there, and what speaks for it, in nats."""

    act: Act
    evidence: float


#: No such card anywhere.
NOBODY: Mapping[Seat, Sequence[Unread]] = {}


@dataclass(frozen=True, slots=True)
class Story:
    """An order of acts; None stands for a card that has not been read and is not known."""

    acts: tuple[Act | None, ...]
    cost: float
    #: Is the first of them in turn, of its own hand, and following suit as far as that is known?
    is_lawful: bool
    has_hole: bool
    #: Whose card has not been read, if the first is None.
    unread: Seat | None = None
    #: There are too many acts to weigh this story against others.
    is_one_of_many: bool = False


class _Found(NamedTuple):
    """The cheapest order of some acts, and its cost."""

    acts: tuple[Act | None, ...]
    cost: float

    def after(self, act: Act | None, cost: float) -> _Found:
        """The same after one act more."""
        return _Found((act, *self.acts), self.cost + cost)


_NOTHING = _Found((), 0.0)

#: Whether a seat still holds a card of a suit when these are gone, too; None if nobody knows.
Holds = Callable[[Seat, Suit, Iterable[Card]], bool | None]


class Weighing:
    """The costs of one moment: the trick, what is known of the hands, the measured rates."""

    def __init__(
        self,
        rates: Rates,
        settings: SensingSettings,
        *,
        now: float,
        holds: Holds,
        owner: Callable[[Card], Seat | None],
        unread: Mapping[Seat, Sequence[Unread]] = NOBODY,
        played_at: Iterable[Seat] = (),
        previous: float | None = None,
        tail: float | None = None,
    ) -> None:
        self._rates = rates
        #: How late a card is read at most, where that is not what has been measured.
        self._tail = tail
        self._settings = settings
        self._now = now
        self._acts: list[Act] = []
        self._steps = 0
        self._holds = holds
        self._owner = owner
        self._unread = unread
        #: Seats that have played a card which cannot be named, as something else tells: a foreign tag, dummy's spread.
        self._played_at = frozenset(played_at)
        #: When the last act that was told took place.
        self._previous = previous

    def best_by_first(self, view: TrickView, acts: list[Act]) -> list[Story]:
        """The best story for each first act (or hole), cheapest first."""
        acts = self._acts = acts[:MOST_ACTS]
        found: list[Story] = []
        bound = inf
        if len(acts) > _MANY:
            return [self._of_many(view, acts)]
        for _, act, _ in self._options(view, acts):
            story = self._from(act, view, acts, bound)
            if story is not None:
                found.append(story)
                bound = min(bound, story.cost + _BEYOND)
        if view.turns:
            story = self._with_hole(view, acts, bound)
            if story is not None:
                found.append(story)
        return sorted(found, key=lambda s: s.cost)

    def _of_many(self, view: TrickView, acts: list[Act]) -> Story:
        likeliest = self._deepen(view, acts, inf, 0)
        first = likeliest.acts[0]
        assert first is not None
        lawful = self.of_act(first, view, [a for a in acts if a is not first])[1]
        return Story(likeliest.acts, likeliest.cost, lawful, False, is_one_of_many=True)

    def cheapest(self, view: TrickView, acts: list[Act]) -> float:
        """What the best story of all these acts costs, none of them unread."""
        self._acts = acts = acts[:MOST_ACTS]
        return self._deepen(view, acts, inf, 0).cost

    def in_order(self, view: TrickView, acts: list[Act]) -> float:
        """What just this order costs."""
        self._acts, total = acts, 0.0
        for number, act in enumerate(acts):
            total += self.of_act(act, view, acts[number + 1 :])[0]
            view = view.with_card(act.seat, act.card)
        return total

    def with_first(self, view: TrickView, first: Act, others: list[Act]) -> float:
        """What the best order costs that begins with that act."""
        self._acts = [first, *others]
        cost = self.of_act(first, view, others)[0]
        return cost + self._deepen(view.with_card(first.seat, first.card), others, inf, 0).cost

    # -- search -----------------------------------------------------------------------------------

    def _from(self, act: Act, view: TrickView, acts: list[Act], bound: float) -> Story | None:
        rest = [a for a in acts if a is not act]
        cost, lawful = self.of_act(act, view, rest)
        if cost >= bound:
            return None
        found = self._deepen(view.with_card(act.seat, act.card), rest, bound - cost, MOST_HOLES)
        if cost + found.cost >= bound:
            return None
        has_hole = any(a is None or not a.is_read for a in found.acts)
        return Story((act, *found.acts), cost + found.cost, lawful, has_hole)

    def _with_hole(self, view: TrickView, acts: list[Act], bound: float) -> Story | None:
        best: Story | None = None
        for seat in view.turns:
            for cost, filler in self.of_holes(seat, view, acts):
                if cost < bound:
                    filled = view.with_card(seat, None if filler is None else filler.card)
                    found = self._deepen(filled, acts, bound - cost, MOST_HOLES - 1)
                    if cost + found.cost < bound:
                        best, bound = (
                            Story((filler, *found.acts), cost + found.cost, True, True, seat),
                            cost + found.cost,
                        )
        return best

    def _deepen(self, view: TrickView, acts: list[Act], bound: float, holes: int) -> _Found:
        """The cheapest order of all the acts: cheap ones are looked for first, for dear ones are many."""
        for limit in _LIMITS:
            self._steps = 0
            found = self._search(view, acts, min(limit, bound), holes)
            if found is not None:
                return found
            if limit >= bound:
                break
        return self._one_by_one(view, acts) if bound == inf else _Found((), inf)

    def _search(self, view: TrickView, acts: list[Act], bound: float, holes: int) -> _Found | None:
        """The cheapest order of all the acts; None if each costs at least `bound`, or too many had to be tried."""
        if not acts:
            return _NOTHING if bound > 0 else None
        self._steps += 1
        if bound <= 0 or self._steps > _STEPS:
            return None
        best: _Found | None = None
        for cost, act, rest in self._options(view, acts):
            if cost >= bound:
                break
            found = self._search(view.with_card(act.seat, act.card), rest, bound - cost, holes)
            if found is not None:
                best = found.after(act, cost)
                bound = best.cost
        if holes:
            best = self._fill(view, acts, bound, holes) or best
        return best

    def _options(self, view: TrickView, acts: list[Act]) -> list[tuple[float, Act, list[Act]]]:
        """What may come next, the cheapest first."""
        found = []
        # The first answers of all the others, without looking through them for each act.
        firsts = sorted(act.first for act in acts)
        for act in acts:
            rest = [a for a in acts if a is not act]
            earliest = None if not rest else firsts[1] if act.first == firsts[0] else firsts[0]
            found.append((self._cost(act, view, rest, earliest)[0], act, rest))
        return sorted(found, key=lambda option: option[0])

    def _fill(self, view: TrickView, acts: list[Act], bound: float, holes: int) -> _Found | None:
        """The cheapest story that goes on with a card not read."""
        best: _Found | None = None
        for seat in view.turns:
            for cost, filler in self.of_holes(seat, view, acts):
                filled = view.with_card(seat, None if filler is None else filler.card)
                found = self._search(filled, acts, bound - cost, holes - 1)
                if found is not None:
                    best = found.after(filler, cost)
                    bound = best.cost
        return best

    def _one_by_one(self, view: TrickView, acts: list[Act]) -> _Found:
        """The cheapest act, then the cheapest after it: no search, where there are too many for one."""
        order: list[Act | None] = []
        total = 0.0
        while acts:
            cost, act, acts = self._options(view, acts)[0]
            view = view.with_card(act.seat, act.card)
            order.append(act)
            total += cost
        return _Found(tuple(order), total)

    # -- costs ------------------------------------------------------------------------------------

    def of_act(self, act: Act, view: TrickView, after: list[Act]) -> tuple[float, bool]:
        """What it needs that this act comes next and the others later; and whether it would be lawful."""
        return self._cost(act, view, after, min((a.first for a in after), default=None))

    def _cost(self, act: Act, view: TrickView, after: list[Act], first_after: float | None) -> tuple[float, bool]:
        turn = self._out_of_turn(act, view)
        if turn and after:
            turn -= log(self._settings.unnoticed)
        hand = self.of_hand(act, view, after)
        lawful = turn == 0 and hand < 4
        late = self._late(act, after, first_after)
        if act.seat in self._played_at and act.seat in view.turns:
            late = min(late, _LEAST_HOLE)
        return turn + hand + late, lawful

    def _out_of_turn(self, act: Act, view: TrickView) -> float:
        if act.seat in view.turns or act.seat in view.replacing:
            return 0.0
        if not view.turns and (view.last is None or act.seat is view.last.lho):
            return 0.0
        cost = -log(self._settings.irregular)
        return cost + _SECOND_CARD if view.has_played(act.seat) else cost

    def of_hand(self, act: Act, view: TrickView, after: Sequence[Act] = ()) -> float:
        """Does the card follow suit, and is it of that hand?"""
        owner = self._owner(act.card)
        if owner is not None and owner is not act.seat:
            return -log(self._settings.wrong_hand)
        led = view.led_for(act.seat)
        if led is None or act.card.suit is led or act.seat not in view.turns:
            return 0.0
        before = [a.card for a in self._acts if a.seat is act.seat and a is not act and a not in after]
        holds = self._holds(act.seat, led, before)
        if holds is None:
            return -log(self._settings.discard)
        return -log(self._settings.revoke) if holds else 0.0

    def _late(self, act: Act, after: list[Act], first: float | None) -> float:
        if first is None:
            return 0.0
        late = act.earliest - first
        cost = self._rates.lateness(late, self._tail)
        if act.left is not None and any(a.seat is act.seat and a.left is not None and a.left < act.left for a in after):
            # The other one was taken out of the spread hand first.
            cost += _LEFT_LATER
        if late > self._rates.period and self._previous is not None:
            # Two people must have acted in the time in which otherwise one did.
            cost += self._rates.two_in(first - self._previous)
        return cost

    def of_holes(self, seat: Seat, view: TrickView, after: list[Act]) -> list[tuple[float, Act | None]]:
        """A card of that seat lies there and has not been read, although the others have: which one, at what cost."""
        first, last = min(a.first for a in after), max(a.rested for a in after)
        standstill = min(_STANDSTILL_MOST, _STANDSTILL * max(0.0, self._now - last - 1.0))
        cost = self._rates.never_read(self._now - first) + standstill
        if seat in self._played_at:
            cost = _LEAST_HOLE
        known = [
            (max(_LEAST_HOLE, cost - u.evidence) + self._against(u.act, view), u.act)
            for u in self._unread.get(seat, ())
            # What lay in the spread hand after those others were put down was not played before them.
            if u.act.earliest <= first + self._rates.uncertainty
        ]
        return [*known, (cost, None)]

    def _against(self, act: Act, view: TrickView) -> float:
        """What speaks against a card out of a hand that all can see: nobody revokes with it and is not noticed."""
        return 0.0 if act.left is None else self.of_hand(act, view)


def could_be_next_lead(act: Act, view: TrickView, holds: Holds, hand: Iterable[Card] | None) -> bool:
    """A fourth hand's card: might it be that hand's lead to the next trick, its own card to this one read late?"""
    if len(view.on_table) != TRICK - 1 or act.seat not in view.turns or any(c is None for _, c in view.on_table):
        return False
    if hand is None:
        return True
    # The hand is known: could any other card of it, played to this trick, win it?
    others = [c for c in hand if c is not act.card]
    led = view.led
    if led is not None and holds(act.seat, led, ()):
        others = [c for c in others if c.suit is led]
    return any(_wins(act.seat, c, view) for c in others)


def _wins(seat: Seat, card: Card, view: TrickView) -> bool:
    return seat in view.with_card(seat, card).turns
