"""How bridge players write deals and hands: PBN's `N:AKQ.J.. - … …`, spades first, clockwise from the seat named."""

from __future__ import annotations

from controller.model.board import HAND_SIZE, Deal, Hand
from controller.model.cards import RANKS, SUITS, card, in_order
from controller.model.seats import SEATS, Seat, rotation


def parse_hand(text: str) -> Hand:
    """A hand such as `AKQ.J52..T98765`. ValueError says which suit or card is wrong."""
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"hand {text!r} has {len(suits)} suits; write four, parted by dots, spades first")
    found = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for letter in ranks.replace("10", "T").upper():
            if letter not in RANKS:
                raise ValueError(f"hand {text!r}: no such rank {letter!r} in {suit.name}")
            found.append(card(suit.name + letter))
    if len(set(found)) != len(found):
        twice = sorted(c.text for c in set(found) if found.count(c) > 1)
        raise ValueError(f"hand {text!r} holds {', '.join(twice)} twice")
    return frozenset(found)


def print_hand(hand: Hand) -> str:
    """The hand as PBN writes it."""
    return ".".join("".join(c.text[1] for c in in_order(hand) if c.suit is suit) for suit in SUITS)


def parse_deal(text: str) -> Deal:
    """A deal in PBN; `-` for a hand that is not known. Counts are not judged here: a wrong deal is a finding."""
    first, colon, rest = text.partition(":")
    if not colon or first.strip() not in Seat.__members__:
        raise ValueError(f"deal {text!r} must begin with a seat and a colon, as in N:")
    hands = rest.split()
    if len(hands) != 4:
        raise ValueError(f"deal {text!r} has {len(hands)} hands; write four, `-` for one that is not known")
    seats = rotation(Seat[first.strip()])
    return Deal({s: parse_hand(h) for s, h in zip(seats, hands, strict=True) if h != "-"}, text=text)


def print_deal(deal: Deal, first: Seat = Seat.N) -> str:
    """The deal in PBN, clockwise from `first`."""
    hands = (print_hand(deal.hands[s]) if s in deal.hands else "-" for s in rotation(first))
    return f"{first.value}:{' '.join(hands)}"


def deal_of(hands: dict[Seat, Hand]) -> Deal:
    """A deal of the hands that are known, in the order of the compass."""
    return Deal({s: hands[s] for s in SEATS if s in hands})


def is_thirteen(hand: Hand) -> bool:
    """Thirteen cards, as Law 1 and Law 6 have it."""
    return len(hand) == HAND_SIZE
