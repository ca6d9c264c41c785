"""An evening in full swing: fourteen tables as a desk sees them. For pages, browsers and pictures."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from .support import DEAL, Core

TABLES = tuple(str(n) for n in range(1, 15))
#: An auction to three notrump by South, dealer North.
TO_3NT = "1D P 3NT P P P"


def board(number: int, *, deal: str | None = DEAL, ns: int = 3, ew: int = 27) -> dict[str, Any]:
    """A board is taken up."""
    given: dict[str, Any] = {"type": "board", "board": number, "pairs": {"NS": ns, "EW": ew}}
    return given | ({"deal": deal} if deal else {})


def calls(dealer: str, text: str) -> list[dict[str, Any]]:
    """Calls in rotation from the dealer; a trailing `!` is an alert."""
    seats = "NESW"
    start = seats.index(dealer)
    found = []
    for i, word in enumerate(text.split()):
        made: dict[str, Any] = {"type": "call", "seat": seats[(start + i) % 4], "call": word.rstrip("!")}
        found.append(made | ({"alerted": True} if word.endswith("!") else {}))
    return found


def cards(*tricks: str) -> list[dict[str, Any]]:
    """Tricks such as `W:S3 S4 SJ SK`: the leader, then the cards in rotation."""
    seats = "NESW"
    found = []
    for trick in tricks:
        leader, _, played = trick.partition(":")
        start = seats.index(leader)
        found += [
            {"type": "card", "seat": seats[(start + i) % 4], "card": card} for i, card in enumerate(played.split())
        ]
    return found


#: Board 13 at table 3: dealer North, South to play three notrump, East leads out of turn.
WRONG_LEAD: Sequence[Mapping[str, Any]] = [
    board(13),
    *calls("N", TO_3NT),
    {"type": "card", "seat": "E", "card": "HK", "face": "down"},
    {"type": "card_faced", "seat": "E", "card": "HK"},
]
#: Board 21 at table 7: West bids one heart over one spade.
TOO_LOW: Sequence[Mapping[str, Any]] = [board(21, ns=7, ew=17), *calls("N", "P 1C! 1S 1H")]
#: North's cards in the deal of every board here.
NORTH = [suit + rank for suit, held in zip("SHDC", DEAL[2:].split()[0].split("."), strict=True) for rank in held]


def led(seat: str, card: str, dummy: str = "N") -> list[dict[str, Any]]:
    """The opening lead, faced, and dummy spread."""
    return [
        {"type": "card", "seat": seat, "card": card, "face": "down"},
        {"type": "card_faced", "seat": seat, "card": card},
        {"type": "hand_faced", "seat": dummy, "cards": NORTH},
    ]


#: Three notrump by South, West on lead with a club; the first trick.
IN_PLAY: Sequence[Mapping[str, Any]] = [*led("W", "C4"), *cards("W:C4 C8 CQ CA")[1:]]
#: Board 3 at table 12: in trick 2 West throws a heart on a club although he has four.
REVOKE: Sequence[Mapping[str, Any]] = [
    board(3, ns=12, ew=18),
    *calls("S", "P P 1D P 3NT P P P"),
    *IN_PLAY,
    *cards("S:C3 H9 CK C5"),
]


def paced(acts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The acts with times, as players take them."""
    at, found = 0.0, []
    for act, seconds in zip(acts, itertools.cycle((3.5, 6.0, 2.5, 4.0, 3.0, 11.5, 2.0, 7.5, 1.5)), strict=False):
        at += seconds
        found.append({**act, "t": at})
    return found


async def evening(core: Core) -> None:
    """Play the tables up to where the pictures are taken."""
    await core.open(*TABLES)
    for number, table in enumerate(TABLES):
        if table in ("3", "7", "12"):
            continue
        acts = [board(2 * number + 1, ns=number + 1, ew=number + 15)]
        acts += calls("NESW"[(2 * number) % 4], "1D P 3NT P P P" if number % 3 else "P 1D P")
        if number % 3 == 1 and number % 2 == 0:
            acts += [*IN_PLAY, *cards("S:H5 H2 H3 HJ")]
        await core.play(table, *paced(acts))
    await core.play("3", *WRONG_LEAD)
    await core.play("7", *TOO_LOW)
    await core.play("12", *REVOKE)
    await core.act("9", {"type": "director_called", "seat": "S"})
    await core.row("9", "at_table", {"by": "Director B", "state": "begun", "until": 120.0, "why": None})
    await core.row("13", "device", {"device": "hub-13", "state": "degraded", "why": "missed rounds"})
