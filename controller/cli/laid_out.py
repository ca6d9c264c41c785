"""A board laid out as bridge players write it: auction by columns, tricks by rows, contract and result.

Cells and words are the desk's own, so both say the same of a board.
"""

from __future__ import annotations

from collections.abc import Iterable

from controller.desk import board_view, shown
from controller.desk.board_view import CallCell, CardCell
from controller.desk.consequences import in_force
from controller.desk.describe import is_stopped, ruled_choice
from controller.desk.table_view import result
from controller.desk.words import Words
from controller.model.seats import Seat
from controller.table import Table

#: Column width; a skipped column keeps its place.
_WIDTH = 9
_INDENT = "   "


def board(table: Table, words: Words) -> list[str]:
    """A board as far as it has been played."""
    return [_head(table, words), "", *_auction(table, words), *_tricks(table, words), *_end(table, words)]


def _head(table: Table, words: Words) -> str:
    parts = [words.text("judge.board", {"board": table.board_number})]
    if table.dealer:
        parts.append(words.text("summons.dealer", {"seat": shown.seat(table.dealer, words)}))
    return " · ".join([*parts, words.text(f"vul.{table.vulnerability.value}")])


def _columns(cells: Iterable[str]) -> str:
    return (_INDENT + "".join(cell.ljust(_WIDTH) for cell in cells)).rstrip()


def _auction(table: Table, words: Words) -> list[str]:
    if not table.calls:
        return []
    rows = [[_call(cell) for cell in row] for row in board_view.auction(table, words)]
    lines = [_columns(head.name for head in board_view.heads(table, words)), *map(_columns, rows)]
    if any(call.status != "stands" for call in table.calls):
        lines.append(_INDENT + words.text("judge.taken_back"))
    return [*lines, ""]


def _call(cell: CallCell) -> str:
    if cell.call is None:
        return "…" if cell.style == "turn" else ""
    form = {"gone": "({})", "off": "{} ?"}.get(cell.style, "{}")
    return form.format(cell.call.text) + ("!" if cell.is_alerted else "")


def _tricks(table: Table, words: Words) -> list[str]:
    rows = board_view.tricks(table, words)
    if not rows:
        return []
    names = [head.name for head in board_view.heads(table, words)]
    lines = [_columns(["", *(f" {name}" for name in names), words.text("judge.won")])]
    for number, row in enumerate(rows, 1):
        winner = next((cell.name for cell in row if cell.is_won), "")
        lines.append(_columns([f"{number:>6}", *map(_card, row), winner]))
    return [*lines, ""]


def _card(cell: CardCell) -> str:
    if cell.card is None:
        return "…" if cell.is_due else "–"
    return ("▸" if cell.is_led else " ") + cell.card.text


def _end(table: Table, words: Words) -> list[str]:
    """Contract, tricks and result; where the board goes on, whose turn it is and what binds whom."""
    state = table.state()
    parts = []
    if state["declarer"]:
        contract = {"contract": shown.contract_text(state["contract"], words)}
        parts.append(words.text("table.contract", {**contract, "seat": shown.seat(Seat[state["declarer"]], words)}))
        parts.append(words.text("table.tricks_won", {"ns": state["tricks"]["NS"], "ew": state["tricks"]["EW"]}))
    if state["result"]:
        parts.append(result(state["result"], words).text)
        if state["result"].get("transfer"):
            parts.append(ruled_choice("transfer", state["result"]["transfer"], words).text)
    elif state["turn"]:
        key = "table.to_call" if state["phase"] == "auction" else "table.to_play"
        parts.append(words.text(key, {"seat": shown.seat(Seat[state["turn"]], words)}))
    elif is_stopped(table):
        parts.append(words.text("table.waits"))
    duties = [_INDENT + duty.text.text for duty in in_force(state, words)] if not state["result"] else []
    lines = [_INDENT + " · ".join(parts)] if parts else []
    return [*lines, *duties, ""] if lines or duties else []
