"""A card played in turn: what it breaches, what it closes, and its place in the trick (Laws 44, 45, 60)."""

from __future__ import annotations

from dataclasses import replace

from controller.model.cards import Card
from controller.model.irregularities import act_of
from controller.model.seats import Seat
from controller.table import doubts, duties, lead_orders, play_orders, revokes, tricks
from controller.table.game import Game

EARLY_LEAD = "lead_before_option_declared"
#: Choices of declarer that are gone once he, or dummy, plays on (50.8, 52B1, 60A1).
GONE_WITH_ANY_CARD = ("penalty_card_not_played", "minor_penalty_card_breach")
GONE_WITH_A_CARD_IN_TURN = (
    *GONE_WITH_ANY_CARD,
    EARLY_LEAD,
    "play_out_of_turn",
    "premature_lead_to_next_trick",
    "opening_lead_changed",
)


def play_in_turn(
    game: Game,
    n: str,
    seat: Seat,
    card: Card,
    *,
    is_judged: bool = True,
    was_ahead: bool = False,
    bound_by: tuple[Card, ...] | None = None,
) -> None:
    """A card is led or played by the hand whose turn it is.

    `was_ahead`: it lay there before, and accepts nothing; `bound_by`: the hand's penalty cards when it was put.
    """
    play = game.play
    is_defenders = game.is_defender(seat)
    if is_judged and is_defenders:
        duties.judge(game, n, seat, card, bound_by)
    if not is_defenders and not was_ahead:
        declarer_plays_on(game, n)
    if not play.on_table:
        play.leader = seat
        play.is_retracted = False
        play.down.clear()
        play.lifted.clear()
        if game.phase == "clarification":
            game.phase = "play"
        lead_orders.led(game, seat)
    elif card.suit is not play.on_table[0].card.suit:
        revokes.on_play(game, n, seat, card)
    show(game, n, seat, card)
    play_orders.use_up(game, seat)
    tricks.put(game, n, seat, card)


def show(game: Game, n: str, seat: Seat, card: Card, *, to_next: bool = False) -> None:
    """A card is seen, lawful or not: it may prove an earlier failure, and establish a revoke (63A)."""
    if game.play.doubts:
        doubts.side_plays_on(game, n, seat, game.play.trick + to_next)
    if game.play.doubts or not game.watch.is_quiet:
        revokes.on_card_shown(game, n, seat, (card,))
        revokes.side_plays_on(game, n, seat, to_next=to_next)


def declarer_plays_on(game: Game, n: str) -> None:
    """Declarer or dummy plays in turn: rights over what a defender did just before are gone."""
    if game.withdrawn and game.play.on_table:
        lead_orders.lapse(game)
    defenders_card_stands(game, n, GONE_WITH_A_CARD_IN_TURN)


def declarer_plays_ahead(game: Game, n: str) -> None:
    """The same out of turn: it is a card to the lead all the same, but a defender's own card too soon stays open."""
    if not game.play.on_table:
        defenders_card_stands(game, n)
        return
    if game.withdrawn:
        lead_orders.lapse(game)
    defenders_card_stands(game, n, (*GONE_WITH_ANY_CARD, EARLY_LEAD))


def defenders_card_stands(game: Game, n: str, kinds: tuple[str, ...] = GONE_WITH_ANY_CARD) -> None:
    """Declarer's side has put a card, in turn or not: choices of these kinds are gone, what was done stands."""
    for finding_id, kind in list(game.pending.items()) if game.pending else ():
        if kind in kinds:
            if kind == "opening_lead_changed" and not _is_second_lead(game):
                continue
            game.close(finding_id, "action", n)
            game.play.ahead = [replace(a, waits=False) if a.id == finding_id else a for a in game.play.ahead]


def _is_second_lead(game: Game) -> bool:
    """Is the second of two opening leads, faced before the director came, the lead that is played to?"""
    changed = game.play.changed
    return changed is not None and changed.is_faced


def clear_table(game: Game, n: str) -> None:
    """A lead and the cards put to it go back to the hands: what was said of them falls."""
    play = game.play
    acts = {put.n for put in play.on_table}
    for put in list(play.on_table):
        tricks.take_off(game, put.seat, put.card)
        revokes.forget(game, n, put.n)
    play.doubts = [doubt for doubt in play.doubts if doubt.n not in acts]
    for finding_id in [i for i in game.pending if act_of(i) in acts]:
        game.close(finding_id, "action", n)


def take_off_lead(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A lead goes back, by the director's word or by an order: its hand leads again, cards put to it go back too."""
    play = game.play
    if not play.on_table or play.on_table[0].seat is not seat or play.on_table[0].card is not card:
        return
    clear_table(game, n)
    game.turn = play.leader = seat
    if play.trick == 1 and game.phase == "play":
        game.phase = "clarification"
