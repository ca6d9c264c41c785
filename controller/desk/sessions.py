"""Who is logged in: session cookies and their CSRF tokens, kept in one SQLite file of mode 0600.

They outlive a restart of the desk. Only a hash of a cookie is kept: the file alone logs nobody in.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

#: Logged out after so long without a request, and in any case after so long.
IDLE_S, LONGEST_S = 6 * 3600.0, 18 * 3600.0
#: A session's last use is written down at most this often.
_TOUCH_S = 60.0

_TABLE = """CREATE TABLE IF NOT EXISTS session (
    key TEXT PRIMARY KEY, name TEXT NOT NULL, csrf TEXT NOT NULL, begun REAL NOT NULL, used REAL NOT NULL)"""


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody is logged in. `csrf` must come back with everything he sends."""

    name: str
    csrf: str
    begun: float
    used: float


class Sessions:
    """The sessions file."""

    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        self._now = now
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute(_TABLE)

    def begin(self, name: str) -> tuple[str, Session]:
        """Log somebody in: the cookie's value, and the session. Old sessions are cleared on the way."""
        now, token = self._now(), secrets.token_urlsafe(32)
        session = Session(name, secrets.token_urlsafe(32), now, now)
        self._db.execute("DELETE FROM session WHERE used < ? OR begun < ?", (now - IDLE_S, now - LONGEST_S))
        self._db.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?)", (_key(token), name, session.csrf, now, now))
        return token, session

    def find(self, token: str) -> Session | None:
        """The session of a cookie, None if there is none or it has run out."""
        now = self._now()
        row = self._db.execute("SELECT name, csrf, begun, used FROM session WHERE key = ?", (_key(token),)).fetchone()
        if row is None:
            return None
        session = Session(*row)
        if now - session.used > IDLE_S or now - session.begun > LONGEST_S:
            self.end(token)
            return None
        if now - session.used > _TOUCH_S:
            self._db.execute("UPDATE session SET used = ? WHERE key = ?", (now, _key(token)))
        return session

    def end(self, token: str) -> None:
        """Log out."""
        self._db.execute("DELETE FROM session WHERE key = ?", (_key(token),))

    def end_all(self, name: str) -> None:
        """Log somebody out everywhere."""
        self._db.execute("DELETE FROM session WHERE name = ?", (name,))

    def close(self) -> None:
        """Let the file go."""
        self._db.close()


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
