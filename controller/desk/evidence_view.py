"""What the table saw around an act, as lanes of a chart and as a table of readings. Made for templates.

A card is named only where it lies in playing position by the record, or was faced for all; any other is "a card".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from controller.desk import board_view, describe, shown
from controller.desk.cases import Case
from controller.desk.describe import said
from controller.desk.looking_back import counted
from controller.desk.record import EvidenceKept, TableRecord
from controller.desk.room import Room
from controller.desk.shown import Shown
from controller.desk.times import clock_s
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.calls import call as call_of
from controller.model.cards import Card
from controller.model.reading_log import ReadingLog
from controller.model.seats import Seat
from controller.records.seen import Stay, seen_in
from controller.table import Table

#: Seconds shown on either side of the act, and how they may be changed.
SPANS = (2.0, 4.0, 8.0, 16.0, 32.0)
#: Measures of the chart: names on the left, then the time; a lane, and what stands above the lanes.
_LEFT, _RIGHT, _LANE, _TOP = 104.0, 1332.0, 34.0, 108.0
#: A tag that answered for less than this only passed over, seconds (`card_settle` of a table as it comes).
_PASSING_S = 0.4
#: Events whose labels stand in a picture at most.
_LABELS = 8
#: Antennas from which a director may be told: what lies in a pocket or a spread hand is nobody's act.
_PLACES = tuple(f"play.{seat.value}" for seat in board_view.COLUMNS)
_BOXES = tuple(f"box.{seat.value}" for seat in board_view.COLUMNS)


@dataclass(frozen=True, slots=True)
class Run:
    """A time during which something answered, in the chart's measures; `style`: call, read, old or weak."""

    x: float
    width: float
    style: str


@dataclass(frozen=True, slots=True)
class Lane:
    """A place, and one thing that was seen there: its runs, and the silences between them."""

    name: str
    what: Shown | None
    y: float
    runs: Sequence[Run] = ()
    gaps: Sequence[tuple[float, float]] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of time in the chart: an event with what it says, or a second of the scale."""

    x: float
    text: Shown
    row: int = 0


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """One edge of the readings: seconds from the act, where, what."""

    at: str
    place: str
    what: Shown


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """The page of the readings around an act."""

    case: Case
    heading: str
    what: Shown | None
    act_at: str
    told_at: str
    span: float
    offset: float
    lanes: Sequence[Lane]
    events: Sequence[Mark]
    scale: Sequence[Mark]
    #: Where the act is, where the finding was told; None outside of the picture.
    act_x: float | None
    told_x: float | None
    height: float
    why: Sequence[Shown]
    readings: Sequence[ReadingLine]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The time that is shown: from and to, seconds of the board, and the act's."""

    act: float
    start: float
    end: float
    hidden: frozenset[Card]
    names: Mapping[str, Card]
    words: Words

    def x(self, t: float) -> float:
        """A time as a place in the chart."""
        share = (min(max(t, self.start), self.end) - self.start) / (self.end - self.start)
        return round(_LEFT + share * (_RIGHT - _LEFT), 1)

    def holds(self, t: float) -> bool:
        """Is that time in the picture?"""
        return self.start <= t <= self.end

    def tag(self, tag: str) -> Shown:
        """A tag as the card that it is, where that may be named."""
        card = self.names.get(tag)
        if card is None:
            return said(self.words, "evidence.foreign")
        return said(self.words, "evidence.a_card") if card in self.hidden else shown.card(card, self.words)


def view_of(
    room: Room, record: TableRecord, case: Case, kept: EvidenceKept, log: ReadingLog, words: Words, *,
    span: float = 8.0, offset: float = 0.0,
) -> EvidenceView | None:  # fmt: skip
    """The readings around the act of a case; None where the act has no time of its own."""
    happened = record.event(case.act) if case.act is not None else None
    if happened is None or happened.t is None:
        return None
    view = record.board_of(case.act)
    names = {tag: card for deck in (log.deck, *log.decks) if deck is not None for tag, card in deck.tags.items()}
    middle = happened.t + offset
    frame = _Frame(happened.t, middle - span, middle + span, _unseen(view, names), names, words)
    seen = seen_in(log)
    lanes = list(_lanes(frame, seen.stays))
    began = room.wall_of(kept.t0)
    speed = room.session.speed if room.session else 1.0
    told = (case.at - began) * speed
    return EvidenceView(
        case,
        describe.kind(case.finding.kind, words),
        describe.what_happened(record, case, words),
        clock_s(room.wall_of(kept.t0 + happened.t)),
        clock_s(case.at),
        span,
        offset,
        lanes,
        list(_events(frame, view)),
        [_second(frame, n, words) for n in _seconds(frame)],
        frame.x(frame.act) if frame.holds(frame.act) else None,
        frame.x(told) if frame.holds(told) else None,
        _TOP + _LANE * len(lanes),
        list(_why(frame, happened, seen.stays)),
        list(_readings(frame, seen.stays)),
    )


def _unseen(view: Table, names: Mapping[str, Card]) -> frozenset[Card]:
    """Cards of the deck that no player has been shown."""
    down = board_view.face_down(view)
    told = {card for cards in board_view.played_by(view).values() for card in cards if card not in down}
    told |= {card for hand in view.faced.values() for card in hand}
    for _, event in counted(view.boards[-1]):
        if isinstance(event, ev.CardsExposed):
            told.update(event.cards)
        elif isinstance(event, ev.CardPlayed | ev.CardFaced) and event.card not in down:
            told.add(event.card)
    return frozenset(names.values()) - told


def _lanes(frame: _Frame, stays: Mapping[str, Sequence[Stay]]) -> Iterator[Lane]:
    y = _TOP
    for place in (*_BOXES, *_PLACES):
        kind, _, seat = place.partition(".")
        name = frame.words.text(f"evidence.place.{kind}", {"seat": seat})
        shown_here = [stay for stay in stays.get(place, ()) if stay.last >= frame.start and stay.first <= frame.end]
        if not shown_here:
            yield Lane(name, None, y, note=frame.words.text("evidence.empty"))
            y += _LANE
        for stay in shown_here:
            what = shown.call(call_of(stay.what), frame.words) if kind == "box" else frame.tag(stay.what)
            yield Lane(name, what, y, list(_runs(frame, stay, kind)), _gaps(frame, stay), _note(frame, stay, kind))
            y += _LANE


def _style(stay: Stay, frame: _Frame, kind: str) -> str:
    if kind == "box":
        return "call-bar"
    if stay.last - stay.first < _PASSING_S:
        return "read-weak"
    return "read-old" if stay.first < frame.start else "read"


def _runs(frame: _Frame, stay: Stay, kind: str) -> Iterator[Run]:
    for begins, ends in stay.runs:
        if ends >= frame.start and begins <= frame.end:
            x = frame.x(begins)
            yield Run(x, max(2.0, round(frame.x(ends) - x, 1)), _style(stay, frame, kind))


def _gaps(frame: _Frame, stay: Stay) -> list[tuple[float, float]]:
    pairs = zip(stay.runs, stay.runs[1:], strict=False)
    return [(frame.x(a[1]), frame.x(b[0])) for a, b in pairs if b[0] >= frame.start and a[1] <= frame.end]


def _note(frame: _Frame, stay: Stay, kind: str) -> str:
    if kind == "play" and stay.last - stay.first < _PASSING_S:
        return frame.words.text("evidence.passes", {"s": f"{stay.last - stay.first:.1f}"})
    return ""


def _events(frame: _Frame, view: Table) -> Iterator[Mark]:
    marks = [
        (event.t, event)
        for _, event in counted(view.boards[-1])
        if event.t is not None and frame.holds(event.t) and not isinstance(event, ev.BoardTaken)
    ]
    for place, (t, event) in enumerate(marks[-_LABELS:]):
        yield Mark(frame.x(t), shown.begin(describe.event(event, frame.words)), place % 2)


def _seconds(frame: _Frame) -> Iterator[int]:
    every = max(1, round((frame.end - frame.start) / 16))
    first = int((frame.start - frame.act) // every) * every
    return (n for n in range(first, int(frame.end - frame.act) + 1, every) if frame.holds(frame.act + n))


def _second(frame: _Frame, n: int, words: Words) -> Mark:
    text = "0" if n == 0 else words.text("tempo.seconds", {"s": f"{'+' if n > 0 else '−'}{abs(n)}"})
    return Mark(frame.x(frame.act + n), shown.plain(text))


def _why(frame: _Frame, happened: ev.TableEvent, stays: Mapping[str, Sequence[Stay]]) -> Iterator[Shown]:
    """What speaks for the act, in numbers of the readings; nothing here is weighed."""
    stay = _stay_of(happened, frame, stays)
    if stay is not None:
        seconds = f"{stay.last - stay.first:.1f}"
        yield said(frame.words, "evidence.why.lay", {"s": seconds, "misses": len(stay.misses)})
    if happened.readings:
        yield said(frame.words, "evidence.why.readings", {"n": len(happened.readings)})
    for seat in Seat:
        if not any(s.first <= frame.end and s.last >= frame.act for s in stays.get(f"play.{seat.value}", ())):
            yield said(frame.words, "evidence.why.empty", {"seat": shown.seat(seat, frame.words)})


def _stay_of(happened: ev.TableEvent, frame: _Frame, stays: Mapping[str, Sequence[Stay]]) -> Stay | None:
    """What lay or stood there for the act."""
    if isinstance(happened, ev.CallMade):
        place, wanted = f"box.{happened.seat.value}", {happened.call.text}
    elif isinstance(happened, ev.CardPlayed):
        wanted = {tag for tag, card in frame.names.items() if card is happened.card}
        place = f"play.{happened.seat.value}"
    else:
        return None
    of_it = [stay for stay in stays.get(place, ()) if stay.what in wanted]
    return min(of_it, key=lambda stay: abs(stay.first - frame.act), default=None)


def _readings(frame: _Frame, stays: Mapping[str, Sequence[Stay]]) -> Iterator[ReadingLine]:
    edges: list[tuple[float, str, str, str]] = []
    for place in (*_BOXES, *_PLACES):
        for stay in stays.get(place, ()):
            edges += [(t, place, stay.what, "on") for t, _ in stay.runs if frame.holds(t)]
            edges += [(t, place, stay.what, "off") for _, t in stay.runs if frame.holds(t)]
    for t, place, what, edge in sorted(edges):
        kind, _, seat = place.partition(".")
        named = shown.call(call_of(what), frame.words) if kind == "box" else frame.tag(what)
        name = frame.words.text(f"evidence.place.{kind}", {"seat": seat})
        yield ReadingLine(f"{t - frame.act:+.2f}", name, said(frame.words, f"evidence.{edge}", {"what": named}))
