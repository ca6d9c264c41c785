"""Orders over a defender's lead: the rights of Laws 26, 50 and 51, the orders given, when they end, are they obeyed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from controller.model.calls import Bid
from controller.model.cards import SUITS, Card, Suit, suit_of
from controller.model.irregularities import act_of
from controller.model.seats import Seat
from controller.table import holdings, penalty_cards
from controller.table.game import Game, Withdrawn
from controller.table.play_state import LeadOrder

REQUIRE, FORBID, FREE = "require", "forbid", "free"
ORDERS = (REQUIRE, FORBID, FREE)
ALL_SUITS = frozenset(SUITS)


class Right(NamedTuple):
    """Declarer may order the lead of `seat`: by which Law, on which findings, and which suits each order may name."""

    seat: Seat
    law: str
    ids: tuple[str, ...]
    suits: dict[str, tuple[Suit, ...]]


# -- rights not yet used ----------------------------------------------------------------------------------------


def rights(game: Game) -> list[Right]:
    """The rights that stand now, with a defender on lead. While a claim is open there is no lead to order."""
    return [] if game.phase == "claim" else unused(game)


def unused(game: Game) -> list[Right]:
    """The same, and those that a claim has left open: the director may still rule on a lead made before it."""
    leader = game.play.leader
    if not game.withdrawn and not game.play.penalty:
        return []
    if leader is None or game.phase not in ("clarification", "play", "claim") or not game.is_defender(leader):
        return []
    if any(p.seat is not leader for p in game.play.on_table):
        return []
    found = [right for w in game.withdrawn if (right := _by_withdrawn_call(game, w, leader)) is not None]
    right = _by_penalty_cards(game, leader)
    return found if right is None else [*found, right]


def _by_withdrawn_call(game: Game, withdrawn: Withdrawn, leader: Seat) -> Right | None:
    """Law 26: at partner's first turn to lead."""
    if withdrawn.seat.partner is not leader or withdrawn.is_used or not withdrawn.gives_right:
        return None
    if game.edition.settles["lead_order_after_withdrawn_call"] == "require or forbid shown":
        suits = _suits_shown(game, withdrawn)
    else:
        named = _suits_named(game.calls, withdrawn.seat)
        suits = {FORBID: tuple(s for s in SUITS if s not in named)}
    return Right(leader, "26", (withdrawn.id,), suits) if suits.get(FORBID) else None


def _suits_shown(game: Game, withdrawn: Withdrawn) -> dict[str, tuple[Suit, ...]]:
    """1987 Law 26: a suit shown and not named later may be required or forbidden; no suit shown: any one forbidden."""
    call = withdrawn.call
    if withdrawn.suits is not None:
        shown = holdings.in_rank(suit_of(s) for s in withdrawn.suits)
    elif withdrawn.is_natural and isinstance(call, Bid) and call.denomination.trump is not None:
        shown = (call.denomination.trump,)
    else:
        shown = ()
    if not shown:
        return {FORBID: SUITS}
    act = act_of(withdrawn.id)
    places = [i for i, call_shown in enumerate(game.shown) if call_shown.n == act]
    later = game.shown[places[0] + 1 :] if places else []
    named = _suits_named([c for c in later if c.status == "stands"], withdrawn.seat)
    left = tuple(s for s in shown if s not in named)
    return {REQUIRE: left, FORBID: left}


def _suits_named(calls: Iterable[Any], seat: Seat) -> frozenset[Suit]:
    """The suits that a player has named in these calls."""
    bids = [c.call for c in calls if c.seat is seat and isinstance(c.call, Bid)]
    return frozenset(b.denomination.trump for b in bids if b.denomination.trump is not None)


def _by_penalty_cards(game: Game, leader: Seat) -> Right | None:
    """Laws 50 and 51: partner of the leader has major penalty cards, and declarer has not chosen for this lead."""
    cards = penalty_cards.majors(game, leader.partner)
    if not cards or game.play.chosen == game.play.trick:
        return None
    if game.play.on_table and early_lead(game) is None:
        return None
    suits = holdings.in_rank(p.card.suit for p in cards)
    law = "50" if len(cards) == 1 else "51"
    return Right(leader, law, tuple(dict.fromkeys(p.id for p in cards)), {REQUIRE: suits, FORBID: suits})


def early_lead(game: Game) -> str | None:
    """The finding about a lead made before declarer had chosen, while it waits."""
    for finding_id, kind in game.pending.items():
        if kind == "lead_before_option_declared":
            return finding_id
    return None


def right_on(game: Game, finding_id: str) -> Right | None:
    """The right that is ruled on that finding, if it stands now."""
    return next((right for right in rights(game) if finding_id in right.ids), None)


def shown(game: Game) -> list[dict[str, Any]]:
    """`lead_restrictions` of the State: orders in force, then rights not yet used."""
    orders = [{"seat": o.seat.name, o.kind: [s.name for s in o.suits]} for o in game.play.lead_orders]
    return orders + [{"seat": right.seat.name, "pending": right.law} for right in rights(game)]


# -- orders -----------------------------------------------------------------------------------------------------


def suits_for(right: Right, choice: str, given: tuple[Suit, ...] | None) -> tuple[Suit, ...] | None:
    """The suits that an order names: those given, or the only one there is; None if they are not open to declarer."""
    lawful = right.suits.get(choice, ())
    if choice == FREE:
        return ()
    if not given:
        return lawful if len(lawful) == 1 else None
    several = choice == FORBID and right.law == "51"
    if any(s not in lawful for s in given) or (len(given) > 1 and not several):
        return None
    return holdings.in_rank(given)


def use(game: Game, right: Right, choice: str, suits: tuple[Suit, ...], finding_id: str) -> None:
    """Declarer has chosen: the order stands, penalty cards of its suits go back to the hand, the right is used."""
    play = game.play
    if choice != FREE:
        play.lead_orders.append(LeadOrder(right.seat, choice, suits, right.law, finding_id))
    if right.law == "26":
        _used(game, finding_id)
        return
    play.chosen = play.trick
    if choice != FREE:
        penalty_cards.back_to_hand(game, right.seat.partner, suits)


def _used(game: Game, finding_id: str) -> None:
    game.withdrawn = [replace(w, is_used=True) if w.id == finding_id else w for w in game.withdrawn]


def lapse(game: Game) -> None:
    """Declarer or dummy plays to the lead: a right of Law 26 that was not used is lost."""
    for right in rights(game) if game.withdrawn else ():
        if right.law == "26":
            _used(game, right.ids[0])


def led(game: Game, seat: Seat) -> None:
    """`require` binds one lead only."""
    if game.play.lead_orders:
        game.play.lead_orders = [o for o in game.play.lead_orders if o.seat is not seat or o.kind != REQUIRE]


def trick_is_over(game: Game) -> None:
    """`forbid` binds while the seat keeps the lead; orders over a play end with its trick."""
    play = game.play
    play.lead_orders = [o for o in play.lead_orders if o.kind == FORBID and o.seat is play.leader]
    play.play_orders = []


# -- are they obeyed? -------------------------------------------------------------------------------------------


def ordered_suits(game: Game, seat: Seat) -> frozenset[Suit]:
    """The suits that orders leave open to a leader, whatever he holds."""
    suits = ALL_SUITS
    for order in game.play.lead_orders:
        if order.seat is seat:
            suits = _under(order, suits)
    return suits


def open_suits(game: Game, seat: Seat) -> frozenset[Suit]:
    """The suits that he may lead: an order that he cannot obey leaves him free (Law 59), the others still bind him."""
    suits = ALL_SUITS
    for order in game.play.lead_orders:
        left = _under(order, suits) if order.seat is seat else suits
        if not all(holdings.is_known_void(game, seat, suit) for suit in left):
            suits = left
    return suits


def _under(order: LeadOrder, suits: frozenset[Suit]) -> frozenset[Suit]:
    """Those of the suits that an order leaves."""
    return suits & frozenset(order.suits) if order.kind == REQUIRE else suits - frozenset(order.suits)


def breach(game: Game, seat: Seat, card: Card, suits: frozenset[Suit]) -> holdings.Verdict:
    """Is an order broken by this lead?"""
    if card.suit in suits:
        return holdings.NO
    return holdings.another(game, seat, card, lambda c: c.suit in suits)
