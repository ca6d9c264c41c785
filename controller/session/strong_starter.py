"""Strong starters: numbers modulo an odd one put together in pairs so that all differences and all sums differ.

A strong starter is a starter whose adder is at hand: minus the sum of each pair. Where a search through all starters
takes too long, one is found by putting pairs in and taking those out that are in their way (Dinitz and Stinson).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: So many steps, then all over again with other dice, so often.
_MOST_STEPS, _MOST_STARTS = 5_000, 40


def strong_starter(turn: int) -> list[tuple[int, int]]:
    """Pairs of the numbers 1 to `turn` - 1, for an odd `turn` from 11 on; always the same ones. ValueError if none."""
    for start in range(_MOST_STARTS):
        pairs, dice = _Pairs(turn), _dice(turn + start * 1_000)
        for _ in range(_MOST_STEPS):
            if len(pairs.by_difference) == turn // 2:
                return sorted(pairs.by_difference.values())
            pairs.put_in(next(dice), next(dice), next(dice))
    raise ValueError(f"no strong starter of {turn} was found")


def _dice(seed: int) -> Iterator[int]:
    """Numbers without an order that anybody would see, the same ones every time and everywhere."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield state >> 33


class _Pairs:
    """Pairs that do not get in each other's way: no number, difference or sum is there twice."""

    def __init__(self, turn: int) -> None:
        self._turn = turn
        self.by_difference: dict[int, tuple[int, int]] = {}
        self._by_number: dict[int, tuple[int, int]] = {}
        self._by_sum: dict[int, tuple[int, int]] = {}

    def put_in(self, first: int, second: int, third: int) -> None:
        """Put in a pair of a free number: with a free difference, or with another free number. One may have to go."""
        turn = self._turn
        numbers = [x for x in range(1, turn) if x not in self._by_number]
        x = _chosen(numbers, first)
        if third % 2:
            differences = [d for d in range(1, turn // 2 + 1) if d not in self.by_difference]
            step = _chosen(differences, second)
            y = (x + (step if third % 4 < 2 else -step)) % turn
        else:
            y = _chosen(numbers, second)
        self._add(min(x, y), max(x, y))

    def _add(self, x: int, y: int) -> None:
        difference, total = self._difference(x, y), (x + y) % self._turn
        if not x or x == y or not total:
            return
        found = (self._by_number.get(x), self._by_number.get(y), self.by_difference.get(difference))
        in_the_way = {pair for pair in (*found, self._by_sum.get(total)) if pair is not None}
        if len(in_the_way) > 1:
            return
        for pair in in_the_way:
            self._take_out(pair)
        self.by_difference[difference] = self._by_sum[total] = self._by_number[x] = self._by_number[y] = (x, y)

    def _take_out(self, pair: tuple[int, int]) -> None:
        x, y = pair
        del self.by_difference[self._difference(x, y)], self._by_sum[(x + y) % self._turn]
        del self._by_number[x], self._by_number[y]

    def _difference(self, x: int, y: int) -> int:
        return min((y - x) % self._turn, (x - y) % self._turn)


def _chosen(some: Sequence[int], number: int) -> int:
    return some[number % len(some)]
