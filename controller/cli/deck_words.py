"""What is said to whoever enrols or checks a deck, in their language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.desk import shown
from controller.desk.words import Words
from controller.model.board import HAND_SIZE, Hand
from controller.model.cards import Card, in_order
from controller.model.seats import Seat
from controller.sensing.enrolment import Enrolled, Enrolment, Ready, TakenBack, Trouble
from controller.sensing.enrolment import Step as EnrolmentStep
from controller.sensing.hand_read import CardRead, HandRead, HandStep, Stranger
from controller.sensing.stack_check import CheckStep, PileRead, StackCheck

#: A card that answers for a smaller share of the time is named.
WEAK = 0.5


def enrolment_line(step: EnrolmentStep, enrolment: Enrolment, words: Words) -> str:
    """What a step of the pass amounts to, and what to do next."""
    coming = enrolment.next_card
    following = "" if coming is None else _card(coming, words)
    match step:
        case Ready():
            return words.text("deck.ready", {"card": following})
        case Enrolled(card, tag, number):
            key = "deck.enrolled" if coming is not None else "deck.last"
            return words.text(key, {"n": number, "card": _card(card, words), "tag": tag, "next": following})
        case TakenBack(card):
            return words.text("deck.back", {"card": _card(card, words)})
        case Trouble(kind, tags, card, deck):
            fields = {"n": len(tags), "tag": ", ".join(tags), "deck": deck, "next": following}
            fields["card"] = "" if card is None else _card(card, words)
            return words.text(f"deck.trouble.{kind}", fields)


def check_lines(step: CheckStep, check: StackCheck, words: Words) -> Iterator[str]:
    """What a step of the check amounts to, line by line."""
    if isinstance(step, Ready):
        yield words.text("deck.check")
    elif isinstance(step, PileRead):
        yield from _pile(step, words)
        if not check.is_done:
            yield words.text("deck.lift")
    else:
        yield words.text("deck.lifted")


def verdict(check: StackCheck, name: str, words: Words) -> str:
    """Was every card read through a stack?"""
    if not check.unread:
        return words.text("deck.readable", {"name": name})
    return words.text("deck.unreadable", {"cards": " ".join(_card(card, words) for card in check.unread)})


def hand_line(step: HandStep, words: Words) -> str:
    """What a step of reading a hand amounts to."""
    match step:
        case Ready():
            return words.text("deck.hand.ready")
        case CardRead(card, number):
            return words.text("deck.hand.card", {"n": number, "card": _card(card, words)})
        case Stranger(tag, deck):
            return words.text("deck.hand.other" if deck else "deck.hand.stranger", {"tag": tag, "deck": deck})


def hand_verdict(hand: HandRead, words: Words, *, of: tuple[int, Seat, Hand] | None) -> Iterator[str]:
    """What was read, and how it stands to the hand of that board and seat."""
    cards, deck = hand.cards, hand.deck.id if hand.deck is not None else ""
    yield words.text("deck.hand.whole", {"n": len(cards), "deck": deck, "cards": _cards(cards, words)})
    if len(cards) != HAND_SIZE:
        yield words.text("deck.hand.count", {"n": len(cards)})
    if of is None:
        return
    board, seat, meant = of
    fields = {"board": board, "seat": words.text(f"seat.{seat.value}.of")}
    missing, extra = in_order(meant - set(cards)), in_order(set(cards) - meant)
    if missing:
        yield words.text("deck.hand.missing", {**fields, "cards": _cards(missing, words)})
    if extra:
        yield words.text("deck.hand.extra", {**fields, "cards": _cards(extra, words)})
    if not missing and not extra:
        yield words.text("deck.hand.right", fields)


def _cards(cards: Sequence[Card], words: Words) -> str:
    return " ".join(_card(card, words) for card in cards)


def _pile(pile: PileRead, words: Words) -> Iterator[str]:
    if pile.suit is None:
        yield words.text("deck.pile.mixed", {"n": len(pile.shares)})
    else:
        suit = words.text(f"suit.{pile.suit.name}.title")
        yield words.text("deck.pile", {"suit": suit, "n": len(pile.shares)})
    for card, place in pile.positions.items():
        yield words.text("deck.missed", {"card": _card(card, words), "place": place})
    for card, share in pile.shares.items():
        if share < WEAK:
            yield words.text("deck.weak", {"card": _card(card, words), "share": round(100 * share)})
    if pile.strangers:
        yield words.text("deck.strangers", {"n": len(pile.strangers)})


def _card(card: Card, words: Words) -> str:
    return shown.card(card, words).text
