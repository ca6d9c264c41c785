"""Which irregularities an evening is to have: as many as wanted, as far as its boards give a chance for them."""

from __future__ import annotations

from collections.abc import Sequence

from controller.records.board_record import BoardRecord
from hw_sim.people import NotPossibleError
from hw_sim.people.evening import plan_evening


def fitting(
    names: Sequence[str], count: int, boards: Sequence[BoardRecord], tables: Sequence[str], seed: int
) -> tuple[str, ...]:
    """`count` of the errors, one after another and again from the first; those that find no place are left out."""
    chosen: tuple[str, ...] = ()
    refused: set[str] = set()
    at = 0
    while len(chosen) < count and len(refused) < len(names):
        name = names[at % len(names)]
        at += 1
        if name in refused:
            continue
        try:
            plan_evening(boards, tables=tables, errors=(*chosen, name), seed=seed, all_play_all=True)
        except NotPossibleError:
            refused.add(name)
        else:
            chosen += (name,)
    return chosen
