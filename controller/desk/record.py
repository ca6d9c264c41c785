"""One table as the desk knows it: its rows of the journal, worked through the same `step` as the core's.

Nothing is decided here and nothing is written: apply rows in order, then ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.desk.cases import Acknowledged, Case, Ruled, irregularity_from, told_from
from controller.desk.looking_back import as_of, board_of, counted
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json, event_to_json
from controller.model.events import BoardTaken, DirectorCalled, ModeChanged, Ruling, TableEvent
from controller.model.irregularities import Irregularity
from controller.model.regulations import Regulations
from controller.model.seats import Seat
from controller.ports import Row
from controller.table import Stepped, Table, step


@dataclass(frozen=True, slots=True)
class AtTable:
    """A director stands at the table; `until` on the session clock."""

    by: str
    at: float
    until: float


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """What a device was last known to be."""

    name: str
    state: str
    why: str | None
    at: float


@dataclass(frozen=True, slots=True)
class DoubtSeen:
    """Something that sensing is in doubt about; `text` is its own, in English, and may name cards."""

    kind: str
    #: A place, a seat or a device.
    at: str
    text: str
    #: When the journal was told.
    seen_at: float


@dataclass(frozen=True, slots=True)
class Fault:
    """A named fault that still holds, or a moment that came `count` times."""

    name: str
    detail: str | None
    at: float
    count: int
    #: Counted by the core: there is no `off`.
    is_moment: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceKept:
    """The reading log of a board: its first event, its file, and the session clock when it began."""

    n: int
    file: str
    t0: float


@dataclass(frozen=True, slots=True)
class PlayerCall:
    """A player called the director."""

    n: int
    seat: Seat | None
    board: int | None
    at: float
    #: Who answered it, and when.
    answered: Acknowledged | None = None


class TableRecord:
    """A table, its cases and its devices, as far as the journal has been read."""

    def __init__(self, name: str, laws: str, regulations: Regulations) -> None:
        self.name = name
        self.table = Table.fresh(laws, regulations)
        self.cases: dict[str, Case] = {}
        #: What the core let out before it was on disk; the journal's own word replaces it.
        self.unrecorded: dict[str, Case] = {}
        self.at_table: AtTable | None = None
        self.devices: dict[str, DeviceSeen] = {}
        self.faults: dict[str, Fault] = {}
        self.calls: list[PlayerCall] = []
        self.mode = "sensing"
        self.mode_since = 0.0
        #: The person who ordered that mode.
        self.mode_by: str | None = None
        #: What sensing is in doubt about, by kind and place, oldest first.
        self.doubts: dict[tuple[str, str], DoubtSeen] = {}
        #: How the cards lie against the record (docs/journal.md, `check`), while that is anybody's business.
        self.check: Mapping[str, Any] | None = None
        #: Our own `step` failed: what is shown is the last state that could be followed.
        self.is_parked = False
        self.board_began: float | None = None
        #: The reading logs of the boards, in order.
        self.evidence: list[EvidenceKept] = []
        #: Wall-clock time of each event, by number.
        self.times: dict[int, float] = {}

    # -- what others may ask ------------------------------------------------------------------------------------

    @property
    def board(self) -> int | None:
        """Number of the board in hand."""
        return self.table.board_number

    @property
    def may_take(self) -> bool:
        """Can the record be made to say what lies on the table?"""
        return self.check is not None and self.check.get("may_take") is True

    @property
    def is_followed(self) -> bool:
        """Do the core and we still follow this table?"""
        return not self.is_parked and "engine_fault" not in self.faults

    def board_of(self, n: int | None) -> Table:
        """The table as of the board that event `n` belongs to: its last board is that one."""
        return self.table if n is None else board_of(self.table, n)

    def event(self, n: int) -> TableEvent | None:
        """The event of that number as it counts; one that was struck out as it was told."""
        board = self.board_of(n).boards[-1]
        return next((e.event for e in (*counted(board), *board.entries) if e.n == str(n)), None)

    def before(self, n: int) -> Table:
        """The table just before event `n`: as it counts now; before one that was struck out, as it was then."""
        view = self.board_of(n)
        place = next((i for i, entry in enumerate(counted(view.boards[-1])) if entry.n == str(n)), 0)
        return as_of(view, place - 1) if place else replayed(view, lambda number: number < n)

    @property
    def waiting(self) -> list[Case]:
        """Cases that still want a director, quiet ones too, oldest first."""
        early = (case for case in self.unrecorded.values() if case.id not in self.cases)
        return [case for case in (*self.cases.values(), *early) if case.is_waiting]

    def case(self, case_id: str) -> Case | None:
        """The case of that id, on disk or not yet."""
        return self.cases.get(case_id) or self.unrecorded.get(case_id)

    def set_unrecorded(self, bodies: Iterable[Mapping[str, Any]], at: float) -> list[Case]:
        """Keep what the core says it could not write yet; the cases that are new by it."""
        before = self.unrecorded
        self.unrecorded = {}
        for body in bodies:
            case = self._told(body, at)
            self.unrecorded[case.id] = before.get(case.id, case)
        return [case for case in self.unrecorded.values() if case.id not in before and case.id not in self.cases]

    @property
    def unanswered(self) -> list[PlayerCall]:
        """Players' calls for the director that nobody has answered."""
        return [call for call in self.calls if call.answered is None and call.board == self.board]

    # -- rows of the journal ------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """One row of this table. Kinds and fields that are not known are passed over."""
        work: Mapping[str, Callable[[Row], None]] = {
            "event": self._event,
            "summons": self._summons,
            "ack": self._ack,
            "at_table": self._at_table,
            "device": self._device,
            "fault": self._fault,
            "check": self._check,
            "note": self._doubt,
            "evidence": self._evidence,
        }
        if row.kind in work:
            work[row.kind](row)

    def _event(self, row: Row) -> None:
        if row.n is None:
            return
        self.times[row.n] = row.at
        try:
            event = event_from_json(row.body)
        except LogError:
            self.is_parked = True
            return
        if isinstance(event, BoardTaken):
            self.board_began, self.calls = row.at, []
            # The sensors begin every board afresh.
            self.mode, self.mode_by, self.check = "sensing", None, None
        elif isinstance(event, ModeChanged):
            self.mode, self.mode_by, self.mode_since = event.mode, event.by, row.at
        elif isinstance(event, DirectorCalled):
            self.calls.append(PlayerCall(row.n, event.seat, self.board, row.at))
        self._step(row, event)

    def _step(self, row: Row, event: TableEvent) -> None:
        if self.is_parked:
            return
        try:
            stepped = step(self.table, event)
        except Exception:
            # The engine's bug is the core's to report; the desk shows the last state it could follow.
            self.is_parked = True
            return
        self.table = stepped.table
        self._findings(row, stepped)
        if isinstance(event, Ruling):
            self._ruling(row, event)

    def _findings(self, row: Row, stepped: Stepped) -> None:
        for found in stepped.raised:
            self._found(row, found)
        for found in stepped.changed:
            if found.id in self.cases:
                self.cases[found.id] = replace(self.cases[found.id], finding=found)
        for finding_id in stepped.withdrawn:
            if finding_id in self.cases:
                self.cases[finding_id] = replace(self.cases[finding_id], is_withdrawn=True)

    def _found(self, row: Row, found: Irregularity) -> None:
        known = self.cases.get(found.id)
        if known is not None:
            self.cases[found.id] = replace(known, finding=found, is_withdrawn=False)
        else:
            self.cases[found.id] = Case(self.name, self.board, self.table.laws, found, row.at)

    def _ruling(self, row: Row, ruling: Ruling) -> None:
        if row.n is None:
            return
        on = self._ruled_on(str(row.n), ruling)
        if on is None:
            return
        fields = {k: v for k, v in event_to_json(ruling).items() if k not in _NOT_OF_THE_CHOICE}
        ruled = Ruled(row.n, ruling.choice, ruling.by, row.at, fields)
        case = self.cases[on]
        kept = tuple(r for r in case.rulings if r.n != ruling.revises)
        self.cases[on] = replace(case, rulings=(*kept, ruled))

    def _ruled_on(self, n: str, ruling: Ruling) -> str | None:
        """Which case a ruling was given on: the engine settles a kind (`kind#2`) to an id."""
        for board in self.table.boards:
            if n in board.rulings_on:
                return board.rulings_on[n] if board.rulings_on[n] in self.cases else None
        return ruling.on if ruling.on in self.cases else None

    def _summons(self, row: Row) -> None:
        case = self._told(row.body, row.at)
        self.cases[case.id] = case
        self.unrecorded.pop(case.id, None)

    def _told(self, body: Mapping[str, Any], at: float) -> Case:
        """The case with what the director was told of it last."""
        summons_id = str(body.get("id"))
        found, told = irregularity_from({"id": summons_id, **(body.get("finding") or {})}), told_from(body)
        known = self.cases.get(summons_id)
        if known is None:
            case = Case(self.name, body.get("board"), self.table.laws, found, at, told)
        else:
            case = replace(known, told=told, board=body.get("board", known.board))
            if body.get("finding"):
                case = replace(case, finding=found)
        # Taken back and raised again by a later correction: the latest word holds.
        return replace(case, is_withdrawn=told.state == "withdrawn")

    def _doubt(self, row: Row) -> None:
        kind, at = str(row.body.get("kind")), str(row.body.get("at"))
        self.doubts.pop((kind, at), None)
        if row.body.get("state") == "on":
            self.doubts[kind, at] = DoubtSeen(kind, at, str(row.body.get("text", "")), row.at)

    def _ack(self, row: Row) -> None:
        summons_id, by = str(row.body.get("id")), str(row.body.get("by"))
        if summons_id in self.cases:
            self.cases[summons_id] = replace(self.cases[summons_id], acknowledged=Acknowledged(by, row.at))
        self._answer(by, row.at, only=summons_id)

    def _at_table(self, row: Row) -> None:
        if row.body.get("state") != "begun":
            self.at_table = None
            return
        by = str(row.body.get("by"))
        self.at_table = AtTable(by, row.at, float(row.body.get("until", 0.0)))
        self._answer(by, row.at)

    def _answer(self, by: str, at: float, *, only: str | None = None) -> None:
        """A director has come, or has said that he comes: players' calls are answered."""
        answered = Acknowledged(by, at)
        self.calls = [
            replace(call, answered=answered)
            if call.answered is None and (only is None or only == call_id(call))
            else call
            for call in self.calls
        ]

    def _check(self, row: Row) -> None:
        self.check = row.body if row.body.get("state") == "on" else None

    def _evidence(self, row: Row) -> None:
        if row.body.get("file"):
            kept = EvidenceKept(int(row.body["n"]), str(row.body["file"]), float(row.body["t0"]))
            self.evidence.append(kept)

    def _device(self, row: Row) -> None:
        name = str(row.body.get("device"))
        self.devices[name] = DeviceSeen(name, str(row.body.get("state")), row.body.get("why"), row.at)

    def _fault(self, row: Row) -> None:
        apply_fault(self.faults, row)


#: Fields of a ruling that say which and by whom, not what.
_NOT_OF_THE_CHOICE = frozenset({"type", "t", "src", "on", "choice", "id", "by", "rev", "after", "revises"})


def apply_fault(faults: dict[str, Fault], row: Row) -> None:
    """A `fault` row: on, off, or one more of a counted one."""
    name = str(row.body.get("fault"))
    if row.body.get("state") == "off":
        faults.pop(name, None)
        return
    before = faults[name].count if name in faults else 0
    count = row.body.get("count")
    counted = count if isinstance(count, int) else before + 1
    faults[name] = Fault(name, row.body.get("detail"), row.at, counted, is_moment=isinstance(count, int))


def call_id(call: PlayerCall) -> str:
    """A player's call for the director as an id beside those of findings."""
    return f"director_called@{call.n}:{call.seat.value if call.seat else '-'}"


def replayed(view: Table, wanted: Callable[[int], bool]) -> Table:
    """A table's last board anew from its beginning, as long as the numbers of its events are wanted."""
    board = view.boards[-1]
    if not board.entries:
        return view
    table = replace(view, boards=view.boards[:-1] or Table.fresh(view.laws, view.regulations).boards)
    table = replace(table, next_n=int(board.entries[0].n))
    for entry in board.entries:
        if not wanted(int(entry.n)):
            break
        table = step(table, entry.event).table
    return table
