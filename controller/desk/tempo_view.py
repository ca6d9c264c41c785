"""The time before each call and card, as a chart and as a table: data, never a finding. Made for templates.

Nothing is told across a gap in the record. A player's usual time is that of his pair at this table this evening.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.desk import board_view, describe, shown
from controller.desk.describe import said
from controller.desk.looking_back import counted
from controller.desk.shown import Shown
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.seats import Seat
from controller.table import Table
from controller.table.table import Board

#: Measures of the chart, in its own units.
_WIDTH, _HEIGHT, _GAP, _WIDEST = 354.0, 70.0, 2.0, 16.0
#: Acts from which on a usual time is said, and the share at either end that is left out of it.
_ENOUGH, _LEFT_OUT = 10, 0.1
#: From here on the clock runs to the next act.
_MARKS = (ev.BoardTaken, ev.CallMade, ev.CardPlayed, ev.CardFaced, ev.HandFaced, ev.Ruling, ev.CardReturned)


@dataclass(frozen=True, slots=True)
class Act:
    """A call or a card, and the seconds before it."""

    event: ev.CallMade | ev.CardPlayed
    seconds: float
    #: The clock ran from a ruling, not from another player's act.
    is_after_ruling: bool

    @property
    def is_call(self) -> bool:
        """Is it a call?"""
        return isinstance(self.event, ev.CallMade)


@dataclass(frozen=True, slots=True)
class Bar:
    """One act in the chart."""

    x: float
    y: float
    width: float
    height: float
    #: The seat's letter, where there is room for it under the bar; its name.
    seat: str
    who: str
    what: Shown
    seconds: str
    is_longest: bool
    is_after_ruling: bool


@dataclass(frozen=True, slots=True)
class TempoView:
    """The chart of a board, the place where its cards begin, and a sentence on its longest act."""

    bars: Sequence[Bar]
    cards_at: float | None
    longest: Shown
    usual: Shown | None


def view_of(table: Table, words: Words) -> TempoView | None:
    """The times of the board in hand; None where the record has none."""
    acts = list(acts_of(table.boards[-1]))
    if not acts:
        return None
    longest = max(acts, key=lambda act: act.seconds)
    step = min(_WIDEST + _GAP, _WIDTH / len(acts))
    hidden = board_view.face_down(table)
    bars = []
    for place, act in enumerate(acts):
        height = _HEIGHT * act.seconds / longest.seconds if longest.seconds else 0.0
        bars.append(
            Bar(
                round(6 + place * step, 1),
                round(22 + _HEIGHT - height, 1),
                round(step - _GAP, 1),
                round(height, 1),
                act.event.seat.value if step > _WIDEST / 2 else "",
                shown.seat(act.event.seat, words),
                _what(act, hidden, words),
                _seconds(act.seconds, words),
                act is longest,
                act.is_after_ruling,
            )
        )
    cards_at = next((bar.x for bar, act in zip(bars, acts, strict=True) if not act.is_call), None)
    return TempoView(bars, cards_at, _longest(longest, hidden, words), _usual(table, longest, words))


def acts_of(board: Board) -> Iterator[Act]:
    """Calls and cards of a board with the seconds before them, as far as both ends are known."""
    since: float | None = None
    is_after_ruling = False
    for _, event in counted(board):
        if isinstance(event, ev.Gap):
            since = None
        elif isinstance(event, _MARKS):
            if isinstance(event, ev.CallMade | ev.CardPlayed) and since is not None and event.t is not None:
                yield Act(event, max(0.0, event.t - since), is_after_ruling)
            since, is_after_ruling = event.t, isinstance(event, ev.Ruling)


def _what(act: Act, hidden: frozenset[object], words: Words) -> Shown:
    event = act.event
    if isinstance(event, ev.CallMade):
        return shown.call(event.call, words)
    return said(words, "card.face_down") if event.card in hidden else shown.card(event.card, words)


def _seconds(seconds: float, words: Words) -> str:
    return words.text("tempo.seconds", {"s": f"{seconds:.1f}"})


def _longest(act: Act, hidden: frozenset[object], words: Words) -> Shown:
    fields = {
        "seat": shown.seat(act.event.seat, words),
        "seconds": _seconds(act.seconds, words),
        "what": describe.call_said(act.event.call, words, ".acc")
        if isinstance(act.event, ev.CallMade)
        else _what(act, hidden, words),
    }
    return said(words, "tempo.longest.ruling" if act.is_after_ruling else "tempo.longest", fields)


def _usual(table: Table, act: Act, words: Words) -> Shown | None:
    """The range that the player's acts of this kind lie in, this evening at this table."""
    seat, pair = act.event.seat, _pair(table.boards[-1], act.event.seat)
    if pair is None:
        return None
    times = sorted(
        other.seconds
        for board in table.boards
        if _pair(board, seat) == pair
        for other in acts_of(board)
        if other.event.seat is seat and other.is_call == act.is_call and not other.is_after_ruling
    )
    if len(times) < _ENOUGH:
        return None
    out = int(len(times) * _LEFT_OUT)
    fields = {
        "seat_of": words.text(f"seat.{seat.value}.of"),
        "low": f"{times[out]:.0f}",
        "high": f"{times[-1 - out]:.0f}",
        "n": len(times),
    }
    return said(words, "tempo.usual.call" if act.is_call else "tempo.usual.card", fields)


def _pair(board: Board, seat: Seat) -> object:
    taken = board.entries[0].event if board.entries else None
    return (taken.pairs or {}).get(seat.side.value) if isinstance(taken, ev.BoardTaken) else None
