"""An evening out of its journal: every table, the plan, the results as they were booked, and which deals are open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from controller.adapters.journal import JournalReader
from controller.model.event_codec import event_from_json
from controller.model.regulations import CLUB, regulations_from
from controller.ports import JournalError
from controller.scoring import Book
from controller.service.tracker import Tracker
from controller.session.keeping import CONCERN_RESULTS, closing, kept
from controller.session.may_see import DealProgress
from controller.session.opening import PlayedAt, progress_of
from controller.session.plan import SessionPlan
from controller.session.session_file import plan_of
from controller.table import Table


@dataclass(frozen=True, slots=True)
class Evening:
    """What a journal holds."""

    tables: Mapping[str, Table]
    plan: SessionPlan | None
    laws: str
    book: Book
    #: When each table ended each board, in seconds since the epoch.
    ended: Mapping[PlayedAt, float]

    def progress(self, board: int, *, over: bool) -> DealProgress:
        """How far a deal is. Without a plan nobody can say who is still to play it: then it opens when all is over."""
        if over:
            return DealProgress(frozenset(self.tables), frozenset(self.tables))
        ended = {one: at for one, at in self.ended.items() if _has_played(self.tables[one[0]], one[1])}
        return progress_of(board, self.plan, tables=(), ended=ended)


def read_evening(journal: Path) -> Evening:
    """The evening of a journal. JournalError if it cannot be read, LogError for an event or a plan that cannot."""
    reader = JournalReader(journal)
    try:
        tables: dict[str, Tracker] = {}
        ended: dict[PlayedAt, float] = {}
        laws, regulations, plan, book = "2017", CLUB, None, Book()
        for row in reader.rows():
            if row.kind == "session":
                laws, regulations = row.body["laws"], regulations_from(row.body["regulations"])
                plan = plan_of(row.body["movement"], str(journal)) if row.body.get("movement") else None
            elif row.kind == "event":
                # As in the core: a board that the engine fails over is left out, the boards after it are not.
                table = tables.setdefault(row.table, Tracker.fresh(laws, regulations))
                event = event_from_json(row.body)
                table.take(event)
                game = table.table.boards[-1].game if table.table.boards else None
                if game is not None and game.board is not None and game.phase == "ended":
                    ended.setdefault((row.table, game.board), row.at)
                if event.type in CONCERN_RESULTS:
                    book = closing(kept(book, row.table, table.table, event, at=row.at), plan, row.at)
        return Evening({name: tracker.table for name, tracker in tables.items()}, plan, laws, book, ended)
    except (KeyError, TypeError) as error:
        raise JournalError(f"{journal}: a row's body is none that this program writes: {error}") from error
    finally:
        reader.close()


def _has_played(table: Table, board: int) -> bool:
    return any(one.game.board == board and one.game.phase == "ended" for one in table.boards)
