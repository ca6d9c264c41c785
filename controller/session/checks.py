"""The check before play: what is ready, what is to be looked at, what stops the evening. Values in, lines out.

Who gathers the facts (files, a running core) stands in controller/cli/session_check.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from controller.model.spans import spans
from controller.session.plan import SessionPlan

#: Below this much free disk an evening is not begun, and below that it is looked at, in bytes.
DISK_STOPS, DISK_WEAK = 100_000_000, 1_000_000_000


class Mark(Enum):
    """How a check came out."""

    BAD = "bad"
    WEAK = "weak"
    GOOD = "good"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: a mark, the id of a sentence in the catalogue, and what goes into it."""

    mark: Mark
    key: str
    fields: Mapping[str, object] = field(default_factory=dict)


def of_devices(tables: Mapping[str, Sequence[str]], states: Mapping[str, str] | None) -> Iterator[Check]:
    """Devices by table, and the states that the core tells (None: it does not run, nobody has asked them yet)."""
    ready = 0
    for table, devices in tables.items():
        if not devices:
            yield Check(Mark.WEAK, "check.table.none", {"table": table})
        for device in devices:
            state = "unasked" if states is None else states.get(device, "lost")
            if state == "ready":
                ready += 1
            else:
                mark = Mark.WEAK if state in ("degraded", "unasked") else Mark.BAD
                yield Check(
                    mark, f"check.device.{'lost' if mark is Mark.BAD else state}", {"device": device, "table": table}
                )
    if ready:
        yield Check(Mark.GOOD, "check.device.ready", {"n": ready})


def of_plan(plan: SessionPlan | None, dealt: Collection[int]) -> Iterator[Check]:
    """The movement beside the deals that are there: which boards are played and not dealt from a file."""
    if plan is None:
        yield Check(Mark.WEAK, "check.plan.none")
        return
    boards = plan.boards
    rounds = max((place.sitting.round for place in plan.places), default=0)
    tables = len({place.table for place in plan.places})
    yield Check(Mark.GOOD, "check.plan.is", {"tables": tables, "rounds": rounds, "n": len(boards)})
    undealt = sorted(boards - set(dealt))
    if undealt and dealt:
        yield Check(Mark.WEAK, "check.deals.missing", {"boards": spans(undealt), "n": len(undealt)})
    nameless = [pair for pair in plan.pair_ids() if not plan.names_of(pair)]
    if nameless:
        yield Check(Mark.WEAK, "check.names.missing", {"n": len(nameless), "pairs": ", ".join(nameless[:8])})


def of_decks(decks: Mapping[str, Collection[int] | None], boards: Collection[int]) -> Iterator[Check]:
    """Decks by name with the boards they lie in (None: any), beside the boards that are played."""
    if not decks:
        yield Check(Mark.WEAK, "check.decks.none")
        return
    yield Check(Mark.GOOD, "check.decks.are", {"n": len(decks)})
    anywhere = any(bound is None for bound in decks.values())
    covered = {board for bound in decks.values() if bound is not None for board in bound}
    bare = [] if anywhere else sorted(set(boards) - covered)
    if bare:
        yield Check(Mark.WEAK, "check.decks.missing", {"boards": spans(bare), "n": len(bare)})


def of_disk(free: int) -> Check:
    """How much room there is for the journal and the evidence, in bytes."""
    mark = Mark.BAD if free < DISK_STOPS else Mark.WEAK if free < DISK_WEAK else Mark.GOOD
    return Check(mark, f"check.disk.{mark.value}", {"mb": free // 1_000_000})
