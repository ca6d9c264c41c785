"""What LIN's values say, as bridge values and back. ValueError says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping

from controller.model.board import HAND_SIZE, Contract, Deal, Hand, Vulnerability
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, Denomination, bid
from controller.model.cards import PACK, SUITS, Card, card, in_order
from controller.model.notation import deal_of
from controller.model.seats import SEATS, Seat

#: The order of hands and names, and the dealer's digit.
ORDER = (Seat.S, Seat.W, Seat.N, Seat.E)
VULNERABILITY = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.ALL,
}
_LETTER_OF = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.ALL: "b"}
_BIDS = {
    name: bid(level, d)
    for level in range(1, 8)
    for d in Denomination
    for name in (f"{level}{d.name[0]}", f"{level}{d.name[0].lower()}", f"{level}{d.name}", f"{level}{d.name.lower()}")
}
_OTHERS = {"p": PASS, "pass": PASS, "d": DOUBLE, "x": DOUBLE, "dbl": DOUBLE, "r": REDOUBLE, "xx": REDOUBLE}
#: A call as it nearly always stands.
PLAIN_CALL_WORDS: Mapping[str, Call] = {**_BIDS, **_OTHERS, **{k.upper(): v for k, v in _OTHERS.items()}}
#: The calls that LIN can write.
WRITABLE = frozenset((*(b.text for b in _BIDS.values()), "P", "X", "XX"))
PLAIN_CARD_WORDS: Mapping[str, Card] = {
    t: c for c in PACK for t in (c.text, c.text.lower(), c.text[0].lower() + c.text[1])
}
_CALL = re.compile(r"(-|pass|p|dbl|d|rdbl|r|xx|x|[1-7](?:nt|[cdhsn]))(!*)", re.IGNORECASE)
_CARD = re.compile(r"[shdc](?:10|[akqjt2-9])", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])([CDHSN])([NESW])(x{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)


def calls_of(text: str) -> list[tuple[Call, bool]]:
    """The calls of a `mb` value, nearly always one, and whether each is alerted; old files write several together."""
    found, at = [], 0
    plain = text.strip()
    while at < len(plain) or not plain:
        match = _CALL.match(plain, at)
        if not match:
            raise ValueError(f"{text!r} is no call (as in 1N, p, d, r, 2C!)")
        if match[1] != "-":
            word = match[1].lower()
            found.append((REDOUBLE if word == "rdbl" else PLAIN_CALL_WORDS[word], bool(match[2])))
        at = match.end()
    return found


def call_word(made: Call) -> str:
    """The call as LIN writes it."""
    if isinstance(made, Bid):
        return f"{made.level}{made.denomination.name[0]}"
    return {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}[made]


def cards_of(text: str) -> list[Card]:
    """The cards of a `pc` value, nearly always one; suits in either case."""
    found = _CARD.findall(text)
    if not found or "".join(found).lower() != re.sub(r"\s", "", text).lower():
        raise ValueError(f"{text!r} is no card (as in SA, c2)")
    return [card(word.upper().replace("10", "T")) for word in found]


def dealer_of(digit: str) -> Seat | None:
    """Who deals: 1 South, 2 West, 3 North, 4 East; None for another sign."""
    return ORDER[int(digit) - 1] if digit in ("1", "2", "3", "4") else None


def deal_of_hands(texts: list[str]) -> Deal | None:
    """The deal of up to four hands from South on; East's is what is left if the others are whole."""
    hands: dict[Seat, Hand] = {}
    for seat, text in zip(ORDER, texts, strict=False):
        if text.strip():
            hands[seat] = hand_of(text)
    if Seat.E not in hands and all(len(hands.get(seat, ())) == HAND_SIZE for seat in ORDER[:3]):
        dealt = set().union(*hands.values())
        if len(dealt) == 3 * HAND_SIZE:
            hands[Seat.E] = frozenset(set(PACK) - dealt)
    return deal_of(hands) if hands else None


def hand_of(text: str) -> Hand:
    """A hand such as `SJ5H9DAT862CQ8752`, ranks in any order."""
    suit, found = "", []
    for sign in text.strip().upper().replace("10", "T"):
        if sign in "SHDC":
            suit = sign
        elif not suit:
            raise ValueError(f"hand {text!r} does not begin with a suit")
        else:
            found.append(card(suit + sign))
    if len(set(found)) != len(found):
        raise ValueError(f"hand {text!r} holds a card twice")
    return frozenset(found)


def hand_text(hand: Hand) -> str:
    """The hand as `hand_of` reads it."""
    ordered = in_order(hand)
    return "".join(s.name + "".join(c.text[1] for c in ordered if c.suit is s) for s in SUITS)


def vulnerability_letter(vulnerability: Vulnerability) -> str:
    """The letter of the `sv` tag."""
    return _LETTER_OF[vulnerability]


def result_of(text: str) -> tuple[Contract | None, int | None]:
    """A result of the `rs` tag: `3NW+1`, `4SWx-4`; a pass-out has neither contract nor tricks."""
    plain = text.strip()
    if plain.upper() in ("PASS", "P"):
        return None, None
    found = _RESULT.fullmatch(plain)
    if not found:
        raise ValueError(f"{text!r} is no result (as in 3NW+1)")
    denomination = next(d for d in Denomination if d.name[0] == found[2].upper())
    declarer = next(seat for seat in SEATS if seat.name == found[3].upper())
    contract = Contract(int(found[1]), denomination, declarer, len(found[4]))
    tricks = contract.tricks_needed + (0 if found[5] == "=" else int(found[5]))
    if not 0 <= tricks <= HAND_SIZE:
        raise ValueError(f"{text!r}: declarer cannot win {tricks} tricks")
    return contract, tricks
