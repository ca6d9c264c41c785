"""Which client with a lasting session listens to what, kept in a small file beside the broker.

A broker that restarts knows its directors before they are back, so what is told meanwhile waits for them.
Messages themselves are never stored: the journal is the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.adapters.private_file import replace_file


@dataclass(frozen=True, slots=True)
class LastingSession:
    """A client that asked the broker to keep its subscriptions while it is away."""

    client: str
    user: str
    filters: tuple[str, ...]


class SessionStore:
    """The file; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._saved: tuple[LastingSession, ...] | None = None

    def load(self) -> tuple[LastingSession, ...]:
        """Return what was kept; a missing or damaged file is an empty one (clients subscribe anew)."""
        if self._path is None:
            return ()
        try:
            rows = json.loads(self._path.read_text(encoding="utf-8"))
            return tuple(LastingSession(row["client"], row["user"], tuple(row["filters"])) for row in rows)
        except (OSError, ValueError, KeyError, TypeError):
            return ()

    def save(self, sessions: Iterable[LastingSession]) -> None:
        """Replace the file, if anything has changed."""
        fresh = tuple(sorted(sessions, key=lambda session: session.client))
        if self._path is None or fresh == self._saved:
            return
        text = json.dumps([asdict(session) for session in fresh], indent=1) + "\n"
        replace_file(self._path, text.encode())
        self._saved = fresh
