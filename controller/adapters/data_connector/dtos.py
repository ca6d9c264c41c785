"""Our values as the Data Connector's objects, by the names they have on the wire. What they cannot say is a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any

from controller.laws.score import score_ns
from controller.model.board import Deal, vulnerability_of
from controller.model.calls import Denomination
from controller.model.cards import Suit
from controller.model.seats import SEATS, Seat, Side
from controller.records.from_table import parse_contract
from controller.scoring import Artificial
from controller.session.plan import Place, SessionPlan
from controller.session.results import PASSED_OUT, TableResult

_DIRECTIONS = {Seat.N: 1, Seat.E: 2, Seat.S: 3, Seat.W: 4}
_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
_DENOMINATIONS = {Denomination.C: 1, Denomination.D: 2, Denomination.H: 3, Denomination.S: 4, Denomination.NT: 5}
_SUITS = {Suit.C: ("Clubs", 1), Suit.D: ("Diamonds", 2), Suit.H: ("Hearts", 3), Suit.S: ("Spades", 4)}
_NO_PLAY = -10
#: The percentages of an artificial score, in the order of their levels: from -1, 40 and 40, to -9, 60 and 60.
_AVERAGES = (Fraction(40), Fraction(50), Fraction(60))
_BOTH = 3


class CallState(IntEnum):
    """How far a call for the director is."""

    LAUNCHED = 1
    IN_PROGRESS = 2
    RESOLVED = 3


class NotCarriedError(ValueError):
    """The Data Connector has no way to say this; the message says what."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the scoring program's movement has at a table in a round."""

    ns: int
    ew: int
    boards: range
    group: int


#: Section, table, round.
Movement = Mapping[tuple[str, int, int], Due]


def movement_of(sections: Sequence[Mapping[str, Any]]) -> Movement:
    """Who is due where, out of the sections that the Data Connector gave."""
    found = {}
    for section in sections:
        letters, group = str(section.get("Letters")), _int(section, "ScoringGroupNumber")
        for table in section.get("Tables") or ():
            for one in table.get("Rounds") or ():
                boards = range(_int(one, "LowBoardNumber"), _int(one, "HighBoardNumber") + 1)
                where = (letters, _int(one, "TableNumber"), _int(one, "RoundNumber"))
                found[where] = Due(_int(one, "PairNS"), _int(one, "PairEW"), boards, group)
    return found


def _int(given: Mapping[str, Any], name: str) -> int:
    value = given.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31 else 0


def table_number(place: Place) -> int:
    """The table's number in its section: the digits of its name, else its place in the movement."""
    digits = place.table.removeprefix(place.section.name)
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 5 else place.sitting.table


def place_of(plan: SessionPlan, table: str, board: int) -> Place | None:
    """The sitting in which a board is played at a table."""
    return next((place for place in plan.at_table(table) if board in place.sitting.boards), None)


# -- results --------------------------------------------------------------------------------------------------------


def result_dto(result: TableResult, plan: SessionPlan, movement: Movement, guid: str) -> dict[str, Any]:
    """A table's result. NotCarriedError where the scoring program's movement or the object has no place for it."""
    place = place_of(plan, result.table, result.board)
    if place is None:
        raise NotCarriedError("no round of the session's file has that board at that table")
    number = table_number(place)
    due = movement.get((place.section.name, number, place.sitting.round))
    if due is None or result.board not in due.boards:
        raise NotCarriedError("the scoring program's movement does not have that board there in that round")
    is_switched = _is_switched(result, plan, place)
    base = {
        "SessionGuid": guid,
        "SectionLetters": place.section.name,
        "TableNumber": number,
        "RoundNumber": place.sitting.round,
        "BoardNumber": result.board,
        "ScoringDirection": _BOTH,
        "IsDeleted": False,
        "PairNorthSouth": due.ns,
        "PairEastWest": due.ew,
    }
    return base | _made(result, due, is_switched=is_switched) | _lead(result)


def _is_switched(result: TableResult, plan: SessionPlan, place: Place) -> bool:
    """Did the pairs sit in each other's direction? NotCarriedError where others sat there."""
    planned = tuple(str(plan.pair_id(place.section, pair)) for pair in place.sitting.pairs)
    if (result.ns, result.ew) == planned or result.ns is None or result.ew is None:
        return False
    if (result.ew, result.ns) == planned:
        return True
    raise NotCarriedError("other pairs than the movement's played it")


def _made(result: TableResult, due: Due, *, is_switched: bool) -> dict[str, int]:
    nothing = {"DeclaringPair": due.ns, "DeclarerDirection": 0, "Denomination": 0, "Stake": 0, "TotalTricks": 0}
    if result.score is None:
        return nothing | {"Level": _NO_PLAY}
    if isinstance(result.score, Artificial):
        ns, ew = result.score.ns, result.score.ew
        if ns not in _AVERAGES or ew not in _AVERAGES:
            raise NotCarriedError("only 60, 50 and 40 % can be said of an artificial score")
        return nothing | {"Level": -1 - 3 * _AVERAGES.index(ns) - _AVERAGES.index(ew)}
    if result.contract == PASSED_OUT:
        _check_score(result, 0)
        return nothing | {"Level": 0}
    if result.declarer is None or result.tricks is None:
        raise NotCarriedError("contract, declarer and tricks are not all known")
    contract = parse_contract(result.contract, result.declarer)
    _check_score(result, score_ns(contract, result.tricks, vulnerability_of(result.board)))
    is_ns = (result.declarer.side is Side.NS) is not is_switched
    return {
        "DeclaringPair": due.ns if is_ns else due.ew,
        "DeclarerDirection": _DIRECTIONS[result.declarer],
        "Level": contract.level,
        "Denomination": _DENOMINATIONS[contract.denomination],
        "Stake": contract.doubled,
        "TotalTricks": result.tricks,
    }


def _check_score(result: TableResult, computed: int) -> None:
    """Scores are worked out by the other side: one that does not follow from the contract would come out otherwise."""
    if result.score_ns != computed:
        raise NotCarriedError("the director's score is not that of the contract: type it into the scoring program")


def _lead(result: TableResult) -> dict[str, int]:
    if result.lead is None or result.declarer is None:
        return {"LeadCardRank": 0, "LeadCardSuit": 0}
    return {"LeadCardRank": result.lead.rank, "LeadCardSuit": _SUITS[result.lead.suit][1]}


# -- hands ----------------------------------------------------------------------------------------------------------


def hand_record_dto(board: int, deal: Deal, letters: str, group: int, guid: str) -> dict[str, Any]:
    """The four hands of a board; for deals that are open alone."""
    found: dict[str, Any] = {
        "SessionGuid": guid,
        "ScoringGroupNumber": group,
        "SectionLetters": letters,
        "BoardNumber": board,
        "HasHandEvaluationData": False,
    }
    for seat in SEATS:
        for suit, (name, _) in _SUITS.items():
            held = (card for card in sorted(deal.hands[seat]) if card.suit is suit)
            found[f"{_NAMES[seat]}{name}"] = "".join(card.text[1] for card in held)
    return found


# -- calls for the director -----------------------------------------------------------------------------------------


def call_dto(place: Place, state: CallState, hour: int, minute: int, guid: str) -> dict[str, Any]:
    """That a director is wanted at a table, is there, or has been: nothing of why."""
    return {
        "SessionGuid": guid,
        "SectionLetters": place.section.name,
        "TableNumber": table_number(place),
        "RoundNumber": place.sitting.round,
        "Hour": hour,
        "Minute": minute,
        "Status": int(state),
    }
