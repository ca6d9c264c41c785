"""Looks once a second which results everybody may see by now, and has them recorded, then told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from controller.ports import Bus, OutMessage
from controller.service.bugs import place_of
from controller.service.public_results import PublicResults, Shown
from controller.service.recorder import Entry
from controller.service.table_service import TableService
from controller.service.told import Teller

#: How often it is looked, in real seconds.
_EVERY_S = 1.0


@dataclass(slots=True, eq=False)
class ResultsWatch:
    """The results of the room between its tables and the bus."""

    public: PublicResults
    tables: Mapping[str, TableService]
    bus: Bus
    teller: Teller
    #: Seconds since the epoch: a deal may open by time alone.
    wall: Callable[[], float]
    #: Told of a bug of our own, in words.
    on_failed: Callable[[str], None]

    async def run(self) -> None:
        """Look until cancelled. What was shown in an earlier run is said again: a broker may have forgotten it."""
        for one in self.public.shown():
            self._spare(partial(self._say, one))
        while True:
            self._spare(self.look)
            await asyncio.sleep(_EVERY_S)

    def look(self) -> None:
        """Look once. A table of which something is not on disk yet is not looked at."""
        now = self.wall()
        for name, table in self.tables.items():
            if table.recorder.is_sound and not table.recorder.pending:
                self.public.read(name, table.keeper.tracker.table, table.account.ended, now)
        for one in self.public.changes(now):
            self.tables[one.table].recorder.put(Entry([one.row()], messages=[self._message(one)]))

    def _say(self, one: Shown) -> None:
        self.bus.publish(self._message(one))

    def _message(self, one: Shown) -> OutMessage:
        return self.teller.result(one.table, one.board, one.told, rev=one.rev)

    def _spare(self, part: Callable[[], None]) -> None:
        """A bug of our own with the results must not end the evening: the tables are followed all the same."""
        try:
            part()
        except Exception as error:
            self.on_failed(place_of(error))
