"""Players who err: a story on a known deal, mostly lawful, made act by act from what the table says."""

import random
from collections.abc import Iterator
from dataclasses import replace

from support.build import auction, board

from controller.model.board import Deal
from controller.model.cards import PACK, Card, cards, suit_of
from controller.model.events import CardPlayed, CardReturned, CardsExposed, HandFaced, Ruling, TableEvent
from controller.model.irregularities import Irregularity
from controller.model.notation import print_deal
from controller.model.seats import SEATS, Seat
from controller.table import Table, refusal, step

#: Choices that say nothing of cards unseen; the director rules on what all have seen.
_AUCTION = "S: 1NT P 3NT P P P"


def dealt(rng: random.Random) -> dict[Seat, frozenset[Card]]:
    """A deal at random."""
    pack = list(PACK)
    rng.shuffle(pack)
    return {seat: frozenset(pack[13 * i : 13 * i + 13]) for i, seat in enumerate(SEATS)}


def deal_text(hands: dict[Seat, frozenset[Card]]) -> str:
    return print_deal(Deal(hands))


def start(hands: dict[Seat, frozenset[Card]]) -> list[TableEvent]:
    """South plays three notrump with these hands; West is to lead."""
    return [board(3, deal_text(hands)), *auction(_AUCTION)]


def story(rng: random.Random, laws: str, length: int, *, errs: float = 0.15) -> list[TableEvent]:
    """So many acts and rulings after the auction; a player errs every so often, the director rules on most of it."""
    hands = dealt(rng)
    events = start(hands)
    table = Table.fresh(laws)
    for event in events:
        table = step(table, event).table
    for _ in range(length):
        event = _next(rng, table, hands, errs)
        if event is None:
            break
        events.append(event)
        table = step(table, event).table
    return events


def _next(rng: random.Random, table: Table, hands: dict[Seat, frozenset[Card]], errs: float) -> TableEvent | None:
    seen = [found for found in table.open_findings if found.rests_on.value == "seen"]
    if seen and rng.random() < 0.8:
        ruled = _ruling(rng, table, seen[0])
        if ruled is not None:
            return ruled
    state = table.state()
    if state["phase"] == "ended":
        return None
    dummy = table.state()["dummy"]
    if state["phase"] == "play" and dummy and Seat[dummy] not in table.faced:
        return HandFaced(seat=Seat[dummy], cards=tuple(sorted(table.remaining(Seat[dummy]))))
    return _act(rng, table, hands, errs)


def _ruling(rng: random.Random, table: Table, found: Irregularity) -> Ruling | None:
    tries = [_detailed(rng, found, choice) for choice in rng.sample(found.options, len(found.options))]
    return next((ruling for ruling in tries if refusal(table, ruling) is None), None)


def _detailed(rng: random.Random, found: Irregularity, choice: str) -> Ruling:
    suits = found.facts.get("suits", {}).get(choice, ["S"])
    named = rng.choice(list(suits) or ["S"])
    shown = found.facts.get("cards") or ["SA"]
    return Ruling(
        on=found.id,
        choice=choice,
        suits=(suit_of(named),),
        suit=suit_of(named),
        card=cards(shown[0])[0] if isinstance(shown, list) else None,
        tricks=0,
    )


def _act(rng: random.Random, table: Table, hands: dict[Seat, frozenset[Card]], errs: float) -> TableEvent:
    turn = table.game.turn or Seat.W
    seat = rng.choice(SEATS) if rng.random() < errs else turn
    held = sorted(hands[seat] - table.game.play.played[seat].keys()) or sorted(hands[seat])
    if rng.random() < errs / 2:
        return CardsExposed(seat=seat, cards=(rng.choice(held),), seen_by_partner=True)
    on_table = [card for who, card in table.on_table if who is seat]
    if on_table and rng.random() < errs:
        return CardReturned(seat=seat, card=on_table[0])
    return CardPlayed(seat=seat, card=_card(rng, table, held, errs))


def _card(rng: random.Random, table: Table, held: list[Card], errs: float) -> Card:
    led = table.on_table[0][1].suit if table.on_table else None
    following = [card for card in held if card.suit is led]
    return rng.choice(following if following and rng.random() > errs else held)


def shown_by(events: list[TableEvent]) -> dict[Seat, set[Card]]:
    """The cards of each hand that all have seen in a story."""
    seen: dict[Seat, set[Card]] = {seat: set() for seat in SEATS}
    for event in events:
        for card in _cards_of(event):
            seen[event.seat].add(card)  # type: ignore[attr-defined]
    return seen


def _cards_of(event: TableEvent) -> Iterator[Card]:
    if isinstance(event, CardPlayed | CardReturned):
        yield event.card
    elif isinstance(event, CardsExposed | HandFaced):
        yield from event.cards


def redealt(rng: random.Random, events: list[TableEvent]) -> list[TableEvent]:
    """The same story on another deal in which every card that was seen is where it was seen."""
    seen = shown_by(events)
    others = [card for card in PACK if not any(card in cards for cards in seen.values())]
    rng.shuffle(others)
    hands = {}
    for seat in SEATS:
        wanted = 13 - len(seen[seat])
        hands[seat] = frozenset(seen[seat]) | frozenset(others[:wanted])
        others = others[wanted:]
    return [replace(events[0], deal=Deal(hands)), *events[1:]]
