"""The opening lead, from the final pass until it is faced: whose it is, face down or up, changed (Laws 41, 47, 54)."""

from __future__ import annotations

from controller.model.cards import Card
from controller.model.seats import Seat
from controller.table import out_of_turn, turn
from controller.table.game import Game
from controller.table.play_state import Changed, Played

FACE_DOWN = "opening_lead_out_of_turn_face_down"
BY_DECLARING_SIDE = "opening_lead_by_declaring_side"


def lay_down(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card is put face down in playing position: before the first trick it is an opening lead not yet faced."""
    play = game.play
    if game.phase != "clarification":
        # Nobody has seen it: it is no play until it is turned up (58B1).
        play.down[seat] = Played(n, seat, card)
        return
    before = play.down.get(seat)
    if before is not None and before.card is card:
        return
    if not game.is_defender(seat):
        _by_declaring_side(game, n, seat, card)
    elif seat is play.leader:
        _by_right_leader(game, n, seat, card, is_faced=False)
    else:
        facts = {"card": card.text, "turn": play.leader.name if play.leader else None}
        if not _is_pending(game, FACE_DOWN, seat):
            game.raise_finding(FACE_DOWN, n, seat=seat, facts=facts)
        play.down[seat] = Played(n, seat, card)


def _is_pending(game: Game, kind: str, seat: Seat) -> bool:
    return any(k == kind and game.findings[i].seat is seat for i, k in game.pending.items())


def _by_declaring_side(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Law 54E, 24: presumed declarer or dummy puts a card before the opening lead: it goes back, no penalty card."""
    told = any(k == BY_DECLARING_SIDE and game.findings[i].facts["card"] == card.text for i, k in game.pending.items())
    if not told:
        game.raise_finding(BY_DECLARING_SIDE, n, seat=seat, facts={"card": card.text})


def _by_right_leader(game: Game, n: str, seat: Seat, card: Card, *, is_faced: bool) -> None:
    """The defender on lead puts his card; another one has lain, or still lies, there before (Law 41A)."""
    play = game.play
    put = Played(n, seat, card)
    first = play.down.get(seat) or play.lifted.get(seat)
    if first is None or first.card is card:
        play.lifted.pop(seat, None)
        if is_faced:
            turn.play_in_turn(game, n, seat, card)
        else:
            play.down[seat] = put
        return
    found = game.raise_finding(
        "opening_lead_changed", n, seat=seat, facts={"first": first.card.text, "card": card.text}
    )
    play.lifted.pop(seat, None)
    play.down[seat] = put
    play.changed = Changed(found.id, seat, first, play.trick, put, was_down=True)
    if is_faced:
        face_changed(game, n)


def face_changed(game: Game, n: str) -> None:
    """The second of two opening leads is turned up before the director has ruled: play may go on with it."""
    changed = game.play.changed
    if changed is None or changed.second is None:
        return
    game.play.changed = Changed(
        changed.id, changed.seat, changed.first, changed.trick, changed.second, was_down=True, is_faced=True
    )
    turn.play_in_turn(game, n, changed.seat, changed.second.card)


def face_up(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card is faced in playing position before any lead stands."""
    play = game.play
    waits = play.lead_waits
    if waits is not None:
        out_of_turn.card_while_it_waits(game, n, waits, seat, card)
    elif not game.is_defender(seat):
        _by_declaring_side(game, n, seat, card)
    elif play.changed is not None and play.changed.seat is seat and _is_second(play.changed, card):
        face_changed(game, n)
    elif seat is play.leader:
        _by_right_leader(game, n, seat, card, is_faced=True)
    else:
        _wrong_leader(game, n, seat, card)


def _is_second(changed: Changed, card: Card) -> bool:
    return changed.second is not None and changed.second.card is card


def _wrong_leader(game: Game, n: str, seat: Seat, card: Card) -> None:
    """Law 54: the wrong defender faces a lead. If dummy can be seen already, declarer has to accept it (54C)."""
    for finding_id, kind in list(game.pending.items()):
        if kind == FACE_DOWN and game.findings[finding_id].seat is seat:
            game.close(finding_id, "promoted", n)
    game.play.down.pop(seat, None)
    out_of_turn.raise_lead(game, n, out_of_turn.OPENING, seat, card)
    if game.dummy in game.play.faced:
        out_of_turn.accept(game, n)


def wrong_lead_is_moot(game: Game, n: str) -> None:
    """The right lead has been made: a face-down one by the wrong defender goes back by itself."""
    for finding_id, kind in list(game.pending.items()):
        if kind in (FACE_DOWN, BY_DECLARING_SIDE):
            game.close(finding_id, "action", n)


def declarer_spreads(game: Game, n: str, *, choice: str | None = None) -> None:
    """Law 54A: presumed declarer's hand goes down; his partner declares, and the lead is in rotation."""
    assert game.declarer is not None
    game.declarer, game.dummy = game.declarer.partner, game.declarer
    out_of_turn.accept(game, n, choice=choice)
