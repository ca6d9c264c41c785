"""Mosquitto's files made from the same table of rights: `python -m controller.adapters.broker.mosquitto FOLDER`.

One section a user, no `pattern` lines: in Mosquitto a pattern is a right of every user, spectators too.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from controller.adapters.broker.acl import Role, rows_of
from controller.adapters.broker.limits import Limits
from controller.adapters.broker.users import check_name, read_users
from controller.adapters.private_file import replace_file

#: The users that the files in deploy/mosquitto are written for; a club has more devices and directors.
EXAMPLE_USERS: Mapping[str, Role] = {
    "controller": Role.CONTROLLER,
    "director": Role.DIRECTOR,
    "hub-1": Role.DEVICE,
    "hub-2": Role.DEVICE,
    "logger": Role.LOGGER,
    "spectator": Role.SPECTATOR,
}

_ITERATIONS = 20_000


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Certificates of the listener that others in the hall may reach."""

    certificate: str
    key: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where the files lie and which ports are used. With `tls` a second listener on `tls_host` is opened."""

    folder: str = "/etc/mosquitto/smarttable"
    data: str = ""
    port: int = 1883
    tls: TlsFiles | None = None
    tls_port: int = 8883
    tls_host: str = "127.0.0.1"


#: A venue: directors' tablets come over the hall's network.
VENUE = Place(
    tls=TlsFiles("/etc/mosquitto/smarttable/server.crt", "/etc/mosquitto/smarttable/server.key"),
    data="/var/lib/mosquitto/",
    tls_host="0.0.0.0",
)
#: One box: everything runs on it.
ONE_BOX = Place(data="/var/lib/mosquitto/")


def acl_file(users: Mapping[str, Role]) -> str:
    """Return the ACL file: what is not named in it is refused."""
    parts = ["# Who may say and hear what. Generated from controller/adapters/broker/acl.py; do not edit.\n"]
    for name, role in users.items():
        # Mosquitto takes the whole line as the name, so the comment stands above it.
        lines = [f"# {role.value}", f"user {check_name(name)}"]
        lines += [f"topic {row.right.value} {row.filter_for(name)}" for row in rows_of(role)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def configuration(place: Place) -> str:
    """Return mosquitto.conf for a place."""
    lines = [
        "# Mosquitto for Smart Table. Generated from controller/adapters/broker/mosquitto.py; do not edit.",
        "per_listener_settings false",
        "allow_anonymous false",
        f"password_file {place.folder}/passwd",
        f"acl_file {place.folder}/acl",
        "# The default of 1000 drops the newest summonses for a tablet that is away; 0 drops all in some releases.",
        f"max_queued_messages {Limits().max_queued}",
        f"max_packet_size {Limits().max_packet}",
        "persistent_client_expiration 2d",
        "set_tcp_nodelay true",
        f"listener {place.port} 127.0.0.1",
    ]
    if place.data:
        lines[-1:-1] = ["persistence true", f"persistence_location {place.data}", "autosave_interval 60"]
    if place.tls is not None:
        lines += [
            "# The hall's network: encrypted, with the same users and passwords.",
            f"listener {place.tls_port} {place.tls_host}",
            f"certfile {place.tls.certificate}",
            f"keyfile {place.tls.key}",
            "tls_version tlsv1.2",
        ]
    return "\n".join(lines) + "\n"


def write_passwords(path: Path, passwords: Mapping[str, str]) -> None:
    """Write Mosquitto's password file (PBKDF2-SHA512), mode 0600; `mosquitto_passwd` can change it later."""
    lines = []
    for name, password in passwords.items():
        salt = secrets.token_bytes(12)
        digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ITERATIONS)
        encoded = "$".join(base64.b64encode(part).decode() for part in (salt, digest))
        lines.append(f"{check_name(name)}:$7${_ITERATIONS}${encoded}\n")
    replace_file(path, "".join(lines).encode())


def documents(users: Mapping[str, Role]) -> dict[str, str]:
    """Return the files of deploy/mosquitto, by name."""
    return {
        "mosquitto.conf": configuration(ONE_BOX),
        "mosquitto-tls.conf": configuration(VENUE),
        "acl": acl_file(users),
    }


def main() -> None:
    """Write the files; with `--users` for the users of that file."""
    parser = argparse.ArgumentParser(description=documents.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--users", type=Path, help="the embedded broker's file of users; without it, examples")
    arguments = parser.parse_args()
    users = EXAMPLE_USERS
    if arguments.users is not None:
        users = {name: user.role for name, user in read_users(arguments.users).items()}
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents(users).items():
        (arguments.folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
