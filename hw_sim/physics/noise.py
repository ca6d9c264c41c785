"""How badly a table reads: the levels and the rare faults, each rate with its reason. Numbers only, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass, replace

#: Time of an inventory round of one antenna and of the whole turn over all antennas, seconds.
ROUND_S = 0.2


@dataclass(frozen=True, slots=True)
class NoiseLevel:
    """Rates of the everyday faults: a round, a card or a call."""

    #: A resting tag misses a round: coupling, a finger on the card. Taken for a lone card; see STACK_FACTOR.
    miss: float = 0.0
    #: A whole antenna hears nothing for a round: a collision left unresolved, the field disturbed.
    silent: float = 0.0
    #: Another card of the same hand hovers low over the place before the right one is put down, a card.
    hover: float = 0.0
    #: The card is carried over a neighbour's antenna, a card.
    neighbour: float = 0.0
    #: The card is read only some time after it was put down, a card, …
    late: float = 0.0
    #: … at most so many seconds after.
    late_s: float = 0.0
    #: The card is put down, taken up and put down again, a card.
    replaced: float = 0.0
    #: A call is pulled out, pushed back and pulled out again within a second, a call.
    bounce: float = 0.0
    #: The neighbouring call is pulled out and changed at once for the right one, a call.
    slip: float = 0.0


# fmt: off
#: Level 0: a table as in a catalogue; 1: a good table; 2: a poor one; 3: failing hardware.
LEVELS: tuple[NoiseLevel, ...] = (
    #          miss  silent hover  neighb late  late_s replaced bounce slip
    NoiseLevel(0.00, 0.000, 0.000, 0.000, 0.000, 0.0, 0.000, 0.00, 0.000),
    NoiseLevel(0.03, 0.002, 0.005, 0.005, 0.002, 1.5, 0.003, 0.01, 0.003),
    NoiseLevel(0.12, 0.008, 0.020, 0.020, 0.008, 2.0, 0.012, 0.04, 0.012),
    NoiseLevel(0.30, 0.020, 0.050, 0.050, 0.020, 4.0, 0.030, 0.10, 0.030),
)
# fmt: on

#: Overlapping coils detune each other: each further card in the row adds so much of `miss` to all of them …
STACK_FACTOR = 0.05
#: … but a tag that never answers would be another fault.
WORST_MISS = 0.6

#: How long each everyday fault lasts, seconds (from, to). A card carried over a neighbour: READING_LOG says 0.1 to 0.4.
PASSING_S = (0.1, 0.4)
#: A hand that hovers lets go before the card could count as lying there (0.4 s, seen in three rounds).
HOVER_S = (0.1, 0.4)
#: Between a hovering card and the right one.
AFTER_HOVER_S = (0.1, 0.4)
#: A card that is put down too early lies for less than the settle time …
TOUCH_S = (0.1, 0.35)
#: … and comes down for good soon after.
AGAIN_S = (0.2, 0.6)
#: The late read of a card that lies there: from this on, up to the level's `late_s`.
LATE_FROM_S = 0.3
#: A call pushed back and pulled again, all within a second; each part is shorter than the settle time of a call.
BOUNCE_S = (0.1, 0.5)
SLIP_S = (0.15, 0.5)
CALL_AGAIN_S = (0.1, 0.45)


@dataclass(frozen=True, slots=True)
class RareFaults:
    """Faults that a club sees now and then; all off unless asked for."""

    #: A card stays unread until the next one moves it, a card (its coil lies right on another's).
    unread_until_next: float = 0.0
    #: The next card of the hand sticks to the one played and is picked off again, a card.
    sticking: float = 0.0
    #: One round answers with a UID shifted by a few bits, a card.
    shifted_uid: float = 0.0
    #: A tag of no pack lies within reach for a while (a travel card in a sleeve), a card.
    foreign_uid: float = 0.0
    #: The reader is lost and comes back with its whole state, a board.
    reader_lost: float = 0.0
    #: The last pass is only tapped and never read, a board.
    last_pass_tapped: float = 0.0
    #: A card of dummy's spread is hidden under another until a trick has been played, a board.
    hidden_dummy_card: float = 0.0
    #: For a while what is read arrives long after its capture, a board.
    late_arrival: float = 0.0
    #: The device's clock is that wrong, parts per million.
    clock_ppm: float = 0.0
    #: Its clock jumps by up to that many seconds, once a board.
    clock_jump_s: float = 0.0


NO_RARE_FAULTS = RareFaults()
#: What an old table does in an evening: each fault about once in twenty boards.
OFTEN = RareFaults(
    unread_until_next=0.001,
    sticking=0.001,
    shifted_uid=0.001,
    foreign_uid=0.001,
    reader_lost=0.05,
    last_pass_tapped=0.05,
    hidden_dummy_card=0.05,
    late_arrival=0.05,
    clock_ppm=100.0,
    clock_jump_s=0.3,
)

#: How long the rare ones last, seconds.
STICKING_S = (0.8, 2.0)
FOREIGN_S = (1.0, 6.0)
READER_LOST_S = (5.0, 20.0)
LATE_ARRIVAL_S = (1.0, 4.0)
#: A hidden card comes to light after so many further cards: a trick.
HIDDEN_FOR_CARDS = 4


def only(name: str, rate: float) -> RareFaults:
    """One rare fault by its name, all others off. ValueError if there is no such fault."""
    if name not in RareFaults.__dataclass_fields__:
        raise ValueError(f"no such fault: {name!r}; known: {', '.join(RareFaults.__dataclass_fields__)}")
    return replace(NO_RARE_FAULTS, **{name: rate})


def miss_in_stack(miss: float, cards: int) -> float:
    """The chance that a tag misses a round when that many cards lie in the row."""
    return min(WORST_MISS, miss * (1 + STACK_FACTOR * (cards - 1)))
