"""What an error is: where it is possible, and what people do when they make it and afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from controller.model.seats import Seat
from hw_sim.people.players import Conduct, Players

#: Is the error possible now? The seat is the one whose act is due.
Fits = Callable[[Players, Seat], bool]


@dataclass(frozen=True, slots=True)
class Error:
    """An error as a script: the act, the findings expected, the ruling, and the way back to the record."""

    name: str
    #: The moment at which it can be made: `call`, `after_auction`, `lead`, `card` or `result`.
    phase: str
    fits: Fits
    conduct: Conduct
    #: The findings that it leads to, the summons first.
    kinds: tuple[str, ...]
    #: Only antennas under the board's pockets can see it.
    needs_pockets: bool = False
