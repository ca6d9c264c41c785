"""The rulings book and the open boards: what was found and decided this evening, as far as the viewer may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from controller.desk import board_view, describe, shown
from controller.desk.board_view import HandView
from controller.desk.cases import Case
from controller.desk.describe import said
from controller.desk.options import follow_up
from controller.desk.record import TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.summons_view import ref_of
from controller.desk.table_view import result
from controller.desk.times import clock
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.irregularities import Attention
from controller.model.seats import Seat
from controller.session.results import TableResult, result_of


@dataclass(frozen=True, slots=True)
class BookLine:
    """One irregularity with what became of it."""

    case: Case
    address: str
    at: str
    where: Shown
    what: str
    law: Shown
    ruling: Sequence[Shown]
    by: str
    #: `open`, `ruled`, `dismissed`, `action`, `promoted`, `withdrawn`, `noted`, `logged`.
    state: str
    #: A quiet one whose board is not over: neither kind nor seat nor Law may stand in a list.
    is_hushed: bool = False
    #: `auction`, `play` or `other`: what the act was.
    part: str = "other"


def lines(room: Room, viewer: Viewer, words: Words, wanted: str = "") -> list[BookLine]:
    """Every finding of the evening, newest first; `wanted` is searched in table, board, Law, kind and names."""
    every = [
        (record, case)
        for record in room.in_order()
        for case in record.cases.values()
        if room.sees_case(viewer, case) and is_listed(record, case)
    ]
    every.sort(key=lambda one: (-one[1].at, one[0].name, one[1].id))
    found = [_line(record, case, words) for record, case in every]
    looked_for = wanted.casefold().split()
    return [line for line in found if all(word in _text(line) for word in looked_for)]


def is_listed(record: TableRecord, case: Case) -> bool:
    """Does a list name it? What waits for the end of its board does so untold, what rests on unseen cards likewise."""
    if not is_over(record, case) and case.attention is Attention.LOG and not case.needs_seen_cards_only:
        return False
    return case.told is not None or case.attention is Attention.LOG


def is_over(record: TableRecord, case: Case) -> bool:
    """Has the board of a case ended?"""
    return case.board != record.board or record.table.state()["phase"] == "ended"


def _line(record: TableRecord, case: Case, words: Words) -> BookLine:
    seat = f", {shown.seat(case.finding.seat, words)}" if case.finding.seat else ""
    board = case.board if case.board is not None else "–"
    what, laws = describe.kind(case.finding.kind, words) + seat, ", ".join(case.finding.laws[:2]) or "–"
    address = case.id
    is_hushed = case.is_quiet and not is_over(record, case)
    if is_hushed:
        # A list may be read over the director's shoulder: neither kind nor seat nor Law.
        what, laws, address = words.text("queue.quiet.what"), "–", ref_of(case.table, case.id)
    return BookLine(
        case,
        f"/tables/{case.table}/summonses/{address}",
        clock(case.at),
        said(words, "book.where.line", {"table": case.table, "board": board}),
        what,
        said(words, "book.law.line", {"laws": laws}),
        [describe.ruled_choice(r.choice, r.fields, words) for r in case.rulings],
        ", ".join(dict.fromkeys(r.by for r in case.rulings if r.by)),
        "open" if follow_up(record, case) else state_of(case),
        is_hushed,
        "other" if is_hushed else _part(record, case),
    )


def _part(record: TableRecord, case: Case) -> str:
    happened = record.event(case.act) if case.act is not None else None
    if isinstance(happened, ev.CallMade | ev.CallRemoved):
        return "auction"
    in_play = ev.CardPlayed | ev.CardFaced | ev.CardsExposed | ev.CardReturned | ev.HandFaced | ev.ClaimMade
    return "play" if isinstance(happened, in_play) else "other"


#: What the book may be narrowed to, by name.
FILTERS: Mapping[str, Callable[[BookLine], bool]] = {
    "open": lambda line: line.state == "open",
    "auction": lambda line: line.part == "auction",
    "play": lambda line: line.part == "play",
    "misreads": lambda line: line.state == "dismissed",
}


def filtered(lines: Sequence[BookLine], show: str) -> list[BookLine]:
    """The lines that a filter lets through; an unknown one lets all through."""
    wanted = FILTERS.get(show)
    return [line for line in lines if wanted is None or wanted(line)]


def state_of(case: Case) -> str:
    """Where a case stands, in one word of the book."""
    if case.is_withdrawn:
        return "dismissed" if any(r.choice == "dismiss" for r in case.rulings) else "withdrawn"
    if case.attention is Attention.LOG:
        return "logged"
    if case.told is None or case.is_waiting:
        return "open"
    if case.told.how in ("action", "promoted"):
        return case.told.how
    if case.rulings:
        return "dismissed" if case.rulings[-1].choice == "dismiss" else "ruled"
    return "noted"


def _text(line: BookLine) -> str:
    parts = [str(line.where), line.what, str(line.law), line.by, *map(str, line.ruling)]
    return " ".join(parts).casefold()


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board's result at one table."""

    table: str
    contract: Shown
    declarer: str
    tricks: int | None
    score: int | None
    other: Shown | None


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A deal that every table has played."""

    number: int
    hands: Sequence[HandView]
    results: Sequence[BoardResult]


def board(room: Room, number: int, words: Words) -> OpenBoard:
    """A board that is open: its hands and what every table made of it. Ask first whether it is."""
    results: list[BoardResult] = []
    hands: Sequence[HandView] = ()
    for record in room.in_order():
        for one in record.table.boards:
            if one.game.board != number or not one.entries:
                continue
            view = record.board_of(int(one.entries[0].n))
            results.append(_result(record.name, view.state(), result_of(record.name, one), words))
            hands = hands or board_view.hands(view, words, opened=True)
    return OpenBoard(number, hands, results)


def _result(table: str, state: dict[str, object], made: TableResult | None, words: Words) -> BoardResult:
    given = state["result"] if isinstance(state["result"], dict) else {}
    if not given and made is not None and made.declarer is not None:
        # The play could not be followed to its end: as the players keyed it.
        contract = shown.contract_text(made.contract, words)
        return BoardResult(table, contract, shown.seat(made.declarer, words), made.tricks, made.score_ns, None)
    is_plain = "tricks" in given
    declarer = shown.seat(Seat[str(state["declarer"])], words) if state["declarer"] else ""
    contract = shown.contract_text(None if state["contract"] is None else str(state["contract"]), words)
    other = result(given, words) if given and not is_plain else None
    return BoardResult(table, contract, declarer, given.get("tricks"), given.get("score"), other)
