"""`smarttable journal …`: what can be asked of a journal's file without the core."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.journal import JournalReader
from controller.adapters.mqtt_words import MqttTeller
from controller.model.errors import LogError
from controller.model.event_codec import event_from_json
from controller.model.regulations import regulations_from
from controller.ports import JournalError, Row
from controller.service.account import Account
from controller.service.summons import Summons, Summonses
from controller.service.told import PublicView
from controller.service.tracker import Tracker

journal = typer.Typer(help="The journal of an evening.", no_args_is_help=True)
#: Exit code where something is found; 2 for a file that cannot be read.
FOUND, UNREADABLE = 1, 2


@journal.command()
def verify(file: Annotated[Path, typer.Argument(help="A journal's file.")]) -> None:
    """Check the chain of the rows, replay every table, and say what this program would have told otherwise."""
    try:
        reader = JournalReader(file)
        rows = list(reader.rows())
        found = [f"row {seq}: {what}" for seq, what in reader.broken_links()]
        reader.close()
    except JournalError as error:
        typer.echo(f"smarttable: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    try:
        found += differences(rows)
    except (LogError, KeyError, TypeError, ValueError, AttributeError) as error:
        # Rows that nobody but a forger or a broken disk writes; the chain has said which.
        found.append(f"a row's body is none that this program writes: {error}")
    for line in found:
        typer.echo(line)
    events = sum(row.kind == "event" for row in rows)
    typer.echo(f"{len(rows)} rows, {events} events: {f'{len(found)} differences' if found else 'nothing differs'}")
    if found:
        raise typer.Exit(FOUND)


def differences(rows: list[Row]) -> Iterator[str]:
    """What a replay of the events by this program says otherwise than the journal."""
    session = next((row.body for row in rows if row.kind == "session"), None)
    if session is None:
        yield "there is no session row: under which Laws it was played is not known"
        return
    teller = MqttTeller(session["venue"], session["session"], 0, "verify")
    for table in dict.fromkeys(row.table for row in rows if row.table):
        tracker = Tracker.fresh(session["laws"], regulations_from(session["regulations"]))
        account = Account(table, Summonses(lambda: "-"), PublicView(teller))
        mine = [row for row in rows if row.table == table]
        yield from (f"table {table}, {line}" for line in _replayed(mine, tracker, account))
        yield from (f"table {table}, {line}" for line in _told_otherwise(mine, account))


def _replayed(rows: list[Row], tracker: Tracker, account: Account) -> Iterator[str]:
    for expected, row in enumerate(row for row in rows if row.kind == "event"):
        if row.n != expected:
            yield f"row {row.seq}: event {row.n} stands where event {expected} should"
        try:
            outcome = tracker.take(event_from_json(row.body))
        except LogError as error:
            yield f"event {row.n}: {error}"
            continue
        if outcome.is_news:
            yield f"event {row.n}: the engine fails: {outcome.fault}"
        account.fold(outcome)


def _told_otherwise(rows: list[Row], account: Account) -> Iterator[str]:
    then = Summonses(lambda: "-")
    then.restore(row.body for row in rows if row.kind == "summons")
    now = account.summonses.told
    for finding_id in sorted(then.told.keys() | now.keys()):
        was, would_be = _words(then.told.get(finding_id)), _words(now.get(finding_id))
        if was != would_be:
            yield f"{finding_id}: then {was}, now {would_be}"


def _words(summons: Summons | None) -> str:
    if summons is None:
        return "not told"
    return f"{summons.state} {json.dumps(summons.finding.as_json(), sort_keys=True)}"
