"""An open board as one table played it, act by act: what everybody there saw, and the hands. Made for templates.

Nothing of findings, rulings and readings is in it, nor whether anybody was awaited. Ask first whether the deal is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.adapters.mqtt.acts import public_act
from controller.desk import board_view, describe, shown
from controller.desk.board_view import CallCell, CardCell, HandView, Head
from controller.desk.describe import said
from controller.desk.looking_back import as_of, board_of, counted
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.table_view import result
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.cards import in_order
from controller.model.seats import Seat
from controller.table import Table
from controller.table.derive import Entry

#: What a spectator steps through: calls, cards, claims and the result, as they were to be seen at the table.
STEPS = (
    ev.BoardTaken, ev.CallMade, ev.CallRemoved, ev.CardPlayed, ev.CardFaced, ev.CardsExposed, ev.CardReturned,
    ev.HandFaced, ev.ClaimMade, ev.ClaimAnswered, ev.ResultEntered, ev.BoardLeft,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Replay:
    """A board at a table just after act `shown` of `acts`."""

    table: str
    board: int
    heading: Shown
    status: Sequence[Shown]
    shown: int
    acts: int
    act: Shown
    hands: Sequence[HandView]
    trick: Sequence[CardCell]
    trick_number: int
    tricks: Sequence[Sequence[CardCell]]
    heads: Sequence[Head]
    auction: Sequence[Sequence[CallCell]]


def played_at(record: TableRecord, board: int) -> Table | None:
    """The table as of that board, the one taken up last if it was taken up twice; None where it was not."""
    for one in reversed(record.table.boards):
        if one.game.board == board and one.entries:
            return board_of(record.table, int(one.entries[0].n))
    return None


def steps(whole: Table) -> list[tuple[int, Entry]]:
    """The acts of a board that are stepped through, each with its place among all that counts."""
    return [(i, entry) for i, entry in enumerate(counted(whole.boards[-1])) if isinstance(entry.event, STEPS)]


def view_of(record: TableRecord, whole: Table, act: int, words: Words) -> Replay:
    """The page of a replay just after that act (from 1); beyond the last one it is the last."""
    every = steps(whole)
    act = max(1, min(act, len(every)))
    place, entry = every[act - 1]
    # With the last act comes all that was decided afterwards: the board as it counts.
    view = whole if act == len(every) else as_of(whole, place)
    state = whole.state()
    trick = board_view.trick_in_progress(view, words)
    return Replay(
        table=record.name,
        board=whole.board_number or 0,
        heading=describe.result_said(state["contract"], _declarer(state), None, words),
        status=_status(whole, state, words),
        shown=act,
        acts=len(every),
        act=shown.begin(describe.event(entry.event, words)),
        hands=board_view.hands(view, words, opened=True, known=whole.hands),
        trick=[replace(cell, is_due=False) for cell in trick],
        trick_number=view.state()["trick"],
        tricks=[[replace(cell, is_due=False) for cell in row] for row in board_view.tricks(view, words)],
        heads=board_view.heads(whole, words),
        auction=board_view.calls_shown(view, words),
    )


def _declarer(state: dict[str, Any]) -> Seat | None:
    return None if state["declarer"] is None else Seat[state["declarer"]]


def _status(whole: Table, state: dict[str, Any], words: Words) -> list[Shown]:
    dealer = whole.dealer
    found = [said(words, "summons.dealer", {"seat": shown.seat(dealer, words)})] if dealer else []
    found.append(said(words, f"vul.{whole.vulnerability.value}"))
    return [*found, result(state["result"], words)] if state["result"] else found


def as_json(record: TableRecord, whole: Table) -> dict[str, Any]:
    """The same for a program: hands, acts in their order, and what became of them."""
    state = whole.state()
    acts = [public_act(entry.event) for _, entry in steps(whole)]
    return {
        "board": whole.board_number,
        "table": record.name,
        "dealer": whole.dealer.value if whole.dealer else None,
        "vul": whole.vulnerability.value,
        "hands": {seat.value: [card.text for card in in_order(hand)] for seat, hand in whole.hands.items()},
        "acts": [act.model_dump(mode="json", exclude_none=True) for act in acts if act is not None],
        "contract": state["contract"],
        "declarer": state["declarer"],
        "result": state["result"],
    }
