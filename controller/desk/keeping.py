"""A table's record in people's hands: how the cards lie against it, and the taps for calls and cards. For templates.

Cards are named only to one who may see the readings of that deal; an operator gets numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from controller.desk import board_view, describe, shown
from controller.desk.describe import said
from controller.desk.record import TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model.board import HAND_SIZE
from controller.model.calls import Denomination
from controller.model.calls import bid as bid_of
from controller.model.calls import call as call_of
from controller.model.cards import PACK, SUITS, Card
from controller.model.cards import card as card_of
from controller.model.events import CallMade, CardPlayed, ClaimAnswered, ClaimMade, Correction
from controller.model.seats import Seat
from controller.session.may_see import What
from controller.table import Table

#: What can be entered, by the table's phase.
_ENTRY = {"auction": "calls", "clarification": "cards", "play": "cards", "claim": "claim"}
#: So many acts are shown as the last ones.
_LAST = 3


@dataclass(frozen=True, slots=True)
class Tap:
    """One button: what it enters and what stands on it."""

    value: str
    label: Shown
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class SeatLine:
    """How a seat's cards lie against the record."""

    name: str
    #: `good`, `bad`, or `weak` where nothing is read.
    mark: str
    text: Shown
    more: Sequence[Shown] = ()


@dataclass(frozen=True, slots=True)
class KeepView:
    """Everything that the page shows."""

    table: str
    board: int | None
    mode: str
    #: `calls`, `cards`, `claim` (answers to one) or `none`: what can be entered now.
    entry: str
    turn: Shown | None
    seats: Sequence[Tap]
    bids: Sequence[Sequence[Tap]]
    calls: Sequence[Tap]
    suits: Sequence[Sequence[Tap]]
    #: How many tricks may be claimed; who has still to answer a claim.
    tricks: Sequence[int]
    answers: Sequence[Tap]
    last: Sequence[Shown]
    #: Number of the event that can be taken back, and of the next one.
    undo: int | None
    n: int
    is_lead_down: bool
    lines: Sequence[SeatLine]
    may_take: bool
    #: Does a reader tell anything here?
    is_read: bool


def view_of(room: Room, record: TableRecord, viewer: Viewer, words: Words) -> KeepView:
    """The page of a table as that viewer may see it."""
    table, state = record.table, record.table.state()
    sees_acts = room.sees(viewer, record.board, What.ACTS)
    turn = Seat[state["turn"]] if state["turn"] else None
    phase = state["phase"]
    entry = _ENTRY.get(phase, "none")
    to_act = "table.to_call" if entry == "calls" else "table.to_play"
    return KeepView(
        table=record.name,
        board=record.board,
        mode=record.mode,
        entry=entry if record.board is not None else "none",
        turn=said(words, to_act, {"seat": shown.seat(turn, words)}) if turn else None,
        seats=[Tap(s.value, shown.plain(shown.seat(s, words)), s is turn) for s in Seat],
        bids=_bids(words),
        calls=[Tap(text, shown.call(call_of(text), words)) for text in ("P", "X", "XX")],
        suits=_cards(table, words, hides_played=sees_acts),
        tricks=range(HAND_SIZE - len(table.tricks_played) + 1),
        answers=_answers(table, words),
        last=_last(table, words) if sees_acts else [],
        undo=undone_by(table),
        n=table.next_n,
        is_lead_down=lead_face_down(table) is not None,
        lines=lines_of(room, record, viewer, words),
        may_take=record.may_take,
        is_read=any(device.state != "lost" for device in record.devices.values()),
    )


def _bids(words: Words) -> list[list[Tap]]:
    """The bidding box: a row a level."""
    found = []
    for level in range(1, 8):
        bids = [bid_of(level, d) for d in Denomination]
        found.append([Tap(b.text, shown.call(b, words)) for b in bids])
    return found


def _cards(table: Table, words: Words, *, hides_played: bool) -> list[list[Tap]]:
    """The pack by suits; what has been played is not offered again (to one who may not know it, all are)."""
    gone = {c for cards in board_view.played_by(table).values() for c in cards} if hides_played else set()
    return [[Tap(c.text, shown.card(c, words)) for c in PACK if c.suit is s and c not in gone] for s in SUITS]


def _last(table: Table, words: Words) -> list[Shown]:
    """The latest acts, newest first."""
    return [describe.event(event, words) for _, event in _acts(table)[:_LAST]]


def _answers(table: Table, words: Words) -> list[Tap]:
    """The opponents of whoever claims, as long as they have not answered."""
    events = [entry.event for entry in table.boards[-1].entries]
    at = max((i for i, event in enumerate(events) if isinstance(event, ClaimMade)), default=None)
    if at is None:
        return []
    claimer = cast("ClaimMade", events[at]).seat
    answered = {event.seat for event in events[at:] if isinstance(event, ClaimAnswered)}
    return [Tap(s.value, shown.plain(shown.seat(s, words))) for s in (claimer.lho, claimer.rho) if s not in answered]


def undone_by(table: Table) -> int | None:
    """Number of the latest act, if a person entered it."""
    n, event = next(iter(_acts(table)), ("", None))
    return int(n) if event is not None and event.src == "director" and n.isdigit() else None


def lead_face_down(table: Table) -> CardPlayed | None:
    """The lead that lies face down, if one does."""
    down = board_view.face_down(table)
    acts = (event for _, event in _acts(table) if isinstance(event, CardPlayed))
    return next((event for event in acts if event.card in down), None)


def _acts(table: Table) -> list[tuple[str, CallMade | CardPlayed]]:
    """Calls and cards with their numbers, the latest first; what was corrected away apart."""
    entries = table.boards[-1].entries
    gone = {str(n) for e in entries if isinstance(e.event, Correction) for n in e.event.replaces}
    acts = [(e.n, e.event) for e in entries if isinstance(e.event, CallMade | CardPlayed) and e.n not in gone]
    return acts[::-1]


# -- how the cards lie -----------------------------------------------------------------------------------------------


def lines_of(room: Room, record: TableRecord, viewer: Viewer, words: Words) -> list[SeatLine]:
    """Seat by seat what should lie there and what does; empty while there is nothing to compare."""
    if record.check is None:
        return []
    names = room.sees(viewer, record.board, What.READINGS)
    return [_line(seat, record.check["seats"].get(seat.value, {}), words, names=names) for seat in Seat]


def _line(seat: Seat, told: Mapping[str, Any], words: Words, *, names: bool) -> SeatLine:
    name = shown.seat(seat, words)
    cards = {key: [card_of(c) for c in told.get(key, ())] for key in ("expected", "missing", "surplus", "in_pocket")}
    should = said(words, "keep.should", {"n": len(cards["expected"])})
    if told.get("read") is False:
        return SeatLine(name, "weak", should, [said(words, "keep.unread")])
    wrong = [_wrong(key, cards[key], words, names=names) for key in ("missing", "surplus", "in_pocket") if cards[key]]
    return SeatLine(name, "bad" if wrong else "good", should, wrong or [said(words, "keep.agrees")])


def _wrong(key: str, cards: Sequence[Card], words: Words, *, names: bool) -> Shown:
    if names:
        return said(words, f"keep.{key}.cards", {"cards": shown.cards(cards, words)})
    return said(words, f"keep.{key}.count", {"n": len(cards)})
