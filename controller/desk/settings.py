"""What the desk must be told: where journal, core and accounts are, and where it listens. Made by the cli."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path


class DeskError(ValueError):
    """The desk does not start as it is set up; the message says what to change."""


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """Settings of the desk."""

    #: The folder of the evening: `journal.sqlite` and `control.sock` stand there.
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    certificate: Path | None = None
    key: Path | None = None
    #: Further names under which browsers may reach it; others are refused (a page elsewhere cannot point a name here).
    names: tuple[str, ...] = ()
    #: Russian pages write cards as they stand on Russian packs, Т К Д В.
    russian_cards: bool = False
    #: The certificate of the club's own authority, for phones that are to trust it.
    authority: Path | None = None

    @property
    def journal(self) -> Path:
        """The record, read only."""
        return self.data / "journal.sqlite"

    @property
    def control_socket(self) -> Path:
        """Where the core is asked."""
        return self.data / "control.sock"

    @property
    def accounts(self) -> Path:
        """Who may log in."""
        return self.data / "desk-accounts.json"

    @property
    def sessions(self) -> Path:
        """Who is logged in."""
        return self.data / "desk-sessions.sqlite"

    @property
    def looks(self) -> Path:
        """Who looked at what, and who let whom in."""
        return self.data / "desk-looks.jsonl"

    @property
    def evidence(self) -> Path:
        """The reading logs, a folder a table; read only."""
        return self.data / "evidence"

    @property
    def is_https(self) -> bool:
        """Is it served with a certificate?"""
        return self.certificate is not None and self.key is not None

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Names that a request's Host header may give, port apart."""
        return frozenset(name.lower() for name in (self.host, "localhost", "127.0.0.1", "::1", *self.names))


def check(settings: DeskSettings) -> None:
    """Off loopback the desk is HTTPS only. DeskError where it would not be, or where half a certificate is given."""
    if (settings.certificate is None) != (settings.key is None):
        raise DeskError("desk: certificate and key go together; one of them is missing")
    for path in (settings.certificate, settings.key):
        if path is not None and not path.is_file():
            raise DeskError(f"desk: {path}: there is no such file")
    if settings.key is not None and settings.key.stat().st_mode & 0o007:
        raise DeskError(f"desk: {settings.key}: everybody may read the key; run: chmod o= {settings.key}")
    if not is_loopback(settings.host) and not settings.is_https:
        raise DeskError(
            f"desk: {settings.host} can be reached from other machines, where plain HTTP is refused: "
            "make a certificate with `smarttable setup --settings FILE`, or use 127.0.0.1"
        )


def is_loopback(host: str) -> bool:
    """Is that an address that only this machine reaches?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
