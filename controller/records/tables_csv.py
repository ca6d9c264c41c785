"""Board results as a table with commas, a board a row, for spreadsheets; read back from any table with such columns.

Columns may stand in any order, parted by comma, semicolon or tab. A column of another name is kept as a tag.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from controller.laws.score import score_ns
from controller.model.board import Contract, Vulnerability
from controller.model.calls import call
from controller.model.cards import card
from controller.model.notation import parse_deal, print_deal
from controller.model.seats import Seat, Side, rotation
from controller.records.board_record import (
    UNKNOWN,
    BoardRecord,
    RecordedCall,
    RecordedCard,
    RecordedTrick,
)
from controller.records.facts import Fact
from controller.records.lines import Line, lines_of
from controller.records.pbn import values
from controller.records.warning import BoardRead, RecordWarning

#: Tags that have a column of their own.
TAG_COLUMNS = {
    "section": "Section",
    "table": "Table",
    "round": "Round",
    "room": "Room",
    "home_team": "HomeTeam",
    "visit_team": "VisitTeam",
    "score_mp": "ScoreMP",
    "score_imp": "ScoreIMP",
}
_NAMES = {"north": Seat.N, "east": Seat.E, "south": Seat.S, "west": Seat.W}
_PAIRS = {"pair_ns": Side.NS, "pair_ew": Side.EW}
COLUMNS = (
    *("event", "site", "date", "scoring", "section", "table", "round", "room", "home_team", "visit_team"),
    *("board", "dealer", "vulnerable", *_PAIRS, *_NAMES),
    *("contract", "declarer", "lead", "tricks", "score_ns", "adjusted", "score_mp", "score_imp", "laws"),
    *("deal", "auction", "play"),
)
CARRIED = frozenset(
    (
        *(Fact.EVENT, Fact.SITE, Fact.DATE, Fact.SCORING, Fact.NAMES, Fact.PAIRS, Fact.BOARD, Fact.DEALER),
        *(Fact.VULNERABILITY, Fact.DEAL, Fact.PARTIAL_DEAL, Fact.LAWS, Fact.AUCTION, Fact.ALERTS, Fact.CONTRACT),
        *(Fact.CONTRACT_ALONE, Fact.PLAY, Fact.TRICKS, Fact.SCORE, Fact.ASSIGNED_SCORE, Fact.ARTIFICIAL_SCORE),
    )
)
#: A spreadsheet takes a cell that begins like this for a formula, and runs it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_PASSED_OUT = "Pass"


def write_csv(records: Iterable[BoardRecord]) -> Iterator[str]:
    """The rows of a table, the first of them its columns."""
    yield _row(COLUMNS)
    for record in records:
        cells = _cells(record)
        yield _row([_guarded(cells.get(name, "")) for name in COLUMNS])


def _row(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _guarded(text: str) -> str:
    plain = " ".join(text.splitlines())
    is_number = re.fullmatch(r"-[0-9]+", plain) is not None
    return "'" + plain if plain.startswith((*_FORMULA, "'")) and not is_number else plain


def _cells(record: BoardRecord) -> dict[str, str]:
    contract = record.contract
    opening = record.play[0].cards[:1] if record.play else ()
    known = {
        **{name: getattr(record, name) for name in ("event", "site", "date", "scoring")},
        **{column: record.tags.get(tag, "") for column, tag in TAG_COLUMNS.items()},
        "board": "" if record.board is None else str(record.board),
        "dealer": record.dealer.name if record.dealer else "",
        "vulnerable": record.vulnerability.value if record.vulnerability else "",
        **{column: record.pairs.get(side, "") for column, side in _PAIRS.items()},
        **{column: record.names.get(seat, "") for column, seat in _NAMES.items()},
        "contract": _PASSED_OUT if record.passed_out else str(contract) if contract else "",
        "declarer": contract.declarer.name if contract else "",
        "lead": opening[0].card.text if opening else "",
        "tricks": "" if record.tricks is None else str(record.tricks),
        "score_ns": "" if record.score_ns is None else str(record.score_ns),
        "adjusted": values.adjusted_text(record.adjusted) if record.adjusted else "",
        "laws": record.laws or "",
        "deal": print_deal(record.deal) if record.deal else "",
        "auction": " ".join(_calls(record)),
        "play": "; ".join(map(_trick, carried_play(record))),
    }
    return {name: "" if text == UNKNOWN else text for name, text in known.items()}


def _calls(record: BoardRecord) -> Iterator[str]:
    """Each call, with its seat where it does not follow from the one before, and `!` if it was alerted."""
    turn = record.dealer
    for made in record.calls:
        seat = "" if made.seat is turn else f"{made.seat}:"
        yield f"{seat}{made.call}{'!' if made.alert is not None else ''}"
        turn = made.seat.lho


def carried_play(record: BoardRecord) -> Iterator[RecordedTrick]:
    """The tricks up to the first that was not played in rotation from its leader."""
    for trick in record.play:
        if tuple(c.seat for c in trick.cards) != rotation(trick.leader)[: len(trick.cards)]:
            return
        yield trick


def _trick(trick: RecordedTrick) -> str:
    return f"{trick.leader}: {' '.join(c.card.text for c in trick.cards)}"


def not_carried(record: BoardRecord) -> Iterator[Fact]:
    """What of the kinds that a table carries it does not carry of this board."""
    if len(list(carried_play(record))) < len(record.play):
        yield Fact.PLAY
    if set(record.tags) - set(TAG_COLUMNS.values()):
        yield Fact.TAGS
    texts = [record.event, record.site, record.date, record.scoring, record.laws or ""]
    texts += [*record.names.values(), *record.pairs.values(), *(record.tags.get(t, "") for t in TAG_COLUMNS.values())]
    # A cell cannot hold a line break, a space at its ends, or the sign of number 0.
    if any(text != " ".join(text.splitlines()) or text != text.strip() or "\0" in text for text in texts):
        yield Fact.SIGNS


def read_csv(chunks: Iterable[bytes], file: str = "") -> Iterator[BoardRead]:
    """The boards of a table, row by row; a cell that cannot be read is a warning and taken as not known."""
    lines = (line for line in lines_of(chunks) if line.content.strip())
    first = next(lines, None)
    if first is None:
        return
    delimiter = max(",;\t", key=first.content.count)
    columns = [name.strip().lower().replace(" ", "_") for name in _split(first.content, delimiter)]
    for line in lines:
        if line.is_cut:
            yield BoardRead(None, (RecordWarning(line.number, "no row is that long; left out", file=file),))
        else:
            yield _Row(columns, _split(line.content, delimiter), line, file).read()


def _split(text: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([text.replace("\0", " ")], delimiter=delimiter), [])
    except csv.Error:
        return text.split(delimiter)


class _Row:
    """One row on its way to a record."""

    def __init__(self, columns: list[str], cells: list[str], line: Line, file: str) -> None:
        self._line, self._file = line.number, file
        self._warnings: list[str] = []
        if len(cells) > len(columns):
            self._warnings.append(f"the row has {len(cells)} cells, the head {len(columns)}; the last are left out")
        self._cells = {name: _unguarded(cell) for name, cell in zip(columns, cells, strict=False) if cell.strip()}

    def read(self) -> BoardRead:
        """The record of the row, and its warnings."""
        contract, passed_out = self._contract()
        vulnerability: Vulnerability | None = self._known("vulnerable", values.vulnerability_of)
        dealer: Seat | None = self._known("dealer", values.seat_of)
        tricks: int | None = self._known("tricks", lambda t: values.count_of(t, 13))
        record = BoardRecord(
            board=self._known("board", values.number_of),
            dealer=dealer,
            vulnerability=vulnerability,
            deal=self._known("deal", parse_deal),
            event=self._cells.get("event", UNKNOWN),
            site=self._cells.get("site", UNKNOWN),
            date=self._cells.get("date", UNKNOWN),
            scoring=self._cells.get("scoring", UNKNOWN),
            names={seat: self._cells[column] for column, seat in _NAMES.items() if column in self._cells},
            pairs={side: self._cells[column] for column, side in _PAIRS.items() if column in self._cells},
            laws=self._cells.get("laws"),
            calls=self._known("auction", lambda t: tuple(_calls_of(t, dealer))) or (),
            contract=contract,
            passed_out=passed_out,
            play=self._known("play", lambda t: tuple(map(_trick_of, t.split(";")))) or (),
            tricks=tricks,
            adjusted=self._known("adjusted", values.adjusted_of),
            tags=self._tags(),
        )
        record = replace(record, score_ns=self._score(record))
        told = tuple(RecordWarning(self._line, reason, record.board, self._file) for reason in self._warnings)
        return BoardRead(record, told)

    def _known(self, column: str, read: Callable[[str], Any]) -> Any:
        text = self._cells.get(column)
        if text is None:
            return None
        try:
            return read(text)
        except ValueError as error:
            self._warnings.append(f"{column}: {error}; taken as not known")
            return None

    def _contract(self) -> tuple[Contract | None, bool]:
        text = self._cells.get("contract", "")
        if text.strip().upper() in ("PASS", "P", "AP"):
            return None, True
        made = self._known("contract", values.bid_of_contract)
        declarer = self._known("declarer", values.seat_of)
        if made is None or declarer is None:
            if made is not None:
                self._warnings.append(f"{text!r} has no declarer; taken as not known")
            return None, False
        return Contract(made[0].level, made[0].denomination, declarer, made[1]), False

    def _score(self, record: BoardRecord) -> int | None:
        said: int | None = self._known("score_ns", _points_of)
        is_known = record.passed_out or (record.contract is not None and record.tricks is not None)
        if said is not None or record.vulnerability is None or not is_known or record.adjusted:
            return said
        return score_ns(record.contract, record.tricks or 0, record.vulnerability)

    def _tags(self) -> Mapping[str, str]:
        tags = {}
        for column, text in self._cells.items():
            name = TAG_COLUMNS.get(column, column)
            if column in TAG_COLUMNS or (column not in COLUMNS and re.fullmatch(r"\w{1,60}", column)):
                tags[name] = text
        return tags


def _unguarded(cell: str) -> str:
    plain = cell.strip()
    return plain[1:] if plain[:1] == "'" else plain


def _points_of(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
        raise ValueError(f"{text!r} is no whole number of points")
    return int(text)


def _calls_of(text: str, dealer: Seat | None) -> Iterator[RecordedCall]:
    turn = dealer
    for word in text.split():
        seat, colon, made = word.rpartition(":")
        if colon:
            turn = values.seat_of(seat)
        if turn is None:
            raise ValueError("nobody knows who called first")
        yield RecordedCall(turn, call(made.rstrip("!").upper()), "" if made.endswith("!") else None)
        turn = turn.lho


def _trick_of(text: str) -> RecordedTrick:
    leader, _, played = text.partition(":")
    seat = values.seat_of(leader)
    cards = [card(word) for word in played.split()]
    if len(cards) > 4:
        raise ValueError(f"{text.strip()!r} holds more than a trick")
    return RecordedTrick(seat, tuple(RecordedCard(s, c) for s, c in zip(rotation(seat), cards, strict=False)))
