"""Revokes: possible, certain, established (Laws 61 to 63). Corrections are in `corrections`, tricks in `transfers`."""

from __future__ import annotations

from dataclasses import replace

from controller.model.board import HAND_SIZE
from controller.model.cards import PACK, SUITS, Card, Suit
from controller.model.events import Ruling
from controller.model.irregularities import CERTAIN, POSSIBLE, Attention, Irregularity, RestsOn
from controller.model.seats import Seat, Side
from controller.table import doubts, holdings, transfers
from controller.table.game import Game
from controller.table.play_state import Doubt
from controller.table.watch_state import Revoke

#: The thirteen cards of each suit.
OF_SUIT = {suit: frozenset(card for card in PACK if card.suit is suit) for suit in SUITS}
#: Law 62D: a revoke in this trick is corrected even when established, and costs no trick.
TRICK_TWELVE = 12


def on_play(game: Game, n: str, seat: Seat, card: Card) -> None:
    """A card is played to a trick that another hand led: does it fail to follow suit?

    Call it before the card joins the trick by `tricks.put`.
    """
    table = game.play.on_table
    if table and card.suit is not table[0].card.suit:
        _fails_to_follow(game, n, seat, card, table[0].card.suit, game.play.trick)


def judge_again(game: Game, n: str, seat: Seat, card: Card, trick: int) -> None:
    """Another card of the seat now stands in a trick: does that one fail to follow suit?"""
    cards = [(p.seat, p.card) for p in game.play.on_table]
    if trick != game.play.trick:
        cards = next((list(t.cards) for t in game.play.done if t.number == trick), [])
    if cards and cards[0][0] is not seat and card.suit is not cards[0][1].suit:
        _fails_to_follow(game, n, seat, card, cards[0][1].suit, trick)


def forget(game: Game, n: str, act: str) -> None:
    """The card of that act is off the table: what was said of it as a revoke falls."""
    for revoke in list(game.watch.revokes):
        if revoke.n == act and revoke.status in ("possible", "certain", "twelve"):
            game.close(revoke.id, "action", n)
            _keep(game, replace(revoke, status="corrected"))


def _fails_to_follow(game: Game, n: str, seat: Seat, card: Card, suit: Suit, trick: int) -> None:
    holds = holds_suit(game, seat, suit, card)
    if holds is False or _penalty_card_of(game, seat, suit):
        return
    if holds is None:
        if _may_hold(game, seat, suit):
            _raise_possible(game, n, seat, suit, card, trick)
        return
    revoke = Revoke("", n, seat, trick, suit, card, "certain", was_faced=_lies_open(game, seat))
    # A card of dummy's that was left out when the hand was spread has been seen by nobody.
    left = game.play.faced.get(seat, frozenset()) - game.play.played[seat].keys() - {card}
    is_seen = any(c.suit is suit for c in left)
    _raise_certain(game, revoke, RestsOn.SEEN if is_seen else RestsOn.UNSEEN)


def _lies_open(game: Game, seat: Seat) -> bool:
    """Law 64B3: a hand that is spread, or dummy's, spread or not."""
    return seat is game.dummy or seat in game.play.faced


def holds_suit(game: Game, seat: Seat, suit: Suit, besides: Card | None = None) -> bool | None:
    """Does the hand hold a card of the suit now? None where the hand is not known."""
    hand = game.play.known.get(seat)
    if hand is None:
        return None
    played = game.play.played[seat]
    return any(c is not besides and c not in played for c in hand & OF_SUIT[suit])


def _penalty_card_of(game: Game, seat: Seat, suit: Suit) -> bool:
    """A penalty card of the suit led lies there: not playing it goes by Law 52, not by 61."""
    return any(p.seat is seat and p.card.suit is suit for p in game.play.penalty)


def _may_hold(game: Game, seat: Seat, suit: Suit) -> bool:
    """Is a card of the suit still unseen, and has the hand cards left besides the one it plays?"""
    has_others = len(game.play.played[seat]) + 1 < HAND_SIZE
    return has_others and any(card.suit is suit for card in holdings.unseen(game, seat))


def _raise_possible(game: Game, n: str, seat: Seat, suit: Suit, card: Card, trick: int) -> None:
    facts = {"trick": trick, "suit": suit.name, "card": card.text}
    rests_on = holdings.rests_on_others(game, seat)
    found = game.raise_finding("revoke_possible", n, seat=seat, certainty=POSSIBLE, facts=facts, rests_on=rests_on)
    game.watch.revokes.append(Revoke(found.id, n, seat, trick, suit, card, "possible"))


def _raise_certain(game: Game, revoke: Revoke, rests_on: RestsOn) -> None:
    """The revoke is certain and may still be corrected."""
    kind = "revoke_trick_twelve" if revoke.trick == TRICK_TWELVE else "revoke_certain"
    attention = Attention.NOW if game.regulations.revoke_attention == "now" else None
    facts = {"trick": revoke.trick, "suit": revoke.suit.name, "card": revoke.card.text}
    found = game.raise_finding(kind, revoke.n, seat=revoke.seat, attention=attention, facts=facts, rests_on=rests_on)
    status = "twelve" if kind == "revoke_trick_twelve" else "certain"
    _keep(game, replace(revoke, id=found.id, status=status))


def _keep(game: Game, revoke: Revoke) -> None:
    """Store a revoke, in place of what was known of the same card."""
    for index, known in enumerate(game.watch.revokes):
        if known.n == revoke.n and known.is_order == revoke.is_order:
            game.watch.revokes[index] = revoke
            return
    game.watch.revokes.append(revoke)


def find(game: Game, finding_id: str) -> Revoke | None:
    """The revoke that a finding is about."""
    return next((r for r in game.watch.revokes if r.id == finding_id), None)


def treat_as_revoke(game: Game, broken: Doubt) -> None:
    """Law 61A: an order of the other side was not obeyed; until established it may be corrected like a revoke."""
    _keep(
        game,
        Revoke(
            broken.id,
            broken.n,
            broken.seat,
            broken.trick,
            broken.led,
            broken.card,
            "certain",
            is_order=True,
            suits=broken.suits,
            order=broken.order,
            played_on=broken.played_on,
        ),
    )


# -- what proves, what establishes ------------------------------------------------------------------------------


def on_card_shown(game: Game, n: str, seat: Seat, cards: tuple[Card, ...], *, rests_on: RestsOn = RestsOn.SEEN) -> None:
    """Cards of a hand are seen (played, exposed, spread, scanned): they may prove an earlier failure to follow."""
    if game.play.doubts:
        for doubt in doubts.proved_by(game, seat, cards):
            prove_doubt(game, doubt)
            _establish_what_is_due(game, n)
    for revoke in list(game.watch.revokes):
        if revoke.seat is not seat or revoke.status != "possible":
            continue
        if any(_was_held(game, seat, c, revoke) for c in cards):
            _prove(game, n, revoke, rests_on)
        elif seat in game.play.known and (rests_on is RestsOn.SEEN or game.phase == "ended"):
            # The whole hand is seen, and had none of the suit.
            game.close(revoke.id, "action", n)
            game.watch.revokes = [r for r in game.watch.revokes if r.n != revoke.n or r.is_order]


def prove_doubt(game: Game, doubt: Doubt) -> None:
    """An order could have been obeyed and was not: from here on as a revoke, corrected in time or established (61A)."""
    doubts.forget(game, doubt)
    treat_as_revoke(game, doubt)
    if not doubt.played_on:
        game.change_finding(doubt.id, certainty=CERTAIN, attention=Attention.NOW)


def _was_held(game: Game, seat: Seat, card: Card, revoke: Revoke) -> bool:
    """Was the card of the suit led, and in the hand when the revoke card was played?"""
    return card.suit is revoke.suit and game.play.played[seat].get(card, HAND_SIZE) > revoke.trick


def _prove(game: Game, n: str, revoke: Revoke, rests_on: RestsOn) -> None:
    """A possible revoke is one: established if the side has played on since, else it may still be corrected."""
    game.close(revoke.id, "promoted", n)
    proved = replace(revoke, status="certain", was_faced=_lies_open(game, revoke.seat))
    if revoke.trick != TRICK_TWELVE and (proved.played_on or game.phase == "ended"):
        _establish(game, proved, rests_on)
    else:
        _raise_certain(game, proved, rests_on)


def side_plays_on(game: Game, n: str, seat: Seat, *, to_next: bool = False) -> None:
    """A card of `seat`, lawful or not, is led or played: it may establish its side's revokes (63A).

    `to_next`: it was a lead to the next trick while the trick in progress was not complete (57A).
    Call it after the act's own findings have been raised, whether or not the card counts.
    """
    trick = game.play.trick + (1 if to_next else 0)
    _defects_played_on(game, n, seat, trick)
    for revoke in list(game.watch.revokes):
        is_later = revoke.trick < trick and revoke.seat.side is seat.side
        if is_later and not revoke.played_on and revoke.status in ("certain", "possible", "twelve"):
            _keep(game, replace(revoke, played_on=True))
    _establish_what_is_due(game, n)


def side_settles(game: Game, n: str, side: Side) -> None:
    """A side claims, concedes, or (1987) accepts a claim: its revokes are established (63A3)."""
    for revoke in list(game.watch.revokes):
        if revoke.seat.side is side and revoke.status in ("certain", "possible"):
            _keep(game, replace(revoke, played_on=True))
    _establish_what_is_due(game, n)


def _establish_what_is_due(game: Game, n: str) -> None:
    played_on = [r for r in game.watch.revokes if r.status == "certain" and r.played_on]
    due = [revoke for revoke in played_on if not _waits_for_other_side(game, revoke)]
    seen = (r for r in played_on if game.findings[r.id].rests_on is RestsOn.SEEN or _has_shown_suit(game, r))
    game.play.hangs_on_unseen |= any(_may_wait(game, revoke) for revoke in seen)
    for revoke in due:
        game.close(revoke.id, "promoted", n)
        _establish(game, revoke, game.findings[revoke.id].rests_on)


def _waits_for_other_side(game: Game, revoke: Revoke) -> bool:
    """2017 Law 62C3: both sides revoked in the trick and the other has not yet played on."""
    if not game.edition.settles["both_sides_revoked_wait"]:
        return False
    return any(
        other.trick == revoke.trick
        and other.seat.side is not revoke.seat.side
        and other.status == "certain"
        and not other.played_on
        for other in game.watch.revokes
    )


def _establish(game: Game, revoke: Revoke, rests_on: RestsOn) -> None:
    """Law 63: the revoke trick stands; tricks go over at the end of play."""
    established = replace(revoke, status="established", id=f"revoke_established@{revoke.n}:{revoke.seat.name}")
    _keep(game, established)
    if _has_shown_suit(game, revoke):
        rests_on = RestsOn.SEEN
    if transfers.hangs_on_unseen(game, established):
        rests_on = RestsOn.UNSEEN
    facts = transfers.facts(game, established)
    game.raise_finding("revoke_established", revoke.n, seat=revoke.seat, facts=facts, rests_on=rests_on)
    # It may bear on what is due for another (64B).
    after_trick(game)


def _may_wait(game: Game, revoke: Revoke) -> bool:
    """Would it wait for the other side, had that revoked in the same trick with a closed hand (2017 Law 62C3)?"""
    if not game.edition.settles["both_sides_revoked_wait"]:
        return False
    if (revoke.trick, revoke.seat.side.other) in game.watch.bound:
        return True
    # A claim may come while the trick is in progress.
    cards = next(
        (trick.cards for trick in game.play.done if trick.number == revoke.trick),
        [(played.seat, played.card) for played in game.play.on_table],
    )
    return any(
        seat.side is not revoke.seat.side and card.suit is not revoke.suit and holdings.is_closed(game, seat)
        for seat, card in cards
    )


def _has_shown_suit(game: Game, revoke: Revoke) -> bool:
    """Has the offender played a card of the suit since, before all eyes? Of an order that says nothing."""
    later = game.play.played[revoke.seat].items()
    return not revoke.is_order and any(card.suit is revoke.suit and trick > revoke.trick for card, trick in later)


def after_trick(game: Game) -> None:
    """A trick is complete or the play is over: what is due for revokes and defective tricks may be known now."""
    for revoke in game.watch.revokes:
        if revoke.status == "established" and revoke.id in game.findings:
            _tell_what_is_due(game, revoke)
    for defect in game.watch.defects:
        if defect.is_defective:
            game.change_finding(defect.id, facts=transfers.facts_of_defect(game, defect))


def _tell_what_is_due(game: Game, revoke: Revoke) -> None:
    found, facts = game.findings[revoke.id], transfers.facts(game, revoke)
    if facts != found.facts:
        rests_on = RestsOn.UNSEEN if transfers.hangs_on_unseen(game, revoke) else found.rests_on
        game.change_finding(revoke.id, facts=facts, rests_on=rests_on)


def rule_transfer(game: Game, n: str, found: Irregularity, ruling: Ruling) -> None:
    """The director transfers tricks, or none, at the end of play (64A)."""
    side = ruling.to or (found.seat.side.other if found.seat else Side.NS)
    game.score.transfers[found.id] = (side, ruling.tricks or 0)
    game.close(found.id, "ruling", n, ruling.choice)
    transfers.refresh(game)


# -- defective tricks (67) --------------------------------------------------------------------------------------


def _defects_played_on(game: Game, n: str, seat: Seat, trick: int) -> None:
    """A trick of three cards becomes defective once both sides have played to the next."""
    for index, defect in enumerate(game.watch.defects):
        if defect.is_mended or defect.is_defective or defect.trick >= trick:
            continue
        sides = defect.played_on | {seat.side}
        now = replace(defect, played_on=sides)
        if len(sides) == len(Side):
            game.close(defect.id, "promoted", n)
            attention = Attention.NOW if game.regulations.revoke_attention == "now" else None
            facts = transfers.facts_of_defect(game, defect)
            found = game.raise_finding("defective_trick", defect.n, seat=defect.seat, facts=facts, attention=attention)
            now = replace(now, id=found.id, is_defective=True)
        game.watch.defects[index] = now
