"""Results as USEBIO 1.2 for clubs' web pages and unions: who played, each board's lines, and the hands.

The document type definition was not at hand: elements and their order follow what programs write and read (docs).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from controller.model.board import Deal
from controller.model.cards import Suit
from controller.model.seats import SEATS, Seat, Side
from controller.records.board_record import UNKNOWN, ArtificialScore, AssignedScore, BoardCancelled, BoardRecord
from controller.records.facts import Fact
from controller.records.hold import Hold, InMemory
from controller.records.pbn.values import sides_of

PROGRAM = "Smart Table"
CARRIED = frozenset(
    (
        *(Fact.EVENT, Fact.DATE, Fact.SCORING, Fact.NAMES, Fact.PAIRS, Fact.BOARD, Fact.DEALER, Fact.VULNERABILITY),
        *(Fact.DEAL, Fact.CONTRACT, Fact.CONTRACT_ALONE, Fact.TRICKS, Fact.SCORE),
        *(Fact.ASSIGNED_SCORE, Fact.ARTIFICIAL_SCORE),
    )
)
_SUITS = ((Suit.C, "CLUBS"), (Suit.D, "DIAMONDS"), (Suit.H, "HEARTS"), (Suit.S, "SPADES"))
_SCORING = {"MP": "MATCH_POINTS", "IMP": "IMPS", "BAM": "BAM"}
_MODIFIERS = {"Butler": "BUTLER_IMPS", "Cross": "CROSS_IMPS"}
_CARRIED_TAGS = frozenset(("Section", "ScoreMP", "ScoreIMP"))
#: Signs that no XML document can hold.
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True)
class _Section:
    """What stands in a section before its boards, and the lines of each board."""

    pairs: dict[tuple[Side, str], list[str]] = field(default_factory=dict)
    #: By their numbers in the hold.
    lines: dict[int, array[int]] = field(default_factory=dict)


def write_usebio(records: Iterable[BoardRecord], hold: Hold | None = None) -> Iterator[str]:
    """A USEBIO document of these boards.

    Pairs stand before boards and all lines of a board together: a short text a result is in the hold until the end.
    """
    hold = hold or InMemory()
    sections: dict[str, _Section] = {}
    hands: dict[int, int] = {}
    first: BoardRecord | None = None
    for record in records:
        first = first or record
        if record.board is None:
            continue
        section = sections.setdefault(record.tags.get("Section", "A"), _Section())
        section.lines.setdefault(record.board, array("q")).append(hold.put("".join(_line(record))))
        for side in Side:
            names = section.pairs.setdefault((side, pair_of(record, side)), [])
            names[:] = names or [record.names[seat] for seat in side.seats if seat in record.names]
        if record.board not in hands and record.deal and record.deal.is_complete:
            hands[record.board] = hold.put("".join(_hand(record.deal, seat) for seat in SEATS))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.2">\n'
    yield from _event(first, sections, hold)
    yield from _hands(hands, hold)
    yield "</USEBIO>\n"


def pair_of(record: BoardRecord, side: Side) -> str:
    """The pair's number or name; one that has none goes by its table, else by its players' names."""
    if side in record.pairs or "Table" in record.tags:
        return record.pairs.get(side) or f"{record.tags['Table']}{side}"
    return " & ".join(record.names[seat] for seat in side.seats if seat in record.names) or side.name


def _element(name: str, text: object) -> str:
    return f"<{name}>{escape(_NOT_XML.sub(' ', str(text)))}</{name}>\n"


def _event(first: BoardRecord | None, sections: dict[str, _Section], hold: Hold) -> Iterator[str]:
    yield '<EVENT EVENT_TYPE="PAIRS">\n' + _element("PROGRAM_NAME", PROGRAM)
    if first is not None and first.event != UNKNOWN:
        yield _element("EVENT_DESCRIPTION", first.event)
    date = re.fullmatch(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})", first.date) if first else None
    if date:
        yield _element("DATE", f"{date[3]}/{date[2]}/{date[1]}")
    if first is not None and first.scoring != UNKNOWN:
        yield _element("BOARD_SCORING_METHOD", _method(first.scoring))
    boards = {number for section in sections.values() for number in section.lines}
    yield _element("BOARDS_PLAYED", len(boards)) + _element("SECTION_COUNT", len(sections))
    for name, section in sections.items():
        yield f"<SECTION SECTION_ID={quoteattr(_NOT_XML.sub(' ', name))}>\n"
        yield from _participants(section)
        for number in sorted(section.lines):
            yield "<BOARD>\n" + _element("BOARD_NUMBER", number)
            yield from map(hold.take, section.lines[number])
            yield "</BOARD>\n"
        yield "</SECTION>\n"
    yield "</EVENT>\n"


def _method(scoring: str) -> str:
    fields = scoring.split(";")
    for modifier, method in _MODIFIERS.items():
        if any(field.startswith(modifier) for field in fields):
            return method
    return _SCORING.get(fields[0], "MATCH_POINTS" if fields[0].startswith("M") else "OTHER")


def _participants(section: _Section) -> Iterator[str]:
    yield "<PARTICIPANTS>\n"
    for (side, number), names in section.pairs.items():
        yield "<PAIR>\n" + _element("PAIR_NUMBER", number) + _element("DIRECTION", side)
        for name in names:
            yield "<PLAYER>\n" + _element("PLAYER_NAME", name) + "</PLAYER>\n"
        yield "</PAIR>\n"
    yield "</PARTICIPANTS>\n"


def _line(record: BoardRecord) -> Iterator[str]:
    yield "<TRAVELLER_LINE>\n"
    yield _element("NS_PAIR_NUMBER", pair_of(record, Side.NS)) + _element("EW_PAIR_NUMBER", pair_of(record, Side.EW))
    yield from _result(record)
    for tag, suffix in (("ScoreMP", "MATCH_POINTS"), ("ScoreIMP", "IMPS")):
        for side, points in _points(record.tags.get(tag, "")).items():
            yield _element(f"{side}_{suffix}", f"{points:g}")
    yield "</TRAVELLER_LINE>\n"


def _points(text: str) -> dict[Side, float]:
    try:
        return sides_of(text) if text else {}
    except ValueError:
        return {}


def _result(record: BoardRecord) -> Iterator[str]:
    contract, tricks, passed_out = record.contract, record.tricks, record.passed_out
    match record.adjusted:
        case AssignedScore(assigned, counted):
            contract, tricks, passed_out = assigned, counted, assigned is None
        case ArtificialScore(ns, ew):
            yield _element("CONTRACT", f"A{ns:g}{ew:g}")
            return
        case BoardCancelled():
            yield _element("CONTRACT", "NP")
            return
    if passed_out:
        yield _element("CONTRACT", "PASS") + _element("SCORE", 0)
    elif contract:
        yield _element("CONTRACT", f"{contract.level}{contract.denomination.name}{'x' * contract.doubled}")
        yield _element("PLAYED_BY", contract.declarer)
        lead = record.play[0].cards[0].card if record.play and record.play[0].cards else None
        yield _element("LEAD", lead) if lead else ""
        yield _element("TRICKS", tricks) if tricks is not None else ""
        yield _element("SCORE", record.score_ns) if record.score_ns is not None else ""


def _hands(hands: dict[int, int], hold: Hold) -> Iterator[str]:
    if not hands:
        return
    yield "<HANDSET>\n"
    for number in sorted(hands):
        yield "<BOARD>\n" + _element("BOARD_NUMBER", number) + hold.take(hands[number]) + "</BOARD>\n"
    yield "</HANDSET>\n"


def _hand(deal: Deal, seat: Seat) -> str:
    held = sorted(deal.hands[seat])
    suits = (_element(name, "".join(c.text[1] for c in held if c.suit is suit)) for suit, name in _SUITS)
    return "<HAND>\n" + _element("DIRECTION", seat) + "".join(suits) + "</HAND>\n"


def not_carried(record: BoardRecord) -> Iterator[Fact]:
    """What of the kinds that USEBIO carries it does not carry of this board: without a number it has no place."""
    if record.board is None:
        yield from CARRIED
    if set(record.tags) - _CARRIED_TAGS:
        yield Fact.TAGS
