"""`smarttable judge`: what the Laws say of a table log or a case, for people or as a trace."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.model.table_log import TableLog, parse_table_log
from controller.table import Stepped, replay


def trace(log: TableLog, name: str) -> Iterator[dict[str, Any]]:
    """One object an event, as the table log format says."""
    for index, stepped in enumerate(replay(log.events, log.laws, log.regulations)):
        yield trace_row(name, index, stepped)


def trace_row(name: str, index: int, stepped: Stepped) -> dict[str, Any]:
    """The object of one event."""
    return {
        "case": name,
        "event": index,
        "irregularities": [found.as_json() for found in stepped.raised],
        "resolved": [done.as_json() for done in stepped.resolved],
        "withdrawn": list(stepped.withdrawn),
        "changed": [found.id for found in stepped.changed],
        "state": stepped.table.state(),
    }


def read_log(path: Path) -> tuple[str, TableLog]:
    """A log and its name; a log without one is named by its file."""
    log = parse_table_log(path.read_text(encoding="utf-8"), str(path))
    return log.case or path.stem, log


def print_trace(paths: list[Path]) -> None:
    """Print the trace of each file."""
    for path in paths:
        name, log = read_log(path)
        for row in trace(log, name):
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    print_trace([Path(p) for p in sys.argv[1:]])
