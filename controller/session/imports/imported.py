"""A session as it was imported, and its text as a session's file (docs/session.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.model.errors import LogError
from controller.session.listed import print_listed
from controller.session.movement import Movement, Sitting
from controller.session.session_file import read_session


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a session's file cannot say, or that was guessed; the key names its words (`import.…`)."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ImportedSection:
    """A section: its tables in the order of the movement, who meets whom, who the pairs are."""

    name: str
    tables: tuple[str, ...]
    sittings: tuple[Sitting, ...]
    missing: tuple[int, ...] = ()
    names: Mapping[int, Sequence[str]] = field(default_factory=dict, hash=False)
    teams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """Everything that was found out about a session."""

    sections: tuple[ImportedSection, ...]
    #: The name of a method of scoring, where the source says one.
    scoring: str | None = None
    notes: tuple[Note, ...] = ()


def numbered(sittings: Sequence[Sitting]) -> tuple[Sitting, ...]:
    """The sittings with tables counted from 1 without gaps, in the order of rounds and tables."""
    places = {table: at for at, table in enumerate(sorted({s.table for s in sittings}), start=1)}
    found = (Sitting(s.round, places[s.table], s.ns, s.ew, s.boards) for s in sittings)
    return tuple(sorted(found, key=lambda s: (s.round, s.table)))


def session_text(imported: Imported, *, file: str = "") -> str:
    """The session's file. LogError where the movement is one that no file can hold (a pair at two tables at once)."""
    if not imported.sections:
        raise LogError("no section with a round in it", file=file)
    lines = [f"scoring = {_text(imported.scoring)}"] if imported.scoring else []
    for section in imported.sections:
        lines += ["", *_section(section)]
    text = "\n".join(lines).lstrip("\n") + "\n"
    try:
        read_session(text)
    except LogError as error:
        raise LogError(f"cannot be a session's file: {error}", file=file) from None
    return text


def _section(section: ImportedSection) -> list[str]:
    lines = ["[[sections]]", f"name = {_text(section.name)}", f"tables = {_list(section.tables)}"]
    lines.append('movement = "listed"')
    if section.missing:
        lines.append(f"missing = [{', '.join(map(str, section.missing))}]")
    if section.teams:
        lines.append(f"teams = {_list(section.teams)}")
    rounds = print_listed(Movement(section.sittings))
    lines.append(f'rounds_csv = """\n{rounds}"""')
    if section.names:
        lines.append("[sections.names]")
        lines += [f"{pair} = {_list(players)}" for pair, players in sorted(section.names.items())]
    return lines


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(_text(text) for text in texts)}]"


def _text(text: str) -> str:
    """A text as TOML has it: JSON's signs, and the one sign that JSON leaves as it is."""
    lone = text.encode("utf-8", errors="replace").decode("utf-8")
    return json.dumps(lone, ensure_ascii=False).replace("\x7f", "\\u007f")
