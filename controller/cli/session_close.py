"""`smarttable session close`: what is unfinished, then every export and an archive of the evening."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.private_file import copy_database, write_private
from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.evening import Evening, read_evening
from controller.cli.export import finished_boards, write_pbn
from controller.cli.judge import words_in
from controller.cli.score import score
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.model.irregularities import Attention
from controller.ports import JournalError
from controller.records.formats import FORMATS
from controller.session.unfinished import Unfinished, unfinished_boards

#: Exit code where something is unfinished.
UNFINISHED = 1


def close_session(
    settings: SettingsFile,
    out: Annotated[Path, typer.Option(help="Where exports and archive go.")] = Path("closed"),
    anyway: Annotated[bool, typer.Option("--anyway", help="Close it though something is unfinished.")] = False,
    running: Annotated[
        bool, typer.Option("--running", help="Close it while it runs; what happens afterwards is not in it.")
    ] = False,
    lang: Annotated[str, typer.Option(help="Language: en or ru.")] = "en",
) -> None:
    """Say what is unfinished; then write every board, the results and an archive. The evening must have been ended."""
    words = words_in(lang)
    with tempfile.TemporaryDirectory() as folder:
        # All of it is of one moment, whatever is still written.
        journal = Path(folder) / "journal.sqlite"
        try:
            wanted = read_settings(settings)
            if core_runs(wanted) and not running:
                raise SettingsError(words.text("close.runs"))
            if not wanted.journal.exists():
                raise JournalError(f"{wanted.journal}: there is no journal")
            copy_database(wanted.journal, journal)
            evening = read_evening(journal)
        except (SettingsError, JournalError, sqlite3.Error) as error:
            typer.echo(f"smarttable: {error}", err=True)
            raise typer.Exit(UNUSABLE) from error
        _say_unfinished(evening, words, anyway=anyway)
        for path in exported(journal, evening, out, lang=lang):
            typer.echo(str(path))
        typer.echo(str(archived(wanted, settings, journal, out)))


def _say_unfinished(evening: Evening, words: Words, *, anyway: bool) -> None:
    """Name what is unfinished; without `anyway` that is the end of it."""
    left = list(unfinished(evening))
    for one in left:
        typer.echo(f"▲ {words.text(one.key, one.fields)}")
    if left and not anyway:
        typer.echo(words.text("close.unfinished", {"n": len(left)}))
        raise typer.Exit(UNFINISHED)


def core_runs(settings: Settings) -> bool:
    """Does a core write this journal now?"""
    if not settings.core_lock.exists():
        return False
    descriptor = os.open(settings.core_lock, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def unfinished(evening: Evening) -> Iterator[Unfinished]:
    """Boards that the plan has and nobody finished, boards left in the middle, findings that nobody ruled on."""
    for name, table in sorted(evening.tables.items()):
        yield from unfinished_boards(name, table, evening.plan)
        for board in table.boards:
            waiting = [board.game.findings[one] for one in board.game.pending]
            for finding in waiting:
                if finding.attention is not Attention.LOG:
                    fields = {"table": name, "board": board.game.board, "finding": finding.id}
                    yield Unfinished("close.open", fields)


def exported(journal: Path, evening: Evening, out: Path, *, lang: str) -> Iterator[Path]:
    """PBN a table, every board as JSON, results as CSV and PDF; each for its owner alone."""
    written, _closed = write_pbn(evening, out, over=True)
    yield from written
    records = (record for _name, table in sorted(evening.tables.items()) for record in finished_boards(table))
    as_json = FORMATS["json"].write
    assert as_json is not None
    boards = out / "boards.jsonl"
    write_private(boards, "".join(map(_text, as_json(records))).encode())
    yield boards
    if evening.plan is None:
        return
    for form in ("csv", "pdf"):
        path = out / f"results.{form}"
        score([journal], form=form, what="ranking,boards,sheets,trail", out=path, over=True, lang=lang)
        yield path


def _text(piece: str | bytes) -> str:
    return piece.decode() if isinstance(piece, bytes) else piece


def archived(settings: Settings, settings_file: Path, journal: Path, out: Path) -> Path:
    """Journal, evidence, settings and plan in one file; passwords and accounts stay where they are."""
    path = out / f"{settings.session}.zip"
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "archive.zip"
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(journal, "journal.sqlite")
            archive.write(settings_file, "settings.toml")
            if settings.movement is not None:
                archive.write(settings.movement, settings.movement.name)
            looks = settings.data / "desk-looks.jsonl"
            if looks.exists():
                archive.write(looks, looks.name)
            for file in sorted(settings.evidence.rglob("*")) if settings.evidence.is_dir() else ():
                if file.is_file():
                    archive.write(file, f"evidence/{file.relative_to(settings.evidence)}")
        try:
            write_private(path, draft.read_bytes())
        except OSError as error:
            raise LogError(f"cannot be written: {error.strerror}", file=str(path)) from error
    return path
