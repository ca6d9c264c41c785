"""A board as it lies on the table: auction by columns, tricks, hands behind their backs or open. Made for templates.

Cards that nobody has seen are in none of these values unless `opened` was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from controller.desk import shown
from controller.desk.describe import said
from controller.desk.shown import Shown, SuitLine
from controller.desk.words import Words
from controller.model.board import HAND_SIZE
from controller.model.cards import Card
from controller.model.cards import card as card_of
from controller.model.events import BoardTaken, CardFaced, CardPlayed
from controller.model.seats import Seat
from controller.table import Table
from controller.table.game import ShownCall
from controller.table.play_state import Trick

#: Columns as they lie on the table: West first.
COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)


@dataclass(frozen=True, slots=True)
class Head:
    """A column's heading."""

    seat: Seat
    name: str
    pair: Shown | None


@dataclass(frozen=True, slots=True)
class CallCell:
    """One place of the auction: a call, whose turn it is, or nothing."""

    #: `none`, `call`, `off`, `turn`, `gone`.
    style: str
    call: Shown | None = None
    note: Shown | None = None
    is_alerted: bool = False


@dataclass(frozen=True, slots=True)
class CardCell:
    """One card of a trick, or the place where it is to come."""

    seat: Seat
    name: str
    card: Shown | None
    is_led: bool = False
    is_won: bool = False
    is_off: bool = False
    is_due: bool = False
    is_dummy: bool = False


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand: its lines where they may be seen, else how many cards it has."""

    seat: Seat
    name: str
    is_dummy: bool
    pair: Shown | None
    lines: Sequence[SuitLine] | None
    count: Shown | None
    face_up: Sequence[Shown] = ()


def heads(view: Table, words: Words) -> list[Head]:
    """The headings of the auction: seats, and the pairs where they are known."""
    pairs = _pairs(view)
    return [Head(s, shown.seat(s, words), _pair(pairs, s, words)) for s in COLUMNS]


def _pairs(view: Table) -> Mapping[str, object]:
    entries = view.boards[-1].entries
    taken = entries[0].event if entries else None
    return taken.pairs or {} if isinstance(taken, BoardTaken) else {}


def _pair(pairs: Mapping[str, object], seat: Seat, words: Words) -> Shown | None:
    number = pairs.get(seat.side.value)
    return None if number is None else said(words, "table.pair", {"pair": number})


def auction(
    view: Table, words: Words, *, off: str | None = None, off_note: str = "summons.act.off"
) -> list[list[CallCell]]:
    """The auction by rows, West first; `off` is the number of the offending call."""
    cells = [(made.seat, _call_cell(made, words, off, off_note)) for made in view.calls]
    due = _due(view)
    if due is not None:
        cells.append((due, CallCell("turn", note=said(words, "summons.act.turn"))))
    return by_rows(cells)


def calls_shown(view: Table, words: Words) -> list[list[CallCell]]:
    """The calls alone: neither whose turn it is nor that one waits for a decision."""
    cells = [(made.seat, _call_cell(made, words, None, "")) for made in view.calls]
    return by_rows((seat, replace(cell, style="call") if cell.style == "off" else cell) for seat, cell in cells)


def by_rows(cells: Iterable[tuple[Seat, CallCell]]) -> list[list[CallCell]]:
    """Cells in the order in which they came, as rows: a new one where a column is not further right than the last."""
    rows: list[dict[Seat, CallCell]] = []
    last = len(COLUMNS)
    for seat, cell in cells:
        column = COLUMNS.index(seat)
        if column <= last or not rows:
            rows.append({})
        last = column
        rows[-1][seat] = cell
    return [[row.get(s, CallCell("none")) for s in COLUMNS] for row in rows]


def _call_cell(made: ShownCall, words: Words, off: str | None, off_note: str) -> CallCell:
    what = shown.call(made.call, words)
    if made.n == off:
        return CallCell("off", what, said(words, off_note), made.alerted)
    if made.status == "waiting":
        return CallCell("off", what, None, made.alerted)
    if made.status in ("withdrawn", "cancelled"):
        return CallCell("gone", what, said(words, f"summons.act.{made.status}"), made.alerted)
    return CallCell("call", what, None, made.alerted)


def _due(view: Table) -> Seat | None:
    """Who is to call; where a call waits for a decision, the one whose call would accept it."""
    state = view.state()
    if state["phase"] != "auction":
        return None
    if state["turn"] is not None:
        return Seat[state["turn"]]
    choosers = [f.by.get("accept") for f in view.open_findings]
    return next((Seat[str(c)] for c in choosers if c in Seat.__members__), None)


# -- tricks ---------------------------------------------------------------------------------------------------------


def tricks(view: Table, words: Words) -> list[list[CardCell]]:
    """The tricks so far, the one in progress last; a row has a cell a column."""
    found = [finished_trick(view, trick, words) for trick in view.tricks_played]
    state = view.state()
    if state["phase"] == "play" and view.on_table:
        found.append(trick_in_progress(view, words))
    return found


def finished_trick(view: Table, trick: Trick, words: Words, *, off: tuple[Seat, Card] | None = None) -> list[CardCell]:
    """A complete trick."""
    cards = dict(trick.cards)
    return [_cell(view, s, cards, words, led=trick.leader, won=trick.winner, off=off) for s in COLUMNS]


def trick_in_progress(
    view: Table, words: Words, *, off: tuple[Seat, Card] | None = None, due: Seat | None = None
) -> list[CardCell]:
    """The cards on the table, and who is to play (`due` where a ruling must come first)."""
    state = view.state()
    leader = Seat[state["leader"]] if state["leader"] else None
    if state["turn"] and state["phase"] in ("play", "clarification"):
        due = Seat[state["turn"]]
    cards = dict(view.on_table)
    if off is not None:
        cards.setdefault(off[0], off[1])
    return [_cell(view, s, cards, words, led=leader, off=off, due=due) for s in COLUMNS]


def _cell(
    view: Table,
    seat: Seat,
    cards: Mapping[Seat, Card],
    words: Words,
    *,
    led: Seat | None = None,
    won: Seat | None = None,
    off: tuple[Seat, Card] | None = None,
    due: Seat | None = None,
) -> CardCell:
    card = cards.get(seat)
    what = None
    if card is not None:
        what = said(words, "card.face_down") if card in face_down(view) else shown.card(card, words)
    state = view.state()
    return CardCell(
        seat,
        shown.seat(seat, words),
        what,
        is_led=card is not None and seat is led,
        is_won=seat is won,
        is_off=off is not None and off[0] is seat and off[1] is card,
        is_due=card is None and seat is due,
        is_dummy=state["dummy"] == seat.value,
    )


def face_down(view: Table) -> frozenset[Card]:
    """Cards put on the table face down and not turned up since: their faces are nobody's to see."""
    down: set[Card] = set()
    for entry in view.boards[-1].entries:
        event = entry.event
        if isinstance(event, CardPlayed) and event.face == "down":
            down.add(event.card)
        elif isinstance(event, CardFaced | CardPlayed):
            down.discard(event.card)
    return frozenset(down) if view.state()["phase"] in ("auction", "clarification") else frozenset()


# -- hands ----------------------------------------------------------------------------------------------------------


def played_by(view: Table) -> dict[Seat, list[Card]]:
    """The cards that each hand has played, face up."""
    found: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for trick in view.tricks_played:
        for seat, card in trick.cards:
            found[seat].append(card)
    for seat, card in view.on_table:
        found[seat].append(card)
    return found


def hands(
    view: Table, words: Words, *, opened: bool, known: Mapping[Seat, frozenset[Card]] | None = None
) -> list[HandView]:
    """The four hands, North first. Closed ones are a count, unless they lie open on the table for all.

    `known`: the hands where they are known better than at that moment of the board.
    """
    dealt = view.hands if known is None else known
    state, played, pairs = view.state(), played_by(view), _pairs(view)
    down = face_down(view)
    found = []
    for seat in Seat:
        gone = [card for card in played[seat] if card not in down]
        penalty = [card_of(c) for s, c, _kind in state["penalty_cards"] if s == seat.value]
        faced = view.faced.get(seat)
        held = dealt.get(seat) if opened else faced
        lines = shown.hand_lines(held, gone, words) if held else None
        count = None if lines else _count(opened, len(played[seat]), words)
        face_up = [] if lines else [said(words, "hands.face_up", {"card": shown.card(c, words)}) for c in penalty]
        dummy = state["dummy"] == seat.value
        found.append(HandView(seat, shown.seat(seat, words), dummy, _pair(pairs, seat, words), lines, count, face_up))
    return found


def _count(opened: bool, played: int, words: Words) -> Shown:
    return said(words, "hands.unknown") if opened else said(words, "hands.count", {"n": max(0, HAND_SIZE - played)})
