"""What PBN has no words for: a comment for people, and tables of our own for programs, which others skip."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import pairwise

from controller.model.seats import Seat, rotation
from controller.records.board_record import AssignedScore, BoardRecord, RecordedCall, Section, leaders
from controller.records.pbn import tables, values
from controller.records.pbn.auction import written_as_all_pass
from controller.records.pbn.exact_texts import exact_rows
from controller.records.pbn.game_lines import first_caller
from controller.records.pbn.play import columns_of, next_to_play

#: How a comment begins that says what the tables say too; it is not read back.
OWN_COMMENT = "Smart Table: "
_COMMENT_WIDTH = 78


def own_comment(record: BoardRecord) -> list[str]:
    """The comment for people, if there is anything to say; else none."""
    sentences = list(_sentences(record))
    if not sentences:
        return []
    paragraphs = [textwrap.wrap(sentence, _COMMENT_WIDTH, subsequent_indent="  ") for sentence in sentences]
    return [OWN_COMMENT + "what PBN has no words for\n" + "\n".join(line for p in paragraphs for line in p)]


def _sentences(record: BoardRecord) -> Iterator[str]:
    for found in record.irregularities:
        laws = f" (Law {', '.join(found.laws)})" if found.laws else ""
        doubt = "" if found.certainty == "certain" else ", possible only"
        yield f"{found.kind.replace('_', ' ')}{f' by {found.seat}' if found.seat else ''}{laws}{doubt}: {found.id}"
    for call in record.withdrawn_calls:
        yield f"call {call.after + 1}: {call.seat} called {values.call_text(call.call)}, {call.status}"
    for ruling in record.rulings:
        detail = f" {ruling.detail}" if ruling.detail else ""
        yield f"ruling on {ruling.on}: {ruling.choice}{detail}{f', by {ruling.by}' if ruling.by else ''}"
    for claim in record.claims:
        answer = {None: "not answered", True: "agreed", False: "disputed"}[claim.agreed]
        said = f" ({claim.statement})" if claim.statement else ""
        yield f"{claim.seat} claimed {claim.tricks} of the remaining tricks in trick {claim.trick}, {answer}{said}"
    yield from (f"{t.tricks} tricks transferred to {t.to}" for t in record.transfers)
    if record.adjusted is not None:
        kind = "assigned adjusted score" if isinstance(record.adjusted, AssignedScore) else "adjusted score"
        yield f"{kind}: {values.adjusted_text(record.adjusted)}"
    yield from _what_columns_cannot_tell(record)


def _what_columns_cannot_tell(record: BoardRecord) -> Iterator[str]:
    """A card played before its turn that stood; who led after a trick of which a card is missing or not known."""
    for number, (trick, due) in enumerate(zip(record.play, leaders(record), strict=False), start=1):
        order = [c.seat for c in trick.cards]
        if any(b is not a.lho for a, b in pairwise(order)):
            cards = " ".join(f"{c.seat}:{c.card}" for c in trick.cards)
            yield f"trick {number} was played in this order: {cards}"
        elif due is None and record.contract:
            yield f"trick {number} was led by {trick.leader}"


def own_tables(record: BoardRecord) -> Iterator[Section]:
    """The tables for programs that are not empty, and the standard's time tables."""
    for name, columns, rows in (
        (tables.CLAIMS, tables.CLAIM_COLUMNS, tables.claim_rows(record.claims)),
        (tables.IRREGULARITIES, tables.IRREGULARITY_COLUMNS, tables.irregularity_rows(record.irregularities)),
        (tables.RULINGS, tables.RULING_COLUMNS, tables.ruling_rows(record.rulings)),
        (tables.WITHDRAWN, tables.WITHDRAWN_COLUMNS, tables.withdrawn_rows(record.withdrawn_calls)),
        (tables.ORDERS, tables.ORDER_COLUMNS, tables.order_rows(irregular_orders(record))),
        (tables.TEXTS, tables.TEXT_COLUMNS, exact_rows(record)),
    ):
        lines = tuple(tables.table_lines(rows))
        if lines:
            yield Section(name, columns, lines)
    yield from _auction_times(record)
    yield from _play_times(record)


def _auction_times(record: BoardRecord) -> Iterator[Section]:
    first = first_caller(record)
    if first is None or all(c.t is None for c in record.calls):
        return
    shown: tuple[RecordedCall, ...] = record.calls
    if all_pass := written_as_all_pass(first, shown):
        shown = shown[:-all_pass]
    before: float | None = 0.0
    lines = []
    exact = not tables.are_whole(c.t for c in shown)
    for call in shown:
        lines.append(tables.time_line(call.t, before, exact=exact))
        before = call.t
    yield Section(tables.AUCTION_TIMES, tables.EXACT_TIME_COLUMNS if exact else tables.TIME_COLUMNS, tuple(lines))


def _play_times(record: BoardRecord) -> Iterator[Section]:
    """A row a card token of the play section: in the order of the columns, with thinking times of the play."""
    if all(c.t is None for c in record.cards):
        return
    before = record.calls[-1].t if record.calls else None
    exact = not tables.are_whole(c.t for c in record.cards)
    written: dict[tuple[int, Seat], str] = {}
    for n, trick in enumerate(record.play):
        for played in trick.cards:
            written[n, played.seat] = tables.time_line(played.t, before, exact=exact)
            before = played.t
    places = [(n, seat) for n in range(len(record.play)) for seat in columns_of(record)]
    to_play = next_to_play(record)
    if to_play and len(record.play[-1].cards) < 4:
        places.remove((len(record.play) - 1, to_play))  # it is `+`, not a card
    lines = tuple(written.get(place, tables.time_line(None, None, exact=exact)) for place in places)
    yield Section(tables.PLAY_TIMES, tables.EXACT_TIME_COLUMNS if exact else tables.TIME_COLUMNS, lines)


def irregular_orders(record: BoardRecord) -> Iterator[tuple[int, Seat, list[Seat]]]:
    """The tricks whose leader or order would not be read from the columns: number, leader, seats as they played."""
    due: Seat | None = columns_of(record)[0]
    for number, trick in enumerate(record.play, start=1):
        order = [c.seat for c in trick.cards]
        in_rotation = [s for s in rotation(trick.leader) if s in order]
        owners = [record.deal.owner(c.card) if record.deal else None for c in trick.cards]
        is_out_of_hand = any(owner not in (None, seat) for owner, seat in zip(owners, order, strict=True))
        if order != in_rotation or due is None or is_out_of_hand:
            yield number, trick.leader, order
        due = trick.winner(record.contract.denomination) if record.contract else None
