"""A director who rules what the players expect, as soon as the core knows of it. He asks the core, not a desk."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from controller.adapters.control_socket import ControlClient, ControlError
from controller.adapters.journal import JournalReader
from controller.model.event_codec import event_to_json
from controller.model.events import Ruling
from hw_sim.happenings import Waiting

#: Real seconds between two looks at the table.
_LOOK_AGAIN_S = 0.1
#: Real seconds after which the finding that should be there is given up.
_PATIENCE_S = 30.0

TellRuling = Callable[[str, Ruling], None]


class AutomaticDirector:
    """`wanted` takes what tables wait for; `run` rules until cancelled, tables not waiting for each other."""

    def __init__(self, core: Path, journal: Path, tell: TellRuling) -> None:
        self._core, self._journal, self._tell = core, journal, tell
        self._ids = itertools.count(1)
        self._waiting: asyncio.Queue[Waiting] = asyncio.Queue()
        #: What he could not rule on: the controller had found nothing.
        self.in_vain: list[Waiting] = []

    def wanted(self, waiting: Waiting) -> None:
        """A table has stopped and waits."""
        self._waiting.put_nowait(waiting)

    async def run(self) -> None:
        """Rule until cancelled."""
        async with asyncio.TaskGroup() as tables:
            while True:
                tables.create_task(self._rule(await self._waiting.get()))

    async def _rule(self, waiting: Waiting) -> None:
        for event in waiting.wanted.enters:
            if isinstance(event, Ruling):
                if not await self._is_recorded(waiting.table, event):
                    self.in_vain.append(waiting)
                self._tell(waiting.table, event)
            else:
                await self._is_called(waiting.table, event_to_json(event).get("seat"))
                entered = {"do": "event", "table": waiting.table, "event": event_to_json(event), "by": "director"}
                await ask_core(self._core, entered)

    async def _is_called(self, table: str, seat: str | None) -> bool:
        """What only a person sees (a card lies face up) he enters once a summons about that seat has brought him."""
        for _ in range(int(_PATIENCE_S / _LOOK_AGAIN_S)):
            if seat in open_seats(self._journal, table):
                return True
            await asyncio.sleep(_LOOK_AGAIN_S)
        return False

    async def _is_recorded(self, table: str, ruling: Ruling) -> bool:
        """Give the ruling, again until the finding is there."""
        given = {k: v for k, v in event_to_json(ruling).items() if k not in ("t", "src", "by", "readings", "after")}
        for _ in range(int(_PATIENCE_S / _LOOK_AGAIN_S)):
            # A ruling's id names one answer for ever: asked again it is another ruling.
            asked = {**given, "id": f"bench-{table}-{next(self._ids)}"}
            answer = await ask_core(self._core, {"do": "ruling", "table": table, "ruling": asked, "by": "director"})
            if answer["answer"] != "refused":
                return True
            await asyncio.sleep(_LOOK_AGAIN_S)
        return False


def open_seats(journal: Path, table: str) -> set[str | None]:
    """The seats that open summonses of a table are about."""
    reader = JournalReader(journal)
    try:
        latest = {row.body["id"]: row.body for row in reader.rows(table=table) if row.kind == "summons"}
    finally:
        reader.close()
    return {body["finding"]["seat"] for body in latest.values() if body["open"]}


async def ask_core(control_socket: Path, request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Ask over a connection of its own, again until a core is there to answer. ControlError if none comes."""
    for _ in range(int(_PATIENCE_S / _LOOK_AGAIN_S)):
        try:
            async with ControlClient(control_socket) as core:
                return await core.ask(request)
        except ControlError:
            await asyncio.sleep(_LOOK_AGAIN_S)
    raise ControlError(f"{control_socket}: no core has answered for {_PATIENCE_S:g} s")
