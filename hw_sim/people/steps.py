"""What people's behaviour is made of: an act after a while, a wait for the director, a note of an irregularity made."""

from __future__ import annotations

from dataclasses import dataclass

from controller.model.events import Ruling, TableEvent
from controller.model.seats import Seat
from hw_sim.acts import Act


@dataclass(frozen=True, slots=True)
class Do:
    """After `after` seconds of thought an act (or none); `told` is what it amounts to in the words of the table log."""

    after: float
    act: Act | None
    told: tuple[TableEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The table waits for the director: for which finding, and what he is to enter, in this order.

    The last of `enters` is the ruling that the players wait for; before it may stand what he saw (a card faced).
    """

    kind: str
    seat: Seat | None
    enters: tuple[TableEvent, ...]

    @property
    def ruling(self) -> Ruling:
        """What the players expect to hear."""
        last = self.enters[-1]
        assert isinstance(last, Ruling)
        return last


@dataclass(frozen=True, slots=True)
class Made:
    """An irregularity has happened: the finding that the controller should come to."""

    kind: str
    seat: Seat | None


Step = Do | Wanted | Made
