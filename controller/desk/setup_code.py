"""The first account: whoever reads the desk's terminal may make it, with a code that works once and not for long.

There is no password that comes with the product. It is kept as a hash in memory alone, and told to `say`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

#: Without letters and figures that look alike.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
#: Eight of them, some 39 bits; five tries before another one is made.
_LETTERS, TRIES = 8, 5
#: How long a code works, and how long after one was made the next may be, in seconds.
LASTS_S, _PAUSE_S = 1800.0, 60.0


class SetupCode:
    """The code, and how often it was guessed at."""

    def __init__(self, now: Callable[[], float], say: Callable[[str], object]) -> None:
        self._now, self._say = now, say
        self._hash: bytes | None = None
        self._made, self._tries = float("-inf"), 0

    @property
    def works(self) -> bool:
        """Is there a code that may still be typed?"""
        return self._hash is not None and self._now() - self._made < LASTS_S and self._tries < TRIES

    def offer(self) -> None:
        """Make a code and say it, unless one still works or the last one is less than a minute old."""
        if self.works or self._now() - self._made < _PAUSE_S:
            return
        code = "".join(secrets.choice(ALPHABET) for _ in range(_LETTERS))
        self._hash, self._made, self._tries = _hash(code), self._now(), 0
        self._say(f"{code[:4]}-{code[4:]}")

    def is_right(self, given: str) -> bool:
        """Is that the code? Every try counts; a right one uses it up."""
        if not self.works:
            return False
        assert self._hash is not None
        self._tries += 1
        if not hmac.compare_digest(self._hash, _hash(given)):
            return False
        self._hash = None
        return True


def _hash(code: str) -> bytes:
    plain = "".join(letter for letter in code.upper()[:40] if letter in ALPHABET)
    return hashlib.sha256(plain.encode()).digest()
