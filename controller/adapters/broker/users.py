"""The broker's users: names, roles and argon2 hashes in one file that only its owner may read.

A line is `name:role:hash`. Nothing here keeps a password; nothing here decides who may say what.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from controller.adapters.broker.acl import Role
from controller.adapters.private_file import replace_file

#: A user's name is one level of a topic, so `+`, `#` and `/` would widen its rights.
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")

#: Names with which a user could speak in the broker's own place.
_RESERVED = frozenset({"broker"})

# OWASP's second profile: 19 MiB, two passes, one lane; about 40 ms on a small PC.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class UserFileError(ValueError):
    """The file of users cannot be used; the message says which line and what to do."""


@dataclass(frozen=True, slots=True)
class User:
    """One line of the file."""

    name: str
    role: Role
    password_hash: str = field(repr=False)


def is_name(text: str) -> bool:
    """Whether `text` may be a user's name: 1 to 63 of a-z, 0-9, _ and -, and not the broker's own."""
    return _NAME.fullmatch(text) is not None and text not in _RESERVED


def check_name(text: str) -> str:
    """Return a lawful user name.

    Raises:
        ValueError: the name has another character (`+ # /` would be a wildcard in a rule) or is reserved.
    """
    if not is_name(text):
        raise ValueError(
            f"{text!r} cannot be a user name: use a-z, 0-9, _ and -, at most 63, and not {', '.join(_RESERVED)}"
        )
    return text


def new_user(name: str, role: Role, *, password: str) -> User:
    """Return a user with the hash of a password that is not empty."""
    if not password:
        raise ValueError(f"user {name!r} needs a password")
    return User(check_name(name), role, _HASHER.hash(password))


def new_password() -> str:
    """Return a password for a machine: 128 random bits in letters."""
    return secrets.token_urlsafe(16)


def write_users(path: Path, users: Iterable[User]) -> None:
    """Write the whole file at once, readable by its owner only (0600)."""
    lines = [f"{user.name}:{user.role.value}:{user.password_hash}\n" for user in users]
    text = "# name:role:argon2 hash, written by smarttable\n" + "".join(lines)
    replace_file(path, text.encode())


def read_users(path: Path) -> dict[str, User]:
    """Read the file.

    Raises:
        UserFileError: it is missing, others may read it, or a line is wrong; names file and line.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserFileError(f"{path}: cannot read the users of the broker: {error}") from error
    if mode & 0o077:
        raise UserFileError(f"{path}: others may read it (mode {mode:04o}); run: chmod 600 {path}")
    users: dict[str, User] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        user = _user(line.strip(), f"{path}, line {number}")
        if user.name in users:
            raise UserFileError(f"{path}, line {number}: user {user.name!r} stands there twice")
        users[user.name] = user
    return users


def _user(line: str, where: str) -> User:
    parts = line.split(":", maxsplit=2)
    if len(parts) != 3:
        raise UserFileError(f"{where}: expected name:role:hash")
    name, role, password_hash = parts
    if role not in set(Role):
        raise UserFileError(f"{where}: role {role!r} is none of {', '.join(Role)}")
    if not password_hash.startswith("$argon2id$"):
        raise UserFileError(f"{where}: the hash of {name!r} is not argon2id")
    try:
        return User(check_name(name), Role(role), password_hash)
    except ValueError as error:
        raise UserFileError(f"{where}: {error}") from error


class Passwords:
    """Checks passwords against the hashes.

    A password once found right is remembered as a keyed digest, so that a hundred tables that come back
    after a broken cable do not wait for a hundred argon2 rounds.
    """

    def __init__(self, users: Mapping[str, User]) -> None:
        self._users = users
        self._key = secrets.token_bytes(32)
        self._right: dict[str, bytes] = {}
        # What an unknown name is checked against, so that it takes as long as a wrong password.
        self._nobody = _HASHER.hash(secrets.token_urlsafe(32))

    def known(self, name: str, password: str) -> bool:
        """Whether this very password was found right before (fast)."""
        digest = self._right.get(name)
        return digest is not None and hmac.compare_digest(digest, self._digest(password))

    def check(self, name: str, password: str) -> bool:
        """Whether the password is right (slow on purpose: call it off the event loop)."""
        user = self._users.get(name)
        try:
            _HASHER.verify(user.password_hash if user is not None else self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        if user is None:
            return False
        self._right[name] = self._digest(password)
        return True

    def _digest(self, password: str) -> bytes:
        return hmac.new(self._key, password.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
