"""The director of a story: rules on what waits, gives the orders that rights allow, and types some of it late."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.story_calls import lawful_call

from controller.model.cards import SUITS, Suit, card
from controller.model.events import CallMade, CardPlayed, Correction, Gap, Replacement, Ruling, TableEvent
from controller.model.irregularities import Irregularity, RestsOn
from controller.model.seats import SEATS, Side
from controller.table import lead_orders, refusal
from controller.table.rulings import EFFECTS, ON_ANYTHING

if TYPE_CHECKING:
    from support.stories import Teller

ENDING = tuple(ON_ANYTHING)
CHOICES = sorted({choice for _, choice in EFFECTS} | {*ENDING, "dismiss"})


def on_what_waits(it: Teller) -> Ruling | None:
    """A lawful choice on an open finding; one that ends the board seldom."""
    waiting = [f for f in it.table.open_findings if not it.manner.is_open or f.rests_on is RestsOn.SEEN]
    if not waiting:
        return None
    found = it.dice.choice(waiting)
    choices = [c for c in found.options if c not in ENDING or it.dice.random() < 0.05]
    it.dice.shuffle(choices)
    if it.dice.random() < 0.06:
        choices.insert(0, "unintended" if "call" in found.kind or "bid" in found.kind else "put_back")
    tries = [detailed(it, found, choice) for choice in choices]
    return next((ruling for ruling in tries if refusal(it.table, ruling) is None), None)


def by_a_right(it: Teller) -> Ruling | None:
    """Lead orders, and whether a replacement was comparable."""
    game, dice = it.game, it.dice
    for right in lead_orders.rights(game):
        choice = dice.choice(["require", "forbid", "forbid", "free"])
        suits = right.suits.get(choice)
        named = (dice.choice(suits),) if suits else None
        on = dice.choice(right.ids)
        if not it.manner.is_open or it.table.findings[on].rests_on is RestsOn.SEEN:
            return Ruling(on=on, choice=choice, suits=named)
    for duty in game.duties:
        if duty.replaced_by is not None:
            return Ruling(on=duty.id, choice=dice.choice(["comparable", "not_comparable"]))
    changed = [w.id for w in game.withdrawn if w.id.startswith("change_of_call")]
    return Ruling(on=changed[0], choice=dice.choice(["comparable", "not_comparable"])) if changed else None


def on_something_closed(it: Teller) -> Ruling | None:
    """On any finding of the board: tricks transferred at the end, a card let back, a choice that is no longer open."""
    found = it.some_finding()
    if found is None:
        return None
    choice = it.dice.choice([*found.options, *found.options, it.dice.choice(CHOICES), "transfer", "put_back"])
    return None if choice in ENDING and it.dice.random() < 0.8 else detailed(it, found, choice)


def any_choice(it: Teller) -> Ruling | None:
    found = it.some_finding()
    choice = it.dice.choice([c for c in CHOICES if c not in ENDING])
    return found and detailed(it, found, choice)


def dismissed(it: Teller) -> Ruling | None:
    found = it.some_finding()
    return found and Ruling(on=found.id, choice="dismiss")


def on_no_finding(it: Teller) -> Ruling:
    return Ruling(
        on=it.dice.choice(["insufficient_bid", "revoke_certain@999:N", "fifth_card_in_trick#3"]), choice="cancel"
    )


def typed_late(it: Teller) -> Ruling | None:
    """A ruling on an earlier act, in the place where it was given."""
    found = it.some_finding()
    if found is None or not found.options:
        return None
    act = found.id.partition("@")[2].rpartition(":")[0]
    if not act.isdigit():
        return None
    choices = [c for c in found.options if c not in ENDING]
    if not choices:
        return None
    ruling = detailed(it, found, it.dice.choice(choices))
    return replace(ruling, after=int(act) + it.dice.choice([0, 0, 1, 2]))


def revised(it: Teller) -> Ruling | None:
    """An earlier ruling of this board is replaced in its place."""
    earlier = [(n, e) for n, e in enumerate(it.events) if isinstance(e, Ruling) and n > it.board_at]
    if not earlier:
        return None
    n, was = it.dice.choice(earlier)
    found = it.table.findings.get(was.on)
    if found is None or not found.options:
        return None
    choices = [c for c in found.options if c not in ENDING] or ["play_on"]
    return replace(detailed(it, found, it.dice.choice(choices)), revises=n)


def detailed(it: Teller, found: Irregularity, choice: str) -> Ruling:
    """The ruling with whatever the choice must name."""
    dice = it.dice
    named = found.facts.get("suits")
    lawful = (named.get(choice) if isinstance(named, dict) else None) or [s.name for s in SUITS]
    shown = found.facts.get("cards")
    # A choice that the finding itself names is given within its suits; sometimes nothing is named.
    suit = Suit[dice.choice(list(lawful))]
    names_call = choice == "cancel" and dice.random() < 0.7
    return Ruling(
        on=found.id,
        choice=choice,
        suits=None if names_call or dice.random() < 0.05 else (suit,),
        suit=suit,
        card=card(dice.choice(shown)) if isinstance(shown, list) and shown else None,
        kind=dice.choice([None, None, "major", "minor"]),
        tricks=dice.choice([0, 1, 1, 2]),
        to=dice.choice([None, *Side]),
        contract=dice.choice([None, "3NT", "2HX"]) if choice == "adjust" else None,
        declarer=dice.choice(SEATS) if choice == "adjust" else None,
        ns_percent=60.0 if choice == "artificial" else None,
        ew_percent=40.0 if choice == "artificial" else None,
        artificial=True if choice == "cancel" and dice.random() < 0.15 else None,
    )


# -- corrections ------------------------------------------------------------------------------------------------


def correction(it: Teller) -> Correction | None:
    """A call or a card of this board was read wrongly: another it was, or none, or one more came before it."""
    dice = it.dice
    acts = [n for n, e in enumerate(it.events) if n > it.board_at and isinstance(e, CallMade | CardPlayed)]
    if not acts:
        return None
    n = dice.choice(acts[-12:])
    by = dice.choice(["director", "director", "sensor", None])
    wrong = it.events[n]
    kind = dice.randrange(3)
    if kind == 0:
        return Correction(replaces=(n,), events=(), reason="a ghost", by=by)
    if kind == 1:
        new = other_than(it, wrong)
        return Correction(replaces=(n,), events=(Replacement(new, same_as=n),), reason="misread", by=by)
    return Correction(replaces=(), before=n, events=(Replacement(other_than(it, wrong)),), reason="missed", by=by)


def other_than(it: Teller, event: TableEvent) -> TableEvent:
    """The same sort of act, read differently."""
    dice = it.dice
    if isinstance(event, CardPlayed):
        seat = event.seat if dice.random() < 0.7 else dice.choice(SEATS)
        return CardPlayed(seat=seat, card=dice.choice(sorted(it.hands[seat])), face=event.face, t=event.t)
    if isinstance(event, CallMade):
        seat = event.seat if dice.random() < 0.7 else dice.choice(SEATS)
        return CallMade(seat=seat, call=lawful_call(it))
    return Gap(reason="nothing there")
