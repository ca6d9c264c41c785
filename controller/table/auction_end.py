"""The end of the auction (Laws 17D, 22, 34): is it over, was a player skipped, what is the contract."""

from __future__ import annotations

from controller.model.board import Contract
from controller.model.calls import PASS, Bid
from controller.model.seats import Seat
from controller.table import play_start
from controller.table.game import Game, Stood


def end_if_over(game: Game, n: str) -> None:
    """Three passes after the last bid, or four in all, end the auction unless one of them cost a player his turn."""
    needed = 3 if game.last_bid is not None else 4
    if game.passes < needed or _partner_has_called(game):
        return
    skipped = _skipped(game.calls, game.dealer, needed)
    if skipped is not None:
        _give_the_turn_back(game, *skipped)
    elif game.last_bid is None:
        _passed_out(game)
    else:
        _end(game, n)


def _partner_has_called(game: Game) -> bool:
    """Was the last pass made while partner's call at this turn waits? It may yet be accepted, and the auction go on."""
    last = game.calls[-1].seat
    return any(w.proper is last and w.seat is last.partner for w in game.waiting)


def ends_with_a_pass(game: Game) -> bool:
    """Would a pass by the player whose turn it is end the auction?"""
    needed = 3 if game.last_bid is not None else 4
    if game.phase != "auction" or game.turn is None or game.passes != needed - 1:
        return False
    return _skipped([*game.calls, Stood("", game.turn, PASS)], game.dealer, needed) is None


def _skipped(calls: list[Stood], dealer: Seat | None, needed: int) -> tuple[int, Seat] | None:
    """A player who has had no call since the last one that was not a pass, and the pass that took his turn."""
    start = len(calls) - needed
    has_called = {stood.seat for stood in calls[max(start - 1, 0) :]}
    due = calls[start - 1].seat.lho if start else dealer
    assert due is not None
    for index in range(start, len(calls)):
        while due is not calls[index].seat:
            if due not in has_called:
                return index, due
            due = due.lho
        due = due.lho
    return None


def _give_the_turn_back(game: Game, index: int, skipped: Seat) -> None:
    """Laws 34 and 17D3: back to the player who lost his turn; the passes after it fall."""
    first = game.calls[index]
    game.raise_finding("skipped_player_auction_not_ended", first.n, seat=first.seat, facts={"skipped": skipped.name})
    for stood in game.calls[index:]:
        game.mark_shown(stood.n, "cancelled")
    game.recount(game.calls[:index])
    game.turn = skipped


def _passed_out(game: Game) -> None:
    """Law 22: four passes; nobody declares and the score is nil."""
    game.phase, game.turn, game.contract = "ended", None, "P"
    game.play.result = {"score": 0}
    _nothing_owed_any_more(game)


def _end(game: Game, n: str) -> None:
    """The contract stands and the clarification period begins."""
    contract = contract_of(game)
    game.contract, game.declarer, game.dummy = str(contract), contract.declarer, contract.declarer.partner
    game.phase = "clarification"
    _nothing_owed_any_more(game)
    play_start.begin(game, n)


def _nothing_owed_any_more(game: Game) -> None:
    game.must_pass.clear()
    game.must_repeat.clear()
    game.must_not_double.clear()


def contract_of(game: Game) -> Contract:
    """The contract of the auction as it stands; its declarer first named the denomination for his side."""
    last, bidder = game.last_bid, game.last_bidder
    assert last is not None and bidder is not None
    declarer = _first_to_name(game.calls, last, bidder)
    return Contract(last.level, last.denomination, declarer, game.doubled)


def _first_to_name(calls: list[Stood], last: Bid, bidder: Seat) -> Seat:
    for stood in calls:
        made = stood.call
        same = isinstance(made, Bid) and made.denomination is last.denomination
        if same and stood.seat.side is bidder.side:
            return stood.seat
    return bidder
