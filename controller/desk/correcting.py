"""Putting the record of a board right by hand: which acts can be corrected, and the correction that a form asks for.

A correction is an event like any other: it names what it replaces and why, and the board is derived anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from starlette.datastructures import FormData

from controller.desk import board_view, describe, shown
from controller.desk.keeping import Tap
from controller.desk.looking_back import board_of, corrections, counted
from controller.desk.ruling_form import FormError
from controller.desk.shown import Shown
from controller.desk.times import clock_s
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.calls import Denomination
from controller.model.calls import bid as bid_of
from controller.model.calls import call as call_of
from controller.model.cards import PACK, SUITS
from controller.model.cards import card as card_of
from controller.model.seats import Seat
from controller.table import Table

#: What can have happened instead: it was another act, it never was, another one before it was missed.
WAYS = ("instead", "strike", "before")
#: How the text of a card begins; that of a call begins otherwise.
SUIT_LETTERS = tuple(suit.name for suit in SUITS)
#: Acts that can be struck out; calls and cards can also be read otherwise.
_ACTS = (
    ev.CallMade,
    ev.CallRemoved,
    ev.CardPlayed,
    ev.CardFaced,
    ev.CardsExposed,
    ev.CardReturned,
    ev.HandFaced,
    ev.ClaimMade,
    ev.ClaimAnswered,
    ev.ResultEntered,
    ev.BoardLeft,
)
_READ_OTHERWISE = (ev.CallMade, ev.CardPlayed)


@dataclass(frozen=True, slots=True)
class ActLine:
    """An act of the record that can be corrected."""

    n: int
    text: Shown
    at: str


@dataclass(frozen=True, slots=True)
class CorrectView:
    """The page: the acts of a board, and the one that is being corrected with the taps for what it was."""

    table: str
    board: int | None
    #: Number of the board's first event, and how often the board has been corrected: what a form is made for.
    first: int
    corrections: int
    acts: Sequence[ActLine]
    boards: Sequence[tuple[int, int]]
    chosen: ActLine | None
    ways: Sequence[str]
    kind: str
    seats: Sequence[Tap]
    bids: Sequence[Sequence[Tap]]
    calls: Sequence[Tap]
    suits: Sequence[Sequence[Tap]]
    is_alerted: bool


def view_of(name: str, view: Table, words: Words, *, times: Mapping[int, float], n: int | None) -> CorrectView:
    """The page of a board at a table (`view`: its last board); `n`: the act that was tapped."""
    board = view.boards[-1]
    acts = [_line(int(e.n), e.event, words, times) for e in counted(board) if _may_be_corrected(e.n, e.event)]
    chosen = next((act for act in acts if act.n == n), None)
    event = act_at(view, chosen.n) if chosen else None
    is_auction = isinstance(event, ev.CallMade | ev.CallRemoved)
    named = _named(event, view)
    return CorrectView(
        name,
        view.board_number,
        int(board.entries[0].n) if board.entries else 0,
        corrections(board),
        acts[::-1],
        [(int(b.entries[0].n), b.game.board) for b in view.boards if b.entries and b.game.board is not None],
        chosen,
        WAYS if isinstance(event, _READ_OTHERWISE) else ("strike", "before"),
        "call" if is_auction else "card",
        [Tap(s.value, shown.plain(shown.seat(s, words)), s is getattr(event, "seat", None)) for s in Seat],
        [[_call(bid_of(level, d).text, named, words) for d in Denomination] for level in range(1, 8)],
        [_call(text, named, words) for text in ("P", "X", "XX")],
        [[Tap(c.text, shown.card(c, words), c.text == named) for c in PACK if c.suit is s] for s in SUITS],
        isinstance(event, ev.CallMade) and event.alerted is True,
    )


def _may_be_corrected(n: str, event: ev.TableEvent) -> bool:
    """What a correction put in beside the acts of the record has no number of its own, and cannot be named."""
    return n.isdigit() and isinstance(event, _ACTS)


def _line(n: int, event: ev.TableEvent, words: Words, times: Mapping[int, float]) -> ActLine:
    at = times.get(n)
    return ActLine(n, shown.begin(describe.event(event, words)), clock_s(at) if at is not None else "")


def _named(event: ev.TableEvent | None, view: Table) -> str:
    """The call or card that stands in the record; of a card that lies face down nobody is told."""
    if isinstance(event, ev.CallMade):
        return event.call.text
    if isinstance(event, ev.CardPlayed) and event.card not in board_view.face_down(view):
        return event.card.text
    return ""


def _call(text: str, named: str, words: Words) -> Tap:
    return Tap(text, shown.call(call_of(text), words), text == named)


def act_at(view: Table, n: int) -> ev.TableEvent | None:
    """The act of that number as it counts now."""
    return next((e.event for e in counted(view.boards[-1]) if e.n == str(n)), None)


def correction_from(form: FormData, table: Table, *, by: str, reasons: Sequence[str]) -> ev.Correction:
    """The correction that a form asks for. FormError says what is still to be tapped."""
    n = str(form.get("n", ""))
    act = act_at(board_of(table, int(n)), int(n)) if _is_number(n) else None
    if act is None:
        raise FormError("correct.gone")
    reason, way = str(form.get("reason", "")), str(form.get("way", ""))
    if way not in WAYS:
        raise FormError("correct.missing.way")
    if reason not in reasons:
        raise FormError("form.missing.reason")
    if way == "strike":
        return ev.Correction(replaces=(int(n),), events=(), reason=reason, by=by, src="director")
    new = _act_from(form, act, is_new=way == "before")
    if way == "before":
        return ev.Correction(
            replaces=(), before=int(n), events=(ev.Replacement(new),), reason=reason, by=by, src="director"
        )
    if new == act:
        raise FormError("correct.same")
    return ev.Correction(
        replaces=(int(n),), events=(ev.Replacement(new, int(n)),), reason=reason, by=by, src="director"
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _act_from(form: FormData, act: ev.TableEvent, *, is_new: bool) -> ev.TableEvent:
    """The call or card that was tapped: in place of `act` it keeps the act's time, or it is one that was missed."""
    seat, text = str(form.get("seat", "")), str(form.get("act", ""))
    if seat not in Seat.__members__:
        raise FormError("correct.missing.seat")
    values: dict[str, Any] = {"seat": Seat[seat]}
    try:
        if text[:1] in SUIT_LETTERS:
            values["card"] = card_of(text)
        else:
            values |= {"call": call_of(text), "alerted": True if form.get("alerted") else None}
    except ValueError as error:
        raise FormError("correct.missing.act") from error
    if not is_new and isinstance(act, _READ_OTHERWISE) and ("call" in values) == isinstance(act, ev.CallMade):
        return replace(act, **values)
    values["src"] = "director"
    return ev.CallMade(**values) if "call" in values else ev.CardPlayed(**values)
