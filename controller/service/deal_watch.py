"""Compares the hands of one board over all tables, and finds where it is not the same board any more (Law 87)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from controller.model.events import BoardLeft, BoardTaken, HandFaced, HandScanned, PocketScanned
from controller.model.irregularities import Irregularity
from controller.model.seats import SEATS
from controller.ports import Row
from controller.service.tracker import Outcome, Tracker
from controller.session.fouled import Contradiction, Seen, contradiction
from controller.table.of_the_session import FOULED_BOARD, WRONG_ORIENTATION, session_finding
from controller.table.table import Board

#: Events that show a whole hand, or end a board: one card at a time would say less and cost more.
_TELLING = (HandScanned, HandFaced, PocketScanned, BoardLeft)


@dataclass(slots=True, eq=False)
class DealWatch:
    """The hands that every table has shown, board by board."""

    _tables: dict[str, Tracker] = field(default_factory=dict)
    #: Board -> its tables in the order of play, each with the number of the board's first event there.
    _order: dict[int, list[tuple[str, int]]] = field(default_factory=dict)

    def watch(self, name: str, tracker: Tracker) -> None:
        """A table of the room."""
        self._tables[name] = tracker

    def remember(self, rows: Iterable[Row]) -> None:
        """An earlier run of the evening, in the order in which it was recorded."""
        for row in rows:
            if row.kind == "event" and row.body.get("type") == BoardTaken.type and row.n is not None:
                self.begins(row.table, row.n, int(row.body["board"]))

    def after(self, name: str, outcome: Outcome) -> Irregularity | None:
        """An event at a table: the finding about its board, if its hands contradict those of another table."""
        if isinstance(outcome.event, BoardTaken):
            self.begins(name, outcome.n, outcome.event.board)
        if outcome.stepped is None or not isinstance(outcome.event, _TELLING):
            return None
        board = outcome.stepped.table.boards[-1]
        number = board.game.board
        if number is None or not board.entries:
            return None
        here = name, int(board.entries[0].n)
        before = [place for place in self._order.get(number, ()) if place != here]
        if not before:
            return None
        found = contradiction([seen for place in before for seen in self._seen(place)], seen_at(name, board))
        if found is None:
            return None
        kind = WRONG_ORIENTATION if found.is_turned else FOULED_BOARD
        if kind == WRONG_ORIENTATION and any(f.kind == kind for f in board.game.findings.values()):
            # The engine has said so by the deal that it knows.
            return None
        return session_finding(board.game, f"{kind}@{here[1]}:-", facts_of(found))

    def begins(self, name: str, n: int, board: int) -> None:
        """A board is taken up at a table; `n` is the number of the event."""
        places = self._order.setdefault(board, [])
        if (name, n) not in places:
            places.append((name, n))

    def _seen(self, place: tuple[str, int]) -> Iterator[Seen]:
        name, n = place
        if name in self._tables:
            for board in self._tables[name].table.boards:
                if board.entries and int(board.entries[0].n) == n:
                    yield seen_at(name, board)


def seen_at(name: str, board: Board) -> Seen:
    """The cards that were seen in each hand at a table: played, spread, scanned as a whole; no file's word for it."""
    play, scans = board.game.play, board.game.hands.scans
    none = frozenset[Any]()
    return Seen(name, {s: frozenset(play.played[s]) | play.faced.get(s, none) | scans.get(s, none) for s in SEATS})


def facts_of(found: Contradiction) -> dict[str, Any]:
    """Which table, which cards, since when: for the director alone."""
    cards = {card.text: [was.name, now.name] for card, (was, now) in found.cards.items()}
    return {"table": found.table, "before": found.before, "cards": cards}
