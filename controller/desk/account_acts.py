"""What is done with accounts, said once for pages and API: new ones, new passwords, taken away, one's own password.

An operator looks after all but directors' accounts: else he could let himself see every card.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from controller.desk.accounts import LONGEST_NAME, Account, AccountsError, new_password
from controller.desk.desk import Desk
from controller.desk.gate import DIRECTORS, DeniedError, Visitor
from controller.desk.pairing import SCREENS
from controller.session.may_see import Role

#: Roles of people, the one that may least first: nobody becomes more by haste. Screens come in by a code.
PEOPLE = (Role.SPECTATOR, Role.SCORER, Role.OPERATOR, Role.PLAYING_DIRECTOR, Role.DIRECTOR)


class AccountRefusedError(Exception):
    """Nothing was changed. `key` is the catalogue's entry that says why, `status` HTTP's word for it."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(key)
        self.status, self.key = status, key


def may_give(visitor: Visitor, role: Role) -> bool:
    """May he make somebody that?"""
    return visitor.account.role is Role.DIRECTOR or role not in DIRECTORS


def may_change(visitor: Visitor, account: Account) -> bool:
    """His own he does not change here, a chief's only a chief does."""
    if account.name == visitor.account.name or (account.is_chief and not visitor.account.is_chief):
        return False
    return may_give(visitor, account.role)


async def add(desk: Desk, visitor: Visitor, *, name: str, role: str, pair: str, chief: bool) -> str:
    """A new account; its first password, which its owner has to change. AccountRefusedError where there can be none."""
    given = next((one for one in PEOPLE if one.value == role), None)
    if given is None or not may_give(visitor, given):
        raise DeniedError(403)
    if name in desk.accounts.all():
        raise AccountRefusedError(409, "accounts.error.known")
    if len(name) > LONGEST_NAME or name.split(" ")[0] in SCREENS.values():
        raise AccountRefusedError(422, "accounts.error.name")
    is_chief = given is Role.DIRECTOR and visitor.account.is_chief and chief
    account = Account(name, given, "", pair=pair or None, is_chief=is_chief, must_change=True)
    try:
        password = await _give_password(desk, account)
    except AccountsError:
        raise AccountRefusedError(422, "accounts.error.name") from None
    desk.audit.wrote("account_added", by=visitor.account.name, at=desk.now(), account=name, role=given.value)
    return password


async def renew(desk: Desk, visitor: Visitor, name: str) -> str:
    """A new first password for somebody who has lost his; he is logged out everywhere."""
    account = _wanted(desk, visitor, name)
    if account.is_screen:
        raise DeniedError(403)
    password = await _give_password(desk, replace(account, must_change=True))
    desk.sessions.end_all(account.name)
    desk.audit.wrote("account_renewed", by=visitor.account.name, at=desk.now(), account=account.name)
    return password


def remove(desk: Desk, visitor: Visitor, name: str) -> None:
    """Take an account, or a screen, away; it is logged out at once."""
    account = _wanted(desk, visitor, name)
    desk.audit.wrote("account_removed", by=visitor.account.name, at=desk.now(), account=account.name)
    desk.accounts.remove(account.name)
    desk.sessions.end_all(account.name)


async def change_own(desk: Desk, account: Account, place: str, *, old: str, new: str, again: str) -> None:
    """One's own password: the old one is asked for, and everybody logged in under that name has to log in again."""
    if account.is_screen:
        raise DeniedError(403)
    if desk.guard.wait(account.name, place, desk.now()) > 0:
        raise AccountRefusedError(429, "password.wait")
    desk.guard.failed(account.name, place, desk.now())
    if not await asyncio.to_thread(desk.passwords.is_right, account, old):
        raise AccountRefusedError(403, "password.wrong")
    desk.guard.succeeded(account.name, place)
    if new != again:
        raise AccountRefusedError(422, "password.differ")
    try:
        hashed = await asyncio.to_thread(desk.passwords.hash, new)
    except AccountsError:
        raise AccountRefusedError(422, "password.length") from None
    if new == old:
        raise AccountRefusedError(422, "password.same")
    desk.accounts.put(replace(account, password=hashed, must_change=False))
    desk.sessions.end_all(account.name)
    desk.audit.wrote("password", by=account.name, at=desk.now())


def _wanted(desk: Desk, visitor: Visitor, name: str) -> Account:
    account = desk.accounts.all().get(name)
    if account is None:
        raise DeniedError(404, "error.unknown")
    if not may_change(visitor, account):
        raise DeniedError(403)
    return account


async def _give_password(desk: Desk, account: Account) -> str:
    password = new_password()
    hashed = await asyncio.to_thread(desk.passwords.hash, password)
    desk.accounts.put(replace(account, password=hashed))
    return password
