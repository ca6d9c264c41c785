"""One board of a LIN file on its way to a record: its tokens one by one, then who called and played what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from controller.laws.score import score_ns
from controller.model import board as law_2
from controller.model.board import Contract, Deal, Vulnerability
from controller.model.calls import PASS, Bid, Call
from controller.model.cards import Card
from controller.model.seats import Seat, rotation
from controller.records.board_record import (
    PLAIN_CALLS,
    PLAIN_CARDS,
    TRICKS_IN_A_DEAL,
    BoardRecord,
    Comment,
    RecordedCall,
    RecordedCard,
    RecordedClaim,
    RecordedTrick,
    auction_is_over,
    contract_of,
)

Warn = Callable[[int, str], None]


class _Act:
    """A call or a card with all that is said of it."""

    __slots__ = ("alert", "line", "said", "what")

    def __init__(self, what: Call | Card, line: int, alert: str | None = None) -> None:
        self.what = what
        self.line = line
        self.alert = alert
        self.said: tuple[str, ...] = ()


@dataclass(slots=True)
class LinBoard:
    """A board as its tokens tell it."""

    line: int
    number: int | None = None
    room: str | None = None
    is_dealt: bool = False
    dealer: Seat | None = None
    deal: Deal | None = None
    vulnerability: Vulnerability | None = None
    calls: list[_Act] = field(default_factory=list)
    cards: list[_Act] = field(default_factory=list)
    claimed: int | None = None
    #: What was said before any call.
    said: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        """What somebody said at this moment: it stands with the act before it."""
        acts = self.cards or self.calls
        if acts:
            acts[-1].said = (*acts[-1].said, text)
        else:
            self.said.append(text)

    def called(self, made: Call, line: int, *, is_alerted: bool) -> None:
        """A call, alerted or not."""
        self.calls.append(_Act(made, line, "" if is_alerted else None))

    def explained(self, text: str, warn: Warn, line: int) -> None:
        """An explanation of the call before it."""
        if not self.calls:
            warn(line, "an explanation stands before any call; left out")
            return
        last = self.calls[-1]
        last.alert = f"{last.alert}; {text}" if last.alert else text

    def played(self, card: Card, line: int) -> None:
        """A card, whoever's turn it was."""
        self.cards.append(_Act(card, line))

    def record(self, about: dict[str, Any], told: tuple[Contract | None, int | None] | None, warn: Warn) -> BoardRecord:
        """The record of the board; `about` are the members that the file tells of all its boards.

        `told` is the result that the head of a vugraph file gives.
        """
        dealer, vulnerability = self._by_number(warn)
        calls = tuple(self._calls(dealer, warn))
        is_over = auction_is_over(calls)
        contract = contract_of(calls) if is_over else None
        passed_out = is_over and contract is None
        if told and not calls:
            contract, passed_out = told[0], told[0] is None
        play = tuple(self._tricks(contract, warn))
        record = BoardRecord(
            board=self.number,
            dealer=dealer,
            vulnerability=vulnerability,
            deal=self.deal,
            calls=calls,
            contract=contract,
            passed_out=passed_out,
            play=play,
            comments=(Comment("\n".join(self.said)),) if self.said else (),
            **about,
        )
        return self._with_result(record, told, warn)

    def _by_number(self, warn: Warn) -> tuple[Seat | None, Vulnerability | None]:
        dealer, vulnerability = self.dealer, self.vulnerability
        if self.number and dealer is None:
            dealer = law_2.dealer_of(self.number)
            warn(self.line, f"no dealer; board {self.number} is dealt by {dealer} (Law 2)")
        if self.number and vulnerability is None:
            vulnerability = law_2.vulnerability_of(self.number)
            warn(self.line, f"no vulnerability; taken from the board's number ({vulnerability})")
        return dealer, vulnerability

    def _calls(self, dealer: Seat | None, warn: Warn) -> Iterator[RecordedCall]:
        if dealer is None:
            if self.calls:
                warn(self.calls[0].line, "nobody knows who called first; the auction is left out")
            return
        seat, rank, passes, last_passes = dealer, 0, 0, 4
        for act in self.calls:
            made = act.what
            assert not isinstance(made, Card)
            if passes == last_passes:
                warn(act.line, f"{made.text!r} comes after the auction has ended; left out")
                continue
            passes = passes + 1 if made is PASS else 0
            if isinstance(made, Bid):
                if made.rank <= rank:
                    warn(act.line, f"the bid {made.text} is insufficient")
                rank, last_passes = made.rank, 3
            call = PLAIN_CALLS[seat, made]
            if act.alert is not None or act.said:
                call = replace(call, alert=act.alert, comment="\n".join(act.said))
            yield call
            seat = seat.lho

    def _tricks(self, contract: Contract | None, warn: Warn) -> Iterator[RecordedTrick]:
        if contract is None:
            if self.cards:
                warn(self.cards[0].line, "nobody knows who declared; the play is left out")
            return
        owners = {c: seat for seat, hand in self.deal.hands.items() for c in hand} if self.deal else {}
        leader: Seat | None = contract.declarer.lho
        for at in range(0, len(self.cards), 4):
            if at == 4 * TRICKS_IN_A_DEAL or leader is None:
                warn(self.cards[at].line, "cards come after the play has ended; left out")
                return
            cards = tuple(self._seated(self.cards[at : at + 4], leader, owners, warn))
            trick = RecordedTrick(cards[0].seat, cards)
            yield trick
            leader = trick.winner(contract.denomination)

    def _seated(self, acts: list[_Act], leader: Seat, owners: dict[Card, Seat], warn: Warn) -> Iterator[RecordedCard]:
        """Each card as the next player's; if the deal says that all of them are others', as theirs."""
        cards = [act.what for act in acts if isinstance(act.what, Card)]
        seats = list(rotation(leader)[: len(cards)])
        whose = [owners.get(c, seat) for c, seat in zip(cards, seats, strict=True)]
        if whose != seats and len(set(whose)) == len(whose):
            warn(acts[0].line, f"{cards[0]} begins a trick that was not {leader}'s to lead; each card is its owner's")
            seats = whose
        for seat, act, card in zip(seats, acts, cards, strict=True):
            played = PLAIN_CARDS[seat, card]
            yield replace(played, comment="\n".join(act.said)) if act.said else played

    def _with_result(
        self, record: BoardRecord, told: tuple[Contract | None, int | None] | None, warn: Warn
    ) -> BoardRecord:
        contract = record.contract
        if contract is None:
            score = 0 if record.passed_out else None
            return replace(record, score_ns=score) if record.passed_out else record
        won = record.tricks_won(contract.declarer.side)
        lost = record.tricks_won(contract.declarer.side.other)
        tricks, claims, differ = self.claimed, list[RecordedClaim](), False
        if tricks is not None and not won <= tricks <= TRICKS_IN_A_DEAL - lost:
            warn(self.line, f"{tricks} tricks are claimed for declarer, who won {won} and lost {lost} before")
            differ = True
        elif tricks is not None and not record.is_played_out:
            claims.append(RecordedClaim(None, tricks - won, won + lost + 1, agreed=True))
        elif record.is_played_out:
            tricks = won
        elif tricks is None and told and told[0] == contract:
            tricks = told[1]
        if tricks is None or not 0 <= tricks <= TRICKS_IN_A_DEAL:
            return record
        score = score_ns(contract, tricks, record.vulnerability) if record.vulnerability else None
        return replace(record, tricks=tricks, tricks_differ=differ, claims=tuple(claims), score_ns=score)
