"""A log laid out as bridge players write it: auction, play, each irregularity with its Law, options and choosers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.desk.words import Words, read_words
from controller.model.errors import LogError
from controller.model.events import BoardTaken, Ruling, TableEvent
from controller.model.irregularities import Irregularity
from controller.model.seats import SEATS, Seat, rotation
from controller.table import Stepped, Table

#: Columns of an auction as it is printed everywhere: West first.
COLUMNS = rotation(Seat.W)
_WIDTH = 7
_STATUS = {"cancelled": "({})", "withdrawn": "({})", "waiting": "{}?"}


def laid_out(name: str, laws: str, events: Sequence[TableEvent], steps: Iterable[Stepped], lang: str) -> str:
    """The whole log as text for people."""
    catalogue = read_words()
    if lang not in catalogue:
        raise LogError(f"no words in {lang!r}; known: {', '.join(catalogue)}", field="--lang")
    words = catalogue[lang]
    lines = [f"{name}  ·  Laws {laws}"]
    found: list[str] = []
    last: Table | None = None
    for index, (event, one) in enumerate(zip(events, steps, strict=True)):
        if isinstance(event, BoardTaken):
            if last is not None:
                lines += _board(last, found)
            found = []
        found += _told(index, event, one, words)
        last = one.table
    if last is not None:
        lines += _board(last, found)
    return "\n".join(lines) + "\n\n"


def _board(table: Table, found: list[str]) -> list[str]:
    dealer = table.dealer.name if table.dealer else "?"
    head = f"\nBoard {table.board_number}  dealer {dealer}  vulnerable {table.vulnerability.value}"
    lines = [head, *_auction(table), *_play(table), *_result(table)]
    return [*lines, *(found or ["  nothing irregular"])]


def _auction(table: Table) -> list[str]:
    if not table.calls:
        return []
    lines = ["  " + "".join(seat.name.ljust(_WIDTH) for seat in COLUMNS)]
    row: list[str] = []
    for call in table.calls:
        column = COLUMNS.index(call.seat)
        if column < len(row):
            lines.append("  " + "".join(cell.ljust(_WIDTH) for cell in row))
            row = []
        row += [""] * (column - len(row))
        row.append(_STATUS.get(call.status, "{}").format(call.call.text) + ("!" if call.alerted else ""))
    lines.append("  " + "".join(cell.ljust(_WIDTH) for cell in row))
    return lines


def _play(table: Table) -> list[str]:
    lines = []
    for trick in table.tricks_played:
        cards = "  ".join(f"{seat.name} {card.text}" for seat, card in trick.cards)
        lines.append(f"  {trick.number:>2}. {cards}   won by {trick.winner.name}")
    if table.on_table:
        cards = "  ".join(f"{seat.name} {card.text}" for seat, card in table.on_table)
        lines.append(f"   …  {cards}")
    return lines


def _result(table: Table) -> list[str]:
    state = table.state()
    if state["result"] is None:
        return []
    contract = f"{state['contract']} by {state['declarer']}" if state["declarer"] else str(state["contract"])
    said = ", ".join(f"{key} {value}" for key, value in state["result"].items())
    return [f"  Contract {contract}: {said}"]


def _told(index: int, event: TableEvent, one: Stepped, words: Words) -> list[str]:
    lines = []
    if isinstance(event, Ruling):
        place = f" (given after event {event.after})" if event.after is not None else ""
        lines.append(f"  [{index}] ruling: {event.choice} on {event.on}{place}")
    for found in one.raised:
        lines += _finding(index, found, words)
    lines += [f"  [{index}] {i}: withdrawn" for i in one.withdrawn]
    lines += [f"  [{index}] {found.id}: changed" for found in one.changed]
    lines += [f"  [{index}] {done.id}: closed by {done.how}" for done in one.resolved if done.how == "action"]
    return lines


def _finding(index: int, found: Irregularity, words: Words) -> list[str]:
    who = words.text(f"seat.{found.seat.name}") if found.seat else ""
    title = words.text(f"kind.{found.kind}")
    line = words.text(f"kind.{found.kind}.line")
    laws = ", ".join(found.laws)
    head = (
        f"  [{index}] {title}{': ' + who if who else ''}  ·  Law {laws}  ·  {found.certainty}, {found.attention.value}"
    )
    options = [f"        {o}  ({_chooser(found.by.get(o, 'director'), words)})" for o in found.options]
    return [head, f"        {line}", *options]


def _chooser(who: str, words: Words) -> str:
    if who in {seat.name for seat in SEATS}:
        return words.text(f"seat.{who}")
    return who
