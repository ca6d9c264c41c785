"""One table, live or looked back at: contract, turn, hands, tricks, auction, what is in force. Made for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from controller.desk import board_view, describe, shown, tempo_view
from controller.desk.board_view import CallCell, CardCell, HandView, Head
from controller.desk.cases import Case
from controller.desk.consequences import InForce, in_force, new_duties
from controller.desk.describe import said
from controller.desk.keeping import SeatLine, lines_of
from controller.desk.looking_back import as_of, counted
from controller.desk.options import follow_up
from controller.desk.queue import fault_name
from controller.desk.record import DeviceSeen, TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.tempo_view import TempoView
from controller.desk.tiles import phase_of
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model.events import Ruling
from controller.model.irregularities import Attention
from controller.model.seats import Seat
from controller.table import Table
from controller.table.derive import Entry

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
    """Where in the board the page looks: just after act `shown` of `acts`, and what that act was."""

    shown: int
    acts: int
    is_live: bool
    act: Shown | None


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
    #: While it lasts, the auction comes before the hands.
    is_auction: bool
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
    tempo: TempoView | None


def view_of(
    room: Room, record: TableRecord, viewer: Viewer, words: Words, *, act: int | None = None, opened: bool = False
) -> TableView:
    """The page of a table; `act` looks back to just after that act, `opened` shows hands (ask `may_see` first)."""
    live = record.table
    entries = counted(live.boards[-1])
    is_live = act is None or not 0 < act < len(entries)
    view = live if is_live or act is None else as_of(live, act - 1)
    state = view.state()
    cases = [c for c in record.cases.values() if c.board == record.board and room.sees_case(viewer, c)]
    return TableView(
        table=record.name,
        board=record.board,
        heading=_heading(record, state, words),
        status=_status(view, state, words),
        is_parked=not record.is_followed,
        force=_force(record, view, words),
        hands=board_view.hands(view, words, opened=opened),
        trick=board_view.trick_in_progress(view, words),
        trick_number=state["trick"],
        tricks=board_view.tricks(view, words),
        heads=board_view.heads(view, words),
        auction=board_view.auction(view, words),
        dealer=said(words, "summons.dealer", {"seat": shown.seat(view.dealer, words)}) if view.dealer else None,
        is_auction=state["phase"] == "auction",
        devices=devices_of(record, words),
        open=_open(record, cases, words),
        ruled=[_line(record, c, words) for c in cases if c.rulings or _was_closed_by_play(state, c)],
        logged=[_line(record, c, words) for c in cases if c.attention is Attention.LOG and _may_be_listed(state, c)],
        replay=_replay(entries, None if is_live else act, words),
        is_opened=opened,
        here=record.at_table.by if record.at_table else None,
        mode=record.mode,
        lines=lines_of(room, record, viewer, words),
        may_take=record.may_take,
        next_n=live.next_n,
        tempo=tempo_view.view_of(view, words),
    )


def _force(record: TableRecord, view: Table, words: Words) -> list[InForce]:
    """What binds somebody, with the Law and the time of the ruling by which it came, where it came by one."""
    found = in_force(view.state(), words)
    came: dict[str, Shown] = {}
    for place, entry in enumerate(counted(view.boards[-1]) if found else ()):
        case = record.cases.get(view.boards[-1].rulings_on.get(entry.n, ""))
        if not isinstance(entry.event, Ruling) or case is None or not case.finding.laws or not entry.n.isdigit():
            continue
        fields = {"laws": case.finding.laws[0], "time": clock(record.times.get(int(entry.n), case.at))}
        before, after = (as_of(view, at).state() if at >= 0 else {} for at in (place - 1, place))
        for line in new_duties(before, after, words) if before else ():
            came[line.text] = said(words, "force.law_ruled", fields)
    return [_with(one, came.get(one.text.text)) for one in found]


def _with(one: InForce, came: Shown | None) -> InForce:
    if came is None or one.small is None:
        return one if came is None else InForce(one.text, came)
    html = Markup("{} {}").format(one.small, came)
    return InForce(one.text, Shown(f"{one.small.text} {came.text}", html))


def _open(record: TableRecord, cases: Sequence[Case], words: Words) -> list[CaseLine]:
    """What waits for the director here, and what a ruled case still asks of him."""
    found = [_line(record, c, words) for c in cases if c.is_waiting and not c.is_quiet]
    asked = [(c, follow_up(record, c)) for c in cases]
    return found + [replace(_line(record, c, words), what=said(words, f"queue.go.{a}")) for c, a in asked if a]


def _was_closed_by_play(state: Mapping[str, Any], case: Case) -> bool:
    """Listed all the same: the director may have ruled at the table before."""
    return case.told is not None and case.told.how == "action" and not case.is_quiet and _may_be_listed(state, case)


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


def devices_of(record: TableRecord, words: Words) -> list[DeviceLine]:
    """A table's devices and what is wrong with them, the worst first."""
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
        describe.ruled_choice(last.choice, last.fields, words) if last else describe.how_closed(case, words),
        clock(case.at),
    )


def _replay(entries: Sequence[Entry], act: int | None, words: Words) -> Replay:
    shown_to = len(entries) if act is None else act
    what = shown.begin(describe.event(entries[shown_to - 1].event, words)) if entries else None
    return Replay(shown_to, len(entries), act is None, what)


def act_after(record: TableRecord, n: int) -> int:
    """Which act of the board in hand stands last, if one looks back to just after event `n`."""
    entries = counted(record.table.boards[-1])
    return max((i for i, e in enumerate(entries, 1) if int(e.n.partition(".")[0]) <= n), default=1)
