"""A movement that somebody else made, as a table of rounds: how any scoring program's movement comes in.

CSV with a heading: `round,table,ns,ew,boards`; boards are numbers and spans such as `1-3` or `1 2 3`.
"""

from __future__ import annotations

import csv
import io

from controller.model.errors import LogError
from controller.session.movement import Movement, Sitting

COLUMNS = ("round", "table", "ns", "ew", "boards")
#: No table plays more boards in a round.
_MOST_BOARDS = 99


def listed(text: str, *, file: str = "") -> Movement:
    """The movement of a CSV text. LogError names the line and the column."""
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        sittings = _sittings(rows, file)
    except csv.Error as error:
        raise LogError(f"no table with commas: {error}", file=file, place=f"line {rows.line_num}") from None
    if not sittings:
        raise LogError("no round stands there", file=file)
    ordered = tuple(sorted(sittings, key=lambda s: (s.round, s.table)))
    north_south, east_west = {s.ns for s in ordered}, {s.ew for s in ordered}
    return Movement(ordered, two_winners=not north_south & east_west)


def print_listed(movement: Movement) -> str:
    """The same as text."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for s in movement.sittings:
        write.writerow((s.round, s.table, s.ns, s.ew, " ".join(map(str, s.boards))))
    return out.getvalue()


def _sittings(rows: csv.DictReader[str], file: str) -> list[Sitting]:
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise LogError(f"the heading has no {', '.join(missing)}; it is {','.join(COLUMNS)}", file=file, place="line 1")
    sittings = []
    for row in rows:
        numbers = [_number(row, column, file, rows.line_num) for column in COLUMNS[:-1]]
        boards = _boards(row["boards"] or "", file, rows.line_num)
        sittings.append(Sitting(numbers[0], numbers[1], numbers[2], numbers[3], boards))
    return sittings


def _number(row: dict[str, str | None], column: str, file: str, line: int) -> int:
    text = (row[column] or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 4) or int(text) == 0:
        raise LogError(f"{text!r} is no number from 1", file=file, place=f"line {line}", field=column)
    return int(text)


def _boards(text: str, file: str, line: int) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.replace(";", " ").split():
        first, dash, last = part.partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) <= 4 for end in ends):
            raise LogError(
                f"{part!r} is no board and no span of boards", file=file, place=f"line {line}", field="boards"
            )
        span = range(int(ends[0]), int(ends[1]) + 1)
        if len(found) + len(span) > _MOST_BOARDS:
            raise LogError(
                f"more than {_MOST_BOARDS} boards in a round", file=file, place=f"line {line}", field="boards"
            )
        found += span
    if not found:
        raise LogError("no board stands there", file=file, place=f"line {line}", field="boards")
    return tuple(found)
