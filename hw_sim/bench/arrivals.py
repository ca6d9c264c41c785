"""What the subscriber heard and when, joined with what the core's probe noted: the ways of summonses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from hw_sim.bench.core_child import Told
from hw_sim.bench.hall import RAW_TOPIC


@dataclass(slots=True)
class Arrivals:
    """What the subscriber heard, and when."""

    #: Seconds from `publish` to the subscriber, of each bare message.
    raw: list[float] = field(default_factory=list)
    #: When each revision of a summons came first: (table, ref, rev).
    summonses: dict[tuple[str, str, int], float] = field(default_factory=dict)
    #: Messages that came more than once under one id.
    again: int = 0
    ids: set[str] = field(default_factory=set)
    sizes: list[int] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, topic: str, payload: bytes, when: float) -> None:
        """A message has come."""
        given = json.loads(payload)
        if topic == RAW_TOPIC:
            self.raw.append(when - given["at"])
            return
        data = given["data"]
        key = (data["table"], data["id"], data["rev"])
        self.again += given["id"] in self.ids
        self.ids.add(given["id"])
        self.summonses.setdefault(key, when)
        self.sizes.append(len(payload))
        if data["status"] in ("open", "notice"):
            self.came.set()


@dataclass(frozen=True, slots=True)
class Sample:
    """One summons: seconds from its cause until it was decided, on disk, and with the subscriber."""

    woken_by: str
    decided: float
    on_disk: float
    arrived: float


def samples_of(told: Iterable[Told], arrivals: Arrivals) -> list[Sample]:
    """The summonses raised that arrived, with their ways; what the probe noted and the subscriber heard, joined."""
    found = []
    for one in told:
        when = arrivals.summonses.get((one.table, one.ref, one.rev))
        if one.state == "raised" and when is not None:
            ways = (one.decided - one.woken, one.on_disk - one.woken, when - one.woken)
            found.append(Sample(one.woken_by, *ways))
    return found


def lost(told: Iterable[Told], arrivals: Arrivals) -> list[Told]:
    """Revisions of summonses, closings among them, that were told and never arrived."""
    return [one for one in told if (one.table, one.ref, one.rev) not in arrivals.summonses]


def read_notes(path: Path) -> list[Told]:
    """What the core's probe wrote down."""
    return [Told(**one) for one in json.loads(path.read_text(encoding="utf-8"))]
