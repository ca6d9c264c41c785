"""One table's result on one board, as the ranking needs it: out of a table's log, or out of a board record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from controller.laws.score import score_ns
from controller.model.board import Contract, Vulnerability, vulnerability_of
from controller.model.cards import Card
from controller.model.events import BoardLeft, BoardTaken
from controller.model.seats import Seat, Side
from controller.records import BoardRecord
from controller.records.board_record import ArtificialScore, AssignedScore, BoardCancelled
from controller.records.from_table import parse_contract
from controller.scoring import Artificial, Score, plain
from controller.table.derive import order_of
from controller.table.game import Keyed
from controller.table.state_json import state_of
from controller.table.table import Board

PASSED_OUT = "P"


@dataclass(frozen=True, slots=True)
class TableResult:
    """What was made of a board at a table."""

    table: str
    board: int
    #: The pairs as the session calls them; None where nobody has said.
    ns: str | None
    ew: str | None
    #: None: the director took the board out.
    score: Score
    #: `4SX`, `P` for a board that was passed out, empty where it is not known.
    contract: str = ""
    declarer: Seat | None = None
    #: Declarer's, after transfers.
    tricks: int | None = None
    lead: Card | None = None
    #: As the players keyed it in: the play could not be followed to its end.
    is_keyed: bool = False
    #: The director has given or changed it.
    is_adjusted: bool = False

    @property
    def score_ns(self) -> int | None:
        """North-South's score where there is just one."""
        score = self.score
        if score is None or isinstance(score, Artificial) or score.is_split or len(score.ns) > 1:
            return None
        return score.ns[0].score


def is_over(board: Board) -> bool:
    """Has a board come to its end?

    By its play or by a ruling, or, where it had been carried off early, by the result that the players keyed.
    """
    game = board.game
    if game.phase == "ended":
        return True
    is_keyed = game.keyed is not None and (game.keyed.tricks is not None or game.keyed.contract == PASSED_OUT)
    # A misread that was struck out was no carrying off.
    return is_keyed and any(isinstance(e.event, BoardLeft) for e in order_of(board.entries, board.rulings_on))


def result_of(table: str, board: Board) -> TableResult | None:
    """The result of a board in a table's log; None while it is played, or where neither play nor players give one."""
    game = board.game
    if game.board is None or not is_over(board):
        return None
    state = state_of(game)
    pairs = _pairs(board)
    declarer = Seat[state["declarer"]] if state["declarer"] else None
    cards = game.play.done[0].cards if game.play.done else [(p.seat, p.card) for p in game.play.on_table]
    lead = next((card for _, card in cards), None)
    contract = state["contract"] or ""
    result = state["result"]
    if result is None:
        return _keyed(table, game.board, pairs, game.keyed, game.vul, lead)
    adjusted = game.score.ruled is not None
    score = _score(result)
    tricks = result.get("tricks")
    return TableResult(table, game.board, *pairs, score, contract, declarer, tricks, lead, is_adjusted=adjusted)


def _keyed(
    table: str,
    number: int,
    pairs: tuple[str | None, str | None],
    keyed: Keyed | None,
    vul: Vulnerability,
    lead: Card | None,
) -> TableResult | None:
    """What the players keyed in, where the play gives no result."""
    if keyed is None:
        return None
    contract, declarer, tricks = keyed[:3]
    lead = lead or keyed.lead
    if contract == PASSED_OUT:
        return TableResult(table, number, *pairs, plain(0), contract, is_keyed=True)
    if declarer is None or tricks is None:
        return None
    try:
        points = score_ns(parse_contract(contract, declarer), tricks, vul)
    except ValueError:
        return None
    return TableResult(table, number, *pairs, plain(points), contract, declarer, tricks, lead, is_keyed=True)


def _score(result: Mapping[str, Any]) -> Score:
    if result.get("cancelled"):
        return None
    if "artificial" in result:
        given = result["artificial"]
        return Artificial(_percent(given["NS"]), _percent(given["EW"]))
    return plain(int(result["score"]))


def _percent(given: Any) -> Fraction:
    """A percentage as typed: 58.3 is 583/10, not what a float makes of it."""
    return Fraction(str(given if given is not None else 0))


def _pairs(board: Board) -> tuple[str | None, str | None]:
    taken = board.entries[0].event if board.entries else None
    given = (taken.pairs or {}) if isinstance(taken, BoardTaken) else {}
    ns, ew = (given.get(side) for side in ("NS", "EW"))
    return (None if ns is None else str(ns)), (None if ew is None else str(ew))


def result_of_record(record: BoardRecord, *, table: str = "") -> TableResult | None:
    """The result of a board record; None where it has none. Pairs: their numbers, else their players' names."""
    if record.board is None or record.in_progress:
        return None
    ns = record.pairs.get(Side.NS) or _names(record, Seat.N, Seat.S)
    ew = record.pairs.get(Side.EW) or _names(record, Seat.E, Seat.W)
    table = record.tags.get("Table", table)
    contract = PASSED_OUT if record.passed_out else str(record.contract) if record.contract else ""
    lead = next((played.card for played in record.cards), None)
    is_there, score = _score_of(record)
    if not is_there:
        return None
    adjusted = record.adjusted is not None
    return TableResult(
        table, record.board, ns, ew, score, contract, record.declarer, record.tricks, lead, is_adjusted=adjusted
    )


def _score_of(record: BoardRecord) -> tuple[bool, Score]:
    """Is there a result, and which."""
    vul = record.vulnerability or vulnerability_of(record.board or 1)
    match record.adjusted:
        case BoardCancelled():
            return True, None
        case ArtificialScore(ns, ew):
            return True, Artificial(_percent(ns), _percent(ew))
        case AssignedScore(contract, tricks):
            return True, plain(_points(contract, tricks or 0, vul))
    if record.score_ns is not None:
        return True, plain(record.score_ns)
    if record.passed_out:
        return True, plain(0)
    if record.contract is None or record.tricks is None:
        return False, None
    return True, plain(score_ns(record.contract, record.tricks, vul))


def _points(contract: Contract | None, tricks: int, vul: Vulnerability) -> int:
    return score_ns(contract, tricks, vul)


def _names(record: BoardRecord, *seats: Seat) -> str | None:
    found = [record.names[seat] for seat in seats if record.names.get(seat, "?") not in ("", "?")]
    return " & ".join(found) if len(found) == len(seats) else None
