"""`smarttable export`: the finished boards of a journal as PBN files, one a table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.journal import JournalReader
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json
from controller.model.regulations import CLUB, regulations_from
from controller.ports import JournalError
from controller.records import BoardRecord, record_of
from controller.records.pbn import encode, print_pbn
from controller.service.tracker import Tracker
from controller.session.may_see import DealProgress, Role, What, deal_state, may_see
from controller.table import Table

#: Exit code for a journal that cannot be read.
UNREADABLE = 2


def export(
    journal: Annotated[Path, typer.Argument(help="The journal of the evening.")],
    folder: Annotated[Path, typer.Argument(help="Where the files go.")],
    over: Annotated[
        bool, typer.Option("--over", help="The session is over: no board is still to be played anywhere.")
    ] = False,
) -> None:
    """Write every finished board as PBN 2.1. While the session runs, boards still to be played stay closed."""
    try:
        written, closed = write_pbn(read_tables(journal), folder, over=over)
    except (JournalError, LogError) as error:
        typer.echo(f"smarttable: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    for path, boards in written.items():
        typer.echo(f"{path}: {boards} boards")
    if closed:
        typer.echo(f"left out, still closed: {', '.join(sorted(closed))} (--over once the session is over)")


def read_tables(journal: Path) -> dict[str, Table]:
    """Every table of a journal as its events made it. JournalError if it cannot be read."""
    reader = JournalReader(journal)
    try:
        tables: dict[str, Tracker] = {}
        laws, regulations = "2017", CLUB
        for row in reader.rows():
            if row.kind == "session":
                laws, regulations = row.body["laws"], regulations_from(row.body["regulations"])
            elif row.kind == "event":
                # As in the core: a board that the engine fails over is left out, the boards after it are not.
                table = tables.setdefault(row.table, Tracker.fresh(laws, regulations))
                table.take(event_from_json(row.body))
        return {name: tracker.table for name, tracker in tables.items()}
    except (KeyError, TypeError) as error:
        raise JournalError(f"{journal}: a row's body is none that this program writes: {error}") from error
    finally:
        reader.close()


def finished_boards(table: Table) -> list[BoardRecord]:
    """The boards at that table that have come to their end, in the order of play."""
    records = [record_of(table, board=index) for index in range(len(table.boards))]
    return [r for r, board in zip(records, table.boards, strict=True) if board.game.phase == "ended"]


def write_pbn(tables: dict[str, Table], folder: Path, *, over: bool) -> tuple[dict[Path, int], set[str]]:
    """Write `table-N.pbn` for each table; the files with their number of boards, and the boards still closed."""
    written: dict[Path, int] = {}
    closed: set[str] = set()
    scheduled = frozenset(tables) if over else frozenset()
    for name, table in tables.items():
        records = []
        for record in finished_boards(table):
            # Without a movement nobody can say which tables are still to play a board: then it stays closed.
            state = deal_state(DealProgress(scheduled, scheduled), 0.0)
            if may_see(Role.OPERATOR, state, What.UNSEEN_CARDS):
                records.append(record)
            else:
                closed.add(str(record.board))
        if records:
            path = folder / f"table-{name}.pbn"
            _write(path, encode(print_pbn(records)))
            written[path] = len(records)
    return written, closed


def _write(path: Path, content: bytes) -> None:
    """A file for its owner alone, whole or not at all. LogError if it cannot be written."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        fresh.replace(path)
    except OSError as error:
        raise LogError(f"cannot be written: {error.strerror}", file=str(path)) from error
