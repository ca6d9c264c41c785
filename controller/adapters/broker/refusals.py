"""What the broker turned away: counted, kept for the operator, told to whoever listens.

Values and counters only; who decides to refuse is in gate.py.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Refused(StrEnum):
    """Kinds of refusal."""

    #: Wrong password, unknown or unlawful name, or no name at all.
    LOGIN = "login"
    #: A will on a topic that the user may not write: a message from beyond the grave.
    WILL = "will"
    #: A message on a topic that the user may not write. It reached nobody.
    PUBLISH = "publish"
    #: A subscription wider than what the user may read.
    SUBSCRIPTION = "subscription"
    #: A message kept back from a subscriber who may not read it.
    RECEIVE = "receive"
    #: A packet that is too large or no MQTT: the connection was cut.
    PACKET = "packet"
    #: A subscriber so slow that messages piled up: cut, or its oldest messages dropped.
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing turned away. `user` is the name given at log-in (unchecked for a refused log-in)."""

    kind: Refused
    user: str
    topic: str = ""


class Refusals:
    """The count of each kind since the broker started, and the last few in detail."""

    def __init__(self, *, keep: int = 20) -> None:
        self._counts: Counter[Refused] = Counter()
        self._last: deque[Refusal] = deque(maxlen=keep)
        self._listeners: list[Callable[[Refusal], None]] = []

    def listen(self, listener: Callable[[Refusal], None]) -> None:
        """Call `listener` at each refusal from now on."""
        self._listeners.append(listener)

    def add(self, refusal: Refusal) -> None:
        """Count one refusal and tell the listeners."""
        self._counts[refusal.kind] += 1
        self._last.append(refusal)
        for listener in self._listeners:
            listener(refusal)

    def count(self, kind: Refused) -> int:
        """How many of this kind were turned away."""
        return self._counts[kind]

    @property
    def counts(self) -> dict[str, int]:
        """The count of every kind, zero included."""
        return {kind.value: self._counts[kind] for kind in Refused}

    @property
    def last(self) -> tuple[Refusal, ...]:
        """The last refusals, oldest first."""
        return tuple(self._last)
