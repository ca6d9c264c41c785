"""A dealing machine's file of any kind, found by its ending, as boards that are bound to their numbers.

PBN, LIN, DUP, BRI, DGE, DLM, RBN and our own set file. What is wrong is one error that names file, board and place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.model.board import Deal, Vulnerability
from controller.model.errors import LogError
from controller.model.notation import print_deal
from controller.model.seats import Seat
from controller.records import deal_set
from controller.records.board_record import BoardRecord
from controller.records.bri import read_bri
from controller.records.dge import read_dge
from controller.records.dlm import read_dlm
from controller.records.dup import read_dup
from controller.records.lin.deals import read_lin_deals
from controller.records.pbn.deals import read_pbn_deals
from controller.records.rbn import read_rbn

#: Endings of files that hold deals, and those among them that do not number their boards.
UNNUMBERED: Mapping[str, Callable[..., tuple[BoardRecord, ...]]] = {"bri": read_bri, "dge": read_dge}
NUMBERED: Mapping[str, Callable[[bytes, str], tuple[BoardRecord, ...]]] = {
    "dup": read_dup,
    "dlm": read_dlm,
    "rbn": read_rbn,
    "pbn": read_pbn_deals,
    "lin": read_lin_deals,
    "deals": deal_set.read_deal_set,
}
ENDINGS = (*NUMBERED, *UNNUMBERED)


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A board as a machine dealt it, or as somebody will lay it out: its number and its hands."""

    number: int
    deal: Deal
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None

    def fields(self) -> dict[str, Any]:
        """What it gives to the board's `board` event."""
        found: dict[str, Any] = {"deal": self.deal.text or print_deal(self.deal)}
        if self.dealer is not None:
            found["dealer"] = self.dealer.value
        if self.vulnerability is not None:
            found["vul"] = self.vulnerability.value
        return found


def ending_of(name: str) -> str:
    """The ending of a file's name, in small letters; empty if it has none."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def read_deal_file(data: bytes, name: str, *, first: int | None = None, kind: str = "") -> tuple[DealtBoard, ...]:
    """The boards of a deal file, in the order of their numbers.

    `first` counts the boards of a file that does not number them (BRI, DGE). `kind` stands in for the name's ending.

    Raises:
        MisdealtError: hands that are not 52 different cards; names the cards.
        LogError: anything else that is wrong; names file, board and byte or line.
    """
    ending = kind or ending_of(name)
    if ending not in ENDINGS:
        raise LogError(f"no kind of deal file; known: {', '.join(f'.{e}' for e in ENDINGS)}", file=name)
    if ending in UNNUMBERED:
        records = UNNUMBERED[ending](data, name, first=first or 1)
    elif first is not None:
        raise LogError(f"a .{ending} file numbers its boards itself", file=name, field="first")
    else:
        records = NUMBERED[ending](data, name)
    found: dict[int, DealtBoard] = {}
    for record in records:
        board = _bound(record, name)
        if board is None:
            continue
        other = found.setdefault(board.number, board)
        if other.deal != board.deal:
            raise LogError("stands there twice with other hands", file=name, place=f"board {board.number}")
    if not found:
        raise LogError("no board with a deal stands there", file=name)
    return tuple(found[number] for number in sorted(found))


def _bound(record: BoardRecord, name: str) -> DealtBoard | None:
    """The record as a board to lay out; None where a record of another purpose has no number or no deal."""
    if record.board is None or record.deal is None:
        return None
    place = f"board {record.board}"
    if record.board < 1:
        raise LogError("is no board's number", file=name, place=place)
    return DealtBoard(record.board, record.deal, record.dealer, record.vulnerability)
