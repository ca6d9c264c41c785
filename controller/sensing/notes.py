"""What sensing tells the operator and the director, never the table: readings that became no event, and doubts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A doubt about readings. It stands until what it is about has gone."""

    #: `foreign_tag`, `two_places`, `moved_card`, `unread_card`, `hidden_card`, `pocket_count`, `other_board`,
    #: `no_board`, `crowd`, `bad_key`, `other_deck`, `another_board`, `degraded`, `jammed`,
    #: `unknown_antenna`, `out_of_order`, `bad_clock`, `no_deck`, `record_adrift`,
    #: `order_in_doubt` or `card_at_claim`.
    kind: str
    #: Place or seat, as in the reading log.
    at: str
    #: Capture time at which it began, seconds.
    since: float
    text: str


class Notes:
    """The notes that stand, by kind and place."""

    def __init__(self) -> None:
        self._standing: dict[tuple[str, str], Note] = {}

    def add(self, kind: str, at: str, since: float, text: str) -> None:
        """Note it, unless the same stands already."""
        self._standing.setdefault((kind, at), Note(kind, at, since, text))

    def drop(self, kind: str, at: str) -> None:
        """It is over."""
        self._standing.pop((kind, at), None)

    def drop_all(self, kind: str) -> None:
        """It is over at every place."""
        self._standing = {key: note for key, note in self._standing.items() if key[0] != kind}

    def standing(self) -> tuple[Note, ...]:
        """All that stand, oldest first."""
        return tuple(self._standing.values())
