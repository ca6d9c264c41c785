"""`smarttable export`: the finished boards of a journal as PBN files, one a table."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.private_file import write_private
from controller.cli.evening import Evening, read_evening
from controller.model.errors import LogError
from controller.ports import JournalError
from controller.records import BoardRecord, record_of
from controller.records.pbn import encode, print_pbn
from controller.session.may_see import Role, What, deal_state, may_see
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
        written, closed = write_pbn(read_evening(journal), folder, over=over)
    except (JournalError, LogError) as error:
        typer.echo(f"smarttable: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    for path, boards in written.items():
        typer.echo(f"{path}: {boards} boards")
    if closed:
        typer.echo(f"left out, still closed: {', '.join(sorted(closed))} (--over once the session is over)")


def read_tables(journal: Path) -> Mapping[str, Table]:
    """Every table of a journal as its events made it. JournalError if it cannot be read."""
    return read_evening(journal).tables


def finished_boards(table: Table) -> list[BoardRecord]:
    """The boards at that table that have come to their end, in the order of play."""
    records = [record_of(table, board=index) for index in range(len(table.boards))]
    return [r for r, board in zip(records, table.boards, strict=True) if board.game.phase == "ended"]


def write_pbn(evening: Evening, folder: Path, *, over: bool) -> tuple[dict[Path, int], set[str]]:
    """Write `table-N.pbn` for each table; the files with their number of boards, and the boards still closed."""
    written: dict[Path, int] = {}
    closed: set[str] = set()
    for name, table in evening.tables.items():
        records = []
        for record in finished_boards(table):
            state = deal_state(evening.progress(record.board or 0, over=over), time.time())
            if may_see(Role.OPERATOR, state, What.UNSEEN_CARDS):
                records.append(record)
            else:
                closed.add(str(record.board))
        if records:
            path = folder / f"table-{name}.pbn"
            write_private(path, encode(print_pbn(records)))
            written[path] = len(records)
    return written, closed
