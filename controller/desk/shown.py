"""How cards, calls, seats and hands are written: plain text and HTML of the same thing.

A suit is a shape with a spoken name; colour only helps. U+FE0E keeps phones from drawing an emoji.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from controller.desk.words import Words
from controller.model.calls import Bid, Call, Denomination
from controller.model.cards import SUITS, Card, Suit, in_order
from controller.model.seats import Seat

_SYMBOL = {Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}
_TEXT_STYLE = "\ufe0e"


@dataclass(frozen=True, slots=True)
class Shown:
    """Something written for people: as text, and as HTML that is already safe."""

    text: str
    html: Markup

    def __str__(self) -> str:
        return self.text

    def __html__(self) -> str:
        return self.html


def begin(sentence: Shown) -> Shown:
    """The same with a capital where it begins with a letter."""
    text, html = sentence.text, str(sentence.html)
    return Shown(text[:1].upper() + text[1:], Markup(html[:1].upper() + html[1:]))


def plain(text: str) -> Shown:
    """A text as it is; escaped in HTML."""
    return Shown(text, escape(text))


def suit(wanted: Suit, words: Words) -> Shown:
    """The suit's symbol, with its name for a screen reader."""
    symbol = _SYMBOL[wanted]
    html = Markup('<span class="s s-{}" role="img" aria-label="{}">{}</span>').format(
        wanted.name, words.text(f"suit.{wanted.name}"), symbol + _TEXT_STYLE
    )
    return Shown(symbol, html)


def suits(wanted: Iterable[Suit], words: Words) -> Shown:
    """Several suits."""
    every = [suit(s, words) for s in wanted]
    return Shown("".join(s.text for s in every), Markup(" ").join(s.html for s in every))


def rank(card: Card, words: Words) -> str:
    """A, K, Q, J, 10 … 2, with the letters that stand on the club's cards."""
    letter = card.text[1]
    return "10" if letter == "T" else words.honours.get(letter, letter)


def card(wanted: Card, words: Words) -> Shown:
    """A card: suit, then rank."""
    symbol = suit(wanted.suit, words)
    letter = rank(wanted, words)
    return Shown(symbol.text + letter, Markup('<span class="c">{}{}</span>').format(symbol, letter))


def cards(wanted: Iterable[Card], words: Words) -> Shown:
    """Some cards, as a hand is printed."""
    every = [card(c, words) for c in in_order(wanted)]
    return Shown(" ".join(c.text for c in every), Markup(" ").join(c.html for c in every))


def denomination(wanted: Denomination, words: Words) -> Shown:
    """A suit's symbol, or notrump."""
    trump = wanted.trump
    if trump is not None:
        return suit(trump, words)
    text = words.text("denomination.NT")
    return Shown(text, escape(text))


def call(wanted: Call, words: Words) -> Shown:
    """A call as it stands in an auction: 1♥, Pass, Dbl."""
    if isinstance(wanted, Bid):
        named = denomination(wanted.denomination, words)
        return Shown(f"{wanted.level}{named.text}", Markup('<span class="c">{}{}</span>').format(wanted.level, named))
    text = words.text(f"call.{wanted.text}")
    style = "pass" if wanted.text == "P" else "c"
    return Shown(text, Markup('<span class="{}">{}</span>').format(style, text))


def contract_text(wanted: str | None, words: Words) -> Shown:
    """A contract from its notation `4SX`: 4♠X; `P` is passed out."""
    if not wanted or wanted == "P":
        return plain(words.text("call.P") if wanted else "–")
    bid = wanted.rstrip("X")
    named = denomination(Denomination["NT" if bid[1:] == "N" else bid[1:]], words)
    doubled = wanted[len(bid) :]
    return Shown(
        f"{bid[0]}{named.text}{doubled}", Markup('<span class="c">{}{}{}</span>').format(bid[0], named, doubled)
    )


def seat(wanted: Seat, words: Words) -> str:
    """North, East, South or West."""
    return words.text(f"seat.{wanted.value}")


def chooser(who: str, words: Words) -> str:
    """A seat, a side, or the director, as the one who chooses."""
    if who in Seat.__members__:
        return seat(Seat[who], words)
    return words.text(f"chooser.{who}") if f"chooser.{who}" in words else who


@dataclass(frozen=True, slots=True)
class SuitLine:
    """One suit of a hand, highest card first; `played` are shown struck."""

    suit: Shown
    ranks: tuple[tuple[str, bool], ...]


def hand_lines(held: Iterable[Card], played: Iterable[Card], words: Words) -> list[SuitLine]:
    """A hand by suits, spades first: what is held, and what has been played from it."""
    gone = frozenset(played)
    every = in_order(set(held) | gone)
    return [SuitLine(suit(s, words), tuple((rank(c, words), c in gone) for c in every if c.suit is s)) for s in SUITS]
