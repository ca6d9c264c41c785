"""A whole log through `step`, fast: one private state is changed in place, and tables are made only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.model.events import BoardTaken, CallMade, CardPlayed, Correction, Ruling, TableEvent
from controller.model.regulations import CLUB, Regulations
from controller.table.acts import apply
from controller.table.derive import Entry, is_wrong_order
from controller.table.game import Game, Outcome
from controller.table.step import Stepped, apply_next, must_derive, remembered, set_aside, step
from controller.table.table import Board, Table


def replay(events: Iterable[TableEvent], laws: str, regulations: Regulations = CLUB) -> Iterator[Stepped]:
    """A whole log, event by event, as `step` would tell it."""
    run = _Run(list(events), laws, regulations)
    for _ in run.events:
        yield run.forward()


class _Run:
    """A replay under way. Its state is private; a `Stepped` made earlier still gives its own table."""

    def __init__(self, events: list[TableEvent], laws: str, regulations: Regulations) -> None:
        self.events = events
        self.laws = laws
        self.regulations = regulations
        self.position = 0
        self._load(Table.fresh(laws, regulations))

    def _load(self, table: Table) -> None:
        """Go on from a table: its boards so far, and its last board's state to be changed in place."""
        self.table = table
        board = table.boards[-1]
        self.game: Game = board.game.copy()
        self.rulings_on = board.rulings_on
        self.is_behind = board.is_behind
        # Events from here on stand in the board in hand, after those that it has already.
        self.loaded_at = self.position
        self.last = board.entries[-1].event if board.entries else None

    def forward(self) -> Stepped:
        """The next event."""
        index = self.position
        event = self.events[index]
        self.position = index + 1
        kind = type(event)
        if (kind is CardPlayed or kind is CallMade) and not self.is_behind and self._is_alone(index, event):
            # The short way: an act that neither changes places with another nor changes what came before.
            n = str(index)
            apply(self.game, n, event)
            self.last = event
            return self._told(index, n)
        return self._carefully(index, event)

    def _is_alone(self, index: int, event: TableEvent) -> bool:
        """Does the event share its time with neither the one before it nor the one after it?"""
        t = event.t
        if t is None:
            return True
        if self.last is not None and self.last.t == t:
            return False
        return index + 1 == len(self.events) or self.events[index + 1].t != t

    def _carefully(self, index: int, event: TableEvent) -> Stepped:
        """Events that may change what came before, or change places with the next."""
        if isinstance(event, BoardTaken):
            return self._take_board(index, event)
        following = self.events[index + 1] if index + 1 < len(self.events) else None
        if following is not None and is_wrong_order(self.game, event, following):
            stepped = set_aside(self._snapshot(index), event)
        elif self.is_behind or isinstance(event, Correction) or self._is_about_the_past(index, event):
            stepped = step(self._snapshot(index), event)
        else:
            entry = Entry(str(index), event)
            self.rulings_on = apply_next(self.game, self.last, entry, self.rulings_on)
            self.last = event
            return self._told(index, entry.n)
        self._load(stepped.table)
        return stepped

    def _take_board(self, index: int, event: BoardTaken) -> Stepped:
        """The next board: the state of the one before is left as it is."""
        before = self._with(self._board(index, self.game), index)
        base = remembered(before, event)
        boards = before.boards if before.boards[-1].entries else ()
        self.position = index
        self._load(Table(self.laws, self.regulations, (*boards, Board(base, (), base)), index))
        self.position = index + 1
        n = str(index)
        apply(self.game, n, event)
        self.last = event
        return self._told(index, n)

    def _is_about_the_past(self, index: int, event: TableEvent) -> bool:
        if not isinstance(event, Ruling):
            return event.t is not None and must_derive(self._board(index, self.game), event)
        return event.after is not None or event.revises is not None or event.choice == "dismiss" or "@" in event.on

    def _told(self, index: int, n: str) -> Stepped:
        out = self.game.out
        stepped = Stepped(lambda: self.table_after(index), n)
        if out.raised or out.resolved or out.changed:
            stepped.raised = tuple(out.raised)
            stepped.resolved = tuple(out.resolved)
            stepped.changed = tuple(out.changed)
            self.game.out = Outcome()
        return stepped

    # -- tables, when asked for ---------------------------------------------------------------------------------

    def _board(self, end: int, game: Game) -> Board:
        """The board in hand with the events before `end`."""
        board = self.table.boards[-1]
        since = (Entry(str(i), self.events[i]) for i in range(self.loaded_at, end))
        return Board(board.base, (*board.entries, *since), game, self.rulings_on, self.is_behind)

    def _with(self, board: Board, next_n: int) -> Table:
        return Table(self.laws, self.regulations, (*self.table.boards[:-1], board), next_n)

    def _snapshot(self, next_n: int) -> Table:
        return self._with(self._board(next_n, self.game.copy()), next_n)

    def table_after(self, index: int) -> Table:
        """The table after event `index`: as it stands now, or from the beginning if the replay has moved on."""
        if index + 1 == self.position:
            return self._snapshot(index + 1)
        again = _Run(self.events[: index + 1], self.laws, self.regulations)
        for _ in again.events:
            last = again.forward()
        return last.table
