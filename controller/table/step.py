"""The only place that changes a table: `step` for one event, `replay` for a log. Pure; it reports, it never rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from controller.laws.editions import EDITIONS
from controller.model.events import BoardTaken, Correction, Ruling, TableEvent
from controller.model.irregularities import Irregularity, Resolved
from controller.model.regulations import CLUB, Regulations, regulations_from
from controller.table import rulings
from controller.table.acts import apply
from controller.table.derive import Entry, are_simultaneous, derive, is_wrong_order, settled_ruling
from controller.table.game import Game
from controller.table.table import Board, Table


@dataclass(frozen=True, slots=True)
class Stepped:
    """A table after an event, and what the director must hear of it."""

    table: Table
    n: str
    raised: tuple[Irregularity, ...] = ()
    resolved: tuple[Resolved, ...] = ()
    #: Ids of findings that a correction or a ruling took back.
    withdrawn: tuple[str, ...] = ()
    #: Findings whose content is another than before.
    changed: tuple[Irregularity, ...] = ()


def step(table: Table, event: TableEvent) -> Stepped:
    """The table after `event`, and what is raised, resolved, withdrawn and changed by it."""
    n = str(table.next_n)
    if isinstance(event, BoardTaken):
        return _take_board(table, n, event)
    index = _board_of(table, event)
    board = table.boards[index]
    entry = Entry(n, event)
    if _must_derive(board, event):
        return _derived(table, index, entry)
    game = board.game.copy()
    rulings_on = board.rulings_on
    if isinstance(event, Ruling):
        settled = dict(rulings_on)
        ruling = settled_ruling(game, n, event, settled)
        rulings_on = settled
        apply(game, n, ruling)
    else:
        game.is_simultaneous = are_simultaneous(_last(board), event)
        apply(game, n, event)
        game.is_simultaneous = False
    after = Board(board.base, (*board.entries, entry), game, rulings_on)
    return _told(table, index, after, n, game)


def _told(table: Table, index: int, board: Board, n: str, game: Game) -> Stepped:
    out = game.out
    return Stepped(
        replace(table.with_board(index, board), next_n=table.next_n + 1),
        n,
        tuple(out.raised),
        tuple(out.resolved),
        (),
        tuple(out.changed),
    )


def _take_board(table: Table, n: str, event: BoardTaken) -> Stepped:
    """A new board: its state begins with what the table remembers of the evening."""
    base = _remembered(table, event)
    game = base.copy()
    apply(game, n, event)
    board = Board(base, (Entry(n, event),), game)
    boards = (*table.boards, board) if table.boards[-1].entries else (board,)
    return Stepped(
        replace(table, boards=boards, next_n=table.next_n + 1),
        n,
        tuple(game.out.raised),
        tuple(game.out.resolved),
        (),
        (),
    )


def _remembered(table: Table, event: BoardTaken) -> Game:
    edition = EDITIONS[event.laws or table.laws]
    regulations = regulations_from(event.regulations) if event.regulations else table.regulations
    return Game(edition, regulations, memory=table.game.remember())


def _board_of(table: Table, event: TableEvent) -> int:
    """Which board an event belongs to: a ruling or correction may come after the next board was taken up."""
    numbers: list[int] = []
    if isinstance(event, Ruling):
        act = event.on.partition("@")[2].rpartition(":")[0].partition(".")[0]
        numbers = [event.after] if event.after is not None else []
        numbers += [int(act)] if act.isdigit() else []
    elif isinstance(event, Correction):
        numbers = list(event.replaces) or ([event.before] if event.before is not None else [])
    if not numbers:
        return len(table.boards) - 1
    for index in range(len(table.boards) - 1, -1, -1):
        entries = table.boards[index].entries
        if entries and int(entries[0].n) <= numbers[0]:
            return index
    return len(table.boards) - 1


def _last(board: Board) -> TableEvent | None:
    return board.entries[-1].event if board.entries else None


def _must_derive(board: Board, event: TableEvent) -> bool:
    """Does the event change what came before it?"""
    if board.is_behind or isinstance(event, Correction):
        return True
    if isinstance(event, Ruling):
        is_late = event.after is not None and bool(board.entries) and str(event.after) != board.entries[-1].n
        return is_late or event.revises is not None or event.choice == "dismiss"
    last = board.entries[-1] if board.entries else None
    if last is None or not are_simultaneous(last.event, event):
        return False
    before = derive(board.base, board.entries[:-1], dict(board.rulings_on))
    return is_wrong_order(before, last.event, event)


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
    resolved = tuple(done for i, done in game.closed.items() if i not in board.game.closed)
    return Stepped(
        replace(table.with_board(index, after), next_n=table.next_n + 1),
        entry.n,
        tuple(found for i, found in new.items() if i not in old),
        resolved,
        tuple(i for i in old if i not in new),
        tuple(found for i, found in new.items() if i in old and found != old[i]),
    )


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


def _set_aside(table: Table, event: TableEvent) -> Stepped:
    """Of two simultaneous acts the unlawful one stands first: its line raises nothing, the next line tells of both."""
    index = len(table.boards) - 1
    board = table.boards[index]
    n = str(table.next_n)
    kept = replace(board, entries=(*board.entries, Entry(n, event)), is_behind=True)
    return Stepped(replace(table.with_board(index, kept), next_n=table.next_n + 1), n)


def replay(events: Iterable[TableEvent], laws: str, regulations: Regulations = CLUB) -> Iterator[Stepped]:
    """A whole log, event by event."""
    table = Table.fresh(laws, regulations)
    log = list(events)
    for index, event in enumerate(log):
        following = log[index + 1] if index + 1 < len(log) else None
        if following is not None and is_wrong_order(table.game, event, following):
            stepped = _set_aside(table, event)
        else:
            stepped = step(table, event)
        table = stepped.table
        yield stepped
