"""The evening as the journal tells it, and what a scoring program should have of it by now."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.adapters.data_connector.client import Kind
from controller.adapters.data_connector.dtos import (
    CallState,
    Movement,
    NotCarriedError,
    call_dto,
    hand_record_dto,
    place_of,
    result_dto,
)
from controller.model.board import Deal
from controller.model.event_codec import event_from_json
from controller.model.irregularities import RestsOn
from controller.model.regulations import CLUB, Regulations, regulations_from
from controller.ports import Row
from controller.records import record_of
from controller.service.tracker import Tracker
from controller.session.keeping import CONCERN_RESULTS
from controller.session.may_see import DealState, Role, What, deal_state, may_see
from controller.session.opening import progress_of
from controller.session.plan import SessionPlan
from controller.session.results import TableResult, is_over, result_of
from controller.session.session_file import plan_of
from controller.table import Table


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that the scoring program should have: the object, or why it cannot be said."""

    kind: Kind
    #: What it is about: the same key later takes its place.
    key: str
    object: Mapping[str, Any] = field(default_factory=dict, hash=False)
    not_carried: str = ""


@dataclass(slots=True)
class _Calls:
    """Whether a director is wanted at a table. Only what every player there has seen is told."""

    open: set[str] = field(default_factory=set)
    is_called: bool = False
    is_here: bool = False
    #: The board at which it began, and the wall-clock time.
    board: int | None = None
    at: float = 0.0
    state: CallState | None = None

    def moved(self, board: int | None, at: float) -> None:
        """Take note of a change."""
        wanted = bool(self.open) or self.is_called
        is_under_way = self.state in (CallState.LAUNCHED, CallState.IN_PROGRESS)
        if self.is_here and (wanted or is_under_way):
            state = CallState.IN_PROGRESS
        elif wanted:
            state = CallState.LAUNCHED
        elif is_under_way:
            state = CallState.RESOLVED
        else:
            return
        if not is_under_way:
            self.board = board
        if state is not self.state:
            self.state, self.at = state, at


class Following:
    """Tables kept by the core's own `step`, row by row."""

    def __init__(self) -> None:
        self.seq = 0
        self.plan: SessionPlan | None = None
        self._laws: str = "2017"
        self._regulations: Regulations = CLUB
        self._tables: dict[str, Tracker] = {}
        self._calls: dict[str, _Calls] = {}
        #: When each table ended each board, in seconds since the epoch.
        self._ended: dict[tuple[str, int], float] = {}
        self._results: dict[tuple[str, int], TableResult] = {}
        self._deals: dict[int, Deal] = {}

    def apply(self, row: Row) -> None:
        """A row of the journal; those that say nothing of results and calls are passed over."""
        self.seq = row.seq
        if row.kind == "session":
            self._laws = str(row.body.get("laws", "2017"))
            self._regulations = regulations_from(row.body.get("regulations", {}))
            self.plan = plan_of(row.body["movement"]) if row.body.get("movement") else None
        elif row.kind == "event":
            self._event(row)
        elif row.kind in ("summons", "at_table"):
            calls = self._calls.setdefault(row.table, _Calls())
            _summons(calls, row.body) if row.kind == "summons" else _at_table(calls, row.body)
            calls.moved(self._board(row.table), row.at)

    def _event(self, row: Row) -> None:
        table = self._tables.setdefault(row.table, Tracker.fresh(self._laws, self._regulations))
        event = event_from_json(row.body)
        table.take(event)
        if row.body.get("type") == "director_called":
            calls = self._calls.setdefault(row.table, _Calls())
            calls.is_called = True
            calls.moved(self._board(row.table), row.at)
        boards = table.table.boards
        # A ruling may be on any board of the table; what else happens is on the last.
        first = 0 if event.type in CONCERN_RESULTS else max(len(boards) - 1, 0)
        for index in range(first, len(boards)):
            self._take(row, table.table, index)

    def _take(self, row: Row, table: Table, index: int) -> None:
        """A board as it is now, if it has come to its end."""
        board = table.boards[index]
        number = board.game.board
        if number is None or not is_over(board):
            return
        self._ended.setdefault((row.table, number), row.at)
        result = result_of(row.table, board)
        if result is not None:
            self._results[row.table, number] = result
        if number not in self._deals:
            deal = record_of(table, board=index).deal
            if deal is not None and deal.is_complete:
                self._deals[number] = deal

    def _board(self, table: str) -> int | None:
        known = self._tables.get(table)
        return known.table.board_number if known is not None else None

    def wanted(self, movement: Movement, guid: str) -> Iterator[Wanted]:
        """Everything that the scoring program should have now."""
        plan = self.plan
        if plan is None:
            return
        yield from self._told_results(plan, movement, guid)
        yield from self._hands(plan, movement, guid)
        for table, calls in self._calls.items():
            place = place_of(plan, table, calls.board) if calls.board is not None else None
            if place is not None and calls.state is not None:
                local = time.localtime(calls.at)
                told = call_dto(place, calls.state, local.tm_hour, local.tm_min, guid)
                yield Wanted(Kind.CALLS, f"{table}/{place.sitting.round}", told)

    def _told_results(self, plan: SessionPlan, movement: Movement, guid: str) -> Iterator[Wanted]:
        """The scorer has them as the director has: he works for him."""
        for (table, board), result in self._results.items():
            if not may_see(Role.DIRECTOR, self._state(plan, board), What.RESULT):
                continue
            key = f"{table}/{board}"
            try:
                yield Wanted(Kind.RESULTS, key, result_dto(result, plan, movement, guid))
            except NotCarriedError as error:
                yield Wanted(Kind.RESULTS, key, not_carried=str(error))

    def _state(self, plan: SessionPlan, board: int) -> DealState:
        return deal_state(progress_of(board, plan, tables=(), ended=self._ended), time.time())

    def _hands(self, plan: SessionPlan, movement: Movement, guid: str) -> Iterator[Wanted]:
        groups = {due.group: letters for (letters, _, _), due in movement.items() if due.group}
        for board, deal in self._deals.items():
            if may_see(Role.OPERATOR, self._state(plan, board), What.UNSEEN_CARDS):
                for group, letters in groups.items():
                    told = hand_record_dto(board, deal, letters, group, guid)
                    yield Wanted(Kind.HAND_RECORDS, f"{group}/{board}", told)


def _summons(calls: _Calls, body: Mapping[str, Any]) -> None:
    """Told like on the bus, and only of acts that all have seen: the units stand before the players."""
    summons = str(body.get("id"))
    is_told = "bus" in body.get("channels", ()) and not body.get("held") and body.get("rests_on") == RestsOn.SEEN.value
    if is_told and body.get("open") is True and body.get("state") in ("raised", "changed"):
        calls.open.add(summons)
    else:
        calls.open.discard(summons)


def _at_table(calls: _Calls, body: Mapping[str, Any]) -> None:
    calls.is_here = body.get("state") == "begun"
    if calls.is_here:
        calls.is_called = False
