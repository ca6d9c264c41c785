"""`smarttable sense`: what recorded readings amount to, as a table log for people and for `judge`."""

from __future__ import annotations

import gzip
import sys
import zlib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.model.errors import LogError
from controller.model.events import TableEvent
from controller.model.expectation import Expectation
from controller.model.reading_log import ReadingLog, parse_reading_log
from controller.model.table_log import TABLE_LOG, TableLog, table_log_lines
from controller.sensing import SensingSettings, table_events
from controller.sensing.notes import Note
from controller.table import Table, step


class Followed:
    """The table that follows the events as they are sensed, so that sensing knows what it expects."""

    def __init__(self, log: ReadingLog) -> None:
        # Rulings in the log name findings by the numbers of the table's whole evening.
        self.table = replace(Table.fresh(log.laws, log.regulations), next_n=log.first_event)

    def take(self, event: TableEvent) -> Expectation:
        """The table after the event, in the few facts that sensing may know."""
        self.table = step(self.table, event).table
        return self.table.expectation()


def read_reading_log(path: Path) -> ReadingLog:
    """A reading log, compressed (`.gz`) or not. LogError names file, line and field."""
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(f"cannot be read: {error}", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise LogError(f"is not text in UTF-8 (byte {error.start})", file=str(path)) from None
    log = parse_reading_log(text, str(path))
    try:
        SensingSettings.from_json(log.header.get("sensing"))
    except LogError as error:
        raise error.at(file=str(path), place="line 1") from None
    return log


def sense_log(log: ReadingLog) -> TableLog:
    """The table log that a reading log amounts to."""
    events = tuple(table_events(log, Followed(log).take))
    return TableLog(log.laws, events, log.regulations, log.case, table_log_header(log, log.case))


def table_log_header(log: ReadingLog, name: str | None) -> dict[str, Any]:
    """The header of the table log: what the readings were taken under."""
    header: dict[str, Any] = {"log": TABLE_LOG}
    if name is not None:
        header["case"] = name
    header["laws"] = log.laws
    if log.header.get("regulations") is not None:
        header["regulations"] = log.header["regulations"]
    if log.deck is not None:
        header["deck"] = log.deck.id
    if log.first_event:
        header["n"] = log.first_event
    return header


def log_name(path: Path) -> str:
    """The file's name without its endings."""
    return path.name.removesuffix(".gz").rsplit(".", 1)[0]


def sense(files: Annotated[list[Path], typer.Argument(help="Reading logs, one a board.")]) -> None:
    """Print the table log that recorded readings amount to."""
    for path in files:
        log = read_reading_log(path)
        header = table_log_header(log, log.case or log_name(path))
        events = table_events(log, Followed(log).take, on_note=partial(_say, path))
        for line in table_log_lines(header, events):
            sys.stdout.write(line + "\n")


def _say(path: Path, note: Note) -> None:
    """A doubt, for whoever looks: where, when, what. The table log goes on."""
    where = f"{note.at}, " if note.at else ""
    typer.echo(f"{path}: {note.kind}: {where}{note.since:.1f} s: {note.text}", err=True)
