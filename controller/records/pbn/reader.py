"""PBN files, also careless ones, as board records (PBN 2.1 import format). What is not understood is a warning.

A warning names line, board and reason; nothing that can be read is lost because of something that cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from controller.laws.score import score_ns
from controller.model import board as law_2
from controller.model.board import Contract, Deal
from controller.records.board_record import (
    UNKNOWN,
    ArtificialScore,
    BoardRecord,
    auction_is_over,
    contract_of,
)
from controller.records.pbn import tables, values
from controller.records.pbn.auction import AuctionRead, AuctionReader
from controller.records.pbn.lexer import Lexer, PbnWarning, Tag, decode
from controller.records.pbn.play import PlayRead, PlayReader
from controller.records.pbn.tags import GameTags, Inheritance
from controller.records.pbn.writer import MANDATORY, NAMES, OWN_COMMENT, OWN_TAGS

T = TypeVar("T")

_FIELDS = frozenset((*MANDATORY, *OWN_TAGS, "Auction", "Play", "Note", "Score"))
_TABLES: dict[str, tuple[str, Callable[[Mapping[str, str | None]], Any]]] = {
    tables.CLAIMS: ("claims", tables.claim_of),
    tables.IRREGULARITIES: ("irregularities", tables.irregularity_of),
    tables.RULINGS: ("rulings", tables.ruling_of),
    tables.WITHDRAWN: ("withdrawn_calls", tables.withdrawn_of),
}


@dataclass(frozen=True, slots=True)
class PbnFile:
    """The boards of a file in order, and what there was to say about reading them."""

    records: tuple[BoardRecord, ...]
    warnings: tuple[PbnWarning, ...] = ()


def read_pbn(given: bytes | str, file: str = "") -> PbnFile:
    """Every board of a PBN file; never raises for what stands in it. `file` only names it in warnings."""
    lexer = Lexer(given if isinstance(given, str) else decode(given))
    records: list[BoardRecord] = []
    warnings: list[PbnWarning] = []
    inherited = Inheritance()
    for game in lexer.games():
        tags = GameTags(game, inherited)
        record = _GameReader(tags, records[-1] if records else None).record()
        records.append(record)
        warnings += (replace(w, board=record.board) for w in tags.warnings)
    warnings = sorted([*warnings, *lexer.warnings], key=lambda w: w.line)
    return PbnFile(tuple(records), tuple(replace(w, file=file) for w in warnings))


class _GameReader:
    """One game on its way to a record."""

    def __init__(self, given: GameTags, before: BoardRecord | None) -> None:
        self._given = given
        self._before = before

    def record(self) -> BoardRecord:
        """The record of the game."""
        record = self._identified()
        auction = self._auction(record)
        record = replace(record, calls=auction.calls)
        record = self._with_contract(record)
        play = self._play(record)
        record = replace(record, play=play.tricks, in_progress=auction.to_be_continued or play.to_be_continued)
        record = self._with_result(record)
        record = self._with_own(record)
        record = self._with_times(record, play)
        return self._with_rest(record)

    def _identified(self) -> BoardRecord:
        number = self._given.read("Board", int)
        dealer = self._given.read("Dealer", values.seat_of)
        vulnerability = self._given.read("Vulnerable", values.vulnerability_of)
        if number is not None and number > 0:
            if "Dealer" not in self._given.values:
                dealer = law_2.dealer_of(number)
                self._given.warn(self._given.game.line, f"no Dealer tag; board {number} is dealt by {dealer} (Law 2)")
            if "Vulnerable" not in self._given.values:
                vulnerability = law_2.vulnerability_of(number)
                self._given.warn(
                    self._given.game.line, f"no Vulnerable tag; taken from the board's number ({vulnerability})"
                )
        return BoardRecord(
            board=number,
            dealer=dealer,
            vulnerability=vulnerability,
            deal=self._deal(number),
            event=self._given.values.get("Event", UNKNOWN),
            site=self._given.values.get("Site", UNKNOWN),
            date=self._given.values.get("Date", UNKNOWN),
            scoring=self._given.values.get("Scoring", UNKNOWN),
            names={seat: self._given.values[name] for seat, name in NAMES.items() if self._given.known(name)},
            laws=self._given.known("LawsEdition"),
        )

    def _deal(self, number: int | None) -> Deal | None:
        if "Deal" not in self._given.values and self._before and number is not None and self._before.board == number:
            self._given.warn(
                self._given.game.line, "no Deal tag; the deal is the one of the same board in the game before"
            )
            return self._before.deal
        deal = self._given.read("Deal", values.deal_of)
        if deal is None:
            return None
        seen: set[str] = set()
        for seat, hand in deal.hands.items():
            twice = sorted({c.text for c in hand} & seen)
            if twice:
                self._given.warn(
                    self._given.line("Deal"), f"{', '.join(twice)} of {seat}'s hand is in another hand too"
                )
            seen |= {c.text for c in hand}
        sizes = {len(hand) for hand in deal.hands.values()}
        if len(sizes) > 1 or (sizes and max(sizes) > law_2.HAND_SIZE):
            self._given.warn(self._given.line("Deal"), "the hands do not hold equally many cards")
        return deal

    def _auction(self, record: BoardRecord) -> AuctionRead:
        tag = self._given.tags.get("Auction")
        if tag is None:
            return AuctionRead((), False)
        first = self._given.read("Auction", values.seat_of) or record.dealer
        if first is None:
            self._given.warn(tag.line, "nobody knows who called first; the auction is left out")
            return AuctionRead((), False)
        return AuctionReader(first, self._given.notes_of("Auction"), self._given.warn).read(tag.words)

    def _with_contract(self, record: BoardRecord) -> BoardRecord:
        text, line = self._given.values.get("Contract", ""), self._given.line("Contract")
        if text.strip().upper() in ("PASS", "P", "AP", "PASSED OUT"):
            return replace(record, passed_out=True)
        declarer_text = self._given.values.get("Declarer", "").strip()
        swapped = declarer_text.startswith("^")
        by_auction = contract_of(record.calls) if auction_is_over(record.calls) else None
        declarer = self._given.read("Declarer", lambda t: values.seat_of(t.lstrip("^")))
        if self._given.known("Contract") is None:
            passed_out = by_auction is None and auction_is_over(record.calls)
            return replace(record, contract=by_auction, passed_out=passed_out)
        if values.is_denomination(text):
            self._given.warn(line, f"{text!r} is the trump suit of an end position, not a contract")
            return record
        found = self._given.read("Contract", values.bid_of_contract)
        if found is None:
            return replace(record, contract=by_auction)
        if declarer is None:
            if by_auction is None:
                self._given.warn(line, f"{text!r} has no declarer; taken as not known")
                return record
            declarer = by_auction.declarer
        contract = Contract(found[0].level, found[0].denomination, declarer, found[1])
        if by_auction is not None and contract != by_auction and not swapped:
            said = f"{by_auction} by {by_auction.declarer}"
            self._given.warn(line, f"the contract is {contract} by {declarer}, the auction says {said}")
        return replace(record, contract=contract, declarer_swapped=swapped)

    def _play(self, record: BoardRecord) -> PlayRead:
        tag = self._given.tags.get("Play")
        if tag is None:
            return PlayRead((), (), False)
        leader = record.contract.declarer.lho if record.contract else None
        first = self._given.read("Play", values.seat_of) or leader
        if first is None:
            if any(not word.comment and word.text.strip("*-+") for word in tag.words):
                self._given.warn(tag.line, "nobody knows who led; the play is left out")
            return PlayRead((), (), False)
        denomination = record.contract.denomination if record.contract else None
        return PlayReader(first, self._given.notes_of("Play"), self._given.warn).read(
            tag.words, denomination, record.deal
        )

    def _with_result(self, record: BoardRecord) -> BoardRecord:
        text = self._given.known("Result") or ""
        marked = text.startswith("^")
        tricks = self._given.read("Result", lambda t: values.declarer_tricks(t.lstrip("^"), record.declarer))
        if record.passed_out:
            tricks = None
        record = replace(record, tricks=tricks, tricks_differ=marked)
        if record.contract and record.is_played_out and tricks is not None and not marked:
            won = record.tricks_won(record.contract.declarer.side)
            if won != tricks:
                self._given.warn(
                    self._given.line("Result"), f"the result is {tricks} tricks, but declarer won {won} in the play"
                )
                record = replace(record, tricks_differ=True)
        return self._with_score(record)

    def _with_score(self, record: BoardRecord) -> BoardRecord:
        said = self._given.read("Score", lambda t: values.score_ns_of(t, record.declarer))
        has_result = record.passed_out or (record.contract is not None and record.tricks is not None)
        if record.vulnerability is None or not has_result or record.in_progress:
            return replace(record, score_ns=said)
        due = score_ns(record.contract, record.tricks or 0, record.vulnerability)
        if said is not None and said != due and "AdjustedScore" not in self._given.values:
            self._given.warn(self._given.line("Score"), f"the score is {said} for North-South, Law 77 makes it {due}")
        return replace(record, score_ns=due if said is None else said)

    def _with_own(self, record: BoardRecord) -> BoardRecord:
        found: dict[str, Any] = {
            "transfers": self._given.read("TricksTransferred", values.transfers_of) or (),
            "adjusted": self._given.read("AdjustedScore", values.adjusted_of),
        }
        for name, (attribute, read) in _TABLES.items():
            if name in self._given.tags:
                found[attribute] = tuple(self._rows(self._given.tags[name], read))
        if "Score" not in self._given.values and found["adjusted"] is not None:
            found["score_ns"] = None
        return replace(record, **found)

    def _rows(self, tag: Tag, read: Callable[[Mapping[str, str | None]], T]) -> Iterator[T]:
        try:
            for line, row in tables.table_rows(tag):
                try:
                    yield read(row)
                except ValueError as error:
                    self._given.warn(line, f"{tag.name}: {error}; row left out")
        except ValueError as error:
            self._given.warn(tag.line, str(error))

    def _with_times(self, record: BoardRecord, play: PlayRead) -> BoardRecord:
        calls = list(record.calls)
        for n, t in enumerate(self._times(tables.AUCTION_TIMES, len(calls))):
            calls[n] = replace(calls[n], t=t)
        times = dict(zip(play.places, self._times(tables.PLAY_TIMES, len(play.places)), strict=False))
        tricks = tuple(
            replace(trick, cards=tuple(replace(c, t=times.get((n, c.seat))) for c in trick.cards))
            for n, trick in enumerate(record.play)
        )
        return replace(record, calls=tuple(calls), play=tricks)

    def _times(self, name: str, most: int) -> list[float | None]:
        tag = self._given.tags.get(name)
        if tag is None:
            return []
        times = list(self._rows(tag, _total_time))
        if len(times) > most:
            self._given.warn(tag.line, f"{name} has {len(times)} rows for {most} acts")
        return times[:most]

    def _with_rest(self, record: BoardRecord) -> BoardRecord:
        known_sections = (*_TABLES, tables.AUCTION_TIMES, tables.PLAY_TIMES)
        tags = {
            name: text
            for name, text in self._given.values.items()
            if name not in _FIELDS and name not in known_sections
        }
        if isinstance(record.adjusted, ArtificialScore):
            tags.pop("ScorePercentage", None)
        comments = [word.text for word in self._given.game.opening]
        sections = []
        for tag in self._given.tags.values():
            if tag.name in ("Auction", "Play"):
                continue
            comments += [word.text for word in tag.words if word.comment]
            if tag.name in known_sections or all(word.comment for word in tag.words):
                continue
            if tag.name in _FIELDS:
                self._given.warn(tag.line, f"text after {tag.name} belongs to no section; left out")
                continue
            sections.append(tables.section_of(tag))
            tags.pop(tag.name, None)
        own = tuple(text for text in comments if not text.startswith(OWN_COMMENT))
        return replace(record, tags=tags, sections=tuple(sections), comments=own)


def _total_time(row: Mapping[str, str | None]) -> float | None:
    if "TotalTime" not in row:
        raise ValueError("no column TotalTime")
    return tables.seconds_of(row["TotalTime"])
