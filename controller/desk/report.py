"""The director's report of one case: facts, times, Law, options, ruling, what followed. For a page or for paper.

Hands stand in it only where they were asked for; whether they may be shown was decided before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.desk import board_view, describe, explain, shown
from controller.desk.board_view import CallCell, HandView, Head
from controller.desk.book import state_of
from controller.desk.cases import Case
from controller.desk.consequences import in_force
from controller.desk.describe import said
from controller.desk.options import offered
from controller.desk.record import TableRecord
from controller.desk.room import Room
from controller.desk.shown import Shown
from controller.desk.summons_view import board_line, contract_line
from controller.desk.table_view import result
from controller.desk.times import clock_s
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.cards import Card
from controller.model.irregularities import see_also
from controller.model.seats import Seat, Side
from controller.table import Table

#: Acts told before the offending one, and after the last ruling.
_BEFORE, _AFTER = 4, 6


#: Lines of the log of looks.
Looks = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Moment:
    """Something at its time; `place` names the event of the record, empty for what is not one."""

    time: str
    text: Shown
    place: str = ""
    is_act: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """An option that the Laws gave, who chose, and whether it was ruled."""

    label: Shown
    who: Shown
    is_ruled: bool


@dataclass(frozen=True, slots=True)
class Report:
    """All that is on record of one case."""

    case: Case
    number: int
    heading: str
    law: str
    line: str
    board: Sequence[Shown]
    facts: Sequence[tuple[str, str]]
    heads: Sequence[Head]
    auction: Sequence[Sequence[CallCell]]
    #: The calls in order, for paper.
    calls: Sequence[tuple[Any, str]]
    contract: Shown | None
    offered: Sequence[Offered]
    moments: Sequence[Moment]
    followed: Sequence[Shown]
    looks: Sequence[Shown]
    #: None unless they were asked for: as a page shows them, and as cards with those played, for paper.
    hands: Sequence[HandView] | None = None
    deal: tuple[Mapping[Seat, Collection[Card]], Collection[Card]] | None = None


def report_of(
    room: Room,
    record: TableRecord,
    case: Case,
    words: Words,
    *,
    looks: Sequence[Mapping[str, Any]] = (),
    opened: bool = False,
) -> Report:
    """The report as things stand now."""
    view = record.board_of(case.act)
    return Report(
        case=case,
        number=number_of(room, case),
        heading=describe.kind(case.finding.kind, words),
        law=words.text("book.law.line", {"laws": case.finding.laws[0] if case.finding.laws else "–"}),
        line=explain.whole(record, case, words),
        board=board_line(view, words),
        facts=_facts(view, case, words),
        heads=board_view.heads(view, words),
        auction=board_view.auction(view, words, off=None if case.act is None else str(case.act)),
        calls=[(c.seat, _call(c.call, c.status, words)) for c in view.calls],
        contract=contract_line(view, words),
        offered=_offered(record, case, words),
        moments=list(_moments(record, case, view, words)),
        followed=_followed(view, case, words),
        looks=[_look(look, words) for look in looks],
        hands=board_view.hands(view, words, opened=True) if opened else None,
        deal=_deal(view) if opened else None,
    )


def number_of(room: Room, case: Case) -> int:
    """The case's number in the evening: by the time at which it was found."""
    every = [(one.at, record.name, one.id) for record in room.in_order() for one in record.cases.values()]
    return 1 + sum(one < (case.at, case.table, case.id) for one in every)


def _facts(view: Table, case: Case, words: Words) -> list[tuple[str, str]]:
    facts = []
    seat = case.finding.seat
    if seat is not None:
        facts.append((words.text("report.offender"), _side(view, seat.side, words, name=shown.seat(seat, words))))
        others = Side.EW if seat.side is Side.NS else Side.NS
        facts.append((words.text("report.others"), _side(view, others, words)))
    laws = ", ".join((*case.finding.laws[:1], *see_also(case.finding.laws))) or "–"
    facts.append((words.text("book.law"), f"{laws} ({case.edition})"))
    facts.append((words.text("report.certainty"), words.text(f"certainty.{case.finding.certainty}")))
    facts.append((words.text("book.state"), words.text(f"book.state.{state_of(case)}")))
    return facts


def _side(view: Table, side: Side, words: Words, *, name: str = "") -> str:
    pair = next((h.pair for h in board_view.heads(view, words) if h.seat.side is side and h.pair), None)
    parts = [name or words.text(f"side.{side.value}"), pair.text if pair else ""]
    return ", ".join(part for part in parts if part)


def _deal(view: Table) -> tuple[Mapping[Seat, Collection[Card]], Collection[Card]]:
    """The hands as they were dealt, and what has been played of them."""
    played = board_view.played_by(view)
    held = {seat: frozenset(cards) | frozenset(played[seat]) for seat, cards in view.hands.items()}
    return held, {card for cards in played.values() for card in cards}


def _call(call: Any, status: str, words: Words) -> str:
    text = shown.call(call, words).text
    return f"({text})" if status in ("withdrawn", "cancelled") else text


def _offered(record: TableRecord, case: Case, words: Words) -> list[Offered]:
    ruled = {r.choice: r for r in case.rulings}
    found = []
    for card in offered(record, case, words):
        given = ruled.get(card.choice)
        # What was tapped for it: the suit, the card, the contract.
        label = card.label if given is None else describe.ruled_choice(given.choice, given.fields, words)
        found.append(Offered(label, card.who, given is not None))
    return found


# -- what happened, by its time ---------------------------------------------------------------------------------------


def _moments(record: TableRecord, case: Case, view: Table, words: Words) -> Iterator[Moment]:
    """Acts around the offending one and all rulings, with what was told and done about it between them."""
    entries = view.boards[-1].entries
    wanted = _wanted([int(entry.n) for entry in entries], case)
    found: list[tuple[float, int, Moment]] = []
    for entry in entries:
        n = int(entry.n)
        if n not in wanted or isinstance(entry.event, ev.PocketScanned | ev.HandScanned):
            continue
        at = record.times.get(n, 0.0)
        place = words.text("report.event", {"event": n})
        text = _event(record, case, n, entry.event, words)
        found.append((at, n, Moment(_time(at), text, place, is_act=n == case.act)))
    found += [(at, 10**9, Moment(_time(at), text)) for at, text in _told(case, words)]
    for _at, _n, moment in sorted(found, key=lambda one: one[:2]):
        yield moment


def _wanted(numbers: Sequence[int], case: Case) -> set[int]:
    rulings = [r.n for r in case.rulings]
    act = case.act if case.act is not None else (rulings or numbers or [0])[0]
    last = max([act, *rulings])
    before = [n for n in numbers if n < act][-_BEFORE:]
    after = [n for n in numbers if n > last][:_AFTER]
    return {*before, *(n for n in numbers if act <= n <= last), *after}


def _event(record: TableRecord, case: Case, n: int, event: ev.TableEvent, words: Words) -> Shown:
    if n == case.act:
        return describe.what_happened(record, case, words) or describe.event(event, words)
    ruled = next((r for r in case.rulings if r.n == n), None)
    if ruled is None:
        return describe.event(event, words)
    fields = {"choice": describe.ruled_choice(ruled.choice, ruled.fields, words), "by": ruled.by or "–"}
    after = event.after if isinstance(event, ev.Ruling) else None
    if after is None:
        return said(words, "report.ruled", fields)
    return said(words, "report.ruled.after", {**fields, "event": after})


def _told(case: Case, words: Words) -> Iterator[tuple[float, Shown]]:
    if case.told is not None:
        yield case.at, said(words, "report.found", {"certainty": words.text(f"certainty.{case.finding.certainty}")})
    if case.acknowledged is not None:
        yield case.acknowledged.at, said(words, "report.acknowledged", {"by": case.acknowledged.by})


def _time(at: float) -> str:
    return clock_s(at) if at else "–"


def _followed(view: Table, case: Case, words: Words) -> list[Shown]:
    """How it came out: what is still in force, the closing, the board's result with tricks transferred."""
    state = view.state()
    lines: list[Shown] = []
    closed = describe.how_closed(case, words)
    if closed is not None:
        lines.append(closed)
    if state["phase"] != "ended":
        return [*lines, *(one.text for one in in_force(state, words)), said(words, "report.goes_on")]
    given = state["result"] or {}
    transfer = given.get("transfer")
    if transfer:
        fields = {"n": int(transfer["tricks"]), "side": words.text(f"side.{transfer['to']}")}
        lines.append(said(words, "summons.quiet.due.known", fields))
    contract = contract_line(view, words)
    if given and contract is not None and "tricks" in given:
        lines.append(contract)
    return [*lines, result(given, words)] if given else lines


def looks_at(audit: Iterator[Mapping[str, Any]], case: Case) -> Looks:
    """Who looked at the hands of the case's board at its table, out of the log of looks."""
    wanted = ("hands", case.table, case.board)
    return [entry for entry in audit if (entry.get("what"), entry.get("table"), entry.get("board")) == wanted]


def _look(look: Mapping[str, Any], words: Words) -> Shown:
    page = f"report.page.{look.get('page')}"
    named = words.text(page) if page in words else str(look.get("page"))
    return said(words, "report.look", {"by": look.get("by"), "time": clock_s(float(look["at"])), "page": named})
