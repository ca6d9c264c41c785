"""A summons as its page shows it: what happened, what now, the table around it, every lawful option."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.desk import board_view, describe, explain, shown
from controller.desk.board_view import CallCell, CardCell, Head
from controller.desk.cases import Case
from controller.desk.consequences import InForce, in_force
from controller.desk.describe import NowLine, said
from controller.desk.keeping import lead_face_down
from controller.desk.options import Options, follow_up, may_be_ruled_late, options_of
from controller.desk.record import TableRecord
from controller.desk.room import Room, Viewer
from controller.desk.shown import Shown
from controller.desk.times import clock_s
from controller.desk.words import Words
from controller.model import events as ev
from controller.model.cards import Card
from controller.model.irregularities import see_also
from controller.model.seats import Seat
from controller.table import Table


@dataclass(frozen=True, slots=True)
class TrickPanel:
    """The trick around the act."""

    title: Shown
    contract: Shown | None
    cells: Sequence[CardCell]


@dataclass(frozen=True, slots=True)
class AuctionPanel:
    """The auction around the act."""

    heads: Sequence[Head]
    rows: Sequence[Sequence[CallCell]]


@dataclass(frozen=True, slots=True)
class Place:
    """An event after which a ruling may be put."""

    n: int
    text: Shown


@dataclass(frozen=True, slots=True)
class Presence:
    """Which director is at the table, or on his way."""

    is_me: bool
    by: str
    is_here: bool
    until: str | None = None


@dataclass(frozen=True, slots=True)
class SummonsView:
    """Everything that the page of a summons shows."""

    case: Case
    heading: str
    what: Shown | None
    line: str
    law: str
    other_laws: str
    board: Sequence[Shown]
    now: NowLine
    presence: Presence | None
    auction: AuctionPanel | None
    trick: TrickPanel | None
    options: Options
    follow_up: str | None
    calls_side_by_side: tuple[Shown, Shown] | None
    counts: Shown
    places: Sequence[Place]
    record_lines: Sequence[Shown]
    ruled: Sequence[Shown]
    force: Sequence[InForce]
    due: Shown | None
    establishes: tuple[str, str] | None
    #: The lead lies face down as far as the readers can tell: the director may say that it is face up.
    may_be_faced: bool

    @property
    def is_quiet(self) -> bool:
        """Does the page say "do not go to the table"?"""
        return self.case.is_quiet


def ref_of(table: str, summons_id: str) -> str:
    """A summons in an address without its kind and seat: a glance at the address bar tells nothing."""
    return hashlib.sha256(f"{table}/{summons_id}".encode()).hexdigest()[:12]


def find(record: TableRecord, wanted: str) -> Case | None:
    """The case of an id or of a `ref`."""
    every = {**record.unrecorded, **record.cases}
    return every.get(wanted) or next((c for c in every.values() if ref_of(record.name, c.id) == wanted), None)


def view_of(room: Room, record: TableRecord, case: Case, viewer: Viewer, words: Words) -> SummonsView:
    """The page of a summons as it is now."""
    view = record.board_of(case.act)
    asks = follow_up(record, case)
    is_auction = _is_about_auction(record, case, view)
    return SummonsView(
        case=case,
        heading=describe.kind(case.finding.kind, words),
        what=describe.what_happened(record, case, words),
        line=explain.line(record, case, words),
        law=case.finding.laws[0] if case.finding.laws else "–",
        other_laws=", ".join(see_also(case.finding.laws)),
        board=board_line(view, words),
        now=_now(record, case, asks, words),
        presence=_presence(room, record, case, viewer),
        auction=_auction(view, case, words) if is_auction or view.calls else None,
        trick=None if is_auction else _trick(record, view, case, words),
        options=options_of(record, case, words),
        follow_up=asks,
        calls_side_by_side=_side_by_side(record, view, case, words) if asks == "comparable" else None,
        counts=_counts(record, view, case, words),
        places=[] if may_be_ruled_late(case) else _places(view, case, words),
        record_lines=_record_lines(record, case, words),
        ruled=_ruled(case, words),
        force=in_force(view.state(), words) if case.board == record.board else [],
        due=_due(case, words) if case.is_quiet else None,
        establishes=_establishes(case, words),
        may_be_faced=_may_be_faced(record, case),
    )


def _now(record: TableRecord, case: Case, asks: str | None, words: Words) -> NowLine:
    """What is asked of the director now; a closed case may still ask something."""
    if asks is None:
        return describe.now_line(record, case, words, explain.lapse(record, case, words))
    return NowLine("go", said(words, f"queue.go.{asks}"), describe.how_closed(case, words))


def _may_be_faced(record: TableRecord, case: Case) -> bool:
    happened = record.event(case.act) if case.act is not None and case.is_waiting else None
    lead = lead_face_down(record.table) if case.board == record.board else None
    return isinstance(happened, ev.CardPlayed) and lead is not None and happened.card is lead.card


def _is_about_auction(record: TableRecord, case: Case, view: Table) -> bool:
    happened = record.event(case.act) if case.act is not None else None
    if isinstance(happened, ev.CallMade | ev.CallRemoved):
        return True
    return bool(view.state()["phase"] == "auction")


def board_line(view: Table, words: Words) -> list[Shown]:
    """The board with its dealer and vulnerability; nothing before the first."""
    if view.board_number is None:
        return []
    line = [said(words, "summons.board", {"board": view.board_number})]
    if view.dealer:
        line.append(said(words, "summons.dealer", {"seat": shown.seat(view.dealer, words)}))
    return [*line, said(words, f"vul.{view.vulnerability.value}")]


def _presence(room: Room, record: TableRecord, case: Case, viewer: Viewer) -> Presence | None:
    here = record.at_table
    if here is not None:
        return Presence(here.by == viewer.name, here.by, True, clock_s(room.wall_of(here.until)))
    if case.acknowledged is not None and case.is_waiting:
        return Presence(case.acknowledged.by == viewer.name, case.acknowledged.by, False)
    return None


def _auction(view: Table, case: Case, words: Words) -> AuctionPanel:
    note = "summons.act.too_low" if case.finding.kind == "insufficient_bid" else "summons.act.off"
    off = str(case.act) if case.act is not None else None
    return AuctionPanel(board_view.heads(view, words), board_view.auction(view, words, off=off, off_note=note))


def _trick(record: TableRecord, view: Table, case: Case, words: Words) -> TrickPanel | None:
    """The trick that holds the act; else the one in progress then, with the act's card beside it."""
    contract = contract_line(view, words)
    off = _off_card(record, case)
    for trick in view.tricks_played:
        if str(case.act) in trick.numbers:
            cells = board_view.finished_trick(view, trick, words, off=off)
            return TrickPanel(said(words, "summons.trick_panel", {"n": trick.number}), contract, cells)
    # A card that went back lies in no trick; the one in progress now is another.
    seen = record.before(case.act) if case.act is not None and not case.is_waiting else view
    number = seen.state()["trick"]
    turn = str(case.finding.facts.get("turn"))
    due = Seat[turn] if turn in Seat.__members__ and case.is_waiting else None
    cells = board_view.trick_in_progress(seen, words, off=off, due=due)
    if not any(cell.card or cell.is_due for cell in cells):
        return None
    return TrickPanel(said(words, "summons.trick_panel", {"n": number}), contract, cells)


def contract_line(view: Table, words: Words) -> Shown | None:
    """`4♠ by South`; None while there is no declarer."""
    state = view.state()
    if not state["declarer"]:
        return None
    fields = {
        "contract": shown.contract_text(state["contract"], words),
        "seat": shown.seat(Seat[state["declarer"]], words),
    }
    return said(words, "table.contract", fields)


def _off_card(record: TableRecord, case: Case) -> tuple[Seat, Card] | None:
    happened = record.event(case.act) if case.act is not None else None
    return (happened.seat, happened.card) if isinstance(happened, ev.CardPlayed | ev.CardFaced) else None


def _side_by_side(record: TableRecord, view: Table, case: Case, words: Words) -> tuple[Shown, Shown] | None:
    """The withdrawn call and the one that replaced it, as Law 23 compares them."""
    old = describe.act_shown(record, case, words)
    new = next((c for c in reversed(view.calls) if c.seat is case.finding.seat and c.status == "stands"), None)
    return (old, shown.call(new.call, words)) if old and new else None


def _counts(record: TableRecord, view: Table, case: Case, words: Words) -> Shown:
    """Where the ruling will count, if it is not moved."""
    happened = record.event(case.act) if case.act is not None and may_be_ruled_late(case) else None
    if happened is not None:
        return shown.begin(
            said(words, "summons.counts_late", {"act": describe.event(happened, words), "event": case.act})
        )
    last = view.boards[-1].entries[-1] if view.boards[-1].entries else None
    if last is not None and last.n == str(case.act):
        fields = {"act": describe.event(last.event, words), "event": last.n}
        return said(words, "summons.counts_from", fields)
    return said(words, "summons.counts_now", {"event": last.n if last else "–"})


def _places(view: Table, case: Case, words: Words) -> list[Place]:
    """Where it could have been given instead: after the act, or after anything since."""
    if case.act is None:
        return []
    entries = [e for e in view.boards[-1].entries[:-1] if int(e.n) >= case.act]
    return [Place(int(e.n), describe.event(e.event, words)) for e in entries if not isinstance(e.event, ev.Ruling)]


def _record_lines(record: TableRecord, case: Case, words: Words) -> list[Shown]:
    lines = []
    if case.act is not None and case.act in record.times:
        fields: Mapping[str, object] = {"event": case.act, "time": clock_s(record.times[case.act])}
        lines.append(said(words, "summons.evidence.event", fields))
        happened = record.event(case.act)
        if happened is not None and happened.readings:
            lines.append(said(words, "summons.evidence.readings", {"n": len(happened.readings)}))
    return lines


def _ruled(case: Case, words: Words) -> list[Shown]:
    return [
        said(
            words,
            "summons.ruled.line",
            {"choice": describe.ruled_choice(r.choice, r.fields, words), "by": r.by or "–", "event": r.n},
        )
        for r in case.rulings
    ]


def _due(case: Case, words: Words) -> Shown:
    """What a quiet finding will give at the end of the board, as far as it is known."""
    transfer = case.finding.facts.get("transfer")
    if isinstance(transfer, Mapping) and "tricks" in transfer:
        side = words.text(f"side.{transfer['to']}") if transfer.get("to") else "–"
        return said(words, "summons.quiet.due.known", {"n": int(transfer["tricks"]), "side": side})
    if case.finding.facts.get("transfer_if") == "side_wins_later_trick":
        return said(words, "summons.quiet.due.if_later")
    return said(words, "summons.quiet.due.open")


def _establishes(case: Case, words: Words) -> tuple[str, str] | None:
    """Whose next card establishes a revoke: the offender's or his partner's."""
    seat = case.finding.seat
    if seat is None or case.finding.kind != "revoke_certain":
        return None
    return shown.seat(seat, words), shown.seat(seat.partner, words)
