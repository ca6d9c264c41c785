"""Lanes of a timeline: findings, acts, doubts, boxes and keys, then one lane an antenna. Times are in seconds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from controller.cli.timeline import words
from controller.cli.timeline.told import Account, Told, account_of
from controller.model.cards import Card
from controller.model.irregularities import POSSIBLE
from controller.model.reading_log import ReadingLog
from controller.model.readings import PLACE_KINDS
from controller.model.seats import SEATS
from controller.records.seen import FIRST_LINE, Seen, presses, seen_in

#: Width of a letter in a label, pixels; labels that would touch go to different rows.
LETTER_PX = 7.0
#: A picture is at least so wide, and at most, pixels …
LEAST_PX, MOST_PX = 1500, 16000
#: … and shows a second in so many of them if that fits.
PX_A_SECOND = 14


@dataclass(slots=True)
class Bar:
    """Something that lasted: each run from one time to another."""

    runs: Sequence[Sequence[float]]
    style: str
    tip: str
    label: str = ""
    #: The card that it is about: pointing at one shows all the others.
    card: str = ""
    #: When readings told of it that an event rests on.
    evidence: Sequence[float] = ()
    #: It was there before the picture begins.
    is_cut: bool = False
    row: int = 0


@dataclass(slots=True)
class Chip:
    """Something that happened: a label at its time."""

    t: float
    label: str
    style: str
    tip: str
    card: str = ""
    #: When it was told, if later.
    told: float | None = None
    row: int = 0


@dataclass(slots=True)
class Lane:
    """A strip of the picture."""

    title: str
    group: str
    bars: list[Bar] = field(default_factory=list)
    chips: list[Chip] = field(default_factory=list)
    rows: int = 1
    row_px: int = 11


@dataclass(slots=True)
class Timeline:
    """The whole picture. `start` and `end` are what is shown, `px` how many pixels a second is wide."""

    title: str
    about: str
    start: float
    end: float
    px: float
    lanes: list[Lane]
    #: From and to of each time during which a device was lost.
    lost: list[tuple[float, float]]


def timeline_of(log: ReadingLog, name: str, start: float | None = None, end: float | None = None) -> Timeline:
    """The picture of a log, or of the part between two times (seconds)."""
    seen, account = seen_in(log), account_of(log)
    latest = max([seen.end, *(told.at for told in account.told)])
    shown = (seen.start - 1 if start is None else start, latest + 1 if end is None else end)
    seconds = max(shown[1] - shown[0], 0.5)
    px = min(max(seconds * PX_A_SECOND, LEAST_PX), MOST_PX) / seconds
    lanes = [
        _findings(account),
        *_acts(account),
        _doubts(account),
        *_boxes(log, seen),
        _devices(seen),
        *_antennas(log, seen, account),
    ]
    packed = [_packed(_within(lane, *shown), px) for lane in lanes]
    lost = [(run[0], run[1]) for stay in seen.stays.get("devices", ()) if "lost" in stay.what for run in stay.runs]
    about = words.about(log, account)
    return Timeline(name, about, *shown, px, [lane for lane in packed if lane.bars or lane.chips], lost)


def _within(lane: Lane, start: float, end: float) -> Lane:
    """Only what is to be seen between the two times; what began before begins at the edge."""
    shown = [replace(bar, runs=_cut(bar.runs, start, end), is_cut=bar.runs[0][0] < start) for bar in lane.bars]
    chips = [chip for chip in lane.chips if start <= chip.t <= end]
    return replace(lane, bars=[bar for bar in shown if bar.runs], chips=chips)


def _cut(runs: Sequence[Sequence[float]], start: float, end: float) -> list[list[float]]:
    return [[max(a, start), min(b, end)] for a, b in runs if b >= start and a <= end]


def _packed(lane: Lane, px: float) -> Lane:
    """Rows such that nothing in the lane covers anything else."""
    ends: list[float] = []

    def row_for(begins: float, ends_at: float) -> int:
        for row, taken in enumerate(ends):
            if taken <= begins:
                ends[row] = ends_at
                return row
        ends.append(ends_at)
        return len(ends) - 1

    for bar in sorted(lane.bars, key=lambda bar: bar.runs[0][0]):
        before = (len(bar.label) * LETTER_PX + 6) / px if bar.label and not bar.is_cut else 0.0
        bar.row = row_for(bar.runs[0][0] - before, bar.runs[-1][1] + 4 / px)
    for chip in sorted(lane.chips, key=lambda chip: chip.t):
        width = (len(chip.label) * LETTER_PX + 12) / px
        chip.row = row_for(chip.t, max(chip.t + width, (chip.told or chip.t) + 2 / px))
    lane.rows = max(1, len(ends))
    return lane


# -- what was made of it -----------------------------------------------------------------------


def _findings(account: Account) -> Lane:
    lane = Lane("findings", "made", row_px=17)
    gone = {finding: told.at for told in account.told for finding in told.withdrawn}
    for told in account.told:
        for found in told.raised:
            style = f"finding {found.attention.value}" + (" possible" if found.certainty == POSSIBLE else "")
            style += " withdrawn" if found.id in gone else ""
            tip = words.of_finding(found, told, gone.get(found.id))
            lane.chips.append(Chip(told.at, words.kind(found), style, tip))
    return lane


def _acts(account: Account) -> Iterable[Lane]:
    lanes = {seat.value: Lane(f"told: {seat.value}", "made", row_px=17) for seat in SEATS}
    table = Lane("told: table", "made", row_px=17)
    for told in account.told:
        event = told.event
        seat = getattr(event, "seat", None)
        lane = table if seat is None or event.type == "ruling" else lanes[seat.value]
        doubtful = " possible" if event.certainty == POSSIBLE else ""
        chip = Chip(told.t, words.label(event), f"event {event.type}{doubtful}", words.of_event(told), told=told.at)
        chip.card = _card_in(told)
        lane.chips.append(chip)
    return (*lanes.values(), table)


def _card_in(told: Told) -> str:
    card = getattr(told.event, "card", None)
    return card.text if isinstance(card, Card) else ""


def _doubts(account: Account) -> Lane:
    lane = Lane("doubts", "made")
    for doubt in account.doubts:
        note = doubt.note
        tip = f"{note.kind} at {note.at}: {note.text}\n{words.span(note.since, doubt.until)}"
        lane.bars.append(Bar([[note.since, doubt.until]], "doubt", tip, f"{note.kind} {note.at}"))
    return lane


# -- what was read -----------------------------------------------------------------------------


def _boxes(log: ReadingLog, seen: Seen) -> Iterable[Lane]:
    lanes = []
    for seat in SEATS:
        lane = Lane(f"box {seat.value}", "boxes")
        for stay in seen.stays.get(f"box.{seat.value}", ()):
            lane.bars.append(Bar(stay.runs, "call", words.of_stay(stay, stay.what), words.call_text(stay.what)))
        lanes.append(lane)
    keys = Lane("keys", "boxes", row_px=17)
    for press, line in presses(log):
        value = "" if press.value is None else f" {press.value}"
        tip = f"{press.seat.value} pressed {press.key}{value} at {press.t:.2f} s\nline {line}"
        keys.chips.append(Chip(press.t, f"{press.seat.value} {press.key}{value}", "key", tip))
    return [*lanes, keys]


def _devices(seen: Seen) -> Lane:
    lane = Lane("devices", "boxes")
    for place in ("devices", "board tag"):
        for stay in seen.stays.get(place, ()):
            style = "device" if place == "devices" else "board"
            lane.bars.append(Bar(stay.runs, style, words.of_stay(stay, stay.what), stay.what))
    for t, arrived, line in seen.late:
        tip = f"line {line} was captured at {t:.2f} s and arrived at {arrived:.2f} s, {arrived - t:.2f} s later"
        lane.bars.append(Bar([[t, arrived]], "late", tip))
    return lane


def _antennas(log: ReadingLog, seen: Seen, account: Account) -> Iterable[Lane]:
    tags = log.deck.tags if log.deck is not None else {}
    evidence = _evidence(log, account)
    lanes = []
    for kind in PLACE_KINDS:
        for seat in SEATS:
            place = f"{kind}.{seat.value}"
            lane = Lane(place, kind)
            for stay in seen.stays.get(place, ()):
                card = tags.get(stay.what)
                name = words.card_text(card) if card else _stranger(log, stay.what)
                style = f"suit-{card.suit.name}" if card else "foreign"
                tip = words.of_stay(
                    stay, f"{name} at {place}\ntag {stay.what}" + ("" if card else ", no card of this pack")
                )
                bar = Bar(stay.runs, style, tip, name, card.text if card else "")
                bar.evidence = [evidence[line, bar.card] for line in stay.lines if (line, bar.card) in evidence]
                lane.bars.append(bar)
            lanes.append(lane)
    return lanes


def _stranger(log: ReadingLog, tag: str) -> str:
    """A tag that is not of the board's own pack: the card and pack that it is of, else the end of its UID."""
    for deck in log.decks:
        if tag in deck.tags:
            return f"{words.card_text(deck.tags[tag])} of {deck.id}"
    return f"…{tag[-4:]}"


def _evidence(log: ReadingLog, account: Account) -> dict[tuple[int, str], float]:
    """Lines that an event about a card rests on, and the capture time of each."""
    found: dict[tuple[int, str], float] = {}
    for told in account.told:
        cards = [_card_in(told), *(card.text for card in getattr(told.event, "cards", ()))]
        for line in told.event.readings or ():
            if isinstance(line, int) and FIRST_LINE <= line < len(log.readings) + FIRST_LINE:
                found |= {(line, card): log.readings[line - FIRST_LINE].t for card in cards if card}
    return found
