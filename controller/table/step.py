"""The only place that changes a table: `step`, event by event. Pure; it reports, it never rules.

`replay` (in `replay.py`) is the same over a whole log, with one private state that is changed in place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.laws.editions import EDITIONS
from controller.model.events import BoardTaken, Correction, Ruling, TableEvent
from controller.model.irregularities import Irregularity, Resolved, act_of, number_in
from controller.model.regulations import regulations_from
from controller.table import rulings, tempo
from controller.table.acts import apply
from controller.table.derive import Entry, are_simultaneous, derive, is_doubtful, is_wrong_order, settled_ruling
from controller.table.game import Game
from controller.table.table import Board, Table
from controller.table.watch_state import Clock


class Stepped:
    """A table after an event, and what the director must hear of it. `n` is the event's number."""

    __slots__ = ("_table", "changed", "n", "raised", "resolved", "withdrawn")

    def __init__(
        self,
        table: Table | Callable[[], Table],
        n: str,
        *,
        raised: tuple[Irregularity, ...] = (),
        resolved: tuple[Resolved, ...] = (),
        withdrawn: tuple[str, ...] = (),
        changed: tuple[Irregularity, ...] = (),
    ) -> None:
        self._table = table
        self.n = n
        self.raised = raised
        self.resolved = resolved
        #: Ids of findings that a correction or a ruling took back.
        self.withdrawn = withdrawn
        #: Findings whose content is another than before.
        self.changed = changed

    @property
    def table(self) -> Table:
        """The table after the event."""
        if not isinstance(self._table, Table):
            self._table = self._table()
        return self._table


def step(table: Table, event: TableEvent) -> Stepped:
    """The table after `event`, and what is raised, resolved, withdrawn and changed by it."""
    n = str(table.next_n)
    if isinstance(event, BoardTaken):
        return _take_board(table, n, event)
    index = _board_of(table, event)
    board = table.boards[index]
    entry = Entry(n, event)
    if must_derive(board, event):
        return _derived(table, index, entry)
    game = board.game.copy()
    rulings_on = apply_next(game, _last(board), entry, board.rulings_on)
    after = Board(board.base, (*board.entries, entry), game, rulings_on)
    return Stepped(
        replace(table.with_board(index, after), next_n=table.next_n + 1),
        n,
        raised=tuple(game.out.raised),
        resolved=tuple(game.out.resolved),
        changed=tuple(game.out.changed),
    )


def apply_next(game: Game, before: TableEvent | None, entry: Entry, rulings_on: dict[str, str]) -> dict[str, str]:
    """Let the next event happen to `game`; the rulings' findings with this one's added if it is a ruling."""
    n, event = entry
    if isinstance(event, Ruling):
        settled = dict(rulings_on)
        apply(game, n, settled_ruling(game, n, event, settled))
        return settled
    if event.t is not None:
        game.is_simultaneous = are_simultaneous(before, event)
        apply(game, n, event)
        game.is_simultaneous = False
    else:
        apply(game, n, event)
    return rulings_on


def _take_board(table: Table, n: str, event: BoardTaken) -> Stepped:
    """A new board: its state begins with what the table remembers of the evening."""
    base = remembered(table, event)
    game = base.copy()
    apply(game, n, event)
    board = Board(base, (Entry(n, event),), game)
    boards = (*table.boards, board) if table.boards[-1].entries else (board,)
    return Stepped(
        replace(table, boards=boards, next_n=table.next_n + 1),
        n,
        raised=tuple(game.out.raised),
        resolved=tuple(game.out.resolved),
    )


def remembered(table: Table, event: BoardTaken) -> Game:
    """The state a board begins with: its edition and regulations, and what the table remembers of earlier ones."""
    edition = EDITIONS[event.laws or table.laws]
    regulations = regulations_from(event.regulations) if event.regulations else table.regulations
    memory = table.game.remember()
    clock = (memory.clock or Clock()) if tempo.is_wanted(regulations) else None
    return Game(edition, regulations, memory=memory, clock=clock)


def _board_of(table: Table, event: TableEvent) -> int:
    """Which board an event belongs to: a ruling or correction may come after the next board was taken up."""
    number = _refers_to(event)
    last = len(table.boards) - 1
    if number is None:
        return last
    for index in range(last, -1, -1):
        entries = table.boards[index].entries
        if entries and int(entries[0].n) <= number:
            return index
    return last


def _refers_to(event: TableEvent) -> int | None:
    """The number of an event that a ruling or a correction is about; None where it names none."""
    if isinstance(event, Ruling):
        act = act_of(event.on).partition(".")[0]
        if event.after is not None:
            return event.after
        return number_in(act)
    if isinstance(event, Correction):
        return event.replaces[0] if event.replaces else event.before
    return None


def _last(board: Board) -> TableEvent | None:
    return board.entries[-1].event if board.entries else None


def must_derive(board: Board, event: TableEvent) -> bool:
    """Does the event change what came before it?"""
    if board.is_behind:
        return True
    if isinstance(event, Correction):
        return not is_doubtful(board.entries, event)
    if isinstance(event, Ruling):
        is_late = event.after is not None and bool(board.entries) and str(event.after) != board.entries[-1].n
        return is_late or event.revises is not None or event.choice == "dismiss"
    if not are_simultaneous(_last(board), event):
        return False
    before = derive(board.base, board.entries[:-1], dict(board.rulings_on))
    return is_wrong_order(before, _last(board), event)


def _derived(table: Table, index: int, entry: Entry) -> Stepped:
    """Derive the board anew with the entry, and tell the difference."""
    board = table.boards[index]
    entries = (*board.entries, entry)
    rulings_on = dict(board.rulings_on)
    if isinstance(entry.event, Ruling) and entry.event.choice == "dismiss":
        found = rulings.finding_of(board.game, entry.event.on)
        if found is not None:
            rulings_on[entry.n] = found.id
    game = derive(board.base, entries, rulings_on)
    old, new = board.game.findings, game.findings
    after = Board(board.base, entries, game, rulings_on)
    return Stepped(
        replace(table.with_board(index, after), next_n=table.next_n + 1),
        entry.n,
        raised=tuple(found for i, found in new.items() if i not in old),
        resolved=tuple(done for i, done in game.closed.items() if i not in board.game.closed),
        withdrawn=tuple(i for i in old if i not in new),
        changed=tuple(found for i, found in new.items() if i in old and found != old[i]),
    )


def set_aside(table: Table, event: TableEvent) -> Stepped:
    """Of two simultaneous acts the unlawful one stands first: its line raises nothing, the next line tells of both."""
    index = len(table.boards) - 1
    board = table.boards[index]
    n = str(table.next_n)
    kept = replace(board, entries=(*board.entries, Entry(n, event)), is_behind=True)
    return Stepped(replace(table.with_board(index, kept), next_n=table.next_n + 1), n)


def refusal(table: Table, ruling: Ruling) -> str | None:
    """Why a ruling may not be recorded, in words; None if it may. A late ruling is asked in its own place."""
    board = table.boards[_board_of(table, ruling)]
    if ruling.after is None or not board.entries or str(ruling.after) == board.entries[-1].n:
        return rulings.refusal(board.game, ruling)
    places = [i for i, e in enumerate(board.entries) if e.n == str(ruling.after)]
    if not places:
        return f"there is no event {ruling.after} on this board"
    then = derive(board.base, board.entries[: places[0] + 1], dict(board.rulings_on))
    return rulings.refusal(then, ruling)


def dry_run(table: Table, event: TableEvent) -> Stepped:
    """What an event would change. `step` keeps nothing, so this is `step` under the name of its purpose."""
    return step(table, event)
