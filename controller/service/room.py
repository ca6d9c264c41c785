"""The room: all tables of a session, their devices, the bus and the desk; what belongs to no single table.

Composed by the cli; it starts everything in the right order, routes commands, and knows how all of it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import structlog

from controller.model.board import Hand
from controller.model.errors import LogError
from controller.model.events import BoardTaken
from controller.model.seats import Seat
from controller.ports import Bus, Clock, Driver, Evidence, InMessage, Journal, JournalError, NewRow, Row
from controller.service import commands as cm
from controller.service.account import SERVICE_FAULT, fault_row, standing_faults
from controller.service.commands import Answer, BusCommand, Command, Misfit, command_from_json, refused
from controller.service.deal_watch import DealWatch
from controller.service.device_watch import DeviceWatch, sync_evidence
from controller.service.ownership import ROOM
from controller.service.public_results import PublicResults
from controller.service.recorder import Entry, Recorder
from controller.service.restart import restore
from controller.service.results_watch import ResultsWatch
from controller.service.table_service import TableService
from controller.service.told import Teller
from controller.service.watches import BusWatch, LagWatch

#: How often the clock's anchor is kept, in real seconds.
_ANCHOR_S = 10.0
#: A fault that comes in floods is written at most once in so many real seconds; its count says how often it came.
_MOMENT_S = 5.0
#: Commands from the bus that are worked on at once.
_AT_ONCE = 64

log = structlog.get_logger()


class Listener(Protocol):
    """Reads what comes on the bus."""

    def read(self, message: InMessage) -> BusCommand | Misfit | None:
        """What a message asks for, a misfit with the reason, or None where it is nothing new."""


@dataclass(frozen=True, slots=True)
class RoomPorts:
    """The world around the room."""

    journal: Journal
    evidence: Evidence
    bus: Bus
    clock: Clock
    teller: Teller
    listener: Listener
    #: Where the clock stands, for a later run.
    anchor: Callable[[], Mapping[str, Any]]
    #: Seconds since the epoch: a deal may open by time alone.
    wall: Callable[[], float] = time.time


@dataclass(slots=True)
class _Moments:
    """How often something happened that is no state, and when it was last written down."""

    count: int = 0
    written: int = 0
    at: float = float("-inf")


@dataclass(slots=True, eq=False)
class Room:
    """`start`, then `run` until cancelled, then `close`. `ask` and `request` are for the desk's socket."""

    ports: RoomPorts
    tables: Mapping[str, TableService]
    #: Body of the `session` row.
    session: Mapping[str, Any]
    drivers: Mapping[str, Sequence[Driver]] = field(default_factory=dict)
    #: What the tables have shown of each board; the same one that they are given.
    deals: DealWatch = field(default_factory=DealWatch)
    #: The results that everybody may see.
    public: PublicResults = field(default_factory=PublicResults)
    lag: LagWatch = field(init=False)
    _recorder: Recorder = field(init=False)
    _watches: list[DeviceWatch] = field(default_factory=list)
    _moments: dict[str, _Moments] = field(default_factory=dict)
    _broker_count: int = 0

    def __post_init__(self) -> None:
        self.lag = LagWatch(lambda ms: self.moment("loop_lag", f"the event loop was held for {ms:.0f} ms"))
        self._recorder = Recorder(ROOM, self.ports.journal, self.ports.bus, self.ports.teller, self._in_trouble)
        for name, drivers in self.drivers.items():
            for driver in drivers:
                watch = DeviceWatch(driver, self.tables[name], self.ports.clock, self._driver_fault)
                self._watches.append(watch)

    # -- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring every table to where it stood, and say that we are here. JournalError if nothing can be recorded."""
        of_table: dict[str, list[Row]] = {name: [] for name in (ROOM, *self.tables)}
        for row in self.ports.journal.rows():
            of_table.setdefault(row.table, []).append(row)
            self.deals.remember([row])
        resumed = any(row.kind == "session" for row in of_table[ROOM])
        session = {**self.session, "resumed": resumed, "clock": self.ports.clock.now()}
        standing = standing_faults(of_table[ROOM])
        over = [fault_row(ROOM, fault, is_on=False, detail="the core was started again") for fault in standing]
        await self.ports.journal.append([NewRow(ROOM, "session", session), *over])
        for message in self.ports.journal.unsent():
            self.ports.bus.publish(message, self.ports.journal.sent)
        for name, table in self.tables.items():
            restored = restore(table.keeper, table.account, of_table[name])
            self.public.expect(name, of_table[name], table.account.ended)
            table.resume(of_table[name], restored)
        for watch in self._watches:
            watch.table.expect_device(watch.name)

    async def run(self) -> None:
        """Everything at once, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.ports.bus.run())
            tasks.create_task(self._hear())
            for table in self.tables.values():
                tasks.create_task(table.run())
            for watch in self._watches:
                tasks.create_task(watch.run())
            tasks.create_task(sync_evidence(self.ports.evidence, self._watches, self._evidence_fault))
            tasks.create_task(self.lag.run())
            tasks.create_task(BusWatch(self.ports.bus, self._bus_changed).run())
            tasks.create_task(self._keep_anchor())
            tasks.create_task(self._results_watch().run())

    def _results_watch(self) -> ResultsWatch:
        """What shows results to everybody, and takes them back."""
        ports = self.ports
        return ResultsWatch(self.public, self.tables, ports.bus, ports.teller, ports.wall, self._service_fault)

    async def close(self) -> None:
        """Store what waits; what cannot be stored any more is said in the log."""
        for table in self.tables.values():
            table.keeper.flush()
        for recorder in (self._recorder, *(table.recorder for table in self.tables.values())):
            await recorder.close()
        with contextlib.suppress(JournalError):
            await self.ports.journal.set_meta("clock", self.ports.anchor())

    async def _keep_anchor(self) -> None:
        while True:
            # A journal that takes nothing is told by the tables.
            with contextlib.suppress(JournalError):
                await self.ports.journal.set_meta("clock", self.ports.anchor())
            await asyncio.sleep(_ANCHOR_S)

    # -- deals ----------------------------------------------------------------------------------------------------

    def give_deals(self, deals: Mapping[int, Mapping[str, Any]], tables: Iterable[str]) -> None:
        """What deal files say of boards, for these tables; a board in play stays as it was taken up."""
        for name in tables:
            keeper = self.tables[name].keeper
            keeper.book = replace(keeper.book, deals=deals)

    def hands_taken_up(self, tables: Iterable[str]) -> dict[int, list[Mapping[Seat, Hand]]]:
        """The hands that deal files gave to boards which these tables have taken up, by board."""
        found: dict[int, list[Mapping[Seat, Hand]]] = {}
        for name in tables:
            for board in self.tables[name].keeper.tracker.table.boards:
                for entry in board.entries:
                    if isinstance(entry.event, BoardTaken) and entry.event.deal is not None:
                        found.setdefault(entry.event.board, []).append(entry.event.deal.hands)
        return found

    # -- commands -------------------------------------------------------------------------------------------------

    async def request(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A request of the control socket (docs/journal.md); its answer."""
        if given.get("do") == "health":
            return {"answer": "ok", "health": self.health()}
        try:
            command = command_from_json(given)
        except LogError as error:
            answer = refused(cm.MALFORMED, str(error))
            self._refuse(answer, {"do": str(given.get("do"))[:40]}, via="desk", by=str(given.get("by", ""))[:64])
            return answer.as_json()
        return (await self.ask(command)).as_json()

    async def ask(self, command: Command) -> Answer:
        """Hand a command to its table and wait for the answer."""
        table = self.tables.get(command.table)
        if table is None:
            answer = refused(cm.UNKNOWN_TABLE, f"there is no table {command.table!r} here")
            self._refuse(answer, {"do": command.do, "table": command.table}, via=command.via, by=command.by)
            return answer
        return await table.ask(command)

    def _refuse(self, answer: Answer, command: Mapping[str, Any], *, via: str, by: str) -> None:
        body = {"command": dict(command), "id": None, "by": by, "via": via}
        self._recorder.put(Entry([NewRow(ROOM, "refused", {**body, "reason": answer.reason, "code": answer.code})]))

    # -- the bus --------------------------------------------------------------------------------------------------

    async def _hear(self) -> None:
        """Take what comes on the bus; the broker may forget a command once its answer is on disk."""
        at_once = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as tasks:
            async for message in self.ports.bus.messages():
                heard = self.ports.listener.read(message)
                if isinstance(heard, BusCommand):
                    await at_once.acquire()
                    task = tasks.create_task(self._obey(heard, message))
                    task.add_done_callback(lambda _done: at_once.release())
                    continue
                if heard is not None:
                    self.misfit(heard)
                message.acknowledge()

    async def _obey(self, heard: BusCommand, message: InMessage) -> None:
        command = heard.command
        table = self.tables.get(command.table)
        if command.do == "resync" and table is not None:
            reply = self.ports.teller.table(heard, table.seen(), table.account.summonses.open())
        else:
            reply = self.ports.teller.answer(heard, await self.ask(command))
        self.ports.bus.publish(reply)
        message.acknowledge()

    def misfit(self, misfit: Misfit) -> None:
        """Something on the bus that nobody may send, or that cannot be read: counted and shown."""
        if misfit.count is None:
            self.moment(misfit.fault, misfit.detail)
        elif misfit.count != self._broker_count:
            # The broker counts from its own start; fewer than before means that it has started anew.
            more = misfit.count - self._broker_count if misfit.count > self._broker_count else misfit.count
            self._broker_count = misfit.count
            self.moment(misfit.fault, misfit.detail, more)

    # -- faults and health ----------------------------------------------------------------------------------------

    def moment(self, fault: str, detail: str, times: int = 1) -> None:
        """A fault that is no state: counted, and written down unless it floods."""
        seen = self._moments.setdefault(fault, _Moments())
        seen.count += times
        now = asyncio.get_running_loop().time()
        if now - seen.at >= _MOMENT_S:
            self._write_moment(fault, detail, seen)
        elif seen.count - times == seen.written:
            # The first of a flood that is not written at once: the sum is written when it may be.
            asyncio.get_running_loop().call_later(seen.at + _MOMENT_S - now, self._write_moment, fault, detail, seen)

    def _write_moment(self, fault: str, detail: str, seen: _Moments) -> None:
        if seen.count > seen.written:
            seen.at, seen.written = asyncio.get_running_loop().time(), seen.count
            log.warning(fault, detail=detail, count=seen.count)
            self._recorder.put(Entry([fault_row(ROOM, fault, is_on=True, detail=detail, count=seen.count)]))

    def fault(self, fault: str, *, is_on: bool, detail: str) -> None:
        """A fault of no single table holds, or holds no more: written down, and shown to the operator."""
        log.warning(fault, on=is_on, detail=detail)
        self._recorder.put(Entry([fault_row(ROOM, fault, is_on=is_on, detail=detail)]))

    def _bus_changed(self, is_down: bool) -> None:
        detail = "no connection to the broker" if is_down else "the broker is back"
        self.fault("bus_down", is_on=is_down, detail=detail)

    def _service_fault(self, detail: str) -> None:
        self.moment(SERVICE_FAULT, detail)

    def _driver_fault(self, detail: str) -> None:
        self.moment("driver_fault", detail)

    def _evidence_fault(self, detail: str) -> None:
        self.moment("evidence_failed", detail)

    def _in_trouble(self, fault: str, is_on: bool, detail: str) -> None:
        log.warning(fault, on=is_on, detail=detail)

    def health(self) -> dict[str, Any]:
        """How everything is, for the operator."""
        recorders = [table.recorder for table in self.tables.values()]
        troubles = [recorder.trouble for recorder in recorders if recorder.trouble is not None]
        return {
            "clock": self.ports.clock.now(),
            "loop_lag_ms": round(self.lag.worst_ms, 1),
            "journal": {
                "ok": not troubles,
                "slow": "journal_slow" in troubles,
                "detail": next(
                    (
                        t.faults.get(t.recorder.trouble or "", "")
                        for t in self.tables.values()
                        if t.recorder.trouble is not None
                    ),
                    "",
                ),
                "pending": sum(recorder.pending for recorder in recorders),
            },
            "bus": {"connected": self.ports.bus.is_connected, **self.ports.bus.counters()},
            "faults": {fault: seen.count for fault, seen in self._moments.items()},
            "tables": {name: table.health() for name, table in self.tables.items()},
            "devices": {watch.name: watch.health() for watch in self._watches},
        }
