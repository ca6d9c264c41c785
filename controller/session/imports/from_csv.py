"""The session of a table with commas: a movement (`round,table,ns,ew,boards`), or results with their pairs."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from controller.model.errors import LogError
from controller.records.tables_csv import read_csv
from controller.session.imports.from_results import from_results
from controller.session.imports.imported import Imported, ImportedSection, Note, numbered
from controller.session.listed import COLUMNS, listed

_SECTION = "section"


def from_csv(data: bytes, file: str = "") -> Imported:
    """The session of a table. LogError names the line and the column that cannot be read."""
    text = data.decode("utf-8-sig", errors="replace")
    head = text.split("\n", 1)[0].strip().lower()
    delimiter = max(",;\t", key=head.count)
    columns = [name.strip().strip('"') for name in head.split(delimiter)]
    if set(COLUMNS) <= set(columns):
        return _movement(text, delimiter, file)
    return from_results(list(read_csv([data], file)), file=file)


def _movement(text: str, delimiter: str, file: str) -> Imported:
    """A movement; with a column `section` several of them."""
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as error:
        raise LogError(f"no table with commas: {error}", file=file) from None
    head = [name.strip().lower() for name in rows[0]]
    at = head.index(_SECTION) if _SECTION in head else None
    by_section: dict[str, list[list[str]]] = {}
    for row in rows[1:]:
        if any(cell.strip() for cell in row):
            name = row[at].strip() if at is not None and at < len(row) else ""
            by_section.setdefault(name or "A", []).append(row)
    sections = [_section(name, head, rows, file, several=len(by_section) > 1) for name, rows in by_section.items()]
    return Imported(tuple(sections), None, (Note("import.no_names"), Note("import.scoring_unknown")))


def _section(name: str, head: list[str], rows: list[list[str]], file: str, *, several: bool) -> ImportedSection:
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for row in rows:
        cells: Mapping[str, str] = dict(zip(head, row, strict=False))
        write.writerow([cells.get(column, "") for column in COLUMNS])
    movement = listed(out.getvalue(), file=file)
    numbers = sorted({s.table for s in movement.sittings})
    tables = tuple(f"{name}{number}" if several else str(number) for number in numbers)
    return ImportedSection(name, tables, numbered(movement.sittings))
