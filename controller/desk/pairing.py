"""Screens of the hall come in by a code: the operator asks for it, it is typed at the screen, it works once.

A screen is an account without a password, bound to its place. Of each seat there is one, an older device is logged out.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from controller.desk.accounts import Account
from controller.model.seats import Seat
from controller.session.may_see import Role

#: How long a code works, in seconds, and how many wrong ones are heard before all that wait are void.
LASTS_S, _MOST_WRONG = 600.0, 50
#: Codes that may wait at once.
_MOST = 400
_DIGITS = 8
#: Roles of screens; their names begin so.
SCREENS = {Role.SEAT: "screen", Role.WALL: "wall", Role.SPECTATOR: "spectators"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a screen is to stand and what it is to show."""

    role: Role
    table: str | None = None
    seat: Seat | None = None

    @property
    def name(self) -> str:
        """The name of its account: one a place."""
        begins = SCREENS[self.role]
        return f"{begins} {self.table} {self.seat.value}" if self.table and self.seat else begins

    def account(self) -> Account:
        """Its account."""
        return Account(self.name, self.role, "", table=self.table, seat=self.seat)


class PairingCodes:
    """Codes that wait to be typed."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._waiting: dict[bytes, tuple[Place, float]] = {}
        self._wrong = 0

    def offer(self, place: Place) -> str:
        """A code for that place, `4821 7730`; an older one for the same place is void."""
        now = self._now()
        kept = {k: (p, t) for k, (p, t) in self._waiting.items() if t > now and p != place}
        self._waiting = dict(list(kept.items())[-_MOST + 1 :])
        code = f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}d}"
        self._waiting[_hash(code)] = place, now + LASTS_S
        return f"{code[:4]} {code[4:]}"

    def take(self, given: str) -> Place | None:
        """The place that a code is for; it is used up. None if there is none: it counts as a wrong one."""
        found = self._waiting.pop(_hash(given), None)
        if found is not None and found[1] > self._now():
            return found[0]
        self._wrong += 1
        if self._wrong >= _MOST_WRONG:
            # Somebody tries them out: whoever waits asks for another one.
            self._waiting, self._wrong = {}, 0
        return None


def _hash(code: str) -> bytes:
    return hashlib.sha256("".join(c for c in code[:40] if c.isascii() and c.isdigit()).encode()).digest()
