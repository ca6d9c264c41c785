"""Deals in the core: the watched folder, files of single tables, and sealed ones once their key has been entered.

Neither the key nor what it opens is ever written down; deals are told to the tables' boards alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from controller.adapters.deal_folder import Arrived, DealFolder
from controller.adapters.sealed_deals import ENDING, check_sealed, unseal
from controller.cli.settings import Settings, SettingsError
from controller.model.errors import LogError
from controller.records.deal_files import DealtBoard, ending_of, read_deal_file
from controller.records.dealt import MisdealtError
from controller.service.account import SERVICE_FAULT
from controller.service.bugs import place_of
from controller.service.commands import refused
from controller.service.deal_shelf import DealShelf
from controller.service.room import Room

T = TypeVar("T")
#: How often the folder is looked into, in real seconds.
LOOK_S = 1.0
#: Faults that the operator sees.
BAD_FILE, LOCKED = "deal_file", "deals_locked"
#: Why an unlock is refused.
WRONG_KEY, NOTHING_SEALED, MALFORMED = "wrong_key", "nothing_sealed", "malformed"
#: So many bad files are named in one fault.
_NAMED = 6
#: Longest key that is taken.
_LONGEST_KEY = 1024


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A sealed file that waits for its key, and the tables that it is for."""

    data: bytes
    tables: tuple[str, ...]


class CoreDeals:
    """Where the room's deals come from beside the settings."""

    def __init__(self, settings: Settings, room: Room, *, open_folder: Callable[..., DealFolder] = DealFolder) -> None:
        self._room = room
        own = {table.name for table in settings.tables if table.deals is not None}
        self._common = tuple(table.name for table in settings.tables if table.name not in own)
        self._folder = open_folder(settings.deals.folder) if settings.deals.folder is not None else None
        self._shelves: dict[tuple[str, ...], DealShelf] = {}
        self._sealed: dict[str, _Sealed] = {}
        self._bad: dict[str, str] = {}
        self._told = {BAD_FILE: "", LOCKED: ""}
        #: Kept for sealed files that come later; in memory alone.
        self._key: str | None = None
        # Hashing a key, or reading a long file, takes longer than a summons may wait.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="deals")
        # One thing at a time: a look at the folder, or a key.
        self._busy = asyncio.Lock()
        for path in dict.fromkeys(_own_sealed(settings)):
            self._take_sealed(str(path), _read(path), tuple(t.name for t in settings.tables if t.deals == path))

    async def run(self) -> None:
        """Look into the folder until cancelled."""
        try:
            while True:
                try:
                    await self.look()
                except Exception as error:  # our own bug with one file must not end the evening
                    self._room.moment(SERVICE_FAULT, place_of(error))
                await asyncio.sleep(LOOK_S)
        finally:
            self._worker.shutdown(wait=False, cancel_futures=True)

    async def look(self) -> None:
        """Take what has arrived in the folder; what is wrong is told once."""
        async with self._busy:
            await self._look()

    async def _look(self) -> None:
        for arrived in self._arrived():
            self._bad.pop(arrived.name, None)
            if isinstance(arrived.content, LogError):
                self._bad[arrived.name] = str(arrived.content)
            elif ending_of(arrived.name) == ENDING:
                self._take_sealed(arrived.name, arrived.content, self._common)
                if self._key is not None and arrived.name in self._sealed:
                    await self._open(arrived.name, self._key)
            else:
                await self._take(arrived.name, arrived.content, self._common)
        self._tell()

    async def request(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A request of the control socket: `unlock` with its `key` is answered here, all others by the room."""
        if given.get("do") != "unlock":
            return await self._room.request(given)
        key = given.get("key")
        if not isinstance(key, str) or not 0 < len(key) <= _LONGEST_KEY:
            return refused(MALFORMED, "a key is a text").as_json()
        async with self._busy:
            return await self._unlock(key)

    async def _unlock(self, key: str) -> Mapping[str, Any]:
        if not self._sealed:
            return refused(NOTHING_SEALED, "no sealed deals wait for a key").as_json()
        opened = [name for name in list(self._sealed) if await self._open(name, key)]
        self._tell()
        if not opened:
            return refused(WRONG_KEY, f"the key does not open {', '.join(self._sealed)}").as_json()
        self._key = key
        return {"answer": "ok", "opened": opened, "waiting": sorted(self._sealed)}

    def _arrived(self) -> list[Arrived]:
        """What has become complete in the folder; of files that have gone, nothing is said any more."""
        if self._folder is None:
            return []
        before = self._folder.names
        arrived = self._folder.look()
        for gone in before - self._folder.names:
            self._bad.pop(gone, None)
            self._sealed.pop(gone, None)
        return arrived

    # -- inside ---------------------------------------------------------------------------------------------------

    def _take_sealed(self, name: str, data: bytes, tables: tuple[str, ...]) -> None:
        try:
            check_sealed(data, name)
        except LogError as error:
            self._bad[name] = str(error)
        else:
            self._sealed[name] = _Sealed(data, tables)

    async def _open(self, name: str, key: str) -> bool:
        sealed = self._sealed[name]
        try:
            plain = await self._aside(partial(unseal, sealed.data, key, name))
        except LogError:
            return False
        del self._sealed[name]
        await self._take(name, plain, sealed.tables, kind="deals")
        return True

    async def _aside(self, work: Callable[[], T]) -> T:
        """Do it beside the loop: no summons waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _take(self, name: str, data: bytes, tables: tuple[str, ...], *, kind: str = "") -> None:
        try:
            boards = await self._aside(partial(read_deal_file, data, name, kind=kind))
            self._shelve(name, boards, tables)
        except MisdealtError as error:
            self._bad[name] = str(error.discreet())
        except LogError as error:
            self._bad[name] = str(error)

    def _shelve(self, name: str, boards: Iterable[DealtBoard], tables: tuple[str, ...]) -> None:
        shelf = self._shelves.setdefault(tables, DealShelf())
        shelf.put(name, boards, self._room.hands_taken_up(tables))
        self._room.give_deals(shelf.fields(), tables)

    def _tell(self) -> None:
        """The two faults, as they have become."""
        bad = [self._bad[name] for name in sorted(self._bad)]
        if self._folder is not None and self._folder.trouble is not None:
            bad.insert(0, self._folder.trouble)
        more = f"; {len(bad) - _NAMED} more" if len(bad) > _NAMED else ""
        locked = f"{', '.join(sorted(self._sealed))}: enter the key (smarttable deals unlock)" if self._sealed else ""
        for fault, detail in ((BAD_FILE, "; ".join(bad[:_NAMED]) + more), (LOCKED, locked)):
            if detail != self._told[fault]:
                self._told[fault] = detail
                self._room.fault(fault, is_on=bool(detail), detail=detail)


def has_sealed_deals(settings: Settings) -> bool:
    """Will the core wait for a key?"""
    folder = settings.deals.folder
    there = list(folder.glob(f"*.{ENDING}")) if folder is not None and folder.is_dir() else []
    return bool(there or _own_sealed(settings))


def _own_sealed(settings: Settings) -> list[Path]:
    """Sealed files of single tables."""
    own = (table.deals for table in settings.tables)
    return [path for path in own if path is not None and ending_of(path.name) == ENDING]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
