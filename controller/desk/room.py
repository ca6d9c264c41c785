"""The room as the desk knows it: every table's record, the session, how far each deal is. Fed by rows, asked by pages.

Who may see what of it is asked of `session.may_see`, here and nowhere else in the desk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from controller.desk.cases import Case
from controller.desk.record import Fault, PlayerCall, TableRecord, apply_fault, call_id
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json
from controller.model.events import BoardTaken
from controller.model.regulations import CLUB, Regulations, regulations_from
from controller.model.seats import Seat
from controller.ports import Row
from controller.scoring import Book
from controller.session.keeping import CONCERN_RESULTS, closing, kept
from controller.session.may_see import DealProgress, DealState, Role, What, deal_state, may_see
from controller.session.opening import PlayedAt, progress_of
from controller.session.plan import SessionPlan
from controller.session.results import TableResult, is_over, result_of
from controller.session.session_file import plan_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who is logged in, as the gate of secrecy sees him."""

    name: str
    role: Role
    pair: str | None = None
    #: Of a player's screen: where it stands.
    table: str | None = None
    seat: Seat | None = None


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
    """A summons put aside by a director: until a time, until its board has ended, or with a whole burst."""

    by: str
    until: float | None
    #: Put aside with all that came from this device at once: until somebody brings it back.
    device: str | None = None


class Room:
    """All tables of the evening, as far as the journal has been read."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        #: Wall-clock time: a deal may open by time alone.
        self._now = now
        #: Boards that playing directors have said they have played, by name; each stands in the log of looks.
        self.declared: set[tuple[str, int]] = set()
        self.session: SessionInfo | None = None
        self.tables: dict[str, TableRecord] = {}
        self.faults: dict[str, Fault] = {}
        self.seq = 0
        #: Summonses put aside, by table and id, and the number of the last mark on each that was or is.
        self.later: dict[tuple[str, str], Later] = {}
        self.marks: dict[tuple[str, str], int] = {}
        self._moved = asyncio.Condition()
        #: How far deals are, as of the last row: asked for every table of every page.
        self._progress: dict[int, DealProgress] = {}
        #: When each table first ended each board, by the journal's clock.
        self._ended: dict[PlayedAt, float] = {}
        #: When the first board of each round was taken up, by the journal's clock.
        self._rounds: dict[int, float] = {}
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
            self._note_round(record, row)
            self._note_end(record, row.at)
            self._keep(record, row)
            self._put_aside(row)
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
        for record in self.tables.values():
            # The core tells again what it is in doubt about.
            record.doubts.clear()
        for table in body.get("tables", ()):
            self.record(str(table["name"]))
        try:
            self.plan = plan_of(body["movement"]) if body.get("movement") else None
        except LogError:
            # Written by a newer core: then nothing of it is known here.
            self.plan = None

    def _note_round(self, record: TableRecord, row: Row) -> None:
        """The first board of a round at any table starts the round's clock for all."""
        if row.kind == "event" and row.body.get("type") == "board":
            number = self.plan.round_of(record.name, record.board) if self.plan is not None else None
            if number is not None:
                self._rounds.setdefault(number, row.at)

    def round_ends(self, number: int | None) -> float | None:
        """Wall-clock time at which a round should be over; None where no clock is set or it has not begun."""
        minutes = self.plan.round_min if self.plan is not None else 0
        began = self._rounds.get(number) if number is not None else None
        speed = self.session.speed if self.session is not None else 1.0
        return began + 60 * minutes / speed if began is not None and minutes else None

    def _note_end(self, record: TableRecord, at: float) -> None:
        """Has its board come to an end? A delay runs from the first time that it had."""
        game = record.table.boards[-1].game if record.table.boards else None
        if game is not None and game.board is not None and game.phase == "ended":
            self._ended.setdefault((record.name, game.board), at)

    def _keep(self, record: TableRecord, row: Row) -> None:
        """What an event did to the results."""
        if row.kind != "event" or record.is_parked or row.body.get("type") not in CONCERN_RESULTS:
            return
        self.book = kept(self.book, record.name, record.table, event_from_json(row.body), at=row.at)
        self.book = closing(self.book, self.plan, row.at)

    def _put_aside(self, row: Row) -> None:
        """A director put a summons aside, or brought it back: the latest mark holds."""
        if row.kind != "later":
            return
        key, until, device = (row.table, str(row.body.get("id"))), row.body.get("until"), row.body.get("device")
        self.marks[key] = int(row.body.get("mark", 0))
        self.later.pop(key, None)
        if row.body.get("state") == "aside":
            self.later[key] = Later(str(row.body.get("by")), None if until is None else float(until), device)

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

    def of_bursts(self, table: str) -> list[Case]:
        """What of a table was put aside with a burst."""
        ids = [key[1] for key, later in self.later.items() if key[0] == table and later.device is not None]
        return [case for one in ids if (case := self.case(table, one)) is not None]

    def mark_of(self, case: Case) -> int:
        """The number of the last mark that put it aside or brought it back; 0 if there was none."""
        return self.marks.get((case.table, case.id), 0)

    def is_put_aside(self, case: Case, now: float) -> bool:
        """Is it still put aside?"""
        later = self.later.get((case.table, case.id))
        if later is None:
            return False
        if later.device is not None:
            return True
        if later.until is not None:
            return now < later.until
        record = self.tables[case.table]
        return record.board == case.board and record.table.state()["phase"] != "ended"

    # -- the gate of secrecy ------------------------------------------------------------------------------------

    def ended_at(self, table: str, board: int) -> float | None:
        """When that table first ended that board, by the journal's clock; None while it has not."""
        return self._ended.get((table, board))

    def progress(self, board: int) -> DealProgress:
        """Which tables have played a deal. Where no plan says which are to play it, every table of the room is."""
        found = self._progress.get(board)
        if found is None:
            # What a correction or a misreading took back has not been played.
            ended = {one: at for one, at in self._ended.items() if has_played(self.tables[one[0]], one[1])}
            found = self._progress[board] = progress_of(board, self.plan, tables=self.tables, ended=ended)
        return found

    def is_open(self, board: int) -> bool:
        """May everybody see that deal: has every table played it, and are delay and embargo past?"""
        return self.progress(board).is_open(self._now())

    def boards(self) -> list[int]:
        """Numbers of all boards that were taken up somewhere, in order."""
        taken = (board.game.board for record in self.tables.values() for board in record.table.boards)
        return sorted({number for number in taken if number is not None})

    def deal_state(self, viewer: Viewer, board: int | None) -> DealState:
        """How a deal stands to a viewer. No board is nobody's secret: nothing of a deal is told by it."""
        if board is None:
            return DealState.OPEN
        if viewer.role is Role.SEAT:
            here = self.tables.get(viewer.table or "")
            played = here is not None and has_played(here, board)
            seated = here is not None and here.board == board and not played
        else:
            seated, played = self._by_his_pair(viewer, board)
        # What the tables say of his pair is no leave to look at cards: he says so himself, and that is written down.
        said = viewer.role is Role.PLAYING_DIRECTOR and (viewer.name, board) in self.declared
        return deal_state(self.progress(board), self._now(), sits_at_it=seated, has_played_it=played, has_said_so=said)

    def _by_his_pair(self, viewer: Viewer, board: int) -> tuple[bool, bool]:
        """Does the viewer's pair sit at that board now, and has it played it?"""
        if viewer.pair is None:
            return False, False
        there = [record for record in self.tables.values() if _sits(record, board, viewer.pair)]
        seated = any(record.board == board and not has_played(record, board) for record in there)
        return seated, any(has_played(record, board) for record in there)

    def has_still_to_play(self, viewer: Viewer, board: int) -> bool:
        """Does the plan, or the table where he sits, say that the viewer has not played that board yet?"""
        seated, played = self._by_his_pair(viewer, board)
        if seated or played or viewer.pair is None or self.plan is None:
            return seated
        return any(
            viewer.pair in {str(self.plan.pair_id(place.section, pair)) for pair in place.sitting.pairs}
            for place in self.plan.of_board(board)
        )

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
    return any(one.game.board == board and is_over(one) for one in record.table.boards)


def _sits(record: TableRecord, board: int, pair: str) -> bool:
    """Did or does that pair sit at that board there?"""
    for one in record.table.boards:
        if one.game.board != board or not one.entries:
            continue
        taken = one.entries[0].event
        if isinstance(taken, BoardTaken) and taken.pairs and pair in {str(p) for p in taken.pairs.values()}:
            return True
    return False
