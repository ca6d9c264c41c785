"""One table, live or looked back at: contract, turn, hands, tricks, auction, what is in force. Made for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.desk import board_view, describe, shown
from controller.desk.board_view import CallCell, CardCell, HandView, Head
from controller.desk.cases import Case
from controller.desk.consequences import InForce, in_force
from controller.desk.describe import said
from controller.desk.keeping import SeatLine, lines_of
from controller.desk.queue import fault_name
from controller.desk.record import DeviceSeen, TableRecord, replayed
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.tiles import phase_of
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model.irregularities import Attention
from controller.model.seats import Seat
from controller.table import Table

#: How the core says that a reader tells more than it can.
_JAMMED = "jammed: "
#: A device's state as one of the three marks: well, look at it, gone.
_MARKS = {"ready": "good", "starting": "weak", "degraded": "weak", "lost": "bad"}


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device or a fault at the table."""

    mark: str
    name: Shown
    text: Shown


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case in a list."""

    case: Case
    heading: str
    what: Shown | None
    choice: Shown | None
    at: str


@dataclass(frozen=True, slots=True)
class Replay:
    """Where in the board the page looks: `shown` of `acts` acts; numbers of the acts before and after."""

    shown: int
    acts: int
    back: int | None
    on: int | None
    is_live: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that the page of a table shows."""

    table: str
    board: int | None
    heading: Shown
    status: Sequence[Shown]
    is_parked: bool
    force: Sequence[InForce]
    hands: Sequence[HandView]
    trick: Sequence[CardCell]
    trick_number: int
    tricks: Sequence[Sequence[CardCell]]
    heads: Sequence[Head]
    auction: Sequence[Sequence[CallCell]]
    dealer: Shown | None
    devices: Sequence[DeviceLine]
    open: Sequence[CaseLine]
    ruled: Sequence[CaseLine]
    logged: Sequence[CaseLine]
    replay: Replay
    is_opened: bool
    here: str | None
    #: How the record is kept, and while it is not by the sensors alone, how the cards lie against it.
    mode: str
    lines: Sequence[SeatLine]
    may_take: bool
    next_n: int


def view_of(
    room: Room, record: TableRecord, viewer: Viewer, words: Words, *, at: int | None = None, opened: bool = False
) -> TableView:
    """The page of a table; `at` looks back to just after that event, `opened` shows hands (ask `may_see` first)."""
    live = record.table
    view = live if at is None else replayed(live, lambda number: number <= at)
    state = view.state()
    cases = [c for c in record.cases.values() if c.board == record.board and room.sees_case(viewer, c)]
    return TableView(
        table=record.name,
        board=record.board,
        heading=_heading(record, state, words),
        status=_status(view, state, words),
        is_parked=not record.is_followed,
        force=in_force(state, words),
        hands=board_view.hands(view, words, opened=opened),
        trick=board_view.trick_in_progress(view, words),
        trick_number=state["trick"],
        tricks=board_view.tricks(view, words),
        heads=board_view.heads(view, words),
        auction=board_view.auction(view, words),
        dealer=said(words, "summons.dealer", {"seat": shown.seat(view.dealer, words)}) if view.dealer else None,
        devices=_devices(record, words),
        open=[_line(record, c, words) for c in cases if c.is_waiting and not c.is_quiet],
        ruled=[_line(record, c, words) for c in cases if c.rulings],
        logged=[_line(record, c, words) for c in cases if c.attention is Attention.LOG and _may_be_listed(state, c)],
        replay=_replay(live, at),
        is_opened=opened,
        here=record.at_table.by if record.at_table else None,
        mode=record.mode,
        lines=lines_of(room, record, viewer, words),
        may_take=record.may_take,
        next_n=live.next_n,
    )


def _may_be_listed(state: Mapping[str, Any], case: Case) -> bool:
    """What rests on cards that nobody has seen is listed when the board has ended: a list is read over shoulders."""
    return case.needs_seen_cards_only or state["phase"] == "ended"


def _heading(record: TableRecord, state: Mapping[str, Any], words: Words) -> Shown:
    if state["declarer"] is None:
        return phase_of(record, words)
    fields = {
        "contract": shown.contract_text(state["contract"], words),
        "seat": shown.seat(Seat[state["declarer"]], words),
        "n": state["trick"],
    }
    return said(words, "table.contract.trick" if state["phase"] == "play" else "table.contract", fields)


def _status(view: Table, state: Mapping[str, Any], words: Words) -> list[Shown]:
    """Tricks won, whose turn it is, vulnerability, and the result once there is one."""
    if view.board_number is None:
        return []
    found = []
    if state["declarer"]:
        found.append(said(words, "table.tricks_won", {"ns": state["tricks"]["NS"], "ew": state["tricks"]["EW"]}))
    if state["turn"]:
        key = "table.to_call" if state["phase"] == "auction" else "table.to_play"
        found.append(said(words, key, {"seat": shown.seat(Seat[state["turn"]], words)}))
    elif describe.is_stopped(view):
        found.append(said(words, "table.waits"))
    if state["result"]:
        found.append(result(state["result"], words))
    return [*found, said(words, f"vul.{view.vulnerability.value}")]


def result(given: Mapping[str, Any], words: Words) -> Shown:
    """A board's result in words."""
    if given.get("cancelled"):
        return said(words, "table.result.cancelled")
    if "artificial" in given:
        shares = given["artificial"]
        return said(words, "table.result.artificial", {"ns": shares.get("NS"), "ew": shares.get("EW")})
    if given.get("tricks") is None:
        return said(words, "phase.passed_out")
    return said(words, "table.result.line", {"tricks": given.get("tricks"), "score": given.get("score")})


def _devices(record: TableRecord, words: Words) -> list[DeviceLine]:
    lines = [_device(device, words) for device in record.devices.values()]
    lines += [
        DeviceLine("bad", fault_name(f.name, words), said(words, "queue.since", {"time": clock(f.at)}))
        for f in record.faults.values()
    ]
    return sorted(lines, key=lambda line: ("bad", "weak", "good").index(line.mark))


def _device(device: DeviceSeen, words: Words) -> DeviceLine:
    state = f"device.state.{device.state}"
    text = said(words, state) if state in words else shown.plain(device.state)
    if (device.why or "").startswith(_JAMMED):
        text = said(words, "device.jammed", {"place": str(device.why).removeprefix(_JAMMED)})
    return DeviceLine(_MARKS.get(device.state, "weak"), shown.plain(device.name), text)


def _line(record: TableRecord, case: Case, words: Words) -> CaseLine:
    last = case.rulings[-1] if case.rulings else None
    return CaseLine(
        case,
        describe.kind(case.finding.kind, words),
        describe.what_happened(record, case, words),
        describe.ruled_choice(last.choice, last.fields, words) if last else None,
        clock(case.at),
    )


def _replay(live: Table, at: int | None) -> Replay:
    numbers = [int(entry.n) for entry in live.boards[-1].entries]
    if at is None or not numbers or at >= numbers[-1]:
        return Replay(len(numbers), len(numbers), numbers[-2] if len(numbers) > 1 else None, None, True)
    place = max((i for i, n in enumerate(numbers) if n <= at), default=0)
    return Replay(place + 1, len(numbers), numbers[place - 1] if place else None, numbers[place + 1], False)
