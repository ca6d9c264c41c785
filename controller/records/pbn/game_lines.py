"""The lines of a PBN game that both of its forms share: tags, sections with their notes, comments."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from controller.model.seats import Seat, Side
from controller.records.board_record import UNKNOWN, ArtificialScore, BoardRecord
from controller.records.pbn import tables, values
from controller.records.pbn.auction import Written
from controller.records.pbn.items import HIGHEST_NOTE

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
#: Where plain files may say that nobody knows; elsewhere an empty value does.
PAIRS = {Side.NS: "PairNS", Side.EW: "PairEW"}
#: Supplemental tags of our own.
OWN_TAGS = ("AdjustedScore", "LawsEdition", "TricksTransferred")
_TAG_NAME = re.compile(r"[A-Za-z0-9_]{1,60}")
#: Names that a supplemental tag of a record cannot have, for they say something else.
_TAKEN = frozenset((*MANDATORY, *OWN_TAGS, "Auction", "Play", "Note", "Score"))


def tag_lines(name: str, value: str) -> Iterator[str]:
    """The line of a tag pair; a value too long for a line is cut and ends in `...`."""
    if value == "#" or value.startswith("##"):
        value = " " + value  # bare, it would mean a value that other games inherit (4.8)
    line = f"[{name} {tables.quoted(value)}]"
    while len(line) > tables.LONGEST_LINE:
        value = value[: len(value) - max(len(line) - tables.LONGEST_LINE, 1) - 3] + "..."
        line = f"[{name} {tables.quoted(value)}]"
    yield line


def mandatory_tags(record: BoardRecord) -> dict[str, str]:
    """The fifteen tags of the export format, a question mark for what nobody knows."""
    contract = record.contract
    declarer, made, tricks = UNKNOWN, UNKNOWN, UNKNOWN
    if record.passed_out:
        declarer, made, tricks = "", "Pass", ""
    elif contract:
        declarer = ("^" if record.declarer_swapped else "") + contract.declarer.value
        made = str(contract)
    elif record.end_position:
        # 3.10: the denomination alone.
        declarer = record.end_position.declarer.value if record.end_position.declarer else UNKNOWN
        made = record.end_position.denomination.name
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


def supplemental_tags(record: BoardRecord) -> dict[str, str]:
    """The other tags: those the record carries, pairs, score, and what is ours."""
    found = {name: text for name, text in record.tags.items() if _TAG_NAME.fullmatch(name) and name not in _TAKEN}
    for side, pair in record.pairs.items():
        found[PAIRS[side]] = pair
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


def section_lines(name: str, first: Seat, written: Written, said: CommentsSaid | None = None) -> Iterator[str]:
    """An auction or play section with its notes."""
    yield f'[{name} "{first}"]'
    yield from said.after(name) if said else ()
    for line in written.lines:
        yield from wrapped(line, tables.LONGEST_LINE)
    for text, number in written.notes.items():
        yield from tag_lines("Note", f"{number}:{text}")


class CommentsSaid:
    """The comments of a record, each behind its tag."""

    def __init__(self, record: BoardRecord) -> None:
        self._comments = record.comments

    def after(self, name: str) -> Iterator[str]:
        """The lines of the comments that stand behind that tag."""
        for comment in self._comments:
            if comment.after == name:
                yield from comment_lines(comment.text)


def comment_lines(text: str) -> Iterator[str]:
    """A comment at the beginning of a line, as it stood; lines too long for PBN are broken."""
    closed = "{" + tables.printable(text.replace("}", ")")) + "}"
    for line in closed.split("\n"):
        yield from wrapped(line, tables.LONGEST_LINE)


def wrapped(line: str, width: int) -> Iterator[str]:
    """Only comments make a row that long; a break in them means nothing."""
    if len(line) <= width:
        yield line
    else:
        yield from textwrap.wrap(line, width, break_on_hyphens=False)


def first_caller(record: BoardRecord) -> Seat | None:
    """Who opens the auction section: the dealer, or whoever called first if the dealer is not known."""
    return record.dealer or (record.calls[0].seat if record.calls else None)


def first_note(record: BoardRecord, used: int) -> int:
    """Where the play's notes begin to count: after the auction's, if all of them find a number there."""
    return used if used + len({c.note for c in record.cards if c.note is not None}) <= HIGHEST_NOTE else 0
