"""The 52 cards, suits and ranks. Cards are singletons: get one with `card("HQ")`, compare with `is` or `==`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Suit(IntEnum):
    """The four suits in the rank of the auction: clubs lowest, spades highest."""

    C = 0
    D = 1
    H = 2
    S = 3

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name


#: Suits in the order of a printed hand: spades first.
SUITS: tuple[Suit, ...] = (Suit.S, Suit.H, Suit.D, Suit.C)
RANK_LETTERS = "AKQJT98765432"
#: Rank letter to rank, 2 to 14 (the ace).
RANKS: dict[str, int] = {letter: 14 - i for i, letter in enumerate(RANK_LETTERS)}
#: Ten, jack, queen, king and ace are honours (Laws, Definitions).
LOWEST_HONOUR = 10


class Card:
    """One card of a pack. There are only 52 of these objects, so identity is equality."""

    __slots__ = ("is_honour", "rank", "suit", "text")

    suit: Suit
    rank: int
    text: str
    is_honour: bool

    def __init__(self, suit: Suit, rank: int) -> None:
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "text", suit.name + RANK_LETTERS[14 - rank])
        object.__setattr__(self, "is_honour", rank >= LOWEST_HONOUR)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card is a value: {name} cannot be set")

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: Card) -> bool:
        """Order of a printed hand: spades before clubs, aces before twos."""
        return (-self.suit, -self.rank) < (-other.suit, -other.rank)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


#: The pack in printed order: SA SK … C2.
PACK: tuple[Card, ...] = tuple(Card(suit, RANKS[letter]) for suit in SUITS for letter in RANK_LETTERS)
_BY_TEXT: dict[str, Card] = {c.text: c for c in PACK}


def card(text: str) -> Card:
    """The card written `text` (suit, then rank: `HQ`). ValueError if there is no such card."""
    try:
        return _BY_TEXT[text]
    except (KeyError, TypeError):
        raise ValueError(f"no such card: {text!r} (write suit then rank, as in HQ, ST, C2)") from None


def cards(text: str) -> tuple[Card, ...]:
    """The cards in a text such as `"SA HQ C2"`, in that order."""
    return tuple(card(word) for word in text.split())


def in_order(some: Iterable[Card]) -> list[Card]:
    """Cards as a hand is printed."""
    return sorted(some)


def suit_of(text: str) -> Suit:
    """The suit written `text` (`S H D C`)."""
    try:
        return Suit[text]
    except KeyError:
        raise ValueError(f"no such suit: {text!r} (S, H, D or C)") from None
