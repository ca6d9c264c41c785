"""What a screen in front of a player may show: what the Laws let every player at the table know, and nothing else.

Whatever hand the players hold, the same acts give the same value here; `tests/desk/test_seat_secrecy.py` holds that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.desk import board_view, shown
from controller.desk.board_view import CallCell, Head
from controller.desk.describe import said
from controller.desk.record import TableRecord
from controller.desk.shown import Shown
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model.seats import Seat
from controller.service.told import public_state
from controller.session.plan import SessionPlan
from controller.table.game import ShownCall

#: A call on which the director has still to decide lies on the table as it is; so does one that was taken back.
_GONE = ("withdrawn", "cancelled")


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat's screen, as values."""

    table: str
    seat: Seat
    board: int | None
    round: int | None
    dealer: Seat | None
    vul: str
    #: The calls, while this player may ask for a review of them; None: not any more, or not yet.
    calls: Sequence[ShownCall] | None
    turn: Seat | None
    contract: str | None
    declarer: Seat | None
    on_lead: Seat | None
    #: Wall-clock time at which this seat called the director on this board; None: it has not.
    called_at: float | None

    def as_json(self) -> dict[str, Any]:
        """The same for a program."""
        calls = None
        if self.calls is not None:
            calls = [[c.seat.value, c.call.text, c.alerted, c.status in _GONE] for c in self.calls]
        return {
            "table": self.table,
            "seat": self.seat.value,
            "board": self.board,
            "round": self.round,
            "dealer": _letter(self.dealer),
            "vul": self.vul,
            "auction": calls,
            "turn": _letter(self.turn),
            "contract": self.contract,
            "declarer": _letter(self.declarer),
            "on_lead": _letter(self.on_lead),
            "called_at": self.called_at,
        }


def _letter(seat: Seat | None) -> str | None:
    return seat.value if seat else None


def seat_state(record: TableRecord, plan: SessionPlan | None, seat: Seat) -> SeatState:
    """What the player in that seat may see now."""
    view, seen = record.table, public_state(record.table)
    auction_is_on = seen["phase"] in ("auction", "clarification") and seen.get("contract") is None
    declarer, dummy = _seat(seen, "declarer"), _seat(seen, "dummy")
    no_card_yet = not view.tricks_played and not view.on_table and not board_view.face_down(view)
    lead = declarer.lho if declarer and no_card_yet and seen["phase"] in ("play", "clarification") else None
    has_review = auction_is_on or _may_review(record, seen, seat, declarer, dummy)
    called = [c.at for c in record.calls if c.seat is seat and c.board == record.board]
    return SeatState(
        record.name,
        seat,
        record.board,
        plan.round_of(record.name, record.board) if plan is not None else None,
        view.dealer,
        view.vulnerability.value,
        tuple(view.calls) if record.board is not None and has_review else None,
        _seat(seen, "turn") if seen["phase"] == "auction" else None,
        None if auction_is_on else seen.get("contract"),
        declarer,
        lead,
        max(called, default=None),
    )


def _may_review(
    record: TableRecord, seen: Mapping[str, Any], seat: Seat, declarer: Seat | None, dummy: Seat | None
) -> bool:
    """Law 20C: after the auction declarer and defenders may have it restated until they play their first card."""
    if declarer is None or seat is dummy or seen["phase"] not in ("play", "clarification"):
        return False
    if seat is declarer.lho and board_view.face_down(record.table):
        # He has led, if face down.
        return False
    # Declarer plays his first card from dummy.
    hand = dummy if seat is declarer else seat
    return hand is not None and not board_view.played_by(record.table)[hand]


def _seat(state: Mapping[str, Any], name: str) -> Seat | None:
    found = state.get(name)
    return Seat[found] if found else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """The same as its page shows it."""

    state: SeatState
    seat: str
    board: Sequence[Shown]
    heads: Sequence[Head]
    rows: Sequence[Sequence[CallCell]] | None
    contract: Shown | None
    called: Shown | None


def view_of(record: TableRecord, plan: SessionPlan | None, seat: Seat, words: Words) -> SeatView:
    """A seat's page, in words."""
    state = seat_state(record, plan, seat)
    board = []
    if state.board is not None:
        if state.dealer:
            board.append(shown.begin(said(words, "summons.dealer", {"seat": shown.seat(state.dealer, words)})))
        board.append(said(words, f"vul.{state.vul}"))
    return SeatView(
        state,
        shown.seat(seat, words),
        board,
        board_view.heads(record.table, words),
        _rows(state, words),
        _contract(state, words),
        said(words, "seat.called", {"time": clock(state.called_at)}) if state.called_at is not None else None,
    )


def _rows(state: SeatState, words: Words) -> list[list[CallCell]] | None:
    if state.calls is None:
        return None
    cells = [(made.seat, _cell(made, words)) for made in state.calls]
    if state.turn is not None:
        cells.append((state.turn, CallCell("turn", note=said(words, "summons.act.turn"))))
    return board_view.by_rows(cells)


def _cell(made: ShownCall, words: Words) -> CallCell:
    what = shown.call(made.call, words)
    if made.status in _GONE:
        return CallCell("gone", what, said(words, f"summons.act.{made.status}"), made.alerted)
    return CallCell("call", what, None, made.alerted)


def _contract(state: SeatState, words: Words) -> Shown | None:
    if state.contract is None:
        return None
    contract = shown.contract_text(state.contract, words)
    if state.declarer is None:
        return contract
    fields = {"contract": contract, "seat": shown.seat(state.declarer, words)}
    if state.on_lead is None:
        return said(words, "seat.contract", fields)
    return said(words, "seat.contract.lead", fields | {"lead": shown.seat(state.on_lead, words)})
