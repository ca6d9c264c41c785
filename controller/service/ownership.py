"""One owner a table: whoever claims it writes with a higher epoch, and who held it before is refused by the store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from controller.ports import Journal

#: The room's own rows: of no table.
ROOM = ""


class Ownership(Protocol):
    """Decides which tables are ours. Static by default; another way is another class."""

    async def claim(self, tables: Iterable[str]) -> int:
        """Take these tables; the epoch of the room's rows, higher at each start."""


class StaticOwnership:
    """The settings say whose the tables are: all that stand there are ours, from the moment we start."""

    def __init__(self, journal: Journal, owner: str) -> None:
        self._journal, self._owner = journal, owner

    async def claim(self, tables: Iterable[str]) -> int:
        """Take these tables; the epoch of the room's rows, higher at each start."""
        epoch = await self._journal.claim(ROOM, self._owner)
        for table in tables:
            await self._journal.claim(table, self._owner)
        return epoch
