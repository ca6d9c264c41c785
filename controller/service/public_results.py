"""Results that everybody may see: which have been shown, and which are to be shown or taken back now.

Fed with the tables as they stand on disk; asked once in a while. Nothing is stored or sent here; times are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.ports import NewRow, Row
from controller.scoring import Artificial
from controller.session.may_see import DealProgress, Role, What, deal_state, may_see
from controller.session.opening import PlayedAt, progress_of
from controller.session.plan import SessionPlan
from controller.session.results import TableResult, is_over, result_of
from controller.session.standings import with_adjusted
from controller.table import Table
from controller.table.table import Board

#: Kind of the journal's rows that say what has been shown.
PUBLIC = "public"
_NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody is shown of a board at a table; `told` is None where it was taken back."""

    table: str
    board: int
    rev: int
    told: Mapping[str, Any] | None = field(hash=False)

    def row(self) -> NewRow:
        """Its row in the journal."""
        state = {"state": "taken_back"} if self.told is None else {"state": "shown", "result": dict(self.told)}
        return NewRow(self.table, PUBLIC, {"board": self.board, "rev": self.rev, **state})


@dataclass(frozen=True, slots=True)
class _Read:
    """What was last read of a board in a table's log."""

    board: Board
    number: int | None
    is_ended: bool
    result: TableResult | None


@dataclass(slots=True, eq=False)
class PublicResults:
    """The results of the evening as spectators may have them; without a plan every table is to play every board."""

    plan: SessionPlan | None = None
    #: Of each table its boards, None before they were first read.
    _tables: dict[str, list[_Read] | None] = field(default_factory=dict)
    #: When each table first ended each board, in seconds since the epoch.
    _ended: dict[PlayedAt, float] = field(default_factory=dict)
    _shown: dict[PlayedAt, Shown] = field(default_factory=dict)
    #: Something has changed since the last look; and when a board opens by time alone.
    _is_due: bool = False
    _opens_at: float = _NEVER

    def expect(self, table: str, rows: Iterable[Row], ended: Mapping[int, int]) -> None:
        """A table of the room, and its journal so far. `ended`: the event with which each of its boards first ended."""
        self._tables[table] = None
        at: dict[int | None, float] = {}
        for row in rows:
            if row.kind == "event":
                at[row.n] = row.at
            elif row.kind == PUBLIC:
                board = int(row.body["board"])
                self._shown[table, board] = Shown(table, board, int(row.body["rev"]), row.body.get("result"))
        self._ended.update({(table, board): at[n] for board, n in ended.items() if n in at})

    def read(self, name: str, table: Table, ended: Iterable[int], now: float) -> None:
        """How a table stands, all of it on disk; the boards that it has ended by now."""
        before = self._tables.get(name) or []
        boards = [_read(name, board, before[i : i + 1]) for i, board in enumerate(table.boards)]
        for board in ended:
            self._ended.setdefault((name, board), now)
        if self._tables.get(name) is None or [_facts(one) for one in boards] != [_facts(one) for one in before]:
            self._is_due = True
        self._tables[name] = boards

    def shown(self) -> list[Shown]:
        """What stands now, for a broker that may have forgotten it."""
        return [one for one in self._shown.values() if one.told is not None]

    def changes(self, now: float) -> list[Shown]:
        """What is to be shown, shown anew or taken back; it counts as told from here on."""
        if any(boards is None for boards in self._tables.values()) or not (self._is_due or now >= self._opens_at):
            return []
        self._is_due, self._opens_at = False, _NEVER
        wanted = dict(self._wanted(now))
        found: list[Shown] = []
        for place in sorted(wanted.keys() | self._shown.keys()):
            was, told = self._shown.get(place), wanted.get(place)
            if told != (was.told if was is not None else None):
                found.append(Shown(*place, (was.rev if was is not None else 0) + 1, told))
        self._shown.update({(one.table, one.board): one for one in found})
        return found

    def _wanted(self, now: float) -> Iterator[tuple[PlayedAt, Mapping[str, Any]]]:
        reads = [(name, one) for name, boards in self._tables.items() for one in boards or ()]
        has_played = {(name, one.number) for name, one in reads if one.is_ended}
        ended = {place: at for place, at in self._ended.items() if place in has_played}
        open_boards: dict[int | None, bool] = {}
        for name, one in reads:
            if one.number is None or one.result is None:
                continue
            if one.number not in open_boards:
                progress = progress_of(one.number, self.plan, tables=self._tables, ended=ended)
                open_boards[one.number] = self._may_be_shown(progress, now)
            if open_boards[one.number]:
                # A board that was taken up again at a table counts as it was played last.
                yield (name, one.number), told_of(with_adjusted(one.result, self.plan))

    def _may_be_shown(self, progress: DealProgress, now: float) -> bool:
        if now < progress.opens_at:
            self._opens_at = min(self._opens_at, progress.opens_at)
        return may_see(Role.SPECTATOR, deal_state(progress, now), What.RESULT)


def told_of(result: TableResult) -> dict[str, Any]:
    """A result as the bus has it; the score is null unless it is just one number."""
    score = result.score
    artificial = {"NS": float(score.ns), "EW": float(score.ew)} if isinstance(score, Artificial) else None
    return {
        "board": result.board,
        "ns": result.ns,
        "ew": result.ew,
        "contract": result.contract or None,
        "declarer": result.declarer.value if result.declarer else None,
        "lead": result.lead.text if result.lead else None,
        "tricks": result.tricks,
        "score": result.score_ns,
        "artificial": artificial,
    }


def _read(name: str, board: Board, before: list[_Read]) -> _Read:
    """The board anew, or what was read of it where nothing has happened on it since."""
    if before and before[0].board is board:
        return before[0]
    return _Read(board, board.game.board, is_over(board), result_of(name, board))


def _facts(one: _Read) -> tuple[int | None, bool, TableResult | None]:
    return one.number, one.is_ended, one.result
