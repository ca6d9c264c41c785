"""Cards put right in a trick: a revoke corrected, a missing card supplied, a later card changed (Laws 62, 67)."""

from __future__ import annotations

from dataclasses import replace

from controller.model.board import HAND_SIZE
from controller.model.cards import Card
from controller.model.events import Ruling
from controller.model.irregularities import Irregularity, RestsOn
from controller.model.seats import Seat
from controller.table import penalty_cards, result, revokes, tricks, turn
from controller.table.game import Game
from controller.table.play_state import Played, Trick
from controller.table.watch_state import Replacing


def order(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """`correct` on a revoke: the seat's next card replaces the revoke card."""
    revoke = revokes.find(game, found.id)
    game.close(found.id, "ruling", n, ruling.choice)
    if revoke is None or game.play.played[revoke.seat].get(revoke.card) != revoke.trick:
        return
    _set_status(game, revoke.n, "corrected")
    game.watch.replacing[revoke.seat] = Replacing(revoke.trick, revoke.card, found.id)
    await_card(game, revoke.seat)


def order_missing(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """`correct` on a trick of three cards: the seat's next card completes it (67A), or is put among its cards (67B)."""
    game.close(found.id, "ruling", n, ruling.choice)
    for index, defect in enumerate(game.watch.defects):
        if defect.id == found.id:
            game.watch.defects[index] = replace(defect, is_mended=True)
            game.watch.replacing[defect.seat] = Replacing(defect.trick, None, found.id, is_penalised=False)
            await_card(game, defect.seat)


def await_card(game: Game, seat: Seat) -> None:
    """The next card is that seat's, even if the play was over (62D)."""
    if game.phase == "ended" and not game.stays_ended:
        game.phase, game.score.tricks = "play", None
    game.turn = seat


def _set_status(game: Game, n: str, status: str) -> None:
    game.watch.revokes = [replace(r, status=status) if r.n == n else r for r in game.watch.revokes]


def on_return(game: Game, seat: Seat, card: Card) -> bool:
    """A card goes back to the hand: is it a revoke card, or one that may be changed after a correction? Then True."""
    for revoke in game.watch.revokes:
        mine = revoke.seat is seat and revoke.card is card and not revoke.is_order
        if mine and revoke.status in ("certain", "possible", "twelve") and not revoke.played_on:
            game.play.hangs_on_unseen |= game.findings[revoke.id].rests_on is RestsOn.UNSEEN
            game.watch.replacing[seat] = Replacing(revoke.trick, card, revoke.id, is_ordered=False, is_off=True)
            _take_off(game, seat, card, revoke.trick)
            return True
    allowed = game.watch.may_change.get(seat)
    if allowed is not None and allowed.card is card and game.play.played[seat].get(card) == allowed.trick:
        game.watch.replacing[seat] = replace(game.watch.may_change.pop(seat), is_off=True)
        _take_off(game, seat, card, allowed.trick)
        return True
    return False


def _take_off(game: Game, seat: Seat, card: Card, trick: int) -> None:
    """The card is in the hand again; its place in a complete trick is kept for the replacement."""
    if trick == game.play.trick:
        tricks.take_off(game, seat, card)
    game.turn = seat


def is_due(game: Game, seat: Seat) -> bool:
    """Must the seat's next card go into a trick that is there already?"""
    due = game.watch.replacing.get(seat)
    if due is None:
        return False
    if due.card is None or due.is_off or game.play.played[seat].get(due.card) == due.trick:
        return True
    # Another ruling has dealt with that card meanwhile.
    del game.watch.replacing[seat]
    return False


def may_take(game: Game, seat: Seat, card: Card) -> bool:
    """Is the card still the hand's to put there? One that lies in a later trick only where it replaces another."""
    is_free = card not in game.play.played[seat] or card is game.watch.replacing[seat].card
    return is_free or lies_later(game, seat, card)


def lies_later(game: Game, seat: Seat, card: Card) -> bool:
    """Has the card that is due been played meanwhile, to a later trick (62D)?"""
    due = game.watch.replacing[seat]
    return due.card is not None and game.play.played[seat].get(card, 0) > due.trick


def on_replacement(game: Game, n: str, seat: Seat, card: Card) -> None:
    """The replacing card: into its trick, the old one penalised or back to hand, the winner anew."""
    due = game.watch.replacing.pop(seat)
    if due.card is None:
        _supply(game, n, seat, card, due)
    else:
        _exchange(game, n, seat, card, due)
    _go_on(game)


def _exchange(game: Game, n: str, seat: Seat, card: Card, due: Replacing) -> None:
    old = due.card
    assert old is not None
    revoke = revokes.find(game, due.id)
    made_by: str = due.id
    if revoke is not None and not due.is_ordered:
        made_by = _corrected_by_himself(game, n, revoke.n, seat, card) if card.suit is revoke.suit else due.id
    _swap(game, n, seat, old, card, due.trick)
    revokes.on_card_shown(game, n, seat, (card,))
    hidden = seat not in game.play.faced
    was_penalty = any(p.seat is seat and p.card is old for p in game.play.penalty)
    if due.is_penalised and game.is_defender(seat) and hidden and not was_penalty:
        penalty_cards.make(game, seat, old, penalty_cards.MAJOR, made_by)
    if revoke is not None:
        _set_status(game, revoke.n, "corrected")
        _others_may_change(game, seat, due.trick)
    elif not due.id:
        _partner_of_corrected_may_change(game, seat, due.trick)


def _corrected_by_himself(game: Game, n: str, act: str, seat: Seat, card: Card) -> str:
    """Law 62A: the player put his revoke right before it was established."""
    revoke = next(r for r in game.watch.revokes if r.n == act)
    game.close(revoke.id, "promoted", n)
    facts = {"trick": revoke.trick, "suit": revoke.suit.name, "card": revoke.card.text, "by": card.text}
    return game.raise_finding("revoke_corrected_before_established", act, seat=seat, facts=facts).id


def _order_in_trick(game: Game, number: int) -> list[tuple[Seat, Card]]:
    if number == game.play.trick:
        return [(p.seat, p.card) for p in game.play.on_table]
    return next((list(t.cards) for t in game.play.done if t.number == number), [])


def _others_may_change(game: Game, seat: Seat, number: int) -> None:
    """62C1: opponents who played after the revoke card may change; so may the one who led to the next trick."""
    cards = _order_in_trick(game, number)
    place = next((i for i, (s, _) in enumerate(cards) if s is seat), len(cards))
    for other, card in cards[place + 1 :]:
        if other.side is not seat.side:
            game.watch.may_change[other] = Replacing(number, card, is_penalised=False)
    for played in game.play.on_table if number < game.play.trick else ():
        if played.seat.side is not seat.side and played.seat not in game.watch.may_change:
            game.watch.may_change[played.seat] = Replacing(game.play.trick, played.card, is_penalised=False)


def _partner_of_corrected_may_change(game: Game, seat: Seat, number: int) -> None:
    """62C2: an opponent changed his card; the next of the revoking side may change his, a defender at a price."""
    cards = _order_in_trick(game, number)
    place = next((i for i, (s, _) in enumerate(cards) if s is seat), len(cards))
    for other, card in cards[place + 1 :]:
        if other.side is not seat.side:
            game.watch.may_change[other] = Replacing(number, card, is_penalised=True)
            return


def exchange(game: Game, n: str, seat: Seat, old: Card, new: Card, trick: int) -> None:
    """Of several cards put at once another is the one played (58B): it takes the place of the first."""
    _swap(game, n, seat, old, new, trick)
    _go_on(game)


def _swap(game: Game, n: str, seat: Seat, old: Card, new: Card, number: int) -> None:
    """The new card stands in the old one's place; the trick's winner is found anew."""
    play = game.play
    later = play.played[seat].get(new)
    play.played[seat].pop(old, None)
    if later is not None and later != number:
        # 62D: the card was already played to trick thirteen; the revoke card takes its place there.
        play.played[seat][old] = later
        _into_trick(game, n, seat, new, old, later)
    play.played[seat][new] = number
    play.penalty = [p for p in play.penalty if p.card is not new or p.seat is not seat]
    _into_trick(game, n, seat, old, new, number)


def _into_trick(game: Game, n: str, seat: Seat, old: Card, new: Card, number: int) -> None:
    if number == game.play.trick:
        _into_open_trick(game, n, seat, old, new)
    else:
        _into_complete_trick(game, n, seat, old, new, number)


def _into_open_trick(game: Game, n: str, seat: Seat, old: Card, new: Card) -> None:
    play = game.play
    for index, played in enumerate(play.on_table):
        if played.seat is seat:
            if played.card is not old:
                # Another ruling has put a card there meanwhile; a hand has one card in a trick.
                play.played[seat].pop(played.card, None)
            play.on_table[index] = Played(n, seat, new)
            return
    place = seat.index if play.leader is None else play.leader.to(seat)
    at = sum(1 for p in play.on_table if play.leader is not None and play.leader.to(p.seat) < place)
    play.on_table.insert(at, Played(n, seat, new))
    if len(play.on_table) == 4:
        tricks.complete(game)


def _into_complete_trick(game: Game, n: str, seat: Seat, old: Card, new: Card, number: int) -> None:
    play = game.play
    for index, trick in enumerate(play.done):
        if trick.number != number:
            continue
        pairs = zip(trick.cards, trick.numbers, strict=True)
        changed = [((s, new), n) if s is seat and c is old else ((s, c), m) for (s, c), m in pairs]
        _put_trick(game, n, index, trick, changed)


def _supply(game: Game, n: str, seat: Seat, card: Card, due: Replacing) -> None:
    """The missing card joins its trick; in a defective trick (67B) it changes nobody's trick."""
    play = game.play
    play.played[seat][card] = due.trick
    play.penalty = [p for p in play.penalty if p.card is not card or p.seat is not seat]
    for index, trick in enumerate(play.done):
        if trick.number != due.trick:
            continue
        together = [*zip(trick.cards, trick.numbers, strict=True), ((seat, card), n)]
        together.sort(key=lambda item: trick.leader.to(item[0][0]))
        is_defective = any(d.id == due.id and d.is_defective for d in game.watch.defects)
        game.watch.defects = [replace(d, supplied=card) if d.id == due.id else d for d in game.watch.defects]
        _put_trick(game, n, index, trick, together, keeps_winner=is_defective)


def _put_trick(
    game: Game,
    n: str,
    index: int,
    trick: Trick,
    cards: list[tuple[tuple[Seat, Card], str]],
    *,
    keeps_winner: bool = False,
) -> None:
    """A complete trick with other cards; a new winner takes the trick and, if it was the last one, the lead."""
    play = game.play
    pairs = [pair for pair, _ in cards]
    winner = trick.winner if keeps_winner else tricks.winner_of(pairs, tricks.trump_of(game))
    play.done[index] = replace(trick, cards=tuple(pairs), winner=winner, numbers=tuple(m for _, m in cards))
    if winner is trick.winner:
        return
    play.tricks[trick.winner.side] -= 1
    play.tricks[winner.side] += 1
    if index == len(play.done) - 1:
        turn.clear_table(game, n)
        _lead_that_waits_goes_back(game, n)
        play.leader = winner


def _lead_that_waits_goes_back(game: Game, n: str) -> None:
    """Another hand is on lead now: a lead out of turn that nobody has accepted goes back with all that was led."""
    waits, game.play.lead_waits = game.play.lead_waits, None
    for finding_id in (waits.id, waits.answer_id) if waits is not None else ():
        if finding_id:
            game.close(finding_id, "action", n)


def _go_on(game: Game) -> None:
    """Whose card is due now; or the play is over again."""
    play = game.play
    if len(play.done) == HAND_SIZE or game.score.claimed:
        # All thirteen tricks are played, or the others are claimed.
        result.play_is_over(game)
        return
    revokes.after_trick(game)
    if play.leader is None:
        return
    if play.on_table and game.phase != "claim":
        # A lead that had gone back is replaced: it has been faced.
        game.phase = "play"
    on_table = {p.seat for p in play.on_table}
    seat = play.leader
    while seat in on_table:
        seat = seat.lho
    game.turn = seat
