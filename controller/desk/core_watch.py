"""Asks the core how it is, now and then: what it could not write down yet, and whether it answers at all.

The journal tells everything else; what cannot be written is the one thing a reader of it cannot see there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from controller.desk.core import Commands, CoreAwayError
from controller.desk.hub import Change, Hub
from controller.desk.room import Room
from controller.session.may_see import What

#: Real seconds between questions.
_EVERY_S = 1.5


class CoreWatch:
    """Keeps what the core said of itself last."""

    def __init__(self, commands: Commands, room: Room, hub: Hub, now: Callable[[], float]) -> None:
        self._commands, self._room, self._hub, self._now = commands, room, hub, now
        #: What it said; None while it does not answer, or before it was asked.
        self.health: Mapping[str, Any] | None = None
        self.is_away = False

    async def run(self) -> None:
        """Ask until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(_EVERY_S)

    async def look(self) -> None:
        """Ask once, and tell the pages what has changed."""
        try:
            answer = await self._commands.ask({"do": "health"})
        except CoreAwayError:
            self.health, away = None, True
        else:
            health = answer.get("health")
            self.health, away = health if isinstance(health, Mapping) else {}, False
        if away != self.is_away:
            self.is_away = away
            self._hub.publish(Change("room", "", None, What.DEVICES))
        self._unrecorded()

    def _unrecorded(self) -> None:
        """Summonses that the core let out before they were on disk: shown, and marked."""
        tables = (self.health or {}).get("tables") or {}
        for name, record in self._room.tables.items():
            told = tables.get(name) or {}
            for case in record.set_unrecorded(told.get("unrecorded") or (), self._now()):
                what = What.FINDING if case.needs_seen_cards_only and not case.is_quiet else What.QUIET_FINDING
                data: dict[str, Any] = {"table": name, "id": case.id, "rev": case.rev}
                if not case.is_quiet:
                    data |= {"kind": case.finding.kind, "waiting": case.is_waiting, "sound": "now"}
                self._hub.publish(Change("quiet" if case.is_quiet else "summons", name, case.board, what, data))
