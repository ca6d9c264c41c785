"""Who looked at what: one line a look, in a file of mode 0600 that only grows. No card is ever written here."""

from __future__ import annotations

import json
import os
from pathlib import Path


class Audit:
    """The desk's own log of looks at hidden hands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def looked(self, *, by: str, table: str, board: int | None, page: str, at: float) -> None:
        """Write a look down, on disk before it is granted. OSError if it cannot be written: then nothing is shown."""
        line = json.dumps({"at": at, "by": by, "table": table, "board": board, "page": page}, ensure_ascii=False)
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, line.encode() + b"\n")
            os.fsync(handle)
        finally:
            os.close(handle)
