"""The Howell movement: every pair meets every other one, and there is one winner.

Made from a starter and its adder (together a Room square): pairs of numbers that, turned round by round, bring all
pairs together, each table's boards turning with a lead of its own. Both are found by search, above 22 pairs by way of
a strong starter, which brings its adder along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from controller.session.movement import Movement, Sitting, board_set
from controller.session.strong_starter import strong_starter

#: No club plays more.
MOST_PAIRS = 60
#: Beyond that a search through all starters takes seconds.
_MOST_SEARCHED = 22


class _Game(NamedTuple):
    """Two pairs and their set of boards, which counts from 0."""

    ns: int
    ew: int
    boards: int


class _Place(NamedTuple):
    """A table but the first: its two pairs in round 0, and how far its boards are ahead."""

    ns: int
    ew: int
    adder: int


def howell(pairs: int, *, rounds: int | None = None, boards_per_round: int = 2, first_board: int = 1) -> Movement:
    """A Howell movement for that many pairs; an odd number has a pair too many, who is the one that is missing.

    Without `rounds` each pair meets every other one. The others follow the pair one below them, round by round, and the
    highest number stays at table 1 (with six pairs he moves, too). With four or six pairs some tables share boards.
    ValueError where there is none.
    """
    even = pairs + pairs % 2
    if not 4 <= even <= MOST_PAIRS:
        raise ValueError(f"a Howell movement is for 4 to {MOST_PAIRS} pairs, not {pairs}")
    turn = even - 1
    count = turn if rounds is None else rounds
    if not 1 <= count <= turn:
        raise ValueError(f"{even} pairs allow {turn} rounds of a Howell movement, not {count}")
    games = _six() if even == 6 else [_turned(even, number) for number in range(turn)]
    sittings = []
    for number, tables in enumerate(games[:count]):
        for table, (ns, ew, boards) in enumerate(tables):
            here = board_set(boards, boards_per_round=boards_per_round, first_board=first_board)
            sittings.append(Sitting(number + 1, table + 1, ns, ew, here))
    return Movement(tuple(sittings))


def _turned(even: int, number: int) -> list[_Game]:
    """A round: every table's pairs, and its boards by the table's lead."""
    sets = [number, *((number - place.adder) % (even - 1) for place in _places(even))]
    return [_Game(ns, ew, boards) for (ns, ew), boards in zip(_round(even, number), sets, strict=True)]


def _round(even: int, number: int) -> Iterator[tuple[int, int]]:
    """The pairs of a round, table by table, as (North-South, East-West)."""
    turn = even - 1
    moving = number + 1
    # The pair that stays changes its direction every round: it, too, sits both ways equally often.
    yield (even, moving) if number % 2 == 0 else (moving, even)
    for place in _places(even):
        yield (place.ns + number) % turn + 1, (place.ew + number) % turn + 1


@cache
def _places(even: int) -> tuple[_Place, ...]:
    """The tables but the first, in the order of their boards."""
    turn = even - 1
    # Four and six are too few for boards that turn: all tables play the same ones (six pairs are given better ones).
    alike = [_Place(x, turn - x, 0) for x in range(1, even // 2)]
    if even <= 6:
        found = alike
    elif even <= _MOST_SEARCHED:
        found = next(_starters(turn))
    else:
        found = [_Place(x, y, -(x + y) % turn) for x, y in strong_starter(turn)]
    return tuple(sorted(_balanced(found, turn), key=lambda place: place.adder))


def _starters(turn: int) -> Iterator[list[_Place]]:
    """Starters with adders over the numbers modulo `turn`: every difference, number and moved number once."""
    free, moved_free = set(range(1, turn)), set(range(1, turn))
    adders, differences = set(range(1, turn)), set(range(1, turn // 2 + 1))
    chosen: list[_Place] = []

    def search() -> Iterator[list[_Place]]:
        if not free:
            yield list(chosen)
            return
        x = min(free)
        for y in sorted(free - {x}):
            difference = min(y - x, turn - y + x)
            if difference not in differences:
                continue
            for adder in sorted(adders):
                one, other = (x + adder) % turn, (y + adder) % turn
                if one not in moved_free or other not in moved_free:
                    continue
                free.difference_update((x, y))
                moved_free.difference_update((one, other))
                adders.discard(adder)
                differences.discard(difference)
                chosen.append(_Place(x, y, adder))
                yield from search()
                chosen.pop()
                differences.add(difference)
                adders.add(adder)
                moved_free.update((one, other))
                free.update((x, y))

    return search()


def _balanced(places: Sequence[_Place], turn: int) -> list[_Place]:
    """The same with North-South and East-West chosen so that pairs are compared as equally as can be.

    On a board two pairs in one direction compete, in opposite ones they share: over the evening that should even out
    in the same way for every two pairs.
    """

    def unevenness(turned: Sequence[bool]) -> int:
        way = [0] * turn
        for place, is_turned in zip(places, turned, strict=True):
            sign = -1 if is_turned else 1
            way[(place.ns + place.adder) % turn], way[(place.ew + place.adder) % turn] = sign, -sign
        together = [sum(way[e] * way[(e + d) % turn] for e in range(turn)) for d in range(1, turn // 2 + 1)]
        return sum((value + 1) ** 2 for value in together)

    # The first table's direction is only a matter of names. Beyond ten tables the last ones stay as they are.
    free = min(len(places) - 1, 9)
    choices = ((False, *turned, *(False,) * (len(places) - 1 - free)) for turned in product((False, True), repeat=free))
    best = min(choices, key=unevenness)
    return [_Place(p.ew, p.ns, p.adder) if turned else p for p, turned in zip(places, best, strict=True)]


def _six() -> list[list[_Game]]:
    """Six pairs: tables share boards in one round only, and no table has the same boards twice.

    The boards are five ways to put six pairs together, like the rounds: chosen to have as little as can be in common.
    """
    rounds = [[frozenset(pair) for pair in _round(6, number)] for number in range(5)]
    ways = list(_pairings(frozenset(range(1, 7))))
    chosen = min(
        (five for five in combinations(ways, 5) if len(frozenset.union(*map(frozenset, five))) == 15),
        key=lambda five: sum(set(way) == set(sitting) for way in five for sitting in rounds),
    )
    games = [
        [_Game(ns, ew, next(i for i, way in enumerate(chosen) if {ns, ew} in way)) for ns, ew in _round(6, number)]
        for number in range(5)
    ]
    return next(_at_tables(games, []))


def _at_tables(games: list[list[_Game]], seated: list[list[_Game]]) -> Iterator[list[list[_Game]]]:
    """Every way to give each round's games to the tables so that no table has boards that it has had."""
    if len(seated) == len(games):
        yield seated
        return
    for order in permutations(games[len(seated)]):
        if all(game.boards != before[table].boards for before in seated for table, game in enumerate(order)):
            yield from _at_tables(games, [*seated, list(order)])


def _pairings(people: frozenset[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to put people together two by two."""
    if not people:
        yield []
        return
    first = min(people)
    for second in sorted(people - {first}):
        pair = frozenset((first, second))
        for rest in _pairings(people - pair):
            yield [pair, *rest]
