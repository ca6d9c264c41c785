"""The room as the desk knows it: every table's record, the session, how far each deal is. Fed by rows, asked by pages.

Who may see what of it is asked of `session.may_see`, here and nowhere else in the desk.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from controller.desk.cases import Case
from controller.desk.record import Fault, PlayerCall, TableRecord, apply_fault, call_id
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json
from controller.model.events import BoardTaken
from controller.model.regulations import CLUB, Regulations, regulations_from
from controller.ports import Row
from controller.scoring import Book
from controller.session.keeping import CONCERN_RESULTS, is_complete, kept
from controller.session.may_see import DealProgress, DealState, Role, What, deal_state, may_see
from controller.session.plan import SessionPlan
from controller.session.results import TableResult, result_of
from controller.session.session_file import plan_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who is logged in, as the gate of secrecy sees him."""

    name: str
    role: Role
    pair: str | None = None


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """The evening: what the core wrote at its latest start."""

    venue: str
    session: str
    laws: str
    regulations: Regulations
    #: Wall-clock time and session clock at that start, and how fast the clock runs.
    at: float
    clock: float
    speed: float


@dataclass(frozen=True, slots=True)
class Later:
    """A summons put aside by a director: until a time, or until its board has ended."""

    by: str
    until: float | None


class Room:
    """All tables of the evening, as far as the journal has been read."""

    def __init__(self) -> None:
        self.session: SessionInfo | None = None
        self.tables: dict[str, TableRecord] = {}
        self.faults: dict[str, Fault] = {}
        self.seq = 0
        #: Summonses put aside, by table and id. Kept by this desk only: after a restart they wait openly again.
        self.later: dict[tuple[str, str], Later] = {}
        self._moved = asyncio.Condition()
        #: How far deals are, as of the last row: asked for every table of every page.
        self._progress: dict[int, DealProgress] = {}
        #: Sections, movements and scoring, where the session has a file for them.
        self.plan: SessionPlan | None = None
        #: Results as they were booked, and what was put right in them (Law 79C).
        self.book = Book()

    # -- rows ---------------------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """One row of the journal, in order."""
        self.seq = row.seq
        self._progress.clear()
        if row.kind == "session":
            self._session(row)
        elif row.table:
            record = self.record(row.table)
            record.apply(row)
            self._keep(record, row)
        elif row.kind == "fault":
            apply_fault(self.faults, row)

    def record(self, table: str) -> TableRecord:
        """The record of a table, begun if it is new."""
        if table not in self.tables:
            laws = self.session.laws if self.session else "2017"
            self.tables[table] = TableRecord(table, laws, self.session.regulations if self.session else CLUB)
        return self.tables[table]

    def _session(self, row: Row) -> None:
        body = row.body
        try:
            regulations = regulations_from(body.get("regulations") or {})
        except LogError:
            # Written by a newer core: what we do not know of its regulations cannot be shown anyway.
            regulations = CLUB
        self.session = SessionInfo(
            str(body.get("venue", "")),
            str(body.get("session", "")),
            str(body.get("laws", "2017")),
            regulations,
            row.at,
            float(body.get("clock") or 0.0),
            float(body.get("speed") or 1.0),
        )
        for table in body.get("tables", ()):
            self.record(str(table["name"]))
        try:
            self.plan = plan_of(body["movement"]) if body.get("movement") else None
        except LogError:
            # Written by a newer core: then nothing of it is known here.
            self.plan = None

    def _keep(self, record: TableRecord, row: Row) -> None:
        """What an event did to the results."""
        if row.kind != "event" or record.is_parked or row.body.get("type") not in CONCERN_RESULTS:
            return
        self.book = kept(self.book, record.name, record.table, event_from_json(row.body), at=row.at)
        if self.plan is not None and self.book.closes_at is None and is_complete(self.book, self.plan):
            # With the last result the ranking is there for all to check (79C).
            self.book = self.book.closed(row.at + 60 * self.plan.rules.correction_min)

    async def reached(self, seq: int, timeout_s: float = 2.0) -> bool:
        """Wait until that row has been read: who has just done something then sees it. False if it takes too long."""
        try:
            async with asyncio.timeout(timeout_s), self._moved:
                await self._moved.wait_for(lambda: self.seq >= seq)
        except TimeoutError:
            return False
        return True

    async def moved(self) -> None:
        """Rows have been applied: wake whoever waits for them."""
        async with self._moved:
            self._moved.notify_all()

    # -- what pages ask -----------------------------------------------------------------------------------------

    def in_order(self) -> list[TableRecord]:
        """The tables in the order of the room: 2 before 10."""
        return sorted(
            self.tables.values(), key=lambda r: (not r.name.isdigit(), int(r.name) if r.name.isdigit() else 0, r.name)
        )

    def case(self, table: str, summons_id: str) -> Case | None:
        """The case of that id at that table."""
        record = self.tables.get(table)
        return record.case(summons_id) if record else None

    def call(self, table: str, summons_id: str) -> PlayerCall | None:
        """A player's call for the director by its id."""
        record = self.tables.get(table)
        return next((c for c in record.calls if call_id(c) == summons_id), None) if record else None

    def wall_of(self, clock: float) -> float:
        """A time on the session clock as wall-clock time."""
        if self.session is None:
            return clock
        return self.session.at + (clock - self.session.clock) / self.session.speed

    def put_aside(self, case: Case, by: str, until: float | None) -> None:
        """Show it among those put aside until then (None: until its board has ended)."""
        self.later[case.table, case.id] = Later(by, until)

    def is_put_aside(self, case: Case, now: float) -> bool:
        """Is it still put aside?"""
        later = self.later.get((case.table, case.id))
        if later is None:
            return False
        if later.until is not None:
            return now < later.until
        record = self.tables[case.table]
        return record.board == case.board and record.table.state()["phase"] != "ended"

    # -- the gate of secrecy ------------------------------------------------------------------------------------

    def progress(self, board: int) -> DealProgress:
        """Which tables have played a deal. Where no plan says which are to play it, every table of the room is."""
        found = self._progress.get(board)
        if found is None:
            played = frozenset(name for name, record in self.tables.items() if has_played(record, board))
            planned = frozenset(place.table for place in self.plan.of_board(board)) if self.plan else frozenset()
            found = self._progress[board] = DealProgress(planned or frozenset(self.tables), played)
        return found

    def deal_state(self, viewer: Viewer, board: int | None) -> DealState:
        """How a deal stands to a viewer. No board is nobody's secret: nothing of a deal is told by it."""
        if board is None:
            return DealState.OPEN
        seated, played = False, False
        if viewer.pair is not None:
            seated = any(
                r.board == board and _sits(r, board, viewer.pair) and not has_played(r, board)
                for r in self.tables.values()
            )
            played = any(_sits(r, board, viewer.pair) and has_played(r, board) for r in self.tables.values())
        return deal_state(self.progress(board), 0.0, sits_at_it=seated, has_played_it=played)

    def sees(self, viewer: Viewer, board: int | None, what: What) -> bool:
        """May that viewer see that of that deal?"""
        return may_see(viewer.role, self.deal_state(viewer, board), what)

    def results(self, viewer: Viewer) -> list[TableResult]:
        """Every result of the evening that the viewer may see."""
        return [
            found
            for record in self.in_order()
            for board in record.table.boards
            if self.sees(viewer, board.game.board, What.RESULT) and (found := result_of(record.name, board)) is not None
        ]

    def sees_case(self, viewer: Viewer, case: Case) -> bool:
        """May that viewer see a finding?"""
        is_open_act = case.needs_seen_cards_only and not case.is_quiet
        return self.sees(viewer, case.board, What.FINDING if is_open_act else What.QUIET_FINDING)


def has_played(record: TableRecord, board: int) -> bool:
    """Has that table finished that board? A board left in the middle has not been played."""
    return any(one.game.board == board and one.game.phase == "ended" for one in record.table.boards)


def _sits(record: TableRecord, board: int, pair: str) -> bool:
    """Did or does that pair sit at that board there?"""
    for one in record.table.boards:
        if one.game.board != board or not one.entries:
            continue
        taken = one.entries[0].event
        if isinstance(taken, BoardTaken) and taken.pairs and pair in {str(p) for p in taken.pairs.values()}:
            return True
    return False
