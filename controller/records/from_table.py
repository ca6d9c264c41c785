"""A tracked table's board as a record. What stands, and what was ruled, is asked of the table; nothing is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.model.board import Contract, Deal
from controller.model.calls import Bid, call
from controller.model.cards import Card
from controller.model.event_codec import event_to_json
from controller.model.events import BoardTaken, CallMade, ClaimAnswered, ClaimMade, Ruling, TableEvent
from controller.model.notation import deal_of
from controller.model.seats import Seat, Side
from controller.records.board_record import (
    TRICKS_IN_A_DEAL,
    AdjustedScore,
    ArtificialScore,
    AssignedScore,
    BoardCancelled,
    BoardRecord,
    RecordedCall,
    RecordedCard,
    RecordedClaim,
    RecordedIrregularity,
    RecordedRuling,
    RecordedTrick,
    TricksTransferred,
    WithdrawnCall,
    contract_of,
)
from controller.table import Table
from controller.table.derive import Entry, order_of

#: Findings whose card is a revoke for certain; if that card still lies in its trick, it stands as one.
_REVOKES = ("revoke_certain", "revoke_established", "revoke_trick_twelve")
_NOT_DETAIL = frozenset({"type", "on", "choice", "by", "id", "rev", "t", "src", "readings", "certainty", "after"})


def record_of(table: Table, *, board: int = -1) -> BoardRecord:
    """The record of the board in hand as it stands now; `board` counts the table's boards, -1 being the last.

    A board whose play is not over is `in_progress`; what is not known of the hands stays unknown.
    """
    boards = table.boards[: len(table.boards) + 1 + board] if board < 0 else table.boards[: board + 1]
    return _Reading(replace(table, boards=boards)).record()


def parse_contract(text: str, declarer: Seat) -> Contract:
    """The table log's `4SX` with its declarer."""
    plain = text.rstrip("X")
    made = call(plain)
    if not isinstance(made, Bid):
        raise ValueError(f"{text!r} is no contract")
    return Contract(made.level, made.denomination, declarer, len(text) - len(plain))


class _Reading:
    """The last board of a table, looked at from every side that a record has."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._state = table.state()
        last = table.boards[-1]
        self._counted: Sequence[Entry] = order_of(last.entries, dict(last.rulings_on))
        self._rulings_on = last.rulings_on
        self._events: Mapping[str, TableEvent] = {entry.n: entry.event for entry in self._counted}
        self._place = {entry.n: i for i, entry in enumerate(self._counted)}

    def record(self) -> BoardRecord:
        """All of it."""
        taken = next((e.event for e in self._counted if isinstance(e.event, BoardTaken)), None)
        calls = tuple(self._calls())
        contract = self._contract()
        by_auction = contract_of(calls)
        record = BoardRecord(
            board=self._table.board_number,
            dealer=self._table.dealer,
            vulnerability=self._table.vulnerability,
            deal=self._deal(taken),
            laws=self._table.game.edition.name,
            calls=calls,
            withdrawn_calls=tuple(self._withdrawn()),
            contract=contract,
            passed_out=self._state["contract"] == "P",
            declarer_swapped=contract is not None and by_auction is not None and contract != by_auction,
            play=tuple(self._tricks()),
            claims=tuple(self._claims()),
            irregularities=tuple(
                RecordedIrregularity(f.id, f.kind, f.seat, f.laws, f.certainty) for f in self._table.findings.values()
            ),
            rulings=tuple(self._rulings()),
            in_progress=self._state["phase"] != "ended",
            pairs=_pairs(taken),
        )
        return self._with_result(record)

    def _deal(self, taken: BoardTaken | None) -> Deal | None:
        if taken is not None and taken.deal is not None:
            return Deal(taken.deal.hands)
        known = dict(self._table.hands)
        return deal_of(known) if known else None

    def _contract(self) -> Contract | None:
        text, declarer = self._state["contract"], self._state["declarer"]
        return parse_contract(text, Seat[declarer]) if declarer and text != "P" else None

    def _time(self, n: str) -> float | None:
        event = self._events.get(n)
        return event.t if event else None

    def _calls(self) -> Iterator[RecordedCall]:
        for n, seat, made in self._table.game.calls:
            event = self._events.get(n)
            is_alerted = isinstance(event, CallMade) and bool(event.alerted)
            yield RecordedCall(seat, made, "" if is_alerted else None, self._time(n))

    def _withdrawn(self) -> Iterator[WithdrawnCall]:
        standing = 0
        for shown in self._table.calls:
            if shown.status == "stands":
                standing += 1
            elif shown.status != "waiting":
                yield WithdrawnCall(standing, shown.seat, shown.call, shown.status)

    def _tricks(self) -> Iterator[RecordedTrick]:
        revokes = {
            f.id.partition("@")[2].rpartition(":")[0] for f in self._table.findings.values() if f.kind in _REVOKES
        }

        def recorded(n: str, seat: Seat, card: Card) -> RecordedCard:
            return RecordedCard(seat, card, self._time(n), revoke=n in revokes)

        for trick in self._table.tricks_played:
            numbered = zip(trick.numbers, trick.cards, strict=True)
            yield RecordedTrick(trick.leader, tuple(recorded(n, seat, card) for n, (seat, card) in numbered))
        on_table = self._table.game.play.on_table
        if on_table:
            leader = self._table.game.play.leader or on_table[0].seat
            yield RecordedTrick(leader, tuple(recorded(*played) for played in on_table))

    def _claims(self) -> Iterator[RecordedClaim]:
        places = [i for i, entry in enumerate(self._counted) if isinstance(entry.event, ClaimMade)]
        for at, end in zip(places, [*places, len(self._counted)][1:], strict=True):
            n, claim = self._counted[at]
            assert isinstance(claim, ClaimMade)
            answers = [e.event for e in self._counted[at:end] if isinstance(e.event, ClaimAnswered)]
            yield RecordedClaim(claim.seat, claim.tricks, self._trick_at(n), _agreement(answers), claim.statement)

    def _trick_at(self, n: str) -> int:
        """Number of the trick that was in progress at event `n`."""
        at = self._place[n]
        before = [t for t in self._table.tricks_played if t.numbers and self._place.get(t.numbers[-1], at) < at]
        return min(len(before) + 1, TRICKS_IN_A_DEAL)

    def _rulings(self) -> Iterator[RecordedRuling]:
        for n, event in self._counted:
            if isinstance(event, Ruling):
                given = {k: v for k, v in event_to_json(event).items() if k not in _NOT_DETAIL}
                detail = " ".join(f"{name}={_plain(value)}" for name, value in given.items())
                yield RecordedRuling(self._rulings_on.get(n, event.on), event.choice, detail, event.by)

    def _with_result(self, record: BoardRecord) -> BoardRecord:
        result = self._state["result"]
        if result is None:
            return record
        score: int | None = result.get("score")
        adjusted = self._adjusted(result)
        if adjusted is not None:
            won = record.tricks_won(record.contract.declarer.side) if record.contract and record.is_played_out else None
            return replace(record, adjusted=adjusted, tricks=won, score_ns=score)
        tricks: int | None = None if record.passed_out else result.get("tricks")
        moved = result.get("transfer")
        transfers = (TricksTransferred(Side[moved["to"]], moved["tricks"]),) if moved and moved["tricks"] else ()
        return replace(record, tricks=tricks, score_ns=score, transfers=transfers, tricks_differ=bool(transfers))

    def _adjusted(self, result: Mapping[str, Any]) -> AdjustedScore | None:
        if result.get("cancelled"):
            return BoardCancelled()
        if "artificial" in result:
            return ArtificialScore(float(result["artificial"]["NS"]), float(result["artificial"]["EW"]))
        given = [e.event for e in self._counted if isinstance(e.event, Ruling) and e.event.choice in _RESULTS]
        last = given[-1] if given else None
        if last is None or last.choice != "adjust" or last.contract is None:
            return None
        if last.declarer is None or last.contract == "P":
            return AssignedScore(None, None)
        return AssignedScore(parse_contract(last.contract, last.declarer), last.tricks)


#: Rulings that give the result: the last of them counts.
_RESULTS = ("adjust", "artificial", "cancel_board", "award_claim")


def _agreement(answers: Sequence[ClaimAnswered]) -> bool | None:
    """One opponent's dispute disputes it; it is agreed when both agree."""
    if any(not answer.agree for answer in answers):
        return False
    return True if len({answer.seat for answer in answers}) == 2 else None


def _pairs(taken: BoardTaken | None) -> dict[Side, str]:
    pairs = taken.pairs if taken else None
    return {side: str(pairs[side.name]) for side in Side if pairs and side.name in pairs}


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
