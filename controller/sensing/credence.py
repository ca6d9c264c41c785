"""Is the record still what happens at the table? Acts told one after another against it say that it is not.

One irregular act is news; people who go on and on as if none of it had happened are playing another game than the
record has. What is told from then on is doubtful, until a person has put the record right. Odds only, no act, no Law.
"""

from __future__ import annotations

#: A record that has left what happened is so much less likely at first than one that has not, in nats: dearer than one
#: or two irregular acts, for the second may come of the first before anybody has ruled; cheaper than three.
_AT_FIRST = 13.0
#: An act that fits the record might fit another game by chance: one hand in four is due, and most follow suit.
_BY_CHANCE = 1.2
#: However long it went on, as many acts that fit make it believed again.
_MOST = 24.0
#: A discard, a ruff or a hand not known is nothing against a record; what is dearer is.
_AGAINST = 4.0
#: One act alone is no proof, whatever is wrong with it.
_ONE_ACT = 6.5


class Credence:
    """How far the record of a board is believed, after each act that was told."""

    def __init__(self) -> None:
        self._odds = 0.0

    @property
    def is_lost(self) -> bool:
        """Is it likelier by now that the record has left what happened?"""
        return self._odds > _AT_FIRST

    def note(self, cost: float) -> None:
        """An act has been told that cost so much as the record stands."""
        against = min(cost, _ONE_ACT) if cost >= _AGAINST else -_BY_CHANCE
        self._odds = min(_MOST, max(0.0, self._odds + against))

    def restore(self) -> None:
        """A person has looked at it: the record is right."""
        self._odds = 0.0
