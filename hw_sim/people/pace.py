"""How long people think: human pace, drawn from a seeded generator. One table, seconds."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Span:
    """A log-normal time: half of the times are shorter than `median`; never under `least` nor over `most`."""

    median: float
    spread: float
    least: float
    most: float

    def draw(self, rng: Random) -> float:
        """One time out of it."""
        return min(self.most, max(self.least, self.median * rng.lognormvariate(0.0, self.spread)))


@dataclass(frozen=True, slots=True)
class Pace:
    """Think times of a table. The defaults are a brisk club table: some three minutes a board of 52 cards."""

    #: Board down, hands out, sorted.
    sort: Span = Span(9.0, 0.3, 4.0, 25.0)
    call: Span = Span(3.0, 0.6, 0.9, 30.0)
    #: From the last pass to the opening lead.
    opening_lead: Span = Span(5.0, 0.5, 2.0, 30.0)
    #: The lead is faced and dummy begins to spread.
    spread: Span = Span(2.5, 0.4, 1.2, 10.0)
    #: Declarer looks at dummy.
    first_card: Span = Span(6.0, 0.5, 1.5, 30.0)
    lead: Span = Span(3.0, 0.6, 0.8, 25.0)
    card: Span = Span(1.8, 0.6, 0.5, 20.0)
    #: Dummy's card, the only card left, the last trick.
    no_choice: Span = Span(1.0, 0.4, 0.4, 5.0)
    #: Somebody notices what he did and puts it right.
    second_thought: Span = Span(4.5, 0.2, 3.5, 8.0)
    #: The other side goes on without noticing anything.
    unaware: Span = Span(4.0, 0.3, 2.5, 10.0)
    #: A player does what the director told him.
    obey: Span = Span(3.0, 0.3, 1.5, 8.0)
    #: After a card has gone back on the director's word: he says who goes on, and stays until they do.
    resume: Span = Span(5.0, 0.2, 3.6, 9.0)
    key: Span = Span(4.0, 0.4, 1.5, 12.0)
    #: Until the director has come, heard and ruled.
    director: Span = Span(15.0, 0.3, 8.0, 40.0)


PACE = Pace()
