"""USEBIO 1.2 and 1.3 read: who played, each board's lines, and the hands, as board records.

The document type definition was not at hand; elements are found by their names, wherever a program puts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from controller.laws.score import score_ns
from controller.model.board import Contract, Deal, dealer_of, vulnerability_of
from controller.model.cards import Card, card
from controller.model.seats import SEATS, Seat, Side
from controller.records.board_record import (
    ArtificialScore,
    BoardCancelled,
    BoardRecord,
    RecordedCard,
    RecordedTrick,
)
from controller.records.dealt import MisdealtError, dealt
from controller.records.pbn import values
from controller.records.usebio_document import Document, Fields, parse_document
from controller.records.warning import BoardRead, RecordWarning

_ARTIFICIAL = re.compile(r"A(\d{2})(\d{2})")
_SUITS = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
_POINTS = {"ScoreMP": "MATCH_POINTS", "ScoreIMP": "IMPS"}


def read_usebio(chunks: Iterable[bytes], file: str = "") -> Iterator[BoardRead]:
    """The lines of all travellers as board records. LogError for what is no XML, or defines entities of its own."""
    document = parse_document(chunks, file)
    deals, warnings = _deals(document, file)
    if warnings:
        yield BoardRead(None, tuple(warnings))
    for section, board, fields, line in document.lines:
        yield _Line(document, section, board, fields, line, file).read(deals)
    played = {board for _, board, _, _ in document.lines}
    for board, deal in deals.items():
        if board not in played and values.is_number(board):
            yield BoardRead(_board(document, int(board), deal))


def _deals(document: Document, file: str) -> tuple[dict[str, Deal], list[RecordWarning]]:
    found, warnings = {}, []
    for board, hands in document.hands.items():
        try:
            held = {seat: _hand(hands.get(seat.value, {})) for seat in SEATS}
            found[board] = dealt(held)
        except MisdealtError as error:
            warnings.append(RecordWarning(0, error.discreet().message, None, file, f"hands of board {board[:9]}"))
        except ValueError:
            # Its words would quote the hand.
            warnings.append(
                RecordWarning(0, "a hand that is none; left out", None, file, f"hands of board {board[:9]}")
            )
    return found, warnings


def _hand(suits: Fields) -> list[Card]:
    return [
        card(letter + rank)
        for name, letter in _SUITS.items()
        for rank in suits.get(name, "").upper().replace("10", "T")
        if rank not in " -"
    ]


def _board(document: Document, number: int, deal: Deal | None) -> BoardRecord:
    return BoardRecord(
        board=number,
        dealer=dealer_of(number),
        vulnerability=vulnerability_of(number),
        deal=deal,
        event=document.event,
        date=document.date,
        scoring=document.scoring,
    )


class _Line:
    """A line of a traveller on its way to a record."""

    def __init__(self, document: Document, section: str, board: str, fields: Fields, line: int, file: str) -> None:
        self._document, self._section, self._board = document, section, board
        self._fields, self._line, self._file = fields, line, file
        self._warnings: list[str] = []

    def read(self, deals: dict[str, Deal]) -> BoardRead:
        """The record and its warnings."""
        if not values.is_number(self._board):
            self._warnings.append(f"{self._board!r} is no board's number; left out")
            return BoardRead(None, self._told(None))
        record = _board(self._document, int(self._board), deals.get(self._board))
        pairs = {side: self._fields.get(f"{side}_PAIR_NUMBER", "") for side in Side}
        record = replace(
            record,
            pairs={side: number for side, number in pairs.items() if number},
            names=self._names(pairs),
            tags=self._tags(),
        )
        record = self._scored(record)
        return BoardRead(record, self._told(record.board))

    def _told(self, board: int | None) -> tuple[RecordWarning, ...]:
        return tuple(RecordWarning(self._line, reason, board, self._file) for reason in self._warnings)

    def _names(self, pairs: dict[Side, str]) -> dict[Seat, str]:
        found: dict[Seat, str] = {}
        for side, number in pairs.items():
            known = self._document.pairs
            names = known.get((self._section, side.value, number)) or known.get((self._section, "", number)) or ()
            found.update(zip(side.seats, names, strict=False))
        return found

    def _tags(self) -> dict[str, str]:
        tags = {"Section": self._section} if self._section else {}
        for tag, name in (("Table", "TABLE_NUMBER"), ("Round", "ROUND_NUMBER")):
            if self._fields.get(name):
                tags[tag] = self._fields[name]
        for tag, name in _POINTS.items():
            points = {side: self._fields.get(f"{side}_{name}", "") for side in Side}
            if any(points.values()):
                tags[tag] = " ".join(f"{side} {text}" for side, text in points.items() if text)
        return tags

    def _scored(self, record: BoardRecord) -> BoardRecord:
        contract = self._fields.get("CONTRACT", "").upper()
        share = _ARTIFICIAL.fullmatch(contract)
        if share:
            return replace(record, adjusted=ArtificialScore(float(share[1]), float(share[2])))
        if contract in ("NP", "NOT PLAYED"):
            return replace(record, adjusted=BoardCancelled())
        if contract in ("PASS", "P", "ALL PASS"):
            return replace(record, passed_out=True, score_ns=0)
        made = self._contract(contract)
        tricks = self._tricks() if made else None
        said = self._fields.get("SCORE", "")
        score = int(said) if re.fullmatch(r"[+-]?\d{1,5}", said) else None
        if made and tricks is not None and record.vulnerability is not None:
            computed = score_ns(made, tricks, record.vulnerability)
            if score not in (None, computed):
                self._warnings.append(f"score {said} is not that of {contract} and {tricks} tricks; kept")
            score = computed if score is None else score
        return replace(record, contract=made, tricks=tricks, score_ns=score, play=self._lead(made))

    def _contract(self, text: str) -> Contract | None:
        if not text:
            return None
        try:
            bid, doubled = values.bid_of_contract(text.replace("*", "X"))
            declarer = values.seat_of(self._fields.get("PLAYED_BY", ""))
        except ValueError as error:
            self._warnings.append(f"contract: {error}; taken as not known")
            return None
        return Contract(bid.level, bid.denomination, declarer, doubled)

    def _tricks(self) -> int | None:
        try:
            return values.count_of(self._fields["TRICKS"], 13) if self._fields.get("TRICKS") else None
        except ValueError as error:
            self._warnings.append(f"tricks: {error}; taken as not known")
            return None

    def _lead(self, contract: Contract | None) -> tuple[RecordedTrick, ...]:
        text = self._fields.get("LEAD", "")
        if not text or contract is None:
            return ()
        try:
            lead = RecordedCard(contract.declarer.lho, values.card_of(text))
        except ValueError:
            self._warnings.append(f"lead {text!r} is no card; left out")
            return ()
        return (RecordedTrick(lead.seat, (lead,)),)
