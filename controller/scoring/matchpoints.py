"""Matchpoints (Law 78A), with Neuberg's formula where a board was not played as often as it should have been."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from controller.scoring.results import Given, Line, Scored, against, spreads, to_places


class Scale(Enum):
    """Points for each pair beaten; half of them for a tie."""

    #: 2-1-0, PBN's MP1.
    TWO = 2
    #: 1-½-0, PBN's MP2.
    ONE = 1


def neuberg(points: Fraction, played: int, expected: int) -> Fraction:
    """Points (2-1-0) in a group of `played` results, as they count among `expected`: `(M + 1) E / A - 1`.

    A sole result gets half of the top, a top a little less than it, a bottom a little more than nothing.
    """
    if not 1 <= played <= expected:
        raise ValueError(f"a group of {played} results cannot be counted among {expected}")
    return (points + 1) * Fraction(expected, played) - 1


def matchpoint_board(
    lines: Sequence[Line],
    *,
    expected: int | None = None,
    scale: Scale = Scale.TWO,
    places: int | None = None,
) -> list[Given]:
    """Both sides' matchpoints on one board.

    `expected`: how many tables were to play it; at least as many as have a result or an artificial score. `places`
    rounds each result to so many decimals (exact without). Artificial scores wait for the session's percentage.
    """
    counted = [line for line in lines if line.score is not None]
    size = max(expected or 0, len(counted))
    per_point = Fraction(scale.value, 2)
    top = per_point * max(2 * (size - 1), 0)
    groups: dict[str, list[Line]] = {}
    for line in counted:
        if isinstance(line.score, Scored):
            groups.setdefault(line.group, []).append(line)
    of_group = {name: spreads(among) for name, among in groups.items()}
    given: list[Given] = []
    for line in lines:
        ns = ew = None
        if isinstance(line.score, Scored):
            played = len(groups[line.group])
            of_ns, of_ew = of_group[line.group]
            ns = against(line.score.ns, of_ns, _beaten)
            # East-West beat those whose North-South score is higher.
            ew = 2 * (played - 1) - against(line.score.ew, of_ew, _beaten)
            ns, ew = (per_point * neuberg(points, played, size) for points in (ns, ew))
            if places is not None:
                ns, ew = to_places(ns, places), to_places(ew, places)
        given.append(Given(line, ns, ew, top))
    return given


def _beaten(mine: int, other: int) -> int:
    """Two points for a score that is beaten, one for an equal one."""
    return 2 if mine > other else 1 if mine == other else 0
