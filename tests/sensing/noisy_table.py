"""A table for tests of sensing, independent of the simulator: people act, antennas scan in turn, chance errs by seed.

`Script` says what people do and therefore what the table log should say; `record` turns it into a reading log.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from controller.model import events as ev
from controller.model import readings as rd
from controller.model.calls import PASS, Bid, Call, call
from controller.model.cards import PACK, Card, card
from controller.model.events import TableEvent
from controller.model.notation import parse_deal
from controller.model.reading_log import BoardHeader, Deck, ReadingLog
from controller.model.regulations import CLUB, Regulations
from controller.model.seats import SEATS, Seat

ROUND_S = 0.2
TAG = {c: f"E0040150{i:08X}" for i, c in enumerate(PACK)}
DECK = Deck("blue-07", {tag: c for c, tag in TAG.items()})


@dataclass(frozen=True)
class Level:
    """Rates of everyday faults."""

    miss: float = 0.0
    silent: float = 0.0
    hover: float = 0.0
    neighbour: float = 0.0
    late: float = 0.0
    late_s: float = 0.0
    again: float = 0.0
    bounce: float = 0.0
    slip: float = 0.0


LEVELS = (
    Level(),
    Level(0.03, 0.002, 0.005, 0.005, 0.002, 1.5, 0.003, 0.01, 0.003),
    Level(0.12, 0.008, 0.02, 0.02, 0.008, 2.0, 0.012, 0.04, 0.012),
    Level(0.3, 0.02, 0.05, 0.05, 0.02, 4.0, 0.03, 0.1, 0.03),
)


@dataclass
class Pace:
    """How people act: seconds between acts, from and to."""

    think: tuple[float, float] = (0.5, 3.0)
    #: Chance that the next one is very quick, and how quick.
    quick: float = 0.15
    quick_s: tuple[float, float] = (0.3, 0.6)

    def next(self, rng: Random) -> float:
        return rng.uniform(*(self.quick_s if rng.random() < self.quick else self.think))


@dataclass
class Lying:
    """A tag within reach of an antenna from one time to another."""

    tag: str
    start: float
    end: float = float("inf")


@dataclass
class Script:
    """What people do, and what the log should say of it."""

    rng: Random
    level: Level = LEVELS[0]
    pace: Pace = field(default_factory=Pace)
    t: float = 10.0
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    places: dict[str, list[Lying]] = field(
        default_factory=lambda: {f"{k}.{s}": [] for k in ("play", "spread") for s in SEATS}
    )
    other: list[rd.Reading] = field(default_factory=list)
    truth: list[TableEvent] = field(default_factory=list)
    regulations: Regulations = CLUB
    header: BoardHeader | None = None
    laws: str = "2017"
    #: Where each card was really put, and when it was read: for those who look at a failure.
    diary: list[str] = field(default_factory=list)

    # -- the board ------------------------------------------------------------------------------

    def board(self, number: int, deal: str | None = None, **marks: object) -> None:
        parsed = parse_deal(deal) if deal else None
        self.header = BoardHeader(number, deal=parsed, **marks)  # type: ignore[arg-type]
        if parsed is not None:
            self.hands = {seat: sorted(parsed.hands[seat]) for seat in SEATS}
        self.other.append(rd.BoardTag(t=self.t - 5, board=number))
        self.truth.append(ev.BoardTaken(board=number))

    def hands_only(self, deal: str) -> None:
        """Hands that the sensors are not told of."""
        self.hands = {seat: sorted(parse_deal(deal).hands[seat]) for seat in SEATS}

    def unknown_deal(self) -> None:
        assert self.header is not None
        self.header = replace(self.header, deal=None)

    # -- people ---------------------------------------------------------------------------------

    def wait(self, seconds: float | None = None) -> None:
        self.t += self.pace.next(self.rng) if seconds is None else seconds

    def happens(self, rate: float) -> bool:
        return rate > 0 and self.rng.random() < rate

    def call(self, seat: Seat | str, made: Call | str, *, after: float | None = None, settles: bool = True) -> float:
        seat, made = _seat(seat), call(made) if isinstance(made, str) else made
        self.wait(after)
        t = self.t
        if self.happens(self.level.slip):
            t = self._touch(seat, _beside(made), t)
        if self.happens(self.level.bounce):
            t = self._touch(seat, made, t)
        self.other.append(rd.CallShown(t=t, seat=seat, call=made))
        self.truth.append(ev.CallMade(seat=seat, call=made))
        # The next player waits until the call stands.
        self.t = max(self.t, t) + (0.2 if settles else 0.0)
        return t

    def _touch(self, seat: Seat, made: Call, t: float) -> float:
        up = t + self.rng.uniform(0.1, 0.55)
        self.other.append(rd.CallShown(t=t, seat=seat, call=made))
        self.other.append(rd.CallGone(t=up, seat=seat, call=made))
        return up + self.rng.uniform(0.1, 0.4)

    def take_call(self, seat: Seat | str, made: Call | str, *, after: float | None = None) -> None:
        self.wait(after)
        seat, made = _seat(seat), call(made) if isinstance(made, str) else made
        self.other.append(rd.CallGone(t=self.t, seat=seat, call=made))

    def clear_boxes(self) -> None:
        standing: dict[Seat, list[Call]] = {seat: [] for seat in SEATS}
        for event in self.truth:
            if isinstance(event, ev.CallMade):
                standing[event.seat].append(event.call)
        for seat in SEATS:
            for made in standing[seat]:
                self.other.append(rd.CallGone(t=self.t + self.rng.uniform(0.3, 2.0), seat=seat, call=made))

    def lay(self, seat: Seat, what: Card, start: float, end: float = float("inf"), *, kind: str = "play") -> Lying:
        lying = Lying(TAG[what], start, end)
        self.places[f"{kind}.{seat}"].append(lying)
        return lying

    def play(
        self,
        seat: Seat | str,
        what: Card | str,
        *,
        after: float | None = None,
        face: str | None = None,
        late: float | None = None,
        tells: bool = True,
    ) -> float:
        """A card is put down; it lies there for good. `late`: read only that long after. Returns when it was put."""
        seat, what = _seat(seat), card(what) if isinstance(what, str) else what
        self.wait(after)
        t = self.t
        for lying in self.places[f"spread.{seat}"]:
            if lying.tag == TAG[what] and lying.end > t:
                lying.end = t - 0.4
        if self.happens(self.level.hover) and self.hands.get(seat):
            other = self.rng.choice([c for c in self.hands[seat] if c is not what] or [what])
            low = t - self.rng.uniform(0.45, 0.9)
            if other is not what:
                self.lay(seat, other, low, low + self.rng.uniform(0.1, 0.39))
        if self.happens(self.level.neighbour):
            over = t - self.rng.uniform(0.05, 0.5)
            self.lay(self.rng.choice((seat.lho, seat.rho)), what, over - self.rng.uniform(0.1, 0.39), over)
        if self.happens(self.level.again):
            up = t + self.rng.uniform(0.1, 0.35)
            self.lay(seat, what, t, up)
            t = up + self.rng.uniform(0.2, 0.7)
        if late is None:
            late = self.rng.uniform(0.05, self.level.late_s) if self.happens(self.level.late) else 0.0
        self.lay(seat, what, t + late)
        self.diary.append(f"{t:.2f} {seat} {what}" + (f" read {late:.2f} late" if late else ""))
        if what in self.hands.get(seat, ()):
            self.hands[seat].remove(what)
        if tells:
            self.truth.append(ev.CardPlayed(seat=seat, card=what, face=face))
        self.t = max(self.t, t)
        return t

    def take_card(self, seat: Seat | str, what: Card | str, *, after: float | None = None, tells: bool = True) -> None:
        seat, what = _seat(seat), card(what) if isinstance(what, str) else what
        self.wait(after)
        for lying in self.places[f"play.{seat}"]:
            if lying.tag == TAG[what] and lying.end > self.t:
                lying.end = self.t
        self.hands.setdefault(seat, []).append(what)
        if tells:
            self.truth.append(ev.CardReturned(seat=seat, card=what))

    def spread(
        self, seat: Seat | str, *, after: float | None = None, hidden: Card | None = None, until: float = 0.0
    ) -> None:
        seat = _seat(seat)
        self.wait(after)
        cards = list(self.hands[seat])
        for what in cards:
            start = self.t + self.rng.uniform(0.0, 0.9)
            self.lay(seat, what, until if what is hidden else start, kind="spread")
        self.truth.append(ev.HandFaced(seat=seat, cards=tuple(sorted(cards))))
        self.t += 1.0

    def faced(self, seat: Seat | str, what: Card | str) -> None:
        self.truth.append(ev.CardFaced(seat=_seat(seat), card=card(what) if isinstance(what, str) else what))

    def rule(self, on: str, choice: str, *, after: float = 8.0, **more: object) -> None:
        self.t += after
        event = ev.Ruling(on=on, choice=choice, src="director", **more)  # type: ignore[arg-type]
        self.other.append(rd.Entered(t=self.t, event=event))
        self.truth.append(event)

    def key(self, seat: Seat | str, key: str, value: object = None, *, after: float | None = None) -> None:
        self.wait(after)
        self.other.append(rd.KeyPressed(t=self.t, seat=_seat(seat), key=key, value=value))

    # -- antennas -------------------------------------------------------------------------------

    def record(self, *, delay: float = 0.03, until: float | None = None) -> ReadingLog:
        """The reading log: antennas in turn, one round each `ROUND_S`; a scan where the answer changes."""
        end = self.t + 12.0 if until is None else until
        readings = list(self.other)
        for i, (place, lying) in enumerate(self.places.items()):
            if lying:
                readings += self._scans(place, lying, i * ROUND_S / 9, end)
        readings = [replace(r, r=round(r.arrival + self.rng.uniform(0.2, 1.0) * delay, 4)) for r in readings]
        readings.sort(key=lambda r: r.arrival)
        header = {"log": "reading-log/1"}
        return ReadingLog(self.laws, tuple(readings), self.regulations, DECK, self.header, "test", 0, header)

    def _scans(self, place: str, lying: list[Lying], phase: float, end: float) -> list[rd.Reading]:
        found: list[rd.Reading] = []
        before: tuple[str, ...] = ()
        miss, silent = self.level.miss, self.level.silent
        first = min(x.start for x in lying)
        number = int((first - phase) / ROUND_S)
        t = phase + number * ROUND_S
        random = self.rng.random
        while t < end:
            there = [x.tag for x in lying if x.start <= t < x.end]
            if there and miss:
                rate = miss * (1 + 0.05 * (len(there) - 1))
                there = [] if random() < silent else [tag for tag in there if random() >= rate]
            answer = tuple(there)
            if answer != before:
                found.append(rd.Scan(t=round(t, 3), at=place, tags=answer))
                before = answer
            number += 1
            t = phase + number * ROUND_S
        return found


def _seat(seat: Seat | str) -> Seat:
    return Seat[seat] if isinstance(seat, str) else seat


def _beside(made: Call) -> Call:
    """The call beside it in the box."""
    if not isinstance(made, Bid):
        return call("X") if made is PASS else PASS
    return call(f"{made.level}{'NT' if made.denomination.name != 'NT' else 'S'}")
