"""How badly a table reads: every rate of the physics in two tables, each with its reason. Numbers only, no behaviour.

`EVERYDAY` has a column a level, `RARE` what is off unless asked for; `hw_sim/NOISE.md` is made from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

#: Time of an inventory round of one antenna and of the whole turn over all antennas, seconds.
ROUND_S = 0.2


class Everyday(NamedTuple):
    """A fault that every real table has, at levels 0 to 3."""

    name: str
    rates: tuple[float, float, float, float]
    per: str
    #: How long it lasts.
    lasts: str
    why: str


class Rare(NamedTuple):
    """A fault that a club sees now and then."""

    name: str
    #: On an old table, and where it is the only thing that is wrong and each board is to have it.
    often: float
    alone: float
    per: str
    lasts: str
    why: str


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
#: Overlapping coils detune each other: each further card in the row adds so much of `miss` to all of them …
STACK_FACTOR = 0.05
#: … but a tag that never answers would be another fault.
WORST_MISS = 0.6
#: How long the rare ones last, seconds.
STICKING_S = (0.8, 2.0)
FOREIGN_S = (1.0, 6.0)
READER_LOST_S = (5.0, 20.0)
LATE_ARRIVAL_S = (1.0, 4.0)
#: A hidden card comes to light after so many further cards: a trick.
HIDDEN_FOR_CARDS = 4


def _span(span: tuple[float, float]) -> str:
    return f"{span[0]:g} to {span[1]:g} s"


# fmt: off
#: Level 0: a table as in a catalogue; 1: a good table; 2: a poor one; 3: failing hardware.
EVERYDAY: tuple[Everyday, ...] = (
    Everyday("miss",     (0.0, 0.030, 0.120, 0.300), "a resting tag and round", f"{ROUND_S} s, a round",
             "weak coupling, a finger on the card; in a row of cards each further one adds 5 % of the rate to all"),
    Everyday("silent",   (0.0, 0.002, 0.008, 0.020), "an antenna and round", f"{ROUND_S} s, a round",
             "a collision left unresolved, the field disturbed: the whole stack is silent at once"),
    Everyday("hover",    (0.0, 0.005, 0.020, 0.050), "a card", _span(HOVER_S),
             "another card of the same hand is held low over the place before the right one is put down"),
    Everyday("neighbour", (0.0, 0.005, 0.020, 0.050), "a card", _span(PASSING_S),
             "on its way the card is carried over the antenna of a neighbour, who reads it"),
    Everyday("late",     (0.0, 0.002, 0.008, 0.020), "a card", f"{LATE_FROM_S} s up to `late_s`",
             "the card lies askew or on another's coil and is read only some time after it was put down: out of order"),
    Everyday("late_s",   (0.0, 1.5, 2.0, 4.0), "seconds", "–",
             "how late such a card is read at most"),
    Everyday("replaced", (0.0, 0.003, 0.012, 0.030), "a card", f"lies {_span(TOUCH_S)}, back after {_span(AGAIN_S)}",
             "put down, taken up to look at once more or to straighten, put down again"),
    Everyday("bounce",   (0.0, 0.010, 0.040, 0.100), "a call", f"{_span(BOUNCE_S)} out, {_span(CALL_AGAIN_S)} back",
             "a bidding card pulled out, pushed back and pulled out again within a second; a key that bounces"),
    Everyday("slip",     (0.0, 0.003, 0.012, 0.030), "a call", f"{_span(SLIP_S)} out, {_span(CALL_AGAIN_S)} back",
             "the neighbouring call comes out of the box first and is changed at once for the one that was meant"),
)
#: All off unless asked for. `often` makes each per-board fault happen about once in twenty boards.
RARE: tuple[Rare, ...] = (
    Rare("unread_until_next", 0.001, 0.02, "a card", "until the next card at that place, or for good",
         "the coil lies exactly on another's: not read until the next card moves it, then read late and out of order"),
    Rare("sticking",          0.001, 0.02, "a card", _span(STICKING_S),
         "two cards stick together; the wrong one is picked off again"),
    Rare("shifted_uid",       0.001, 0.02, "a card", f"{ROUND_S} s, a round",
         "a neighbouring coil shifts the bits of a UID although its CRC is right: one round answers with a wrong one"),
    Rare("foreign_uid",       0.001, 0.02, "a card", _span(FOREIGN_S),
         "a tag of no pack within reach: a travel card in a sleeve, a phone"),
    Rare("reader_lost",       0.05, 1.0, "a board", _span(READER_LOST_S),
         "a cable, a reset of the reader; it is back with its whole state at once, boxes and keys were kept"),
    Rare("last_pass_tapped",  0.05, 1.0, "a board", "–",
         "the last pass is a tap on the table and no card: nothing is read of it"),
    Rare("hidden_dummy_card", 0.05, 1.0, "a board", f"{HIDDEN_FOR_CARDS} cards, a trick",
         "a card of dummy's spread lies right under another until somebody moves them"),
    Rare("late_arrival",      0.05, 1.0, "a board", _span(LATE_ARRIVAL_S),
         "a link that holds everything back for a while: readings arrive long after their capture"),
    Rare("clock_ppm",         100.0, 100.0, "parts per million", "always",
         "a crystal within its data sheet: the device's clock drifts"),
    Rare("clock_jump_s",      0.3, 0.3, "seconds at most", "once a board, found out within 1 s",
         "the device's clock is set anew or starts again"),
)
# fmt: on


@dataclass(frozen=True, slots=True)
class NoiseLevel:
    """Rates of the everyday faults: a row of `EVERYDAY` each, in one of its columns."""

    miss: float = 0.0
    silent: float = 0.0
    hover: float = 0.0
    neighbour: float = 0.0
    late: float = 0.0
    late_s: float = 0.0
    replaced: float = 0.0
    bounce: float = 0.0
    slip: float = 0.0


LEVELS: tuple[NoiseLevel, ...] = tuple(
    NoiseLevel(**{fault.name: fault.rates[level] for fault in EVERYDAY}) for level in range(4)
)


@dataclass(frozen=True, slots=True)
class RareFaults:
    """Rates of the rare faults: a row of `RARE` each; all off unless asked for."""

    unread_until_next: float = 0.0
    sticking: float = 0.0
    shifted_uid: float = 0.0
    foreign_uid: float = 0.0
    reader_lost: float = 0.0
    last_pass_tapped: float = 0.0
    hidden_dummy_card: float = 0.0
    late_arrival: float = 0.0
    clock_ppm: float = 0.0
    clock_jump_s: float = 0.0


NO_RARE_FAULTS = RareFaults()
#: What an old table does in an evening.
OFTEN = RareFaults(**{fault.name: fault.often for fault in RARE})


def only(name: str, rate: float) -> RareFaults:
    """One rare fault by its name, all others off. ValueError if there is no such fault."""
    return replace(NO_RARE_FAULTS, **{_known(name).name: rate})


def alone(names: Iterable[str]) -> RareFaults:
    """These rare faults on each board, all others off. ValueError if there is no such fault."""
    return replace(NO_RARE_FAULTS, **{name: _known(name).alone for name in names})


def _known(name: str) -> Rare:
    for fault in RARE:
        if fault.name == name:
            return fault
    raise ValueError(f"no such fault: {name!r}; known: {', '.join(fault.name for fault in RARE)}")


def miss_in_stack(miss: float, cards: int) -> float:
    """The chance that a tag misses a round when that many cards lie in the row."""
    return min(WORST_MISS, miss * (1 + STACK_FACTOR * (cards - 1)))


_HEAD = f"""\
# How badly a simulated table reads

Made from `physics/noise.py` by `python -m tests.hw_sim.write_noise`; a test keeps it true. Antennas take turns,
a round of {ROUND_S} s each unless another is asked for (`round_s`; real ones take 0.1 to 0.25 s), so that two cards put
down within a round are read in either order. `simulate(level=…)` and
`smarttable bench accuracy --level N` take a column of the first table; `rare=…`, `--rare` (all of them, as on an
old table) and `--fault NAME` (that one on each board) take rows of the second.

| everyday fault | level 0, catalogue | 1, good | 2, poor | 3, failing | per | lasts | why |
|---|---|---|---|---|---|---|---|"""
_BETWEEN = """
| rare fault | `--rare` | `--fault` | per | lasts | why |
|---|---|---|---|---|---|"""
_END = """
A card taken back after it has settled and a call changed after it has stood are no faults of a table but acts of
people: the errors `card_taken_back`, `change_of_call` and their like in `people/errors`. What a wire does to bytes
is in `wire.py`.
"""


def page() -> str:
    """Both tables for people, Markdown."""
    lines = [_HEAD]
    lines += [
        f"| `{f.name}` | {' | '.join(f'{rate:g}' for rate in f.rates)} | {f.per} | {f.lasts} | {f.why} |"
        for f in EVERYDAY
    ]
    lines.append(_BETWEEN)
    lines += [f"| `{f.name}` | {f.often:g} | {f.alone:g} | {f.per} | {f.lasts} | {f.why} |" for f in RARE]
    return "\n".join([*lines, _END])
