"""A board is taken up, left, and its result keyed in (Laws 2, 8, 15, 79)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.model.board import dealer_of, vulnerability_of
from controller.model.events import BoardTaken, ResultEntered
from controller.table import result
from controller.table.game import Game, Keyed


def on_board(game: Game, n: str, event: BoardTaken) -> None:
    """A board is taken up: dealer and vulnerability as marked, else as its number says (Law 2)."""
    if game.memory.owes_result:
        game.raise_finding("score_missing", n, seat=None, facts={"board": game.memory.last_board})
    game.board = event.board
    game.dealer = event.dealer or dealer_of(event.board)
    game.vul = event.vul or vulnerability_of(event.board)
    game.phase, game.turn = "auction", game.dealer
    if event.deal is not None:
        game.play.known = dict(event.deal.hands)
        game.hands.record = dict(event.deal.hands)
    if event.schedule is not None:
        _check_schedule(game, n, event, event.schedule)
    _check_marks(game, n, event)


def _check_schedule(game: Game, n: str, event: BoardTaken, schedule: Mapping[str, Any]) -> None:
    """Should this board be here, now, with this pair? (Laws 3 to 5, 15)."""
    due, played = schedule.get("boards"), schedule.get("played") or ()
    if event.board in played:
        # One finding: a board that is not due either says so.
        facts: dict[str, object] = {"board": event.board}
        if due is not None and event.board not in due:
            facts["due"] = list(due)
        game.raise_finding("board_already_played", n, seat=None, facts=facts)
    elif due is not None and event.board not in due:
        game.raise_finding("wrong_board", n, seat=None, facts={"board": event.board, "due": list(due)})
    pairs = event.pairs or {}
    differ = {s: pairs[s] for s in ("NS", "EW") if s in pairs and s in schedule and pairs[s] != schedule[s]}
    if differ:
        expected = {s: schedule[s] for s in ("NS", "EW") if s in schedule}
        game.raise_finding("wrong_seat_or_pair", n, seat=None, facts={"sit": dict(pairs), "due": expected})


def _check_marks(game: Game, n: str, event: BoardTaken) -> None:
    """Law 2: a board whose marks do not follow its number is told, and played as marked."""
    dealer, vul = dealer_of(event.board), vulnerability_of(event.board)
    if game.dealer is dealer and game.vul is vul:
        return
    facts = {
        "marked": {"dealer": game.dealer.name if game.dealer else None, "vul": game.vul.value},
        "by_number": {"dealer": dealer.name, "vul": vul.value},
    }
    game.raise_finding("dealer_or_vulnerability_mismatch", n, seat=None, facts=facts)


def on_board_left(game: Game, n: str) -> None:
    """The board leaves the table; before the play was over that is told at its end."""
    is_done = game.play.result is not None or game.phase in ("ended", "claim", "idle")
    if not is_done:
        facts = {"tricks": len(game.play.done), "phase": game.phase}
        game.raise_finding("board_ended_early", n, seat=None, facts=facts)
    if game.phase != "idle":
        game.left_at = game.left_at or (game.phase, game.turn)
        game.phase, game.turn = "ended", None


def on_result_entered(game: Game, n: str, event: ResultEntered) -> None:
    """The players key a contract or a result into the scoring unit."""
    if game.phase == "idle":
        return
    contract = event.contract.upper().replace("N", "NT").replace("NTT", "NT")
    game.keyed = Keyed(contract, event.declarer, event.tricks, event.lead, n)
    result.check_keyed(game)
