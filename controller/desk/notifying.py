"""Sends directors a message a summons: follows the journal in a process of its own, so that nobody else ever waits.

Every service has its own queue, short and bounded: one that is slow or dead delays no other, and a message is tried
again as long as its summons waits. What was taken is written down, so that a restart tells nothing twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import structlog

from controller.adapters.journal import JournalReader
from controller.adapters.private_file import write_private
from controller.desk.notices import Notice, Waiting
from controller.desk.words import Words
from controller.model.errors import LogError
from controller.ports import JournalError, Row

#: Pauses after each failed try, seconds; the last one goes on.
PAUSES_S = (1.0, 2.0, 5.0, 15.0, 60.0)
#: Tries at one message; then the next one gets its turn.
_TRIES = 12
#: Messages that may wait for one service; the oldest give way.
_MOST = 50
_AGAIN_S = 1.0
_FORM = "smart-table/notify/1"


class Service(Protocol):
    """Where messages go."""

    @property
    def name(self) -> str:
        """How it is called in a log: never its address."""

    @property
    def key(self) -> str:
        """The same after a restart."""

    async def send(self, text: str) -> bool:
        """Was it taken?"""


class Sent:
    """Which summonses each service has been told of, in a file of mode 0600."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._keys: dict[str, list[str]] = _read(path)

    def has(self, service: str, summons: str) -> bool:
        """Was it told?"""
        return summons in self._keys.get(service, ())

    def add(self, service: str, summons: str) -> None:
        """It was. A disk that is full is said and nothing more: then it may be told again after a restart."""
        self._keys.setdefault(service, []).append(summons)
        try:
            write_private(self._path, json.dumps({"form": _FORM, "sent": self._keys}).encode())
        except LogError as error:
            structlog.get_logger("notify").warning("what was sent cannot be written down", reason=error.message)


def _read(path: Path) -> dict[str, list[str]]:
    try:
        given: Any = json.loads(path.read_text(encoding="utf-8"))
        return {str(k): [str(one) for one in keys] for k, keys in given["sent"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


@dataclass(slots=True, eq=False)
class Line:
    """The queue of one service."""

    service: Service
    sent: Sent
    words: Words
    pauses_s: Sequence[float] = PAUSES_S
    _queue: dict[str, Notice] = field(default_factory=dict)
    _over: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    def show(self, waiting: Mapping[str, Notice]) -> None:
        """What waits now: new ones are queued, others are not told any more."""
        self._over &= waiting.keys()
        wanted = {k: n for k, n in waiting.items() if k not in self._over and not self.sent.has(self.service.key, k)}
        if len(wanted) > _MOST:
            structlog.get_logger("notify").warning("too many wait", service=self.service.name, n=len(wanted))
        self._queue = dict(list(wanted.items())[-_MOST:])
        self._wake.set()

    async def run(self) -> None:
        """Send until cancelled."""
        while True:
            self._wake.clear()
            if self._queue:
                await self._tell(next(iter(self._queue.values())))
            else:
                await self._wake.wait()

    async def _tell(self, notice: Notice) -> None:
        for number in range(_TRIES):
            if notice.key not in self._queue:
                return
            if await self.service.send(notice.text(self.words)):
                self.sent.add(self.service.key, notice.key)
                break
            await asyncio.sleep(self.pauses_s[min(number, len(self.pauses_s) - 1)])
        else:
            structlog.get_logger("notify").warning("not taken", service=self.service.name, table=notice.table)
        self._over.add(notice.key)
        self._queue.pop(notice.key, None)


async def keep_told(journal: Path, lines: Sequence[Line], *, with_quiet: bool = False) -> None:
    """Tell what waits and what comes, until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_follow(journal, Waiting(with_quiet), lines))
        for line in lines:
            tasks.create_task(line.run())


async def _follow(journal: Path, waiting: Waiting, lines: Sequence[Line]) -> None:
    seq = 0
    while True:
        try:
            reader = JournalReader(journal)
            try:
                # All that is there first: what has been settled since is told to nobody.
                for row in reader.rows(seq):
                    seq = row.seq
                    _apply(waiting, row)
                _show(waiting, lines)
                async for row in reader.follow(seq):
                    seq = row.seq
                    _apply(waiting, row)
                    _show(waiting, lines)
            finally:
                reader.close()
        except JournalError as error:
            structlog.get_logger("notify").warning("journal cannot be read", reason=type(error).__name__)
        await asyncio.sleep(_AGAIN_S)


def _apply(waiting: Waiting, row: Row) -> None:
    try:
        waiting.apply(row)
    except (LookupError, TypeError, ValueError) as error:
        # A row that this program does not write: said, and reading goes on behind it.
        structlog.get_logger("notify").warning("row cannot be read", seq=row.seq, reason=type(error).__name__)


def _show(waiting: Waiting, lines: Sequence[Line]) -> None:
    for line in lines:
        line.show(waiting.notices)
