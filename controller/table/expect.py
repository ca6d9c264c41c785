"""What sensing may know of a table: an `Expectation`, made from the state."""

from __future__ import annotations

from controller.model.board import Deal
from controller.model.expectation import Expectation
from controller.table.auction_end import contract_of, ends_with_a_pass
from controller.table.board_rulings import CARD_KINDS, PLAY_ON_KINDS
from controller.table.game import Game
from controller.table.state_json import blocks_turn

#: What is wrong with the board keeps nobody from calling and playing on: whose turn it is does not hang on the ruling.
_OF_THE_BOARD = frozenset(PLAY_ON_KINDS) - frozenset(CARD_KINDS)


def expectation_of(game: Game) -> Expectation:
    """The few facts that tell a likely act from an unlikely one."""
    play = game.play
    played = {(seat, card) for seat, cards in play.played.items() for card in cards}
    turn = None if blocks_turn(game, besides=_OF_THE_BOARD) else game.turn
    ends_with_pass = turn is not None and ends_with_a_pass(game)
    return Expectation(
        phase=game.phase,
        board=game.board,
        turn=turn,
        leader=play.leader,
        declarer=game.declarer,
        dummy=game.dummy,
        dummy_spread=game.dummy in play.faced if game.dummy else False,
        lead_faced=game.phase in ("play", "claim") or bool(play.on_table or play.done),
        last_bid=game.last_bid,
        ends_with_pass=ends_with_pass,
        presumed_leader=contract_of(game).declarer.lho if ends_with_pass and game.last_bid is not None else None,
        on_table=tuple((p.seat, p.card) for p in play.on_table),
        played=frozenset(played),
        penalty_cards=frozenset((p.seat, p.card) for p in play.penalty),
        replaces=tuple((seat, due.card) for seat, due in game.watch.replacing.items() if due.card is not None),
        deal=Deal(play.known) if play.known else None,
        pending=tuple(game.pending.values()),
    )
