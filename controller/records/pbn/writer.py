"""Board records as PBN 2.1 in export format: CRLF, the fifteen mandatory tags, sections in their order.

What PBN has no words for stands in a comment for people and in supplemental tags and tables for programs.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import pairwise

from controller.model.seats import Seat
from controller.records.board_record import (
    UNKNOWN,
    ArtificialScore,
    AssignedScore,
    BoardRecord,
    RecordedCall,
    Section,
    leaders,
)
from controller.records.pbn import tables, values
from controller.records.pbn.auction import Written, write_auction, written_as_all_pass
from controller.records.pbn.play import columns_of, next_to_play, write_play

NAMES = {Seat.W: "West", Seat.N: "North", Seat.E: "East", Seat.S: "South"}
MANDATORY = (
    "Event",
    "Site",
    "Date",
    "Board",
    *NAMES.values(),
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
#: Supplemental tags of our own.
OWN_TAGS = ("AdjustedScore", "LawsEdition", "TricksTransferred")
#: How a comment begins that says what the tables say too; it is not read back.
OWN_COMMENT = "Smart Table: "
_HEADER = ("% PBN 2.1", "% EXPORT")
_COMMENT_WIDTH = 78


def print_pbn(records: Iterable[BoardRecord]) -> str:
    """A PBN file of these boards."""
    lines = list(_HEADER)
    for n, record in enumerate(records):
        if n:
            lines.append("")
        lines.extend(_game(record))
    return "".join(line + "\r\n" for line in lines)


def encode(text: str) -> bytes:
    """The bytes of a PBN file: ISO 8859-1 as the standard says, UTF-8 with its mark where that cannot hold it."""
    try:
        data = text.encode("iso-8859-1")
    except UnicodeEncodeError:
        return text.encode("utf-8-sig")
    if data.isascii():
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    return text.encode("utf-8-sig")


def _game(record: BoardRecord) -> Iterator[str]:
    mandatory = _mandatory(record)
    for name in MANDATORY:
        yield from _tag(name, mandatory[name])
    for comment in (*record.comments, *_own_comment(record)):
        yield from _comment(comment)
    supplemental = _supplemental(record)
    for name in sorted(supplemental):
        yield from _tag(name, supplemental[name])
    yield from _auction_and_play(record)
    sections = sorted([*record.sections, *_own_tables(record)], key=lambda s: s.name)
    for section in sections:
        yield from _tag(section.name, section.value)
        yield from section.lines


def _tag(name: str, value: str) -> Iterator[str]:
    if value == "#" or value.startswith("##"):
        value = " " + value  # bare, it would mean a value that other games inherit (4.8)
    line = f"[{name} {tables.quoted(value)}]"
    while len(line) > tables.LONGEST_LINE:
        value = value[: len(value) - max(len(line) - tables.LONGEST_LINE, 1) - 3] + "..."
        line = f"[{name} {tables.quoted(value)}]"
    yield line


def _mandatory(record: BoardRecord) -> dict[str, str]:
    contract = record.contract
    declarer, made, tricks = UNKNOWN, UNKNOWN, UNKNOWN
    if record.passed_out:
        declarer, made, tricks = "", "Pass", ""
    elif contract:
        declarer = ("^" if record.declarer_swapped else "") + contract.declarer.value
        made = str(contract)
    if record.tricks is not None:
        tricks = ("^" if record.tricks_differ else "") + str(record.tricks)
    return {
        "Event": record.event,
        "Site": record.site,
        "Date": record.date,
        "Board": UNKNOWN if record.board is None else str(record.board),
        **{name: record.names.get(seat, UNKNOWN) for seat, name in NAMES.items()},
        "Dealer": record.dealer.value if record.dealer else UNKNOWN,
        "Vulnerable": record.vulnerability.value if record.vulnerability else UNKNOWN,
        "Deal": values.deal_text(record.deal, record.dealer) if record.deal else UNKNOWN,
        "Scoring": record.scoring,
        "Declarer": declarer,
        "Contract": made,
        "Result": tricks,
    }


def _supplemental(record: BoardRecord) -> dict[str, str]:
    found = dict(record.tags)
    if record.score_ns is not None:
        found["Score"] = f"NS {record.score_ns}"
    if record.laws is not None:
        found["LawsEdition"] = record.laws
    if record.transfers:
        found["TricksTransferred"] = values.transfers_text(record.transfers)
    if record.adjusted is not None:
        found["AdjustedScore"] = values.adjusted_text(record.adjusted)
    if isinstance(record.adjusted, ArtificialScore):
        found["ScorePercentage"] = f"NS {record.adjusted.ns:g} EW {record.adjusted.ew:g}"
    return found


def _auction_and_play(record: BoardRecord) -> Iterator[str]:
    first = _first_caller(record)
    is_calling = record.in_progress and record.contract is None
    if first and (record.calls or is_calling):
        yield from _section("Auction", first, write_auction(first, record.calls, in_progress=record.in_progress))
    if record.play or (record.in_progress and record.contract):
        yield from _section("Play", columns_of(record)[0], write_play(record))


def _first_caller(record: BoardRecord) -> Seat | None:
    return record.dealer or (record.calls[0].seat if record.calls else None)


def _section(name: str, first: Seat, written: Written) -> Iterator[str]:
    yield f'[{name} "{first}"]'
    for line in written.lines:
        yield from _wrapped(line, tables.LONGEST_LINE)
    for text, number in written.notes.items():
        yield from _tag("Note", f"{number}:{text}")


def _wrapped(line: str, width: int) -> Iterator[str]:
    """Only comments make a row that long; a break in them means nothing."""
    if len(line) <= width:
        yield line
    else:
        yield from textwrap.wrap(line, width, break_on_hyphens=False)


def _comment(text: str) -> Iterator[str]:
    """A comment at the beginning of a line, as it stood; lines too long for PBN are broken."""
    closed = "{" + tables.printable(text.replace("}", ")")) + "}"
    for line in closed.split("\n"):
        yield from _wrapped(line, tables.LONGEST_LINE)


def _own_comment(record: BoardRecord) -> list[str]:
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


def _own_tables(record: BoardRecord) -> Iterator[Section]:
    for name, columns, rows in (
        (tables.CLAIMS, tables.CLAIM_COLUMNS, tables.claim_rows(record.claims)),
        (tables.IRREGULARITIES, tables.IRREGULARITY_COLUMNS, tables.irregularity_rows(record.irregularities)),
        (tables.RULINGS, tables.RULING_COLUMNS, tables.ruling_rows(record.rulings)),
        (tables.WITHDRAWN, tables.WITHDRAWN_COLUMNS, tables.withdrawn_rows(record.withdrawn_calls)),
    ):
        lines = tuple(tables.table_lines(rows))
        if lines:
            yield Section(name, columns, lines)
    yield from _auction_times(record)
    yield from _play_times(record)


def _auction_times(record: BoardRecord) -> Iterator[Section]:
    first = _first_caller(record)
    if first is None or all(c.t is None for c in record.calls):
        return
    shown: tuple[RecordedCall, ...] = record.calls
    if all_pass := written_as_all_pass(first, shown):
        shown = shown[:-all_pass]
    before: float | None = 0.0
    lines = []
    for call in shown:
        lines.append(tables.time_line(call.t, before))
        before = call.t
    yield Section(tables.AUCTION_TIMES, tables.TIME_COLUMNS, tuple(lines))


def _play_times(record: BoardRecord) -> Iterator[Section]:
    """A row a card token of the play section: in the order of the columns, with thinking times of the play."""
    if all(c.t is None for c in record.cards):
        return
    before = record.calls[-1].t if record.calls else None
    written: dict[tuple[int, Seat], str] = {}
    for n, trick in enumerate(record.play):
        for played in trick.cards:
            written[n, played.seat] = tables.time_line(played.t, before)
            before = played.t
    places = [(n, seat) for n in range(len(record.play)) for seat in columns_of(record)]
    to_play = next_to_play(record)
    if to_play and len(record.play[-1].cards) < 4:
        places.remove((len(record.play) - 1, to_play))  # it is `+`, not a card
    lines = tuple(written.get(place, tables.time_line(None, None)) for place in places)
    yield Section(tables.PLAY_TIMES, tables.TIME_COLUMNS, lines)
