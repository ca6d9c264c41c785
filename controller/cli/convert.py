"""`smarttable convert`: board records from one format to another, with a report of what could not be carried."""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated, cast

import typer
from rich.console import Console
from rich.progress import Progress

from controller.cli.file_hold import FileHold
from controller.cli.judge import words_in
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.records.conversion import MOST_NAMED, Conversion
from controller.records.formats import FORMATS, format_of
from controller.records.pbn.encoding import needs_mark
from controller.records.record_format import RecordFormat

_CHUNK = 1 << 16
_GZIP_MAGIC = b"\x1f\x8b"


def convert(
    source: Annotated[Path, typer.Argument(help="The file to read; `.gz` is unpacked.")],
    target: Annotated[Path, typer.Argument(help="The file to write; `.gz` is packed.")],
    from_format: Annotated[str | None, typer.Option("--from", help="Format of the file to read.")] = None,
    to_format: Annotated[str | None, typer.Option("--to", help="Format of the file to write.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="PBN for readers that stumble over signs, comments and glyphs.")
    ] = False,
    lang: Annotated[str, typer.Option(help="Language of the report: en or ru.")] = "en",
) -> None:
    """Convert a file of boards: the endings of the names tell the formats, `--from` and `--to` overrule them."""
    words = words_in(lang)
    reading = _format(from_format, source, "--from")
    writing = _format("pbn-plain" if plain and to_format in (None, "pbn") else to_format, target, "--to")
    if reading.read is None:
        raise LogError(f"{reading.name} is only written, not read", field="--from")
    if writing.write is None:
        raise LogError(f"{writing.name} is only read, not written", field="--to")
    if source.exists() and target.exists() and source.samefile(target):
        raise LogError("is the file to read as well", file=str(target))
    conversion = Conversion(writing)
    with ExitStack() as stack:
        chunks = _chunks(source, _progress(stack, source))
        stack.callback(chunks.close)
        reads = reading.read(chunks, source.name)
        boards = conversion.passing(reads)
        if writing.write_held is not None:
            hold = stack.enter_context(FileHold(target.parent))
            pieces: Iterator[str] | Iterator[bytes] = writing.write_held(boards, hold)
        else:
            pieces = writing.write(boards)
        _write(target, pieces, writing, lambda: conversion.boards)
    for line in _report(conversion, source, target, words):
        typer.echo(line)


def _format(name: str | None, path: Path, option: str) -> RecordFormat:
    if name is not None:
        if name not in FORMATS:
            raise LogError(f"no format {name!r}; known: {', '.join(FORMATS)}", field=option)
        return FORMATS[name]
    found = format_of(path.name)
    if found is None:
        raise LogError(f"its ending tells no format; say it with {option}: {', '.join(FORMATS)}", file=str(path))
    return found


def _progress(stack: ExitStack, source: Path) -> Callable[[int], None]:
    """What to tell how many bytes were read; on a terminal a bar shows it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return lambda _done: None
    bar = stack.enter_context(Progress(console=console, transient=True))
    task = bar.add_task(source.name, total=source.stat().st_size if source.exists() else None)
    return lambda done: bar.update(task, completed=done)


def _chunks(source: Path, done: Callable[[int], None]) -> Generator[bytes]:
    """The bytes of a file in pieces, unpacked if it is packed. LogError if it cannot be read."""
    try:
        with source.open("rb") as raw:
            is_packed = raw.read(2) == _GZIP_MAGIC
            raw.seek(0)
            with gzip.GzipFile(fileobj=raw) if is_packed else raw as file:
                while chunk := file.read(_CHUNK):
                    yield chunk
                    done(0 if raw.closed else raw.tell())
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=str(source)) from error


def _write(target: Path, pieces: Iterator[str] | Iterator[bytes], to: RecordFormat, boards: Callable[[], int]) -> None:
    """A file for its owner alone, whole or not at all. LogError if it cannot be written, or if there are no boards."""
    draft, fresh = (target.with_name(f".{target.name}.{ending}") for ending in ("draft", "new"))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        encoding = _draft(draft, pieces, to)
        if not boards():
            raise LogError("no board in it; nothing is written", file=str(target))
        with draft.open("rb") as drafted, _created(fresh, is_packed=target.suffix == ".gz") as file:
            if encoding == "iso-8859-1":
                file = codecs.EncodedFile(file, "utf-8", encoding)
            file.write(codecs.BOM_UTF8 if encoding == "utf-8-sig" else b"")
            for line in drafted:
                file.write(line)
        fresh.replace(target)
    except OSError as error:
        raise LogError(f"cannot be written: {error.strerror}", file=str(target)) from error
    finally:
        for left in (draft, fresh):
            with suppress(OSError):
                left.unlink()


def _draft(draft: Path, pieces: Iterator[str] | Iterator[bytes], to: RecordFormat) -> str:
    """Write text as UTF-8, and say what the file has to be encoded in once all of it is known."""
    is_marked = to.is_marked
    with _created(draft) as file:
        for piece in pieces:
            if isinstance(piece, str):
                is_marked = is_marked or (to.is_latin_1 and needs_mark(piece))
                file.write(piece.encode("utf-8", errors="replace"))
            else:
                file.write(piece)
    return "utf-8-sig" if is_marked else "iso-8859-1" if to.is_latin_1 else "utf-8"


@contextmanager
def _created(path: Path, *, is_packed: bool = False) -> Iterator[IO[bytes]]:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
        if not is_packed:
            yield raw
            return
        # Without a time or a name of its own the same boards make the same file.
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
            yield cast("IO[bytes]", packed)


def _report(conversion: Conversion, source: Path, target: Path, words: Words) -> Iterator[str]:
    names = {"source": source.name, "target": target.name, "n": conversion.boards}
    yield words.text("convert.done", {**names, "format": conversion.to.name})
    if conversion.warnings:
        yield words.text("convert.warnings", {"n": conversion.warnings})
        yield from (f"  {warning}" for warning in conversion.first_warnings)
        if conversion.warnings > len(conversion.first_warnings):
            yield f"  {words.text('convert.more', {'n': conversion.warnings - len(conversion.first_warnings)})}"
    if not conversion.lost:
        yield words.text("convert.all_carried", {"format": conversion.to.name})
        return
    yield words.text("convert.not_carried", {"format": conversion.to.name})
    for fact, count in conversion.lost.most_common():
        named = conversion.lost_in[fact]
        boards = ", ".join("?" if board is None else str(board) for board in named[:MOST_NAMED])
        boards += " …" if len(named) > MOST_NAMED else ""
        what = words.text(f"convert.fact.{fact.value}", {})
        yield f"  {words.text('convert.lost', {'what': what, 'n': count, 'boards': boards})}"
