"""Another table for tests of sensing, independent of the simulator's: other readers, other noise, other hands.

People's acts put tags within reach of antennas for a while; afterwards every round of every antenna is read.
How the readers are built is a `Make`; how often things go wrong is a row of rates as in the other noisy table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from sensing.noisy_table import LEVELS, Level

from controller.model import readings as rd
from controller.model.calls import PASS, Bid, Call, call
from controller.model.cards import PACK, Card
from controller.model.reading_log import Deck
from controller.model.seats import SEATS, Seat
from hw_sim import acts
from hw_sim.acts import Act

#: Not in the order of the pack: a tag's number says nothing of its card.
_SHUFFLED = Random("tags").sample(range(1000, 9000), len(PACK))
DECK = Deck("red-3", {f"E0078{number:011d}": c for number, c in zip(_SHUFFLED, PACK, strict=True)})
TAG = {c: tag for tag, c in DECK.tags.items()}
FOREVER = float("inf")


@dataclass(frozen=True)
class Make:
    """How the readers of a table are made, and how the people there handle their cards. Seconds."""

    name: str
    #: One round of an antenna; the same for all of them unless `readers` is four (then each has its own, up to `uneven`
    #: longer), each round longer or shorter by `jitter`, a share.
    round_s: float = 0.17
    uneven: float = 0.0
    jitter: float = 0.0
    #: One multiplexer over all antennas (in this order of kinds), or a reader for each seat with a clock of its own.
    readers: int = 1
    order: str = "spread play"
    backwards: bool = False
    clock_off_s: float = 0.0
    #: `changes`: a scan where the answer differs; `every`: every scan of an antenna that has or had tags;
    #: `edges`: tag_seen and tag_gone; `patient`: the same, gone only after two silent rounds.
    tells: str = "changes"
    #: Misses come in runs of so many rounds in the mean; a card that lies under others is missed so much more often.
    run: float = 1.0
    shadow: float = 1.0
    #: The neighbour's antenna hears a resting card faintly, a round.
    faint: float = 0.0
    delay: tuple[float, float] = (0.005, 0.04)
    #: The host polls: readings arrive in bunches so far apart.
    bunch_s: float = 0.0
    u: float | None = None
    reach: tuple[float, float] = (0.2, 0.7)
    hover: tuple[float, float] = (0.05, 0.38)
    after_hover: tuple[float, float] = (0.05, 0.6)
    touch: tuple[float, float] = (0.05, 0.36)
    again: tuple[float, float] = (0.15, 1.0)
    over: tuple[float, float] = (0.1, 0.4)
    #: Late reads: spread evenly up to the level's longest, or mostly short.
    late_shape: str = "even"
    #: A hand goes down: one card after another within so long.
    spread_s: tuple[float, float] = (0.8, 4.0)


@dataclass
class Lying:
    """A tag within reach from one time to another."""

    tag: str
    start: float
    end: float = FOREVER
    #: Its own share of the antenna's misses: the first one on the pile lies lowest.
    below: int = 0


class OtherTable:
    """Acts go in with `do`; `readings` are what the controller gets of all of it."""

    def __init__(self, make: Make, level: int | Level, seed: int | str) -> None:
        self.make = make
        self.level = LEVELS[level] if isinstance(level, int) else level
        self._rng = Random(f"{seed} {make.name}")
        self._places: dict[str, list[Lying]] = {}
        self._other: list[rd.Reading] = []
        self._held: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self._spread: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self._standing: dict[Seat, list[Call]] = {seat: [] for seat in SEATS}

    # -- people -----------------------------------------------------------------------------------

    def do(self, act: Act, at: float) -> float:
        """An act begins; when it is seen to be done."""
        match act:
            case acts.BringBoard(board, hands):
                self._held = {seat: list(hands[seat]) for seat in SEATS}
                self._spread = {seat: [] for seat in SEATS}
                self._other.append(rd.BoardTag(t=at + 0.1, board=board))
                return at
            case acts.TakeHands():
                return at + 1.5
            case acts.ShowCall(seat, made, _):
                return self._show(seat, made, at)
            case acts.TakeCallBack(seat, made):
                return self._unshow(seat, made, at)
            case acts.ClearBoxes():
                return self._clear(at)
            case acts.PressKey(seat, key, value):
                as_number = int(value) if key == "claim" and value is not None else value
                self._other.append(rd.KeyPressed(t=at, seat=seat, key=key, value=as_number))
                return at
            case acts.RemoveBoard():
                self._other.append(rd.BoardTag(t=at + 0.3, board=None))
                return at
            case _:
                return self._move(act, at)

    def _move(self, act: Act, at: float) -> float:
        match act:
            case acts.PutCard(seat, card):
                return self._put(seat, card, at)
            case acts.PutCards(cards):
                return self._put_at_once(cards, at)
            case acts.TakeCardBack(seat, card):
                return self._take_back(seat, card, at)
            case acts.LiftAndPutCard(seat, card):
                self._leaves(f"play.{seat}", TAG[card], at)
                down = at + self._rng.uniform(0.7, 1.4)
                self._lies(f"play.{seat}", TAG[card], down)
                return down
            case acts.SpreadHand(seat, cards):
                return self._spread_out(seat, cards, at)
            case acts.PutHandsBack():
                self._gather(at)
                return at + 3.0
            case _:
                raise ValueError(f"{act} is not known at this table")

    def _spread_out(self, seat: Seat, cards: tuple[Card, ...], at: float) -> float:
        takes = self._rng.uniform(*self.make.spread_s)
        for card in cards:
            self._lies(f"spread.{seat}", TAG[card], at + self._rng.uniform(0.2, takes))
        self._held[seat] = [c for c in self._held[seat] if c not in cards]
        self._spread[seat] = list(cards)
        return at + takes

    def _gather(self, at: float) -> None:
        for some in self._places.values():
            for lying in some:
                if lying.end == FOREVER:
                    lying.end = at + self._rng.uniform(0.5, 2.0)

    def _put_at_once(self, cards: tuple[tuple[Seat, Card], ...], at: float) -> float:
        """At one moment: nobody hovers, and no way is longer than another."""
        down = at + self._rng.uniform(*self.make.reach)
        for seat, card in cards:
            self._leaves(f"spread.{seat}", TAG[card], at)
            self._lies(f"play.{seat}", TAG[card], down)
            for hand in (self._held[seat], self._spread[seat]):
                if card in hand:
                    hand.remove(card)
        return down

    def _show(self, seat: Seat, made: Call, at: float) -> float:
        t = at
        for wrong, rate in ((_beside(made), self.level.slip), (made, self.level.bounce)):
            if self._happens(rate):
                up = t + self._rng.uniform(0.1, 0.55)
                self._other += [rd.CallShown(t=t, seat=seat, call=wrong), rd.CallGone(t=up, seat=seat, call=wrong)]
                t = up + self._rng.uniform(0.05, 0.4)
        self._other.append(rd.CallShown(t=t, seat=seat, call=made))
        self._standing[seat].append(made)
        return t

    def _unshow(self, seat: Seat, made: Call, at: float) -> float:
        self._other.append(rd.CallGone(t=at, seat=seat, call=made))
        if made in self._standing[seat]:
            self._standing[seat].remove(made)
        return at

    def _clear(self, at: float) -> float:
        done = at
        for seat in SEATS:
            t = at + self._rng.uniform(0.0, 2.5)
            for made in self._standing[seat]:
                self._other.append(rd.CallGone(t=t, seat=seat, call=made))
            self._standing[seat] = []
            done = max(done, t)
        return done

    def _put(self, seat: Seat, card: Card, at: float) -> float:
        make, rng, place, tag = self.make, self._rng, f"play.{seat}", TAG[card]
        if card in self._spread[seat]:
            self._spread[seat].remove(card)
            self._leaves(f"spread.{seat}", tag, at)
        elif card in self._held[seat]:
            self._held[seat].remove(card)
            at = self._hover(seat, at)
        down = at + rng.uniform(*make.reach)
        if self._happens(self.level.neighbour):
            self._carried_over(seat, tag, down)
        if self._happens(self.level.again):
            up = down + rng.uniform(*make.touch)
            self._lies(place, tag, down, up)
            down = up + rng.uniform(*make.again)
        late = self._lateness() if self._happens(self.level.late) else 0.0
        self._lies(place, tag, down + late)
        return down

    def _carried_over(self, seat: Seat, tag: str, down: float) -> None:
        """A neighbour's antenna hears the card on its way."""
        over = down - self._rng.uniform(0.02, 0.4)
        place = f"play.{self._rng.choice((seat.lho, seat.rho))}"
        self._lies(place, tag, over - self._rng.uniform(*self.make.over), over)

    def _lateness(self) -> float:
        """How long a card that is read late lies there before."""
        share = self._rng.random() if self.make.late_shape == "even" else self._rng.random() ** 3
        return 0.05 + share * (self.level.late_s - 0.05)

    def _hover(self, seat: Seat, at: float) -> float:
        """Another card of the hand is held low over the place first."""
        if not self._held[seat] or not self._happens(self.level.hover):
            return at
        other = TAG[self._rng.choice(self._held[seat])]
        low = at + self._rng.uniform(*self.make.reach)
        away = low + self._rng.uniform(*self.make.hover)
        self._lies(f"play.{seat}", other, low, away)
        return away + self._rng.uniform(*self.make.after_hover) - self.make.reach[0]

    def _take_back(self, seat: Seat, card: Card, at: float) -> float:
        self._leaves(f"play.{seat}", TAG[card], at)
        if self._spread[seat]:
            self._spread[seat].append(card)
            self._lies(f"spread.{seat}", TAG[card], at + self._rng.uniform(*self.make.reach))
        else:
            self._held[seat].append(card)
        return at

    def _lies(self, place: str, tag: str, start: float, end: float = FOREVER) -> None:
        some = self._places.setdefault(place, [])
        some.append(Lying(tag, start, end, sum(x.end == FOREVER for x in some)))

    def _leaves(self, place: str, tag: str, at: float) -> None:
        for lying in self._places.get(place, ()):
            if lying.tag == tag and lying.end > at:
                lying.end = max(at, lying.start)

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._rng.random() < rate

    # -- readers ----------------------------------------------------------------------------------

    def readings(self, entered: list[rd.Reading], until: float) -> tuple[rd.Reading, ...]:
        """Everything, in order of arrival."""
        found = list(self._other)
        places = [f"{kind}.{seat}" for kind in self.make.order.split() for seat in SEATS]
        if self.make.backwards:
            places.reverse()
        for turn, place in enumerate(places):
            found += self._rounds(place, turn / len(places), until)
        found = [self._stated(reading) for reading in found]
        found = [*self._arrived(found), *(replace(e, r=e.t) for e in entered)]
        return tuple(sorted(found, key=lambda reading: reading.arrival))

    def _rounds(self, place: str, phase: float, until: float) -> list[rd.Reading]:
        make, rng, some = self.make, self._rng, self._places.get(place, [])
        heard = [*some, *self._faint(place)]
        if not heard:
            return []
        seat = Seat[place[-1]]
        period = make.round_s * (1 + make.uneven * seat.index / 3) if make.readers > 1 else make.round_s
        offset = rng.random() if make.readers > 1 else phase
        device = f"reader-{seat}" if make.readers > 1 else "mux"
        told = _Told(place, make.tells, device)
        silent_until: dict[str, float] = {}
        number = int(min(x.start for x in heard) / period) - 1
        while (t := (number + offset) * period) < until:
            number += 1
            t += period * make.jitter * rng.uniform(-0.5, 0.5)
            there = [x for x in heard if x.start <= t < x.end]
            if there or told.before:
                told.round(t, self._answers(there, t, period, silent_until))
        return told.readings

    def _answers(self, there: list[Lying], t: float, period: float, silent_until: dict[str, float]) -> list[str]:
        make, rng = self.make, self._rng
        if there and self._happens(self.level.silent):
            return []
        found = []
        top = max((x.below for x in there), default=0)
        for lying in there:
            if silent_until.get(lying.tag, 0.0) > t:
                continue
            rate = self.level.miss * (make.shadow if lying.below < top else 1.0) / make.run
            if rate and rng.random() < min(0.6, rate):
                # A run of misses, geometric.
                rounds = 1
                while make.run > 1 and rng.random() > 1 / make.run:
                    rounds += 1
                silent_until[lying.tag] = t + (rounds - 0.5) * period
                continue
            found.append(lying.tag)
        return found

    def _faint(self, place: str) -> list[Lying]:
        """Cards that rest before a neighbour are heard here now and then, for one round at a time."""
        if not self.make.faint or not self.level.miss or not place.startswith("play"):
            return []
        found, seat = [], Seat[place[-1]]
        for neighbour in (seat.lho, seat.rho):
            for lying in list(self._places.get(f"play.{neighbour}", ())):
                t, end = lying.start, min(lying.end, lying.start + 60.0)
                while (t := t + self._rng.expovariate(self.make.faint / self.make.round_s)) < end:
                    found.append(Lying(lying.tag, t, t + self.make.round_s))
        return found

    def _stated(self, reading: rd.Reading) -> rd.Reading:
        """The capture time as the device states it."""
        make = self.make
        seat = getattr(reading, "seat", None) or (Seat[reading.at[-1]] if isinstance(reading, rd.Scan) else None)
        off = 0.0
        if make.clock_off_s and seat is not None:
            off = make.clock_off_s * (seat.index - 1.5) / 1.5
        return replace(reading, t=round(reading.t + off, 4), u=make.u)

    def _arrived(self, found: list[rd.Reading]) -> list[rd.Reading]:
        """The link keeps the order of each device."""
        make, rng, arrived, latest = self.make, self._rng, [], {}
        for reading in sorted(found, key=lambda r: r.t):
            r = reading.t + rng.uniform(*make.delay)
            if make.bunch_s:
                r = (int(r / make.bunch_s) + 1) * make.bunch_s
            r = max(r, latest.get(reading.device, 0.0))
            latest[reading.device] = r
            arrived.append(replace(reading, r=round(r, 4)))
        return arrived


class _Told:
    """What an antenna's reader tells of its rounds."""

    def __init__(self, place: str, tells: str, device: str) -> None:
        self.readings: list[rd.Reading] = []
        self.before: set[str] = set()
        self._place, self._tells, self._device = place, tells, device
        self._silent: dict[str, int] = {}

    def round(self, t: float, answers: list[str]) -> None:
        now = set(answers)
        if self._tells in ("changes", "every"):
            if now != self.before or self._tells == "every":
                self.readings.append(rd.Scan(t=t, device=self._device, at=self._place, tags=tuple(answers)))
            self.before = now
            return
        for tag in sorted(now - self.before):
            self.readings.append(rd.TagSeen(t=t, device=self._device, at=self._place, tag=tag))
            self.before.add(tag)
        for tag in now:
            self._silent.pop(tag, None)
        for tag in sorted(self.before - now):
            self._silent[tag] = self._silent.get(tag, 0) + 1
            if self._silent[tag] > (1 if self._tells == "patient" else 0):
                self.readings.append(rd.TagGone(t=t, device=self._device, at=self._place, tag=tag))
                self.before.discard(tag)
                del self._silent[tag]


def _beside(made: Call) -> Call:
    """A call that sits next to it in a box."""
    if not isinstance(made, Bid):
        return call("X") if made is PASS else PASS
    return call(f"{made.level}{'C' if made.denomination.name != 'C' else 'D'}")


#: Tables by different makers.
MAKES = {
    make.name: make
    for make in (
        Make("quick mux", round_s=0.1, order="play spread"),
        Make("slow mux", round_s=0.25, backwards=True, hover=(0.1, 0.39)),
        Make("four readers", round_s=0.12, uneven=0.9, readers=4, jitter=0.1, clock_off_s=0.02),
        Make("tells every round", round_s=0.2, tells="every", jitter=0.1),
        Make("tells edges", round_s=0.15, tells="edges", u=0.02),
        Make("patient edges", round_s=0.15, tells="patient"),
        Make("misses in runs", round_s=0.2, run=2.5),
        Make("cards in shadow", round_s=0.2, shadow=2.0, late_shape="short"),
        Make("faint neighbours", round_s=0.2, faint=0.002),
        Make("host polls", round_s=0.2, bunch_s=0.2, delay=(0.0, 0.1)),
    )
}
