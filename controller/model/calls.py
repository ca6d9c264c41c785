"""Calls: bids, pass, double, redouble. A bid above seven can be written, for players can make one (Law 38)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from controller.model.cards import Suit


class Denomination(IntEnum):
    """A suit or notrump, in the rank of the auction (Law 18)."""

    C = 0
    D = 1
    H = 2
    S = 3
    NT = 4

    def __str__(self) -> str:
        return self.name

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None in notrump."""
        return None if self is Denomination.NT else Suit(int(self))


class Other(Enum):
    """The calls that are not bids."""

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"

    text: str
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value


for _other in Other:
    _other.text = _other.value

PASS, DOUBLE, REDOUBLE = Other.PASS, Other.DOUBLE, Other.REDOUBLE


@dataclass(frozen=True, slots=True, eq=False)
class Bid:
    """An undertaking to win `level` odd tricks in a denomination. Bids are singletons: get one with `call("1NT")`."""

    level: int
    denomination: Denomination
    #: Rank among bids: a bid is sufficient if its rank is higher than the last bid's.
    rank: int = field(init=False)
    text: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", self.level * 5 + int(self.denomination))
        object.__setattr__(self, "text", f"{self.level}{self.denomination.name}")

    def __str__(self) -> str:
        return self.text

    def __gt__(self, other: Bid) -> bool:
        return self.rank > other.rank

    def __lt__(self, other: Bid) -> bool:
        return self.rank < other.rank

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return call, (self.text,)

    def __copy__(self) -> Bid:
        return self

    def __deepcopy__(self, memo: object) -> Bid:
        return self


Call = Bid | Other
#: Levels that can be written; above seven no contract exists.
HIGHEST_LEVEL, HIGHEST_WRITTEN_LEVEL = 7, 9

_BY_TEXT: dict[str, Call] = {o.text: o for o in Other}
for _level in range(1, HIGHEST_WRITTEN_LEVEL + 1):
    for _denomination in Denomination:
        _bid = Bid(_level, _denomination)
        _BY_TEXT[_bid.text] = _bid
        if _denomination is Denomination.NT:
            _BY_TEXT[f"{_level}N"] = _bid


def call(text: str) -> Call:
    """The call written `text`: `1C` … `7NT` (`1N` too), `P`, `X`, `XX`. ValueError if there is none."""
    try:
        return _BY_TEXT[text]
    except (KeyError, TypeError):
        raise ValueError(f"no such call: {text!r} (1C to 7NT, P, X or XX)") from None


def bid(level: int, denomination: Denomination) -> Bid:
    """The bid of that level and denomination."""
    made = _BY_TEXT[f"{level}{denomination.name}"]
    assert isinstance(made, Bid)
    return made


def calls(text: str) -> tuple[Call, ...]:
    """The calls in a text such as `"1S P 2H P"`."""
    return tuple(call(word) for word in text.split())
