"""`smarttable judge`: what the Laws say of a table log, a case or a reading log, for people or as a trace."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.cli import editions, recorded, story
from controller.cli.sense import sense_log
from controller.desk.words import Words, read_words
from controller.model.errors import LogError
from controller.model.reading_log import is_reading_header, parse_reading_log
from controller.model.regulations import EDITIONS
from controller.model.table_log import TableLog, first_event, json_of, parse_table_log
from controller.table import Stepped, Table, replay, step

#: `--edition both`: the editions beside each other.
BOTH = "both"


def judge(
    files: Annotated[list[Path], typer.Argument(help="Table logs, cases, reading logs, or boards as PBN.")],
    trace: Annotated[bool, typer.Option("--trace", help="For programs: one JSON object a line per event.")] = False,
    edition: Annotated[
        str | None,
        typer.Option(help="Judge under this edition instead of the log's own: 1987, 2017, or `both` side by side."),
    ] = None,
    lang: Annotated[str, typer.Option(help="Language for people: en or ru.")] = "en",
) -> None:
    """Say what the Laws say of each log: what happened, the Law, every option, who chooses, and what follows."""
    known = (*EDITIONS, *(() if trace else (BOTH,)))
    if edition is not None and edition not in known:
        raise LogError(f"no edition {edition!r}; known: {', '.join(known)}", field="--edition")
    words = words_in(lang)
    lists_options = False
    for path in files:
        if trace:
            for named in _logs(path):
                _print_trace(named, edition)
        elif recorded.is_pbn(path):
            lists_options |= _print(_of_boards(path, recorded.read_boards(path), edition, words))
        else:
            lists_options |= _print(_lines(read_log(path), edition, words))
    if lists_options:
        _print([words.text("judge.any")])


def _logs(path: Path) -> list[Named]:
    """The log of a file, or one for each of its boards."""
    if recorded.is_pbn(path):
        return [Named(board.name, board.log) for board in recorded.read_boards(path)]
    return [read_log(path)]


def _print(lines: Iterable[str]) -> bool:
    """For people, line by line as they come; were there options among them?"""
    lists_options = False
    for line in lines:
        lists_options |= " ▸ " in line
        for fitted in _fitted([line]):
            sys.stdout.write(fitted + "\n")
    return lists_options


def _print_trace(named: Named, edition: str | None) -> None:
    for row in trace_rows(named.name, steps_of(named.log, edition or named.log.laws)):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


def _of_boards(path: Path, boards: Sequence[recorded.Recorded], edition: str | None, words: Words) -> Iterator[str]:
    """Of a file of boards: those with anything irregular, or the only one; then the sum of all under each edition."""
    tallies = {laws: recorded.Tally() for laws in (EDITIONS if edition == BOTH else (edition or "",))}
    for board in boards:
        told = [tally.add(board, laws or board.log.laws) for laws, tally in tallies.items()]
        if any(told) or len(boards) == 1:
            yield from _lines(Named(board.name, board.log), edition, words)
    yield path.name
    for laws, tally in tallies.items():
        if laws:
            yield words.text("judge.laws", {"edition": laws})
        yield from tally.lines(words)


def _lines(named: Named, edition: str | None, words: Words) -> list[str]:
    if edition == BOTH:
        told = {laws: story.told(named.log, laws, steps_of(named.log, laws), words) for laws in EDITIONS}
        title, body = "judge.compared", editions.side_by_side(told)
        fields = dict(zip(("one", "other"), EDITIONS, strict=True))
    else:
        laws = edition or named.log.laws
        title, fields = "judge.laws", {"edition": laws}
        blocks = story.told(named.log, laws, steps_of(named.log, laws), words)
        body = [line for block in blocks.values() for line in block]
    why = named.log.header.get("why")
    head = [f"{named.name} · {words.text(title, fields)}", *([str(why)] if why else []), ""]
    last = max((i for i, line in enumerate(body) if line), default=-1)
    return [*head, *body[: last + 1], ""]


def _fitted(lines: Iterable[str]) -> Iterator[str]:
    """On a terminal, long lines go on below under their own beginning; a file gets them whole."""
    if not sys.stdout.isatty():
        yield from lines
        return
    width = max(shutil.get_terminal_size().columns, 60)
    for line in lines:
        margin = " " * (len(line) - len(line.lstrip()) + 2)
        yield from textwrap.wrap(line, width, subsequent_indent=margin, break_long_words=False, **_AS_IS) or [""]


#: Columns of the auction and the tricks stand as they are.
_AS_IS: dict[str, Any] = {"replace_whitespace": False, "drop_whitespace": True, "expand_tabs": False}


def words_in(lang: str) -> Words:
    """The desk's words in a language."""
    catalogue = read_words()
    if lang not in catalogue:
        raise LogError(f"no words in {lang!r}; known: {', '.join(catalogue)}", field="--lang")
    return catalogue[lang]


def steps_of(log: TableLog, laws: str) -> Iterator[Stepped]:
    """Event by event; a log of a later board of an evening goes on with the numbers of the evening."""
    first = first_event(log.header)
    if not first:
        yield from replay(log.events, laws, log.regulations)
        return
    table = replace(Table.fresh(laws, log.regulations), next_n=first)
    for event in log.events:
        stepped = step(table, event)
        table = stepped.table
        yield stepped


@dataclass(frozen=True, slots=True)
class Named:
    """A log and the name that it goes by."""

    name: str
    log: TableLog


def read_log(path: Path) -> Named:
    """A table log, a case, or a reading log that is sensed first. LogError names file, place and field."""
    text = _text_of(path)
    sensed = _is_reading_log(text)
    log = sense_log(parse_reading_log(text, str(path))) if sensed else parse_table_log(text, str(path))
    return Named(log.case or path.stem, log)


def _text_of(path: Path) -> str:
    """What a file says; LogError tells why it cannot be read in words for people."""
    if path.is_dir():
        raise LogError("is a folder: name the files in it, as in folder/*.json", file=str(path))
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LogError("cannot be read: it is no text in UTF-8", file=str(path)) from None
    except OSError as error:
        raise LogError(f"cannot be read: {error.strerror}", file=str(path)) from None
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        raise LogError(
            "is no table log, case or reading log: those are lines that begin with { (docs/formats/TABLE_LOG.md)",
            file=str(path),
        )
    return text


def _is_reading_log(text: str) -> bool:
    first = text.lstrip().partition("\n")[0]
    try:
        return is_reading_header(json_of(first))
    except LogError:
        return False


def trace_rows(name: str, stepped: Iterator[Stepped]) -> Iterator[dict[str, Any]]:
    """One object an event, as the table log format says."""
    for index, one in enumerate(stepped):
        yield {
            "case": name,
            "event": index,
            "irregularities": [found.as_json() for found in one.raised],
            "resolved": [done.as_json() for done in one.resolved],
            "withdrawn": list(one.withdrawn),
            "changed": [found.id for found in one.changed],
            "state": one.table.state(),
        }
