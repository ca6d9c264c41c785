"""The results of a `.bws` file as board records, each with its hands, its auction and its play as far as kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from controller.laws.score import score_ns
from controller.model.board import Contract, Deal, dealer_of, vulnerability_of
from controller.model.calls import Call
from controller.model.cards import Card
from controller.model.errors import LogError
from controller.model.seats import Seat, Side
from controller.records.board_record import (
    UNKNOWN,
    ArtificialScore,
    BoardCancelled,
    BoardRecord,
    RecordedCall,
    RecordedCard,
    RecordedTrick,
)
from controller.records.bws.evening import BwsEvening, BwsResult, Where, read_bws
from controller.records.bws.jet import LONGEST
from controller.records.pbn import values
from controller.records.warning import BoardRead, RecordWarning

_PERCENT = re.compile(r"(\d{1,3})\s*%?\s*[-/]\s*(\d{1,3})\s*%")
_RESULT = re.compile(r"=|[+-][0-9]{1,2}")
_NOT_PLAYED = ("NOT PLAYED", "NO PLAY", "NP")
_WRONG_DIRECTION = "wrong direction"


def read_bws_boards(chunks: Iterable[bytes], file: str = "") -> Iterator[BoardRead]:
    """Every result of a `.bws` file as a board record, by section, table and round; hands without a result too."""
    data = bytearray()
    for chunk in chunks:
        data += chunk
        if len(data) > LONGEST:
            raise LogError("no .bws file is that long", file=file)
    yield from boards_of(read_bws(bytes(data), file))


def boards_of(evening: BwsEvening) -> Iterator[BoardRead]:
    """The records of an evening, after a first read that tells what was odd about the file."""
    if evening.warnings:
        yield BoardRead(None, tuple(evening.warnings))
    names = names_of(evening)
    for where in sorted(evening.results):
        yield _Result(evening, where, names).read()
    played = {where.board for where in evening.results}
    for section, board in sorted(evening.hands):
        if board not in played:
            played.add(board)
            yield BoardRead(_board(evening, section, board))


def names_of(evening: BwsEvening) -> Mapping[tuple[int, int], dict[Seat, str]]:
    """Players by section and pair: where they sat down tells who they are. Seats as they sat at first."""
    seated = {(r.section, r.table, r.round): r for r in evening.rounds}
    found: dict[tuple[int, int], dict[Seat, str]] = {}
    for player in sorted(evening.players, key=lambda p: p.round):
        at = seated.get((player.section, player.table, max(player.round, 1)))
        pair = (at.ns if player.seat.side is Side.NS else at.ew) if at else 0
        if pair:
            known = found.setdefault((player.section, evening.pair(player.section, player.seat.side, pair)), {})
            if len(known) < 2 and player.seat not in known:
                known[player.seat] = player.name
    return found


def _board(evening: BwsEvening, section: int, board: int) -> BoardRecord:
    deal = evening.hands.get((section, board)) or _only(evening, board)
    return BoardRecord(
        board=board,
        dealer=dealer_of(board),
        vulnerability=vulnerability_of(board),
        deal=deal,
        event=evening.name or UNKNOWN,
    )


def _only(evening: BwsEvening, board: int) -> Deal | None:
    """The hands of a board that another section has: those that are scored together share them."""
    found = [deal for (_, number), deal in evening.hands.items() if number == board]
    return found[0] if found and all(deal == found[0] for deal in found) else None


class _Result:
    """One result on its way to a record."""

    def __init__(self, evening: BwsEvening, where: Where, names: Mapping[tuple[int, int], Mapping[Seat, str]]) -> None:
        self._evening, self._where, self._names = evening, where, names
        self._result = evening.results[where]
        self._place = f"section {evening.section(where.section).letter}, table {where.table}, round {where.round}"
        self._warnings: list[RecordWarning] = []

    def read(self) -> BoardRead:
        """The record of the result, and its warnings."""
        where, evening = self._where, self._evening
        pairs = self._pairs()
        record = replace(
            _board(evening, where.section, where.board),
            date=_date(self._result),
            names=self._players(pairs),
            pairs={side: evening.pair_name(where.section, number) for side, number in pairs.items()},
            tags={
                "Section": evening.section(where.section).letter,
                "Table": evening.table_name(where.section, where.table),
                "Round": str(where.round),
            },
            calls=self._calls(),
        )
        record = self._scored(record)
        return BoardRead(replace(record, play=self._play(record)), tuple(self._warnings))

    def _warn(self, reason: str) -> None:
        warning = RecordWarning(0, reason, self._where.board, self._evening.file, self._place)
        self._warnings.append(warning)

    def _pairs(self) -> dict[Side, int]:
        """Who sat North-South and who East-West: at a table where they sat the wrong way, as they sat."""
        result, section = self._result, self._where.section
        ns = self._evening.pair(section, Side.NS, result.ns) if result.ns else 0
        ew = self._evening.pair(section, Side.EW, result.ew) if result.ew else 0
        if self._is_switched():
            self._warn("the pairs sat in each other's direction")
            ns, ew = ew, ns
        return {side: number for side, number in ((Side.NS, ns), (Side.EW, ew)) if number}

    def _is_switched(self) -> bool:
        result = self._result
        if _WRONG_DIRECTION in result.remarks.lower():
            return True
        if result.seat is None or result.ns == result.ew or result.declaring not in (result.ns, result.ew):
            return False
        return (result.declaring == result.ns) is not (result.seat.side is Side.NS)

    def _players(self, pairs: Mapping[Side, int]) -> dict[Seat, str]:
        """The players of both pairs, North or East first as they sat at the start."""
        found: dict[Seat, str] = {}
        for side, pair in pairs.items():
            known = self._names.get((self._where.section, pair), {})
            if all(seat in side.seats for seat in known):
                found.update(known)
            else:
                found.update({seat.lho: name for seat, name in known.items()})
        return found

    def _scored(self, record: BoardRecord) -> BoardRecord:
        result = self._result
        share = _PERCENT.fullmatch(result.remarks)
        if share and all(int(part) <= 100 for part in share.groups()):
            return replace(record, adjusted=ArtificialScore(float(share[1]), float(share[2])))
        if result.remarks.upper() in _NOT_PLAYED or result.contract.upper() in _NOT_PLAYED:
            return replace(record, adjusted=BoardCancelled())
        if result.contract.upper() in ("PASS", "P"):
            return replace(record, passed_out=True, score_ns=0)
        contract = self._contract()
        if contract is None:
            return record
        made = "".join(result.result.split())
        if not _RESULT.fullmatch(made):
            self._warn(f"result {result.result!r} is none; tricks are taken as not known")
            return replace(record, contract=contract)
        over = 0 if made == "=" else int(made)
        tricks = contract.tricks_needed + over
        if not 0 <= tricks <= 13:
            self._warn(f"{result.contract} {result.result} is {tricks} tricks; taken as not known")
            return replace(record, contract=contract)
        assert record.vulnerability is not None
        return replace(
            record, contract=contract, tricks=tricks, score_ns=score_ns(contract, tricks, record.vulnerability)
        )

    def _contract(self) -> Contract | None:
        result = self._result
        if not result.contract:
            return None
        try:
            bid, doubled = values.bid_of_contract(result.contract)
        except ValueError as error:
            self._warn(f"contract: {error}; taken as not known")
            return None
        if result.seat is None:
            self._warn("the contract has no declarer; taken as not known")
            return None
        return Contract(bid.level, bid.denomination, result.seat, doubled)

    def _calls(self) -> tuple[RecordedCall, ...]:
        found: list[RecordedCall] = []
        for counter, (seat, text) in sorted(self._evening.calls.get(self._where, {}).items()):
            try:
                found.append(RecordedCall(seat, _call(text)))
            except ValueError:
                self._warn(f"call {counter} {text!r} is none; the auction is left out from there")
                break
        return tuple(found)

    def _play(self, record: BoardRecord) -> tuple[RecordedTrick, ...]:
        """The cards four by four; the lead alone where no others are kept."""
        cards: list[RecordedCard] = []
        for counter, (seat, text) in sorted(self._evening.cards.get(self._where, {}).items()):
            try:
                cards.append(RecordedCard(seat, _card(text)))
            except ValueError:
                self._warn(f"card {counter} {text!r} is none; the play is left out from there")
                break
        if not cards and self._result.lead and record.contract:
            try:
                cards = [RecordedCard(record.contract.declarer.lho, _card(self._result.lead))]
            except ValueError:
                self._warn(f"lead {self._result.lead!r} is no card; left out")
        if len(cards) > 52:
            self._warn("more than 52 cards were played; the play is left out")
            return ()
        tricks = (cards[at : at + 4] for at in range(0, len(cards), 4))
        return tuple(RecordedTrick(trick[0].seat, tuple(trick)) for trick in tricks)


def _call(text: str) -> Call:
    return values.call_of(text.replace(" ", ""))


def _card(text: str) -> Card:
    """A card with its suit before or behind its rank."""
    plain = text.strip().upper().replace("10", "T").replace(" ", "")
    return values.card_of(plain if plain[:1] in "SHDC" else plain[::-1])


def _date(result: BwsResult) -> str:
    return result.at[0].strftime("%Y.%m.%d") if result.at and result.at[0].year >= 1900 else UNKNOWN
