"""`smarttable setup`: the club's own certificate authority, a certificate for this machine, how phones get in."""

from __future__ import annotations

import datetime
import sys
from typing import Annotated

import segno
import typer

from controller.adapters.certificates import (
    TlsFolder,
    issue,
    make_authority,
    may_vouch_for,
    read_certificate,
)
from controller.adapters.local_addresses import LOOPBACK, names
from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.settings import Settings, SettingsError, read_settings
from controller.desk.settings import is_loopback
from controller.model.errors import LogError


def setup(
    settings: SettingsFile,
    name: Annotated[list[str] | None, typer.Option(help="Another name or address of this machine.")] = None,
    renew: Annotated[bool, typer.Option("--renew", help="A new certificate although the old one still runs.")] = False,
    new_authority: Annotated[
        bool, typer.Option("--new-authority", help="A new authority, too: every phone has to trust it anew.")
    ] = False,
) -> None:
    """Make what the desk needs to be reached over HTTPS, and say where and how. May be run again at any time."""
    try:
        read = read_settings(settings)
        wanted = list(dict.fromkeys([*(name or []), *names()]))
        made = make(TlsFolder(read.desk.tls), read.venue, wanted, renew=renew, new_authority=new_authority)
    except (SettingsError, LogError) as error:
        typer.echo(f"setup: {error}", err=True)
        raise typer.Exit(UNUSABLE) from error
    _tell(read, wanted, made)


def make(
    tls: TlsFolder, club: str, wanted: list[str], *, renew: bool = False, new_authority: bool = False
) -> list[str]:
    """Make what is missing, runs out, or does not hold for the wanted names; what was made. LogError if it fails."""
    now, made = datetime.datetime.now(datetime.UTC), []
    if new_authority or not tls.authority.is_file():
        make_authority(tls, club, now, [one for one in wanted if one not in LOOPBACK])
        made.append("authority")
    elif not may_vouch_for(tls, wanted):
        raise LogError(
            f"this authority may not vouch for all of {', '.join(wanted)}; "
            "run with --new-authority, and have every phone trust the new one",
            file=str(tls.authority),
        )
    known = read_certificate(tls.certificate) if tls.certificate.is_file() else None
    if renew or made or known is None or known.runs_out(now) or not known.covers(wanted):
        issue(tls, wanted, now)
        made.append("certificate")
    return made


def _tell(settings: Settings, wanted: list[str], made: list[str]) -> None:
    tls, section = TlsFolder(settings.desk.tls), settings.desk
    known = read_certificate(tls.certificate)
    for what in made:
        typer.echo(f"made: {tls.authority if what == 'authority' else tls.certificate}")
    typer.echo(f"The certificate runs until {known.until:%Y-%m-%d}; the desk renews it by itself when it starts.")
    if is_loopback(section.host):
        typer.echo('The desk listens on this machine only. For the hall write under [desk]: host = "0.0.0.0"')
    addresses = [_address(one, section.port) for one in wanted if one not in LOOPBACK]
    if addresses:
        typer.echo("\nThe desk's addresses:")
        for address in addresses:
            typer.echo(f"  {address}")
        segno.make(addresses[0], micro=False).terminal(out=sys.stdout, compact=True, border=2)
    typer.echo("SHA-256 fingerprint of the club's authority; compare it on each phone before trusting it:")
    typer.echo(f"  {read_certificate(tls.authority).fingerprint}")
    typer.echo(f"Phones get the authority's certificate from {addresses[0] if addresses else '/'}connect/ca.crt")


def _address(host: str, port: int) -> str:
    return f"https://{f'[{host}]' if ':' in host else host}:{port}/"
