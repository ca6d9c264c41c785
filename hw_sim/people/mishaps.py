"""What can befall the cards of tricks that are over, while people play on: the Laws know nothing of it, readers do.

A mishap is made after two tricks, and put right when four more acts have been made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.model.cards import Card
from controller.model.seats import Seat
from hw_sim import acts
from hw_sim.acts import Act
from hw_sim.people.course import whole_board
from hw_sim.people.players import Behaviour, Players
from hw_sim.people.steps import Do

#: Tricks that are over when it happens, and acts until it is put right.
_AFTER_TRICKS, _FOR_ACTS = 2, 4
#: People look up after so many seconds, and talk about it for so long.
_NOTICE_S, _TALK_S = 15.0, 5.0

Mishap = Callable[[Players], tuple[list[Act], list[Act]]]


def _quitted(people: Players, seat: Seat) -> Card:
    """The card that a seat played to the first trick."""
    assert people.play is not None
    return dict(people.play.tricks[0].cards)[seat]


def _move(people: Players, seat: Seat, to: str) -> tuple[Act, Act]:
    card = _quitted(people, seat)
    return acts.MoveCard(seat, card, to), acts.MoveCard(seat, card, f"play.{seat.value}")


def swapped(people: Players) -> tuple[list[Act], list[Act]]:
    """Two cards of a quitted trick end in each other's row."""
    pairs = [_move(people, Seat.N, "play.W"), _move(people, Seat.W, "play.N")]
    return [made for made, _ in pairs], [righted for _, righted in pairs]


def mislaid(people: Players) -> tuple[list[Act], list[Act]]:
    """A card of a quitted trick is gathered into the next player's row."""
    made, righted = _move(people, Seat.W, "play.N")
    return [made], [righted]


def pocketed(people: Players) -> tuple[list[Act], list[Act]]:
    """A player puts a quitted card back into his pocket of the board."""
    made, righted = _move(people, Seat.E, "pocket.E")
    return [made], [righted]


def hub_lost(_people: Players) -> tuple[list[Act], list[Act]]:
    """The hub hears nothing for three tricks."""
    return [acts.LoseHub()], [acts.FindHub()]


MISHAPS: Mapping[str, Mishap] = {"swapped": swapped, "mislaid": mislaid, "pocketed": pocketed, "hub_lost": hub_lost}


def board_with_mishap(people: Players, name: str) -> Behaviour:
    """A whole board during which that happens, if so many tricks are played at all."""
    course = whole_board(people)
    length = 3 * 4 if name == "hub_lost" else _FOR_ACTS
    righted: list[Act] | None = None
    acts_left = 0
    heard: Any = None
    while True:
        try:
            step = course.send(heard)
        except StopIteration:
            return
        if righted is None and people.play is not None and len(people.play.tricks) >= _AFTER_TRICKS:
            made, righted = MISHAPS[name](people)
            acts_left = length
            for act in made:
                yield Do(1.0, act)
            if name != "hub_lost":
                yield Do(_NOTICE_S, None)
        elif righted and (acts_left == 0 or not _is_card(step)):
            for act in righted:
                yield Do(1.0, act)
            yield Do(_TALK_S, None)
            righted = []
        acts_left -= bool(righted) and _is_card(step)
        heard = yield step


def _is_card(step: Any) -> bool:
    return isinstance(step, Do) and isinstance(step.act, acts.PutCard)
