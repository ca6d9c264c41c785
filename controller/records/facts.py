"""Kinds of fact that a board record can hold: what a format cannot carry is told in these words, board by board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum

from controller.laws.score import score_ns
from controller.records.board_record import UNKNOWN, ArtificialScore, BoardRecord, auction_is_over, contract_of


class Fact(Enum):
    """A kind of fact; the value is its key in the catalogue of words."""

    EVENT = "event"
    SITE = "site"
    DATE = "date"
    SCORING = "scoring"
    NAMES = "names"
    PAIRS = "pairs"
    BOARD = "board"
    DEALER = "dealer"
    VULNERABILITY = "vulnerability"
    #: All 52 cards.
    DEAL = "deal"
    #: Hands of which some or parts are not known.
    PARTIAL_DEAL = "partial_deal"
    LAWS = "laws"
    AUCTION = "auction"
    ALERTS = "alerts"
    EXPLANATIONS = "explanations"
    WITHDRAWN_CALLS = "withdrawn_calls"
    CONTRACT = "contract"
    #: A contract that is not what the recorded auction leads to, or that has no auction.
    CONTRACT_ALONE = "contract_alone"
    #: Denomination and declarer of a record that begins in the middle of the play.
    END_POSITION = "end_position"
    DECLARER_SWAPPED = "declarer_swapped"
    PLAY = "play"
    REVOKES = "revokes"
    CARD_NOTES = "card_notes"
    #: What is said of a call or a card.
    REMARKS = "remarks"
    GLYPHS = "glyphs"
    TIMES = "times"
    CLAIMS = "claims"
    TRICKS = "tricks"
    TRICKS_DIFFER = "tricks_differ"
    TRANSFERS = "transfers"
    #: A score, where it is not the one that follows from contract and tricks.
    SCORE = "score"
    ASSIGNED_SCORE = "assigned_score"
    ARTIFICIAL_SCORE = "artificial_score"
    IRREGULARITIES = "irregularities"
    RULINGS = "rulings"
    IN_PROGRESS = "in_progress"
    TAGS = "tags"
    SECTIONS = "sections"
    COMMENTS = "comments"
    #: A sign in a text that the format has no way to write; another stands in its place.
    SIGNS = "signs"

    __hash__ = object.__hash__


def _said_of_acts(record: BoardRecord) -> bool:
    return any(c.comment for c in record.calls) or any(c.comment for c in record.cards)


def _stands_alone(record: BoardRecord) -> bool:
    """Does the contract say more than the auction does?"""
    if record.contract is None and not record.passed_out:
        return False
    is_over = auction_is_over(record.calls)
    return not is_over or contract_of(record.calls) != record.contract


def _score_is_its_own(record: BoardRecord) -> bool:
    if record.score_ns is None:
        return False
    if record.vulnerability is None or not (record.passed_out or (record.contract and record.tricks is not None)):
        return True
    return record.score_ns != score_ns(record.contract, record.tricks or 0, record.vulnerability)


_IS_THERE: Mapping[Fact, Callable[[BoardRecord], object]] = {
    Fact.EVENT: lambda r: r.event != UNKNOWN,
    Fact.SITE: lambda r: r.site != UNKNOWN,
    Fact.DATE: lambda r: r.date != UNKNOWN,
    Fact.SCORING: lambda r: r.scoring != UNKNOWN,
    Fact.NAMES: lambda r: r.names,
    Fact.PAIRS: lambda r: r.pairs,
    Fact.BOARD: lambda r: r.board is not None,
    Fact.DEALER: lambda r: r.dealer,
    Fact.VULNERABILITY: lambda r: r.vulnerability,
    Fact.DEAL: lambda r: r.deal and r.deal.is_complete,
    Fact.PARTIAL_DEAL: lambda r: r.deal and not r.deal.is_complete,
    Fact.LAWS: lambda r: r.laws is not None,
    Fact.AUCTION: lambda r: r.calls,
    Fact.ALERTS: lambda r: any(c.alert is not None for c in r.calls),
    Fact.EXPLANATIONS: lambda r: any(c.alert for c in r.calls),
    Fact.WITHDRAWN_CALLS: lambda r: r.withdrawn_calls,
    Fact.CONTRACT: lambda r: r.contract or r.passed_out,
    Fact.CONTRACT_ALONE: _stands_alone,
    Fact.END_POSITION: lambda r: r.end_position,
    Fact.DECLARER_SWAPPED: lambda r: r.declarer_swapped,
    Fact.PLAY: lambda r: r.play,
    Fact.REVOKES: lambda r: any(c.revoke for c in r.cards),
    Fact.CARD_NOTES: lambda r: any(c.note is not None for c in r.cards),
    Fact.REMARKS: _said_of_acts,
    Fact.GLYPHS: lambda r: any(c.glyphs for c in r.calls) or any(c.glyphs for c in r.cards),
    Fact.TIMES: lambda r: any(c.t is not None for c in r.calls) or any(c.t is not None for c in r.cards),
    Fact.CLAIMS: lambda r: r.claims,
    Fact.TRICKS: lambda r: r.tricks is not None,
    Fact.TRICKS_DIFFER: lambda r: r.tricks_differ,
    Fact.TRANSFERS: lambda r: r.transfers,
    Fact.SCORE: _score_is_its_own,
    Fact.ASSIGNED_SCORE: lambda r: r.adjusted is not None and not isinstance(r.adjusted, ArtificialScore),
    Fact.ARTIFICIAL_SCORE: lambda r: isinstance(r.adjusted, ArtificialScore),
    Fact.IRREGULARITIES: lambda r: r.irregularities,
    Fact.RULINGS: lambda r: r.rulings,
    Fact.IN_PROGRESS: lambda r: r.in_progress,
    Fact.TAGS: lambda r: r.tags,
    Fact.SECTIONS: lambda r: r.sections,
    Fact.COMMENTS: lambda r: r.comments,
}
#: Every kind; `SIGNS` is for the formats to tell.
ALL = frozenset(Fact)


def facts_of(record: BoardRecord) -> Iterator[Fact]:
    """The kinds of fact that a record holds."""
    return (fact for fact, is_there in _IS_THERE.items() if is_there(record))
