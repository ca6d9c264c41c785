"""The queue of the room: who waits, in which order. Quiet notes stand last and say neither kind nor seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from controller.desk import describe, shown
from controller.desk.bursts import Burst, bursts_of
from controller.desk.cases import Case
from controller.desk.describe import said
from controller.desk.options import follow_up
from controller.desk.record import Fault, PlayerCall, TableRecord, call_id
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model.irregularities import Attention
from controller.session.may_see import Role, What

# Ranks among those who wait: nobody may act, or a right lapses with the next act; play goes on; the board has ended.
_STANDS_STILL, _GOES_ON, _HAS_ENDED = 0, 1, 2
#: Leads to the page on which table and record are compared.
CHECK = "keep"
#: So long a director is shown a fault that was a moment (a forged message), seconds.
_MOMENT_SHOWN_S = 600.0


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One row: a table that waits, is looked after, or has a weak device."""

    key: str
    table: str
    #: `now`, `taken`, `device`, `quiet`.
    style: str
    what: Shown
    then: Shown | None
    at: float
    rank: int = 0
    seat: Shown | None = None
    certainty: str | None = None
    #: Where it leads: a summons, or the table.
    summons: str | None = None
    more: int = 0

    @property
    def is_small(self) -> bool:
        """Shown small: others look after it."""
        return self.style in ("taken", "device")


@dataclass(frozen=True, slots=True)
class Queue:
    """The sections of the queue."""

    needs: Sequence[QueueRow] = ()
    others: Sequence[QueueRow] = ()
    later: Sequence[QueueRow] = ()
    quiet: Sequence[QueueRow] = ()
    #: Proposed as one fault each: not among those who wait.
    bursts: Sequence[Burst] = ()
    #: Tables of which something was put aside with a burst, and how much.
    aside: Mapping[str, int] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        """How many tables wait for this viewer."""
        return len(self.needs)


def queue_for(room: Room, viewer: Viewer, words: Words, now: float) -> Queue:
    """The queue as that viewer may see it. Findings that he may not see are not in it, not even as a number."""
    needs: list[QueueRow] = []
    others: list[QueueRow] = []
    later: list[QueueRow] = []
    quiet: list[QueueRow] = []
    aside: dict[str, int] = {}
    seen = {r.name: [c for c in r.waiting if room.sees_case(viewer, c)] for r in room.in_order()}
    bursts = bursts_of(room, _may_be_of_a_burst(room, seen.values(), now))
    in_bursts = {(case.table, case.id) for burst in bursts for case in burst.cases}
    for record in room.in_order():
        for case in seen[record.name]:
            if (case.table, case.id) in in_bursts:
                continue
            if _is_aside_with_a_burst(room, case):
                aside[case.table] = aside.get(case.table, 0) + 1
            elif case.is_quiet:
                quiet.append(_quiet_row(case, words))
            elif room.is_put_aside(case, now):
                later.append(_later_row(room, case, words))
            else:
                row = _case_row(record, case, viewer, words)
                (others if row.style == "taken" else needs).append(row)
        needs += _follow_ups(room, record, viewer, words)
        for row in _players_calls(room, record, viewer, words):
            (others if row.style == "taken" else needs).append(row)
        others += _device_rows(room, record, viewer, words, now)
    others += _room_faults(room, viewer, words, now)
    later.sort(key=_order)
    quiet.sort(key=_order)
    return Queue(_merged(needs), _merged(others), later, quiet, bursts, aside)


def _may_be_of_a_burst(room: Room, seen: Iterable[Sequence[Case]], now: float) -> list[Case]:
    """What calls and is in nobody's hands yet. A quiet note is never in it: it would be counted."""
    return [
        case
        for cases in seen
        for case in cases
        if not case.is_quiet and case.acknowledged is None and not room.is_put_aside(case, now)
    ]


def _is_aside_with_a_burst(room: Room, case: Case) -> bool:
    later = room.later.get((case.table, case.id))
    return later is not None and later.device is not None


def _order(row: QueueRow) -> tuple[int, float, str]:
    return row.rank, row.at, row.key


def _merged(rows: list[QueueRow]) -> list[QueueRow]:
    """In order, and several of one table as one row: the first of them, with how many more."""
    found: dict[tuple[str, str], QueueRow] = {}
    for row in sorted(rows, key=_order):
        key = (row.table, row.style)
        first = found.get(key)
        found[key] = row if first is None else replace(first, more=first.more + 1)
    return list(found.values())


def _key(table: str, summons_id: str) -> str:
    return f"q-{table}-{summons_id}"


def _seat(case: Case, words: Words) -> Shown | None:
    return shown.plain(shown.seat(case.finding.seat, words)) if case.finding.seat else None


def _case_row(record: TableRecord, case: Case, viewer: Viewer, words: Words) -> QueueRow:
    what = shown.plain(describe.kind(case.finding.kind, words))
    rank, go = _urgency(record, case)
    row = QueueRow(
        _key(case.table, case.id),
        case.table,
        "now",
        what,
        said(words, go),
        case.at,
        rank,
        _seat(case, words),
        case.finding.certainty,
        case.id,
    )
    by = _in_hands_of(record, case)
    if by is None:
        return row
    place, name = by
    if name == viewer.name:
        return replace(row, then=said(words, f"queue.you_{place}"))
    return replace(row, style="taken", then=said(words, f"queue.{place}", {"by": name}))


def _in_hands_of(record: TableRecord, case: Case) -> tuple[str, str] | None:
    """Which director is at the table or on his way, if any."""
    if record.at_table is not None:
        return "at_the_table", record.at_table.by
    return ("on_the_way", case.acknowledged.by) if case.acknowledged else None


def _urgency(record: TableRecord, case: Case) -> tuple[int, str]:
    """Where a case stands among those who wait, and the word for it."""
    if case.attention is Attention.END_OF_BOARD:
        return _HAS_ENDED, "queue.go.end"
    phase = record.table.state()["phase"]
    if describe.is_stopped(record.table):
        return _STANDS_STILL, "queue.go.auction" if phase == "auction" else "queue.go.play"
    if "accept" in case.finding.options and case.told is not None and case.told.is_open:
        return _STANDS_STILL, "queue.go.lapses"
    return (_HAS_ENDED, "queue.go.end") if phase == "ended" else (_GOES_ON, "queue.go.on")


def _quiet_row(case: Case, words: Words) -> QueueRow:
    """Neither kind nor seat: a player may look over the director's shoulder."""
    text = said(words, "queue.quiet.text", {"board": case.board if case.board is not None else "–"})
    # The key is the time it came, not the finding's id, which names kind and seat.
    return QueueRow(
        f"q-{case.table}-quiet-{case.act}",
        case.table,
        "quiet",
        said(words, "queue.quiet.what"),
        text,
        case.at,
        summons=case.id,
    )


def _later_row(room: Room, case: Case, words: Words) -> QueueRow:
    until = room.later[case.table, case.id].until
    then = (
        said(words, "queue.later_board") if until is None else said(words, "queue.later_until", {"time": clock(until)})
    )
    return QueueRow(
        _key(case.table, case.id),
        case.table,
        "taken",
        shown.plain(describe.kind(case.finding.kind, words)),
        then,
        case.at,
        seat=_seat(case, words),
        certainty=case.finding.certainty,
        summons=case.id,
    )


def _follow_ups(room: Room, record: TableRecord, viewer: Viewer, words: Words) -> Iterator[QueueRow]:
    """Closed cases that still ask something: is the new call comparable, which lead is ordered."""
    for case in record.cases.values():
        if not case.rulings or case.board != record.board or not room.sees_case(viewer, case):
            continue
        asks = follow_up(record, case)
        if asks is not None:
            yield QueueRow(
                _key(case.table, case.id),
                case.table,
                "now",
                shown.plain(describe.kind(case.finding.kind, words)),
                said(words, f"queue.go.{asks}"),
                case.rulings[-1].at,
                _STANDS_STILL,
                _seat(case, words),
                None,
                case.id,
            )


def _players_calls(room: Room, record: TableRecord, viewer: Viewer, words: Words) -> Iterator[QueueRow]:
    """Players' calls for the director; once one has come, they are in his hands until he leaves."""
    for call in record.calls:
        if call.board != record.board or not room.sees(viewer, call.board, What.FINDING):
            continue
        row = QueueRow(
            _key(record.name, call_id(call)),
            record.name,
            "now",
            call_heading(call, words),
            said(words, "queue.go.called"),
            call.at,
            _STANDS_STILL,
            summons=call_id(call),
        )
        if call.answered is None:
            yield row
        elif record.at_table is not None:
            mine = record.at_table.by == viewer.name
            then = said(words, "queue.you_at_the_table" if mine else "queue.at_the_table", {"by": record.at_table.by})
            yield replace(row, style="taken", then=then)


def call_heading(call: PlayerCall, words: Words) -> Shown:
    """Who called the director."""
    if call.seat is None:
        return said(words, "queue.called.nobody")
    return said(words, "queue.called", {"seat": shown.seat(call.seat, words)})


def _device_rows(room: Room, record: TableRecord, viewer: Viewer, words: Words, now: float) -> Iterator[QueueRow]:
    if not room.sees(viewer, record.board, What.DEVICES):
        return
    for device in record.devices.values():
        if device.state in ("degraded", "lost"):
            fields = {"device": device.name, "state": words.text(f"device.state.{device.state}")}
            yield _device_row(record.name, device.name, said(words, "queue.device", fields), device.at, words)
    if record.mode == "correcting":
        row = _device_row(record.name, "check", said(words, "queue.check"), record.mode_since, words)
        yield replace(row, summons=CHECK)
    for fault in record.faults.values():
        if _is_worth_a_row(fault, viewer, now):
            yield _device_row(record.name, fault.name, fault_name(fault.name, words), fault.at, words)


def _room_faults(room: Room, viewer: Viewer, words: Words, now: float) -> Iterator[QueueRow]:
    if room.sees(viewer, None, What.DEVICES):
        for fault in room.faults.values():
            if _is_worth_a_row(fault, viewer, now):
                yield _device_row("–", fault.name, fault_name(fault.name, words), fault.at, words)


def _is_worth_a_row(fault: Fault, viewer: Viewer, now: float) -> bool:
    """What holds, always. A moment has no end: the operator keeps it, a director sees it for a while."""
    return not fault.is_moment or viewer.role is Role.OPERATOR or now - fault.at < _MOMENT_SHOWN_S


def _device_row(table: str, name: str, what: Shown, at: float, words: Words) -> QueueRow:
    return QueueRow(_key(table, name), table, "device", what, said(words, "queue.since", {"time": clock(at)}), at)


def fault_name(name: str, words: Words) -> Shown:
    """A fault in words."""
    return said(words, f"fault.{name}") if f"fault.{name}" in words else said(words, "fault.other", {"name": name})
