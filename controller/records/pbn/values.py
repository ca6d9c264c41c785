"""What PBN's tag values say, as bridge values and back (PBN 2.1, 3.4 and 4.2). ValueError says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping

from controller.model.board import Contract, Deal, Vulnerability
from controller.model.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, Denomination, bid, call
from controller.model.cards import PACK, Card, card
from controller.model.notation import parse_deal, print_deal
from controller.model.seats import Seat, Side, rotation
from controller.records.board_record import (
    UNKNOWN,
    AdjustedScore,
    ArtificialScore,
    AssignedScore,
    BoardCancelled,
    TricksTransferred,
)

_VULNERABLE = {
    "NONE": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "N-S": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "E-W": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}
_CALLS: dict[str, Call] = {
    "PASS": PASS,
    "P": PASS,
    "X": DOUBLE,
    "D": DOUBLE,
    "DBL": DOUBLE,
    "DOUBLE": DOUBLE,
    "XX": REDOUBLE,
    "R": REDOUBLE,
    "RDBL": REDOUBLE,
    "REDOUBLE": REDOUBLE,
}
#: The call tokens as they nearly always stand.
PLAIN_TOKENS: Mapping[str, Call] = {
    **{name: made for text, made in _CALLS.items() for name in (text, text.lower(), text.capitalize())},
    **{
        name: bid(level, d)
        for level in range(1, 8)
        for d in Denomination
        for name in (f"{level}{d}", f"{level}{d}".lower())
    },
}
#: The card tokens likewise.
PLAIN_CARD_TOKENS: Mapping[str, Card] = {c.text: c for c in PACK}
#: Doubled and redoubled, in the signs that programs have for them.
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(X{0,2}|DBL|RDBL|\*{1,2})")
_TIMES_DOUBLED = {"DBL": 1, "RDBL": 2}
_PERCENT = re.compile(r"100(?:\.0{1,4})?|[0-9]{1,2}(?:\.[0-9]{1,4})?")
_OF_SIDES = re.compile(r"(?:(NS|EW)\s*([+-]?[0-9]{1,6}(?:\.[0-9]{1,4})?)\s*){1,2}")
_OF_SIDE = re.compile(r"(NS|EW)\s*([+-]?[0-9]{1,6}(?:\.[0-9]{1,4})?)")


def is_number(text: str) -> bool:
    """Is it a board's number: digits, and nothing else?"""
    return re.fullmatch(r"0*[1-9][0-9]{0,5}", text.strip()) is not None


def number_of(text: str) -> int:
    """A board's number."""
    if not is_number(text):
        raise ValueError(f"{text!r} is no board number")
    return int(text.strip())


def count_of(text: str, most: int = 999) -> int:
    """So many of something."""
    if not re.fullmatch(r"[0-9]{1,3}", text.strip()) or int(text.strip()) > most:
        raise ValueError(f"{text!r} is no number from 0 to {most}")
    return int(text.strip())


def seat_of(text: str) -> Seat:
    """A seat in either case, its full name too."""
    letter = text.strip().upper()
    if letter in Seat.__members__:
        return Seat[letter]
    for seat, name in zip(Seat, ("NORTH", "EAST", "SOUTH", "WEST"), strict=True):
        if letter == name:
            return seat
    raise ValueError(f"no such seat: {text!r}")


def vulnerability_of(text: str) -> Vulnerability:
    """Who is vulnerable, in any of PBN's words."""
    try:
        return _VULNERABLE[text.strip().upper()]
    except KeyError:
        raise ValueError(f"no such vulnerability: {text!r} (None, NS, EW or All)") from None


def deal_of(text: str) -> Deal:
    """A deal with ranks in any order and case, `10` for `T`, and hands that name their suits (`SA7.H864.D.C`)."""
    first, colon, rest = text.strip().upper().partition(":")
    hands = [without_suit_letters(hand) for hand in rest.split()]
    return Deal(parse_deal(f"{first}{colon}{' '.join(hands)}").hands)


def deal_as_exported(text: str) -> Deal | None:
    """A deal written as the export format has it, quickly; None if it is written in any other way."""
    first, hands = text[:2], text[2:].split(" ")
    if first not in ("N:", "E:", "S:", "W:") or len(hands) != 4:
        return None
    read = {}
    for seat, hand in zip(rotation(Seat[first[0]]), hands, strict=True):
        suits = hand.split(".")
        if len(suits) != 4:
            return None
        held = frozenset(PLAIN_CARD_TOKENS.get(s + r) for s, ranks in zip("SHDC", suits, strict=True) for r in ranks)
        if None in held or len(held) != len(hand) - 3:
            return None
        read[seat] = held
    return Deal(read, text=text)  # type: ignore[arg-type]  # no card in it is None


def without_suit_letters(hand: str) -> str:
    """A hand that names its suits (`SA7.H864.D.C`), as one that does not."""
    suits = hand.split(".")
    if len(suits) == 4 and all(suit[:1] == letter for suit, letter in zip(suits, "SHDC", strict=True)):
        return ".".join(suit[1:] for suit in suits)
    return hand


def deal_text(deal: Deal, dealer: Seat | None) -> str:
    """The deal as the export format wants it: the dealer's hand first, ranks descending."""
    return print_deal(deal, dealer or Seat.N)


def call_of(text: str) -> Call:
    """A call token: `Pass`, `X`, `XX`, `3NT`, in either case, and the words other programs use."""
    upper = text.upper()
    return _CALLS.get(upper) or call(upper)


def call_text(made: Call) -> str:
    """The call as PBN writes it."""
    return "Pass" if made is PASS else made.text


def card_of(text: str) -> Card:
    """A card token, suit first, in either case; `H10` is the ten."""
    return card(text.upper().replace("10", "T"))


def bid_of_contract(text: str) -> tuple[Bid, int]:
    """Level and denomination of a contract, and how often it was doubled."""
    found = _CONTRACT.fullmatch(re.sub(r"[\s-]", "", text.upper()))
    if not found:
        raise ValueError(f"{text!r} is no contract (as in 4SX, 3NT, Pass)")
    made = call(found[1] + found[2])
    assert isinstance(made, Bid)
    return made, _TIMES_DOUBLED.get(found[3], len(found[3]))


def is_denomination(text: str) -> bool:
    """Is it the bare denomination that stands for a contract in an end position (3.10)?"""
    return text.strip().upper() in Denomination.__members__


def denomination_of(text: str) -> Denomination:
    """The bare denomination."""
    return Denomination[text.strip().upper()]


def declarer_tricks(text: str, declarer: Seat | None) -> int:
    """A Result tag without its caret: `9`, `NS 9`, `EW 4 NS 9`; declarer's tricks."""
    plain = text.strip().upper()
    if re.fullmatch(r"[0-9]{1,2}", plain):
        won = int(plain)
    else:
        sides = sides_of(plain)
        if declarer is None:
            raise ValueError(f"{text!r} cannot be read without a declarer")
        own, other = (sides.get(s) for s in (declarer.side, declarer.side.other))
        won = int(own) if own is not None else 13 - int(other or 0)
    if not 0 <= won <= 13:
        raise ValueError(f"{text!r}: declarer cannot win {won} tricks")
    return won


def score_ns_of(text: str, declarer: Seat | None) -> int:
    """A Score tag as North-South's score; without a side it is declarer's."""
    plain = text.strip().upper()
    if re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        if declarer is None:
            raise ValueError(f"{text!r} is declarer's score, and there is no declarer")
        return int(plain) if declarer.side is Side.NS else -int(plain)
    sides = sides_of(plain)
    points = sides[Side.NS] if Side.NS in sides else -sides[Side.EW]
    if points != int(points):
        raise ValueError(f"{text!r} is no whole number of points")
    return int(points)


def sides_of(text: str) -> dict[Side, float]:
    """Numbers by side, as in `NS 5 EW 3`."""
    if not _OF_SIDES.fullmatch(text):
        raise ValueError(f"{text!r} is neither a number nor numbers for NS and EW")
    return {Side[side]: float(number) for side, number in _OF_SIDE.findall(text)}


def transfers_of(text: str) -> tuple[TricksTransferred, ...]:
    """Tricks transferred: `EW 1` or `EW 1; NS 2`."""
    found = []
    for part in text.split(";"):
        side, _, number = part.strip().partition(" ")
        if side not in Side.__members__ or not re.fullmatch(r"[0-9]{1,2}", number):
            raise ValueError(f"{text!r} does not say how many tricks went to which side (as in EW 1)")
        found.append(TricksTransferred(Side[side], int(number)))
    return tuple(found)


def transfers_text(transfers: tuple[TricksTransferred, ...]) -> str:
    """Tricks transferred, as `transfers_of` reads them."""
    return "; ".join(f"{t.to} {t.tricks}" for t in transfers)


def adjusted_of(text: str) -> AdjustedScore:
    """An adjusted score: `cancelled`, `artificial NS 60 EW 40`, `assigned 3NT S 9`, `assigned Pass`."""
    match text.split():
        case ["cancelled"]:
            return BoardCancelled()
        case ["artificial", "NS", ns, "EW", ew] if _PERCENT.fullmatch(ns) and _PERCENT.fullmatch(ew):
            return ArtificialScore(float(ns), float(ew))
        case ["assigned", "Pass"]:
            return AssignedScore(None, None)
        case ["assigned", contract, seat, tricks]:
            made, doubled = bid_of_contract(contract)
            counted = None if tricks == UNKNOWN else count_of(tricks, 13)
            return AssignedScore(Contract(made.level, made.denomination, seat_of(seat), doubled), counted)
    raise ValueError(f"{text!r} is no adjusted score (as in: artificial NS 60 EW 40)")


def adjusted_text(adjusted: AdjustedScore) -> str:
    """An adjusted score, as `adjusted_of` reads it."""
    match adjusted:
        case BoardCancelled():
            return "cancelled"
        case ArtificialScore(ns, ew):
            return f"artificial NS {ns:g} EW {ew:g}"
        case AssignedScore(None, _):
            return "assigned Pass"
        case AssignedScore(contract, tricks):
            assert contract is not None
            return f"assigned {contract} {contract.declarer} {UNKNOWN if tricks is None else tricks}"
