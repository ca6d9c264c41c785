"""Who may log in: names, roles and argon2 hashes in one file of mode 0600. Passwords are never kept.

The file is read again whenever it has changed, so that an account added or taken away counts at once.
"""

from __future__ import annotations

import json
import os
import secrets
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from controller.desk.words import LANGUAGES
from controller.model.seats import Seat
from controller.session.may_see import Role

LONGEST_NAME, LONGEST_PASSWORD = 64, 256


class AccountsError(ValueError):
    """Accounts that cannot be used; the message names the file, the account and the field."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may log in."""

    name: str
    role: Role
    #: An argon2 hash.
    password: str
    language: str | None = None
    #: The pair number of one who plays: decides which boards he has still to play.
    pair: str | None = None
    large_text: bool = False
    #: Of a player's screen: where it stands.
    table: str | None = None
    seat: Seat | None = None
    #: Reads the log of looks and makes other directors' accounts.
    is_chief: bool = False
    #: The password was given by somebody else: the first thing to do is to choose one's own.
    must_change: bool = False

    @property
    def is_screen(self) -> bool:
        """Is it a device that was let in by a code? It has no password."""
        return not self.password


class Accounts:
    """The accounts file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: tuple[int, int, int] | None = None
        self._known: Mapping[str, Account] = {}

    def all(self) -> Mapping[str, Account]:
        """Every account by name; none if there is no file yet. AccountsError if it cannot be used."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return {}
        mode = stat.S_IMODE(found.st_mode)
        if mode & 0o077:
            raise AccountsError(f"{self.path}: others may read it (mode {mode:04o}); run: chmod 600 {self.path}")
        version = (found.st_ino, found.st_mtime_ns, found.st_size)
        if version != self._read:
            self._known, self._read = self._parsed(), version
        return self._known

    def _parsed(self) -> Mapping[str, Account]:
        try:
            given = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise AccountsError(f"{self.path}: {error}") from error
        if not isinstance(given, dict):
            raise AccountsError(f"{self.path}: an object of accounts by name is expected")
        return {name: self._account(name, fields) for name, fields in given.items()}

    def put(self, account: Account) -> None:
        """Add an account, or replace the one of that name."""
        if (
            account.name != account.name.strip()
            or not account.name
            or len(account.name) > LONGEST_NAME
            or not account.name.isprintable()
        ):
            raise AccountsError(f"{account.name!r} is no name: 1 to {LONGEST_NAME} letters, digits or signs")
        known = dict(self.all())
        known[account.name] = account
        self._write({a.name: _fields(a) for a in known.values()})

    def remove(self, name: str) -> bool:
        """Take an account away; False if there was none."""
        known = dict(self.all())
        found = known.pop(name, None) is not None
        if found:
            self._write({a.name: _fields(a) for a in known.values()})
        return found

    def prefer(self, name: str, *, language: str | None = None, large_text: bool | None = None) -> None:
        """Keep what a user set for his own screen."""
        known = self.all()
        if name in known:
            account = replace(known[name], language=language or known[name].language)
            self.put(account if large_text is None else replace(account, large_text=large_text))

    def _account(self, name: str, fields: Any) -> Account:
        where = f"{self.path}: {name}"
        if not isinstance(fields, dict):
            raise AccountsError(f"{where}: an object is expected")
        unknown = sorted(set(fields) - _FIELDS)
        if unknown:
            raise AccountsError(f"{where}: unknown field {unknown[0]!r}")
        try:
            role = Role(fields.get("role"))
        except ValueError:
            known = ", ".join(r.value for r in Role)
            raise AccountsError(f"{where}: role: {fields.get('role')!r} is not one of {known}") from None
        if not isinstance(fields.get("password"), str):
            raise AccountsError(f"{where}: password: a hash is expected")
        if fields.get("language") not in (None, *LANGUAGES):
            raise AccountsError(f"{where}: language: {fields['language']!r} is not one of {', '.join(LANGUAGES)}")
        if fields.get("seat") not in (None, *Seat.__members__):
            raise AccountsError(f"{where}: seat: {fields['seat']!r} is none of N, E, S, W")
        return Account(
            name,
            role,
            fields["password"],
            fields.get("language"),
            _text(fields.get("pair")),
            fields.get("large_text") is True,
            _text(fields.get("table")),
            Seat[fields["seat"]] if fields.get("seat") else None,
            fields.get("chief") is True,
            fields.get("must_change") is True,
        )

    def _write(self, content: Mapping[str, Any]) -> None:
        """Replace the file in one step: a crash leaves the old one or the new one. `mkstemp` makes mode 0600."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".accounts-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(self.path)


_FIELDS = frozenset(
    {"role", "password", "language", "pair", "large_text", "table", "seat", "chief", "must_change"}
)  # fmt: skip


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _fields(account: Account) -> dict[str, Any]:
    """The account as the file keeps it: what is as usual is left out."""
    given = {
        "language": account.language,
        "pair": account.pair,
        "large_text": account.large_text or None,
        "table": account.table,
        "seat": account.seat.value if account.seat else None,
        "chief": account.is_chief or None,
        "must_change": account.must_change or None,
    }
    return {"role": account.role.value, "password": account.password} | {k: v for k, v in given.items() if v}


class Passwords:
    """Hashes and checks passwords with argon2id. One check takes as long for an unknown name as for a known one."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._decoy = self._hasher.hash(secrets.token_urlsafe(16))

    def hash(self, password: str) -> str:
        """A hash to keep. AccountsError if the password is too short or absurdly long."""
        if not 8 <= len(password) <= LONGEST_PASSWORD:
            raise AccountsError(f"a password has 8 to {LONGEST_PASSWORD} characters")
        return self._hasher.hash(password)

    def is_right(self, account: Account | None, given: str) -> bool:
        """Is that the account's password? Slow on purpose: call it outside the event loop."""
        stored = account.password if account and account.password else self._decoy
        try:
            matches = self._hasher.verify(stored, given[: LONGEST_PASSWORD + 1])
        except (VerificationError, InvalidHashError):
            return False
        return matches and stored is not self._decoy


def new_password() -> str:
    """A password that nobody guesses, short enough to type once."""
    return "-".join(secrets.token_hex(2) for _ in range(4))
