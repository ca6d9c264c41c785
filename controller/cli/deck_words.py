"""What is said to whoever enrols or checks a deck, in their language."""

from __future__ import annotations

from collections.abc import Iterator

from controller.desk import shown
from controller.desk.words import Words
from controller.model.cards import Card
from controller.sensing.enrolment import Enrolled, Enrolment, Ready, TakenBack, Trouble
from controller.sensing.enrolment import Step as EnrolmentStep
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
