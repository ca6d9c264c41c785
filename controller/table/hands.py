"""Full scans of pockets and hands, and cards that another hand should hold (Laws 1, 6, 7, 13 to 15)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.model.board import HAND_SIZE
from controller.model.cards import Card, in_order
from controller.model.events import CardPlayed, CardsExposed, HandFaced, HandScanned, PocketScanned
from controller.model.irregularities import RestsOn
from controller.model.seats import SEATS, Seat
from controller.table import revokes
from controller.table.game import Game

#: What these findings say of hands that nobody has seen rests on cards unseen.
UNSEEN = RestsOn.UNSEEN


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in in_order(cards)]


def _raise(game: Game, kind: str, n: str, about: Seat, *, is_seats: bool = True, **facts: object) -> None:
    """Raise a finding about a seat's scan, once, until it is ruled."""
    if game.hands.raised.get(about) in game.pending:
        return
    found = game.raise_finding(
        kind, n, seat=about if is_seats else None, facts={"of": about.name, **facts}, rests_on=UNSEEN
    )
    game.hands.raised[about] = found.id


def _before_play(game: Game) -> bool:
    return game.phase == "auction"


# -- pockets ----------------------------------------------------------------------------------------------------


def on_pocket(game: Game, n: str, event: PocketScanned) -> None:
    """A pocket of the board is scanned, before the hands are taken or after they are put back."""
    if event.pack is not None:
        _raise(game, "foreign_card", n, event.seat, pack=event.pack, cards=_texts(event.cards))
        return
    cards = frozenset(event.cards)
    if len(cards) != len(event.cards):
        twice = sorted({c.text for c in event.cards if event.cards.count(c) > 1})
        _raise(game, "duplicate_card", n, event.seat, cards=twice)
    elif game.phase in ("ended", "claim"):
        _pocket_after_play(game, n, event.seat, cards)
    elif _before_play(game):
        _pocket_before_play(game, n, event.seat, cards)


def _pocket_before_play(game: Game, n: str, seat: Seat, cards: frozenset[Card]) -> None:
    hands = game.hands
    hands.scans[seat] = cards
    if len(cards) != HAND_SIZE:
        _raise(game, "misdealt_board", n, seat, is_seats=False, count=len(cards))
        return
    if seat in hands.record:
        if cards != hands.record[seat] and cards != hands.adopted.get(seat):
            _raise(
                game,
                "deal_mismatch",
                n,
                seat,
                is_seats=False,
                surplus=_texts(cards - hands.record[seat]),
                missing=_texts(hands.record[seat] - cards),
            )
        return
    twice = _held_elsewhere(game, seat, cards)
    if twice:
        _raise(game, "duplicate_card", n, seat, cards=_texts(twice))
        return
    hands.record[seat] = game.play.known[seat] = cards


def _pocket_after_play(game: Game, n: str, seat: Seat, cards: frozenset[Card]) -> None:
    """Law 7C: each pocket gets its own thirteen back."""
    dealt = game.hands.adopted.get(seat) or game.hands.record.get(seat) or _whole(game.play.known.get(seat))
    if dealt is not None:
        right = cards == dealt
    else:
        others = {c for s in SEATS if s is not seat for c in game.play.played[s]}
        right = len(cards) == HAND_SIZE and not (cards & others) and game.play.played[seat].keys() <= cards
    if not right:
        missing = _texts((dealt or game.play.played[seat].keys()) - cards)
        _raise(game, "hand_not_restored", n, seat, missing=missing)
        return
    raised = game.hands.raised.get(seat, "")
    if raised.startswith("hand_not_restored") and raised in game.pending:
        game.close(raised, "action", n)
    if dealt is None:
        game.play.known[seat] = cards
    revokes.on_card_shown(game, n, seat, tuple(in_order(cards)), rests_on=UNSEEN)


def _whole(hand: frozenset[Card] | None) -> frozenset[Card] | None:
    return hand if hand is not None and len(hand) == HAND_SIZE else None


# -- held hands -------------------------------------------------------------------------------------------------


def on_hand(game: Game, n: str, event: HandScanned) -> None:
    """A held hand is scanned: its cards, or how many."""
    if game.phase in ("idle", "ended"):
        return
    seat, cards = event.seat, event.cards
    if event.pack is not None:
        _raise(game, "foreign_card", n, seat, pack=event.pack, cards=_texts(cards or ()))
        return
    expected = HAND_SIZE - len(game.play.played[seat])
    count = len(cards) if cards is not None else event.count
    if cards is not None and len(set(cards)) != len(cards):
        _raise(game, "duplicate_card", n, seat, cards=sorted({c.text for c in cards if cards.count(c) > 1}))
        return
    outside = _on_the_table(game, seat).difference(cards or ())
    if count not in (expected, expected - len(outside)):
        _raise(game, "wrong_hand_count", n, seat, count=count, expected=expected)
    elif cards is not None:
        _hand_with_faces(game, n, seat, frozenset(cards) | (outside if count != expected else set()))


def _on_the_table(game: Game, seat: Seat) -> set[Card]:
    """Cards of a hand that lie face up on the table and do not count as played: a scan of the hand may miss them."""
    play = game.play
    lying = {p.card for p in play.penalty if p.seat is seat} | {a.card for a in play.ahead if a.seat is seat}
    lying |= {card for shown in game.shown_in_auction if shown.seat is seat for card in shown.cards}
    if play.lead_waits is not None and play.lead_waits.seat is seat:
        lying.add(play.lead_waits.card)
    return lying - play.played[seat].keys()


def _hand_with_faces(game: Game, n: str, seat: Seat, cards: frozenset[Card]) -> None:
    hands, played = game.hands, game.play.played[seat].keys()
    hands.scans[seat] = cards
    whole = cards | played
    if seat in hands.record:
        if whole == hands.record[seat]:
            hands.taken.pop(seat, None)
            hands.adopted.pop(seat, None)
            game.play.known[seat] = whole
        elif whole != hands.adopted.get(seat):
            _another_hand(game, n, seat, cards)
        return
    if whole == hands.adopted.get(seat):
        return
    twice = _held_elsewhere(game, seat, cards)
    if twice:
        _raise(game, "duplicate_card", n, seat, cards=_texts(twice))
        return
    board = _earlier_board(game, cards)
    if board is not None:
        _raise(game, "hand_from_wrong_board", n, seat, board=board)
        return
    game.play.known[seat] = whole
    revokes.on_card_shown(game, n, seat, tuple(in_order(cards)), rests_on=UNSEEN)


def _another_hand(game: Game, n: str, seat: Seat, cards: frozenset[Card]) -> None:
    """With a record: whose cards are these?"""
    hands = game.hands
    owner = next((s for s in SEATS if hands.record.get(s) == cards), None)
    if owner is not None:
        hands.taken[seat] = owner
        if _is_turned(game):
            _orientation(game, n, seat)
        else:
            _raise(game, "hand_from_wrong_pocket", n, seat, pocket=owner.name)
        return
    board = _earlier_board(game, cards)
    if board is not None:
        _raise(game, "hand_from_wrong_board", n, seat, board=board)
        return
    of_others = {s.name: _texts(cards & hand) for s, hand in hands.record.items() if s is not seat and cards & hand}
    if of_others:
        _raise(game, "card_not_in_that_hand", n, seat, cards=of_others)
    else:
        _raise(game, "deal_mismatch", n, seat, is_seats=False, surplus=_texts(cards - hands.record[seat]))


def _is_turned(game: Game) -> bool:
    """All four hands were taken the same number of places round (Law 7)."""
    taken = game.hands.taken
    return len(taken) == 4 and len({seat.to(owner) for seat, owner in taken.items()}) == 1


def _orientation(game: Game, n: str, seat: Seat) -> None:
    """One finding for the board in place of four for the hands."""
    places = seat.to(game.hands.taken[seat])
    found = game.raise_finding("wrong_orientation", n, seat=None, facts={"places": places}, rests_on=UNSEEN)
    for finding_id in [i for i, kind in game.pending.items() if kind == "hand_from_wrong_pocket"]:
        game.close(finding_id, "promoted", n)
    for other in SEATS:
        game.hands.raised[other] = found.id


def _earlier_board(game: Game, cards: frozenset[Card]) -> int | None:
    for number, known in reversed(game.memory.hands):
        if number != game.board and len(cards) == HAND_SIZE and cards in known.values():
            return number
    return None


def _held_elsewhere(game: Game, seat: Seat, cards: frozenset[Card]) -> set[Card]:
    """Cards that another seat's latest scan still holds, or that another seat has played."""
    found: set[Card] = set()
    for other in SEATS:
        if other is seat:
            continue
        played = game.play.played[other].keys()
        found |= cards & ((game.hands.scans.get(other, frozenset()) - played) | played)
    return found


def adopt(game: Game, seat: Seat) -> None:
    """The director lets the board go on with this hand as it was scanned: from here on it is the hand that is known."""
    scan = game.hands.scans.get(seat)
    whole = (scan or frozenset()) | game.play.played[seat].keys()
    if len(whole) == HAND_SIZE:
        game.hands.adopted[seat] = game.play.known[seat] = whole


# -- single cards -----------------------------------------------------------------------------------------------


def on_spread(game: Game, n: str, seat: Seat, cards: tuple[Card, ...]) -> None:
    """A hand lies open, for all to see, with more cards than it can hold."""
    expected = HAND_SIZE - len(game.play.played[seat])
    is_told = game.hands.raised.get(seat) in game.pending
    if len(set(cards) - game.play.played[seat].keys()) > expected and not is_told:
        facts = {"of": seat.name, "count": len(cards), "expected": expected}
        game.hands.raised[seat] = game.raise_finding("wrong_hand_count", n, seat=seat, facts=facts).id


def is_foreign(game: Game, n: str, event: CardPlayed | CardsExposed | HandFaced) -> bool:
    """Cards are put or shown by a seat that cannot be its own: that is told, and the act waits for the director."""
    cards = (event.card,) if isinstance(event, CardPlayed) else event.cards
    found = _not_its_own(game, n, event.seat, cards, event.pack)
    if found is None:
        return False
    game.hands.set_aside[found] = replace(event, pack=None)
    return True


def _not_its_own(game: Game, n: str, seat: Seat, cards: tuple[Card, ...], pack: str | None) -> str | None:
    """The finding about the first of the cards that is not the seat's; None if all may be."""
    if pack is not None:
        return _raise_card(game, "foreign_card", n, seat, cards, pack=pack)
    hands = game.hands
    if not hands.record and not hands.scans and not _any_played_elsewhere(game, seat, cards):
        return None
    for card in cards:
        own = hands.adopted.get(seat) or hands.record.get(seat) or game.play.known.get(seat)
        if (own is not None and card in own) or (seat, card) in hands.let_be:
            continue
        if _is_played_elsewhere(game, seat, card):
            return _raise_card(game, "duplicate_card", n, seat, (card,))
        owner = next((s for s, hand in hands.record.items() if s is not seat and card in hand), None)
        if owner is not None:
            return _raise_card(game, "card_not_in_that_hand", n, seat, (card,), owner=owner.name, rests_on=UNSEEN)
        if card in _held_elsewhere(game, seat, frozenset((card,))):
            return _raise_card(game, "duplicate_card", n, seat, (card,), rests_on=UNSEEN)
        if own is not None and len(own) == HAND_SIZE and (seat in hands.record or seat in hands.scans):
            return _raise_card(game, "card_not_in_that_hand", n, seat, (card,), rests_on=UNSEEN)
    return None


def _any_played_elsewhere(game: Game, seat: Seat, cards: tuple[Card, ...]) -> bool:
    return any(_is_played_elsewhere(game, seat, card) for card in cards)


def _is_played_elsewhere(game: Game, seat: Seat, card: Card) -> bool:
    """Has another hand played the card, or does it lie there as that hand's?"""
    play = game.play
    played = play.played
    if card in played[seat.lho] or card in played[seat.partner] or card in played[seat.rho]:
        return True
    lying = [(a.seat, a.card) for a in play.ahead] + [(p.seat, p.card) for p in play.penalty]
    if play.lead_waits is not None:
        lying.append((play.lead_waits.seat, play.lead_waits.card))
    return any(lain is card and owner is not seat for owner, lain in lying)


def _raise_card(
    game: Game,
    kind: str,
    n: str,
    seat: Seat,
    cards: tuple[Card, ...],
    *,
    rests_on: RestsOn = RestsOn.SEEN,
    owner: str | None = None,
    pack: str | None = None,
) -> str:
    """The finding's id; the same card shown again while the director has yet to rule is told once."""
    facts: dict[str, object] = {"cards": _texts(cards)}
    facts |= {name: value for name, value in (("owner", owner), ("pack", pack)) if value is not None}
    for found_id in game.pending:
        found = game.findings[found_id]
        if found.kind == kind and found.seat is seat and found.facts.get("cards") == facts["cards"]:
            return found_id
    return game.raise_finding(kind, n, seat=seat, facts=facts, rests_on=rests_on).id
