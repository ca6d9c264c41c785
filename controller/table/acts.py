"""Which part of the table an event belongs to: the only list of event types. Every type must be handled."""

from __future__ import annotations

from controller.model import events as ev
from controller.model.irregularities import POSSIBLE
from controller.table import auction, auction_cards, board_rulings, boards, hands, play, quitted, rulings, spread, tempo
from controller.table.claims import on_claim, on_claim_answer
from controller.table.game import Game


def apply(game: Game, n: str, event: ev.TableEvent) -> None:
    """Let an event happen to the table. What the Laws say of it is in `game.out`."""
    if game.clock is None:
        _happen(game, n, event)
    else:
        turn = game.turn
        _happen(game, n, event)
        tempo.after(game, n, event, turn)


def _happen(game: Game, n: str, event: ev.TableEvent) -> None:
    game.play.may_be_special |= event.__class__ is not ev.CardPlayed
    if event.certainty == POSSIBLE:
        game.doubtful |= {n}
    match event:
        case ev.CallMade():
            auction.on_call(game, n, event)
        case ev.Ruling():
            rulings.on_ruling(game, n, event)
            _let_held_acts_happen(game)
        case _ if game.phase == "auction" and isinstance(event, auction_cards.WITH_CARDS):
            auction_cards.on_cards(game, n, event)
        case ev.CardPlayed():
            play.on_card(game, n, event)
        case ev.CardFaced():
            play.on_card_faced(game, n, event)
        case ev.HandFaced():
            spread.on_hand_faced(game, n, event)
        case _:
            _apply_rarer(game, n, event)


def _let_held_acts_happen(game: Game) -> None:
    """Acts that waited for the director's word about a lead made too soon."""
    released, game.released = game.released, []
    if released:
        with board_rulings.where_it_was_left(game):
            for n, event in released:
                _happen(game, n, event)


def _apply_rarer(game: Game, n: str, event: ev.TableEvent) -> None:
    match event:
        case ev.CardsExposed():
            spread.on_cards_exposed(game, n, event)
        case ev.CardReturned():
            play.on_card_returned(game, n, event)
        case ev.CallRemoved():
            auction.on_call_removed(game, n, event)
        case ev.TrickQuitted():
            quitted.on_trick_quitted(game, n, event)
        case ev.ClaimMade():
            on_claim(game, n, event)
        case ev.ClaimAnswered():
            on_claim_answer(game, n, event)
        case _:
            _apply_rarest(game, n, event)


def _apply_rarest(game: Game, n: str, event: ev.TableEvent) -> None:
    match event:
        case ev.BoardTaken():
            boards.on_board(game, n, event)
        case ev.BoardLeft():
            boards.on_board_left(game, n)
        case ev.ResultEntered():
            boards.on_result_entered(game, n, event)
        case ev.PocketScanned():
            hands.on_pocket(game, n, event)
        case ev.HandScanned():
            hands.on_hand(game, n, event)
        case ev.Correction():
            rulings.on_doubtful_correction(game, n, event)
        case ev.DirectorCalled() | ev.ModeChanged() | ev.Gap() | ev.TrayPassed():
            # Recorded for whoever reads the log; the Laws change nothing by them.
            pass
        case _:
            raise TypeError(f"no part of the table handles {type(event).__name__}")
