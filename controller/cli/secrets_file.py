"""Passwords of the broker's users, made at the first run and kept in one file of mode 0600. Never in the settings."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Iterable
from pathlib import Path

from controller.adapters.broker import User, new_user, write_users
from controller.adapters.broker.users import new_password
from controller.adapters.private_file import replace_file
from controller.cli.settings import Settings, SettingsError


def passwords(settings: Settings) -> dict[str, str]:
    """Passwords of the broker's users, by name; those that are missing are made and written.

    SettingsError if the file cannot be read, others may read it, or a broker of the host's own has none for us.
    """
    found = _read(settings.secrets)
    broker = settings.broker
    if broker.kind == "host" and broker.user not in found:
        raise SettingsError(f'{settings.secrets}: write the broker\'s password there: {broker.user} = "…"')
    if broker.kind == "embedded":
        missing = [name for name in broker.users if name not in found]
        if missing:
            found |= {name: new_password() for name in missing}
            settings.make_data_folder()
            replace_file(settings.secrets, _text(found).encode())
    return found


def secret_of(settings: Settings, name: str) -> str:
    """A secret that a person has written there, empty if none. SettingsError if others may read the file."""
    return _read(settings.secrets).get(name, "")


def write_broker_users(settings: Settings) -> Path:
    """The embedded broker's file of users, with hashes of their passwords."""
    path = settings.data / "broker-users"
    known = passwords(settings)
    write_users(path, _users(settings, known))
    return path


def _users(settings: Settings, known: dict[str, str]) -> Iterable[User]:
    return [new_user(name, role, password=known[name]) for name, role in settings.broker.users.items()]


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise SettingsError(f"{path}: others may read it (mode {mode:04o}); run: chmod 600 {path}")
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    for name, password in given.items():
        if not isinstance(password, str) or not password:
            raise SettingsError(f"{path}: {name}: a password is a text that is not empty")
    return given


def _text(found: dict[str, str]) -> str:
    # Names and passwords that are made here have no quote or backslash; a password of a person's own may.
    lines = [f"{name} = {_quoted(password)}\n" for name, password in found.items()]
    return "# Passwords of the broker's users. Keep it to yourself.\n" + "".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
