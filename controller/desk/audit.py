"""Who looked at what, and who let whom in: one line each, in a file of mode 0600 that only grows. Never a card.

The chief director reads it on a page of his own (audit_pages.py).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import structlog

#: A page that loads itself anew is one look, for so many seconds.
_ONE_LOOK_S = 600.0
#: Looks that are remembered as written at most.
_MOST = 5000
#: What a playing director says of a board before he may see it.
PLAYED = "played"
#: Longest line that is read back: everything that is written is shorter.
_LONGEST = 4096


class Audit:
    """The desk's own log."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: dict[tuple[str, str, int | None, str], float] = {}
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def looked(self, *, by: str, table: str, board: int | None, page: str, at: float) -> None:
        """Write a look at hidden hands, on disk before it is granted. OSError if it cannot be: nothing is shown."""
        self.wrote("hands", by=by, at=at, table=table, board=board, page=page)

    def wrote(self, what: str, *, by: str, at: float, **more: Any) -> None:
        """Write that somebody did something, on disk before it is done. OSError if it cannot be written."""
        self._append({"at": at, "by": by, **more, "what": what}, lasting=True)

    def seen(self, *, by: str, table: str, board: int | None, page: str, at: float) -> None:
        """Somebody has a page with more than players know; one that renews itself is written once in ten minutes."""
        look = by, table, board, page
        if at - self._seen.get(look, float("-inf")) < _ONE_LOOK_S:
            return
        if len(self._seen) >= _MOST:
            self._seen.clear()
        self._seen[look] = at
        self.noted("page", by=by, at=at, table=table, board=board, page=page)

    def noted(self, what: str, *, by: str, at: float, **more: Any) -> None:
        """Write something down, if the disk takes it: one that is full does not lock the director out."""
        try:
            self._append({"at": at, "by": by, **more, "what": what}, lasting=False)
        except OSError as error:
            structlog.get_logger("desk").warning("a look cannot be written down", reason=error.strerror)

    def entries(self) -> Iterator[dict[str, Any]]:
        """Everything that was written, oldest first; a line that a power cut tore is passed over."""
        try:
            with self.path.open(encoding="utf-8", errors="replace") as file:
                while line := file.readline(_LONGEST):
                    try:
                        entry = json.loads(line)
                    except ValueError:
                        continue
                    if isinstance(entry, dict) and isinstance(entry.get("at"), int | float):
                        yield entry
        except OSError as error:
            if self.path.exists():
                structlog.get_logger("desk").warning("the log of looks cannot be read", reason=error.strerror)

    def declared(self) -> set[tuple[str, int]]:
        """Which playing director has said of which board that he has played it; none if the file cannot be read."""
        return {(str(e["by"]), int(e["board"])) for e in self.entries() if e.get("what") == PLAYED and "board" in e}

    def _append(self, entry: dict[str, Any], *, lasting: bool) -> None:
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, json.dumps(entry, ensure_ascii=False).encode() + b"\n")
            if lasting:
                os.fsync(handle)
        finally:
            os.close(handle)
