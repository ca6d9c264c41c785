"""One game of a PBN file as a board record: each tag understood, guessed with a warning, or left as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from controller.laws.score import score_ns
from controller.model import board as law_2
from controller.model.board import Contract, Deal
from controller.model.seats import Seat
from controller.records.board_record import (
    UNKNOWN,
    ArtificialScore,
    BoardRecord,
    Comment,
    EndPosition,
    RecordedCall,
    auction_is_over,
    contract_of,
)
from controller.records.pbn import tables, values
from controller.records.pbn.auction import AuctionRead, AuctionReader, leading_passes, plain_auction
from controller.records.pbn.exact_texts import text_of, with_exact_texts
from controller.records.pbn.game_lines import MANDATORY, NAMES, OWN_TAGS, PAIRS
from controller.records.pbn.lexer import Tag, Word
from controller.records.pbn.own_tables import OWN_COMMENT
from controller.records.pbn.play import PlayRead, PlayReader, plain_play
from controller.records.pbn.tags import GameTags

T = TypeVar("T")

_FIELDS = frozenset((*MANDATORY, *OWN_TAGS, *PAIRS.values(), "Auction", "Play", "Note", "Score"))
_LISTS: dict[str, tuple[str, Callable[[Mapping[str, str | None]], Any]]] = {
    tables.CLAIMS: ("claims", tables.claim_of),
    tables.IRREGULARITIES: ("irregularities", tables.irregularity_of),
    tables.RULINGS: ("rulings", tables.ruling_of),
    tables.WITHDRAWN: ("withdrawn_calls", tables.withdrawn_of),
}
_KNOWN_SECTIONS = frozenset((*_LISTS, tables.AUCTION_TIMES, tables.PLAY_TIMES, tables.ORDERS, tables.TEXTS))
#: Tags that a game has only if the board was called or played.
_OF_A_RESULT = ("Auction", "Contract", "Play", "Result", "Score")


class GameReader:
    """One game on its way to a record; `before` is the board of the game before it in the file."""

    def __init__(self, given: GameTags, before: BoardRecord | None) -> None:
        self._given = given
        self._before = before
        self._comments: dict[str, list[Comment]] = {}
        self._comment_after("", given.game.opening)
        #: Members of the record as they are found.
        self._found: dict[str, Any] = {}

    def record(self) -> BoardRecord:
        """The record of the game."""
        self._identify()
        auction = self._auction()
        self._contract(auction.calls)
        play = self._play()
        found, tags = self._found, self._given.tags
        found.update(play=play.tricks, in_progress=auction.to_be_continued or play.to_be_continued)
        self._own()
        self._rest()
        record = self._with_result(BoardRecord(**found))
        if tables.AUCTION_TIMES in tags or tables.PLAY_TIMES in tags:
            record = self._with_times(record, play)
        if tables.TEXTS in tags:
            tag = tags[tables.TEXTS]
            record = with_exact_texts(record, self._rows(tag, text_of), lambda why: self._given.warn(tag.line, why))
        return record

    # -- identification -----------------------------------------------------------------------------------------

    def _identify(self) -> None:
        given = self._given
        number = given.read("Board", values.number_of)
        shared = self._shared(number)
        if shared is not None and number is None:
            number = shared.board
        dealer = given.read("Dealer", values.seat_of)
        vulnerability = given.read("Vulnerable", values.vulnerability_of)
        if number is not None:
            if dealer is None and "Dealer" not in given.values:
                dealer = law_2.dealer_of(number)
                given.warn(given.game.line, f"no Dealer tag; board {number} is dealt by {dealer} (Law 2)")
            if vulnerability is None and "Vulnerable" not in given.values:
                vulnerability = law_2.vulnerability_of(number)
                given.warn(given.game.line, f"no Vulnerable tag; taken from the board's number ({vulnerability})")
        texts = given.values
        self._found.update(
            board=number,
            dealer=dealer,
            vulnerability=vulnerability,
            deal=shared.deal if shared else self._deal(),
            event=texts.get("Event", UNKNOWN),
            site=texts.get("Site", UNKNOWN),
            date=texts.get("Date", UNKNOWN),
            scoring=texts.get("Scoring", UNKNOWN),
            names={seat: texts[name] for seat, name in NAMES.items() if given.known(name)},
            pairs={side: texts[name] for side, name in PAIRS.items() if given.known(name)},
            laws=given.known("LawsEdition"),
        )

    def _shared(self, number: int | None) -> BoardRecord | None:
        """The game before, where this one is another result of its deal and does not repeat it."""
        before, given = self._before, self._given
        if before is None or before.deal is None or "Deal" in given.values:
            return None
        is_result_alone = "Board" not in given.values and any(name in given.values for name in _OF_A_RESULT)
        if number != before.board if number is not None else not is_result_alone:
            return None
        given.warn(given.game.line, "no Deal tag; the deal is the one of the same board in the game before")
        return before

    def _deal(self) -> Deal | None:
        text = self._given.values.get("Deal", "")
        if self._before and self._before.deal and text == self._before.deal.text:
            return self._before.deal
        quick = values.deal_as_exported(text)
        deal = quick if quick is not None else self._given.read("Deal", values.deal_of)
        if deal is None or deal.is_complete:
            return deal
        line, seen = self._given.line("Deal"), set[str]()
        for seat, hand in deal.hands.items():
            twice = sorted({c.text for c in hand} & seen)
            if twice:
                self._given.warn(line, f"{', '.join(twice)} of {seat}'s hand is in another hand too")
            seen |= {c.text for c in hand}
        sizes = {len(hand) for hand in deal.hands.values()}
        if len(sizes) > 1 or (sizes and max(sizes) > law_2.HAND_SIZE):
            self._given.warn(line, "the hands do not hold equally many cards")
        return deal

    # -- auction and contract -----------------------------------------------------------------------------------

    def _auction(self) -> AuctionRead:
        tag = self._given.tags.get("Auction")
        if tag is None:
            return AuctionRead()
        first = self._given.read("Auction", values.seat_of) or self._found["dealer"]
        if first is None:
            self._given.warn(tag.line, "nobody knows who called first; the auction is left out")
            return AuctionRead()
        read = plain_auction(first, tag.plain) if tag.plain is not None else None
        if read is None:
            read = AuctionReader(first, self._given.notes_of("Auction"), self._given.warn).read(tag.words)
            self._comments["Auction"] = [Comment(text, "Auction") for text in read.comments]
        return read

    def _contract(self, calls: tuple[RecordedCall, ...]) -> None:
        """Contract and declarer as the tags say, else as the auction leads to."""
        found, given = self._found, self._given
        text = given.values.get("Contract", "")
        is_over = auction_is_over(calls)
        by_auction = contract_of(calls) if is_over else None
        declarer_text = given.values.get("Declarer", "").strip()
        swapped = declarer_text.startswith("^")
        found.update(calls=calls, contract=None, declarer_swapped=False)
        if text.strip().upper() in ("PASS", "P", "AP", "PASSED OUT"):
            found["passed_out"] = True
            return
        if given.known("Contract") is None:
            found.update(contract=by_auction, passed_out=is_over and by_auction is None)
            return
        stated = self._stated_contract(text, by_auction)
        found.update(contract=stated, declarer_swapped=swapped and stated is not None)
        if stated is None or by_auction is None or stated == by_auction or swapped:
            return
        completed = leading_passes(calls, stated)
        if completed is not None:
            count = len(completed) - len(calls)
            given.warn(given.line("Auction"), f"{count} passes before the opening bid are left out; restored")
            found["calls"] = completed
            return
        said = f"{by_auction} by {by_auction.declarer}"
        given.warn(given.line("Contract"), f"the contract is {stated} by {stated.declarer}, the auction says {said}")

    def _stated_contract(self, text: str, by_auction: Contract | None) -> Contract | None:
        given = self._given
        declarer: Seat | None = given.read("Declarer", lambda t: values.seat_of(t.lstrip("^")))
        if values.is_denomination(text):
            self._found["end_position"] = EndPosition(values.denomination_of(text), declarer)
            return None
        made = given.read("Contract", values.bid_of_contract)
        if made is None:
            return by_auction
        if declarer is None:
            if by_auction is None:
                given.warn(given.line("Contract"), f"{text!r} has no declarer; taken as not known")
                return None
            declarer = by_auction.declarer
        return Contract(made[0].level, made[0].denomination, declarer, made[1])

    # -- play ---------------------------------------------------------------------------------------------------

    def _play(self) -> PlayRead:
        given, contract = self._given, self._found["contract"]
        tag = given.tags.get("Play")
        if tag is None:
            return PlayRead()
        first = given.read("Play", values.seat_of) or (contract.declarer.lho if contract else None)
        if first is None:
            if any(not word.comment and word.text.strip("*-+") for word in tag.words):
                given.warn(tag.line, "nobody knows who led; the play is left out")
            return PlayRead()
        deal = self._found["deal"]
        end = self._found.get("end_position")
        needs_care = tables.PLAY_TIMES in given.tags or tables.ORDERS in given.tags
        if tag.plain is not None and contract and not needs_care:
            read = plain_play(first, tag.plain, contract.denomination, deal)
            if read is not None:
                return read
        orders = dict(self._rows(given.tags[tables.ORDERS], tables.order_of)) if tables.ORDERS in given.tags else {}
        reader = PlayReader(first, given.notes_of("Play"), given.warn)
        played = contract or end
        read = reader.read(tag.words, played.denomination if played else None, deal, orders)
        self._comments["Play"] = [Comment(text, "Play") for text in read.comments]
        return read

    # -- result -------------------------------------------------------------------------------------------------

    def _with_result(self, record: BoardRecord) -> BoardRecord:
        given = self._given
        text = given.known("Result") or ""
        differ = text.startswith("^")
        tricks = given.read("Result", lambda t: values.declarer_tricks(t.lstrip("^"), record.declarer))
        if record.passed_out:
            tricks = None
        if record.contract and tricks is not None and not differ and record.is_played_out:
            won = record.tricks_won(record.contract.declarer.side)
            if won != tricks:
                given.warn(given.line("Result"), f"the result is {tricks} tricks, but declarer won {won} in the play")
                differ = True
        score = self._score(record, tricks)
        if tricks is None and score is None and not differ:
            return record
        return replace(record, tricks=tricks, tricks_differ=differ, score_ns=score)

    def _score(self, record: BoardRecord, tricks: int | None) -> int | None:
        given = self._given
        said = given.read("Score", lambda t: values.score_ns_of(t, record.declarer))
        has_result = record.passed_out or (record.contract is not None and tricks is not None)
        if said is None and record.adjusted is not None:
            return None
        if record.vulnerability is None or not has_result or record.in_progress:
            return said
        due = score_ns(record.contract, tricks or 0, record.vulnerability)
        if said is not None and said != due and "AdjustedScore" not in given.values:
            given.warn(given.line("Score"), f"the score is {said} for North-South, Law 77 makes it {due}")
        return due if said is None else said

    # -- sections of our own, and the rest ----------------------------------------------------------------------

    def _own(self) -> None:
        given = self._given
        self._found["transfers"] = given.read("TricksTransferred", values.transfers_of) or ()
        self._found["adjusted"] = given.read("AdjustedScore", values.adjusted_of)
        for name, (attribute, read) in _LISTS.items():
            if name in given.tags:
                self._found[attribute] = tuple(self._rows(given.tags[name], read))

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
        times = list(self._rows(tag, tables.total_time))
        if len(times) > most:
            self._given.warn(tag.line, f"{name} has {len(times)} rows for {most} acts")
        return times[:most]

    def _rest(self) -> None:
        """Tags and sections that mean nothing to us, and comments behind the tag that they stand after."""
        given, sections = self._given, []
        tags = {n: text for n, text in given.values.items() if n not in _FIELDS and n not in _KNOWN_SECTIONS}
        if isinstance(self._found["adjusted"], ArtificialScore):
            tags.pop("ScorePercentage", None)
        for tag in given.tags.values():
            if tag.plain is not None and (tag.name in _KNOWN_SECTIONS or tag.name in ("Auction", "Play")):
                continue
            words = tag.words
            if not words or tag.name in ("Auction", "Play"):
                continue
            self._comment_after(tag.name, words)
            if tag.name in _KNOWN_SECTIONS or all(word.comment for word in words):
                continue
            if tag.name in _FIELDS:
                given.warn(tag.line, f"text after {tag.name} belongs to no section; left out")
                continue
            sections.append(tables.section_of(tag))
            tags.pop(tag.name, None)
        self._found.update(tags=tags, sections=tuple(sections))
        if self._comments:
            in_order = (comment for name in ("", *given.tags) for comment in self._comments.get(name, ()))
            self._found["comments"] = tuple(in_order)

    def _comment_after(self, name: str, words: list[Word]) -> None:
        told = [word.text for word in words if word.comment and not word.text.startswith(OWN_COMMENT)]
        if told:
            self._comments[name] = [Comment(text, name) for text in told]
