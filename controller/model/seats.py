"""The four seats and the two sides. All arithmetic of the rotation lives in this file."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """A partnership, named by its two compass points."""

    NS = "NS"
    EW = "EW"

    other: Side
    seats: tuple[Seat, Seat]

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.name


class Seat(Enum):
    """A compass seat. The rotation is clockwise: N E S W; `lho` sits next in rotation."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    lho: Seat
    rho: Seat
    partner: Seat
    side: Side
    #: Place in the rotation from North, 0 to 3.
    index: int

    # Members are singletons: identity is the cheapest true hash.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.name

    def to(self, other: Seat) -> int:
        """How many places clockwise from this seat to `other` (0 to 3)."""
        return (other.index - self.index) % 4


#: The seats in rotation from North.
SEATS: tuple[Seat, Seat, Seat, Seat] = (Seat.N, Seat.E, Seat.S, Seat.W)

for _i, _seat in enumerate(SEATS):
    _seat.index = _i
    _seat.lho = SEATS[(_i + 1) % 4]
    _seat.partner = SEATS[(_i + 2) % 4]
    _seat.rho = SEATS[(_i + 3) % 4]
    _seat.side = Side.NS if _i % 2 == 0 else Side.EW
Side.NS.other, Side.EW.other = Side.EW, Side.NS
Side.NS.seats, Side.EW.seats = (Seat.N, Seat.S), (Seat.E, Seat.W)


def rotation(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """The four seats clockwise from `first`."""
    return (first, first.lho, first.partner, first.rho)
