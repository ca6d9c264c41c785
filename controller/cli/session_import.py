"""`smarttable session import`: another program's session as a session's file, with what could not be carried."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from controller.adapters.private_file import write_private
from controller.cli.judge import words_in
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.records.bws import read_bws
from controller.records.formats import FORMATS, format_of
from controller.records.record_format import RecordFormat
from controller.session.imports import Imported, from_bws, from_csv, from_results, session_text

#: No file of a session is longer.
LONGEST = 1 << 26

session = typer.Typer(help="Sessions: who plays what and where.", no_args_is_help=True)
# Without a callback a Typer of one command would have no subcommands at all.
session.callback()(lambda: None)


@session.command("import")
def import_session(
    source: Annotated[Path, typer.Argument(help="A .bws, .csv, .xml (USEBIO), .pbn or .jsonl file.")],
    out: Annotated[
        Path | None, typer.Option(help="The session's file to write, for its owner alone; without, the screen.")
    ] = None,
    from_format: Annotated[
        str | None, typer.Option("--from", help="Format of the file, where its name misleads.")
    ] = None,
    lang: Annotated[str, typer.Option(help="Language of the report: en or ru.")] = "en",
) -> None:
    """Make a session's file (docs/session.md) of another program's session; say what it could not carry."""
    words = words_in(lang)
    imported = read_imported(source, _format(source, from_format))
    deliver(imported, source.name, out, words)


def deliver(imported: Imported, source: str, out: Path | None, words: Words) -> None:
    """Write the session's file or print it; the report goes to the error stream where the screen is the file's."""
    text = session_text(imported, file=source)
    if out is None:
        sys.stdout.write(text)
    else:
        write_private(out, text.encode("utf-8"))
    for line in report(imported, source, str(out) if out else "-", words):
        typer.echo(line, err=out is None)


def report(imported: Imported, source: str, target: str, words: Words) -> Iterator[str]:
    """What was made, and what could not be carried or was guessed."""
    boards = {board for section in imported.sections for s in section.sittings for board in s.boards}
    rounds = max((s.round for section in imported.sections for s in section.sittings), default=0)
    counts = {"tables": sum(len(section.tables) for section in imported.sections), "rounds": rounds}
    names = {"source": source, "target": target, "n": len(imported.sections)}
    yield words.text("import.done", {**names, **counts, "boards": len(boards)})
    if imported.notes:
        yield words.text("import.not_carried", {})
    yield from (f"  {words.text(note.key, note.params)}" for note in imported.notes)


def read_imported(source: Path, format_: RecordFormat) -> Imported:
    """The session of a file. LogError names file and place of what cannot be read."""
    data = _bytes(source)
    special: Mapping[str, Callable[[], Imported]] = {
        "bws": lambda: from_bws(read_bws(data, source.name)),
        "csv": lambda: from_csv(data, source.name),
    }
    if format_.name in special:
        return special[format_.name]()
    if format_.read is None:
        raise LogError(f"{format_.name} is only written, not read", field="--from")
    return from_results(format_.read(iter((data,)), source.name), file=source.name)


def _format(source: Path, name: str | None) -> RecordFormat:
    found = FORMATS.get(name) if name is not None else format_of(source.name)
    if found is None:
        known = ", ".join(FORMATS)
        raise LogError(f"no format that holds a session; say it with --from: {known}", file=source.name)
    return found


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from None
    if len(data) > LONGEST:
        raise LogError("no file of a session is that long", file=str(path))
    return data
