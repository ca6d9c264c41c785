"""Quitted tricks: turned the wrong way, or quitted with a card missing (Laws 65, 67A)."""

from __future__ import annotations

from controller.model.board import HAND_SIZE
from controller.model.events import TrickQuitted
from controller.model.seats import SEATS, Seat, Side
from controller.table import lead_orders, result, revokes, tricks
from controller.table.game import Game
from controller.table.play_state import Trick
from controller.table.watch_state import Defect

DISAGREE = "trick_count_disagreement"


def on_trick_quitted(game: Game, n: str, event: TrickQuitted) -> None:
    """A player turned his card of the last trick."""
    if game.phase != "play" and not game.play.done:
        return
    if len(game.play.on_table) == 3 and _is_of_this_trick(game, event.seat):
        _close_with_three(game, n)
    if not game.play.done:
        return
    last = game.play.done[-1]
    game.score.turned[event.seat, last.number] = event.won
    if event.won is not (last.winner.side is event.seat.side):
        facts = {"trick": last.number, "turned_as": "won" if event.won else "lost"}
        game.raise_finding("trick_quitted_wrong_direction", n, seat=event.seat, facts=facts)
    if last.number == HAND_SIZE:
        _compare_counts(game, n)


def _is_of_this_trick(game: Game, seat: Seat) -> bool:
    """Is it the player's card of the trick in progress that he turns, not that of the last one?"""
    turned = game.score.turned
    is_behind = bool(turned) and bool(game.play.done) and (seat, game.play.done[-1].number) not in turned
    return not is_behind and any(put.seat is seat for put in game.play.on_table)


def _compare_counts(game: Game, n: str) -> None:
    """Law 79B: all thirteen cards of both sides lie turned; do the sides count the same tricks?"""
    turned = game.score.turned
    counts = {}
    for side in Side:
        for seat in side.seats:
            cards = [turned.get((seat, trick)) for trick in range(1, HAND_SIZE + 1)]
            if None not in cards:
                counts[side] = sum(map(bool, cards))
    is_told = any(found.kind == DISAGREE for found in game.findings.values())
    if len(counts) == len(Side) and sum(counts.values()) != HAND_SIZE and not is_told:
        game.raise_finding(DISAGREE, n, seat=None, facts={side.name: count for side, count in counts.items()})


def _close_with_three(game: Game, n: str) -> None:
    """A trick of three cards is turned over: closed, and the hand that has not played is found."""
    play = game.play
    cards = [(p.seat, p.card) for p in play.on_table]
    missing = next(s for s in SEATS if s not in {seat for seat, _ in cards})
    winner = tricks.winner_of(cards, tricks.trump_of(game))
    assert play.leader is not None
    play.done.append(Trick(play.trick, play.leader, tuple(cards), winner, tuple(p.n for p in play.on_table)))
    play.tricks[winner.side] += 1
    play.on_table = []
    facts = {"trick": play.trick, "suit": cards[0][1].suit.name}
    found = game.raise_finding("missing_card_in_trick", n, seat=missing, facts=facts)
    game.watch.defects.append(Defect(n, found.id, missing, play.trick, cards[0][1].suit))
    play.trick += 1
    if play.trick > HAND_SIZE:
        result.play_is_over(game)
        return
    play.leader = game.turn = winner
    lead_orders.trick_is_over(game)
    revokes.after_trick(game)
