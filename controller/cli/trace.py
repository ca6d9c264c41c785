"""`smarttable trace`: a recorded reading log as a picture, so that one sees why something was decided."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from controller.cli.sense import log_name, read_reading_log
from controller.cli.timeline import html_page, svg_picture, timeline_of
from controller.model.errors import LogError

#: The file's ending says what is drawn.
_FORMATS = (".svg", ".html")


def trace(
    file: Annotated[Path, typer.Argument(help="A reading log, compressed (.gz) or not.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="What to write, .html or .svg; otherwise the log's name with .html."),
    ] = None,
    start: Annotated[float | None, typer.Option("--from", help="Show from this second of the log on.")] = None,
    end: Annotated[float | None, typer.Option("--to", help="Show up to this second.")] = None,
) -> None:
    """Draw a reading log as a timeline: what antennas, boxes and keys told, and above it what was made of that.

    The picture SHOWS CARDS THAT PLAYERS HAVE NOT SEEN. It is written for its owner alone (mode 0600): keep it from
    everybody who still has to play the board.
    """
    target = out or Path(f"{log_name(file)}.html")
    if target.suffix not in _FORMATS:
        raise LogError(f"a picture is written as {' or '.join(_FORMATS)}, not as {target.name!r}", field="--out")
    if start is not None and end is not None and end <= start:
        raise LogError(f"{end:g} s is not after {start:g} s", field="--to")
    log = read_reading_log(file)
    timeline = timeline_of(log, log.case or log_name(file), start, end)
    _write(target, html_page(timeline) if target.suffix == ".html" else svg_picture(timeline))
    typer.echo(f"{target}: {timeline.start:.1f} s to {timeline.end:.1f} s (shows unseen cards; readable by you alone)")


def _write(path: Path, text: str) -> None:
    """For the owner alone, also where the file was there before."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as written:
            os.fchmod(handle, 0o600)
            written.write(text)
    except OSError as error:
        raise LogError(f"cannot be written: {error.strerror}", file=str(path)) from None
