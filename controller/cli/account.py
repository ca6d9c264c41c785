"""`smarttable account`: who may log in at the desk, and as what."""

from __future__ import annotations

from typing import Annotated

import typer

from controller.cli.core import UNUSABLE, SettingsFile
from controller.cli.desk_settings import desk_settings
from controller.cli.settings import SettingsError, read_settings
from controller.desk.accounts import Account, Accounts, AccountsError, Passwords
from controller.session.may_see import Role

account = typer.Typer(help="Who may log in at the desk.", no_args_is_help=True)


def _accounts(settings: SettingsFile) -> Accounts:
    try:
        return Accounts(desk_settings(read_settings(settings)).accounts)
    except SettingsError as error:
        raise _unusable(error) from error


def _unusable(error: Exception) -> typer.Exit:
    typer.echo(f"account: {error}", err=True)
    return typer.Exit(UNUSABLE)


@account.command("put")
def put(
    name: Annotated[str, typer.Argument(help="Under which rulings are recorded.")],
    settings: SettingsFile,
    password: Annotated[str, typer.Option(prompt=True, hide_input=True, confirmation_prompt=True)],
    role: Annotated[Role, typer.Option(help="What he is in this session.")] = Role.DIRECTOR,
    pair: Annotated[str | None, typer.Option(help="Pair number of one who plays.")] = None,
    chief: Annotated[bool, typer.Option("--chief", help="A director who reads the log of looks.")] = False,
) -> None:
    """Add an account, or give one a new password and role. A desk that is running knows it at once."""
    try:
        if role in (Role.SEAT, Role.WALL):
            raise AccountsError(f"a {role.value} has no password: an operator gives it a code at /screens")
        if chief and role is not Role.DIRECTOR:
            raise AccountsError("only a director can be chief")
        _accounts(settings).put(Account(name, role, Passwords().hash(password), pair=pair, is_chief=chief))
    except AccountsError as error:
        raise _unusable(error) from error


@account.command("list")
def names(settings: SettingsFile) -> None:
    """Say who may log in."""
    try:
        for known in sorted(_accounts(settings).all().values(), key=lambda a: a.name):
            typer.echo(f"{known.name}\t{known.role.value}{' (chief)' if known.is_chief else ''}")
    except AccountsError as error:
        raise _unusable(error) from error


@account.command("remove")
def remove(name: str, settings: SettingsFile) -> None:
    """Take an account away; whoever is logged in with it is logged out at once."""
    try:
        if not _accounts(settings).remove(name):
            raise AccountsError(f"there is no account {name!r}")
    except AccountsError as error:
        raise _unusable(error) from error
