"""Cards that go back from the table to the hand, and what is put in their place (Laws 41, 47, 50A, 62)."""

from __future__ import annotations

from dataclasses import replace

from controller.model.cards import Card
from controller.model.events import CardReturned, Ruling
from controller.model.irregularities import Irregularity, RestsOn
from controller.model.seats import Seat
from controller.table import corrections, holdings, penalty_cards, revokes, turn
from controller.table.game import Game
from controller.table.play_state import Changed, Played
from controller.table.watch_state import Replacing

RETRACTED, LEAD_CHANGED = "card_changed_or_retracted", "opening_lead_changed"


def on_card_returned(game: Game, n: str, event: CardReturned) -> None:
    """A card that lay on the table goes back to the hand. Cards that may go back, or were never played, say nothing."""
    if game.phase not in ("clarification", "play"):
        return
    play, seat, card = game.play, event.seat, event.card
    if penalty_cards.lies(game, seat, card):
        game.raise_finding("penalty_card_not_left_exposed", n, seat=seat, facts={"card": card.text})
        return
    lying = play.down.get(seat)
    # One that has been played since does not lie there unplayed any more.
    if lying is not None and lying.card is card and card not in play.played[seat]:
        del play.down[seat]
        if seat is play.leader and game.phase == "clarification":
            play.lifted[seat] = lying
        return
    if corrections.on_return(game, seat, card):
        return
    put = _place_of(game, seat, card)
    if put is not None and not _is_due_back(game, seat, card):
        _retracted(game, n, *put)


def _place_of(game: Game, seat: Seat, card: Card) -> tuple[Played, int] | None:
    """The card in the trick in progress, or in the one just completed while nobody has led to the next."""
    play = game.play
    for played in play.on_table:
        if played.seat is seat and played.card is card:
            return played, play.trick
    if play.done and not play.on_table and play.lead_waits is None:
        last = play.done[-1]
        for (owner, shown), n in zip(last.cards, last.numbers, strict=True):
            if owner is seat and shown is card:
                return Played(n, seat, shown), last.number
    return None


def _is_due_back(game: Game, seat: Seat, card: Card) -> bool:
    """The director has ordered it back, or several were put at once and this one was not meant."""
    replacing = game.watch.replacing.get(seat)
    if replacing is not None and replacing.card is card:
        return True
    return any(together.seat is seat for together in game.play.together)


def _retracted(game: Game, n: str, put: Played, trick: int) -> None:
    """Law 47: a card once played may go back only for the reasons that Law names."""
    play = game.play
    rests_on = _rests_on(game, put)
    # Another hand might be putting a revoke right, and its next card be the replacement.
    play.hangs_on_unseen |= rests_on is RestsOn.UNSEEN
    if play.changed is not None and play.changed.id in game.pending:
        return
    is_opening = trick == 1 and len(play.on_table) == 1 and not play.done and game.is_defender(put.seat)
    kind = LEAD_CHANGED if is_opening else RETRACTED
    facts = {"card": put.card.text, "trick": trick}
    found = game.raise_finding(kind, n, seat=put.seat, facts=facts, rests_on=rests_on)
    play.changed = Changed(found.id, put.seat, put, trick)


def _rests_on(game: Game, put: Played) -> RestsOn:
    """A card that did not follow suit and is no revoke: that the hand had none may be known from a record only."""
    # With nothing on the table it is a card of the last complete trick, the thirteenth too (62D).
    cards = [p.card for p in game.play.on_table] or [card for _, card in game.play.done[-1].cards]
    if put.card.suit is cards[0].suit:
        return RestsOn.SEEN
    return RestsOn.UNSEEN if holdings.is_closed(game, put.seat) else holdings.rests_on_others(game, put.seat)


def second_card(game: Game, n: str, changed: Changed, card: Card) -> None:
    """Another card is put where one was taken back: the director has yet to rule."""
    game.play.changed = replace(changed, second=Played(n, changed.seat, card))
    facts = {**game.findings[changed.id].facts, "by": card.text}
    game.change_finding(changed.id, facts=facts)
    turn.show(game, n, changed.seat, card)


def is_open(game: Game, seat: Seat) -> Changed | None:
    """The change of a faced card by this seat on which the director has yet to rule."""
    changed = game.play.changed
    if changed is None or changed.seat is not seat or changed.was_down or changed.id not in game.pending:
        return None
    return changed


def hidden(game: Game) -> tuple[Seat, Card] | None:
    """A card that has been taken back and is not to be seen on the table while the director decides."""
    changed = game.play.changed
    if changed is None or changed.was_down or changed.id not in game.pending:
        return None
    return changed.seat, changed.first.card


# -- rulings ----------------------------------------------------------------------------------------------------


def accept(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The change stands: the second card is the play, or the card goes back and another is due."""
    game.close(found.id, "ruling", n, ruling.choice)
    changed, game.play.changed = game.play.changed, None
    if changed is None or changed.was_down:
        return
    _replace(game, n, changed, found.id)


def _replace(game: Game, n: str, changed: Changed, finding_id: str) -> None:
    seat = changed.seat
    if game.play.played[seat].get(changed.first.card) != changed.trick:
        # Another ruling has dealt with the card meanwhile.
        return
    revokes.forget(game, n, changed.first.n)
    game.watch.replacing[seat] = Replacing(changed.trick, changed.first.card, finding_id, is_penalised=False)
    game.turn = seat
    if changed.second is not None:
        second = changed.second
        corrections.on_replacement(game, second.n, seat, second.card)
        revokes.judge_again(game, second.n, seat, second.card, changed.trick)


def cancel(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The first card stays played; of two opening leads the first is the lead, the second, if faced, was shown."""
    game.close(found.id, "ruling", n, ruling.choice)
    changed, game.play.changed = game.play.changed, None
    if changed is None:
        return
    seat, second = changed.seat, changed.second
    if changed.was_down:
        if changed.is_faced and second is not None:
            turn.take_off_lead(game, n, seat, second.card)
            penalty_cards.make(game, seat, second.card, penalty_cards.MAJOR, found.id)
        game.play.down[seat] = changed.first
    elif second is not None:
        penalty_cards.make(game, seat, second.card, penalty_cards.MAJOR, found.id)
