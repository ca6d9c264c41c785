"""The core process put together: every port filled from the settings, started in order, ended cleanly."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from controller.adapters.broker import Role
from controller.adapters.clock import SessionClock
from controller.adapters.control_socket import ControlServer
from controller.adapters.evidence import FileEvidence
from controller.adapters.journal import SqliteJournal
from controller.adapters.mqtt.bus import MqttBus, Quarantined
from controller.adapters.mqtt.settings import BusSettings
from controller.adapters.mqtt_words import MqttListener, MqttTeller
from controller.cli.books import board_book, check_all_decks, read_plan
from controller.cli.core_deals import CoreDeals
from controller.cli.devices import open_driver
from controller.cli.secrets_file import passwords
from controller.cli.settings import DeviceSettings, Settings, SettingsError, TableSettings
from controller.model.regulations import regulations_from
from controller.ports import Bus, Clock, Driver, Journal
from controller.sensing.loop import sensing_of
from controller.service.account import Account
from controller.service.board_keeper import BoardKeeper
from controller.service.commands import Misfit
from controller.service.deal_watch import DealWatch
from controller.service.following import OpenSenses
from controller.service.no_bus import NoBus
from controller.service.ownership import StaticOwnership
from controller.service.public_results import PublicResults
from controller.service.recorder import Recorder
from controller.service.room import Room, RoomPorts
from controller.service.seating import Seating
from controller.service.summons import Summonses
from controller.service.table_service import TableService
from controller.service.told import PublicView
from controller.service.tracker import Step, Tracker
from controller.table import step

#: How often the collector looks for cycles, real seconds: by the clock, for by its own count it comes when much is
#: being made, and that is when a summons is on its way.
_COLLECT_EVERY_S = 0.25
#: So many looks at the young objects before it looks at all that came since the start.
_YOUNG_LOOKS = 240
#: What identifies a session: a data folder holds one of them.
_SAME = ("venue", "session", "laws", "regulations")


@dataclass(frozen=True, slots=True)
class Engine:
    """What makes events of readings and findings of events; another one is handed in to watch it, or to see it fail."""

    take_step: Step = step
    open_senses: OpenSenses = sensing_of
    table_service: type[TableService] = TableService


async def run_core(
    settings: Settings, stop: asyncio.Event, *, ready: Callable[[], None], engine: Engine | None = None
) -> None:
    """Run the core until `stop` is set; `ready()` once commands are taken.

    Raises:
        SettingsError: something in the settings cannot be used, or another core runs on the same data.
        JournalError: the journal cannot be opened or written.
    """
    settings.make_data_folder()
    with _only_core(settings):
        async with _parts(settings, engine or Engine()) as (room, teller):
            await room.start()
            deals = CoreDeals(settings, room)
            # What lies in the folder already is known before the first board is.
            await deals.look()
            server = ControlServer(settings.control_socket, deals.request)
            await server.start()
            running = asyncio.create_task(_both(room, deals))
            room.ports.bus.publish(teller.up())
            # All of this stays for the evening: the collector need not go through it again while a summons waits.
            gc.collect()
            gc.freeze()
            collecting = asyncio.create_task(_collect())
            ready()
            stopped = asyncio.create_task(stop.wait())
            try:
                await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                stopped.cancel()
                collecting.cancel()
                await server.close()
                running.cancel()
                await asyncio.wait({running})
                await room.close()
            if not running.cancelled() and (error := running.exception()) is not None:
                raise error


async def _both(room: Room, deals: CoreDeals) -> None:
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(room.run())
        tasks.create_task(deals.run())


async def _collect() -> None:
    """Look for cycles by the clock until cancelled."""
    gc.disable()
    try:
        while True:
            for _ in range(_YOUNG_LOOKS):
                await asyncio.sleep(_COLLECT_EVERY_S)
                gc.collect(1)
            gc.collect()
    finally:
        gc.enable()


@contextmanager
def _only_core(settings: Settings) -> Iterator[None]:
    """Two cores on one data folder would take each other's tables in turn."""
    try:
        descriptor = os.open(settings.core_lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise SettingsError(f"{settings.data}: cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise SettingsError(f"{settings.data}: another core runs on this folder") from None
    try:
        yield
    finally:
        os.close(descriptor)


@asynccontextmanager
async def _parts(settings: Settings, engine: Engine) -> AsyncIterator[tuple[Room, MqttTeller]]:
    journal = SqliteJournal(settings.journal)
    evidence = FileEvidence(settings.evidence)
    try:
        _check_session(settings, journal)
        clock = SessionClock(journal.meta("clock"), speed=settings.speed)
        boot = secrets.token_hex(4)
        names = [table.name for table in settings.tables]
        epoch = await StaticOwnership(journal, f"core-{boot}").claim(names)
        teller = MqttTeller(
            settings.venue, settings.session, epoch, boot, settings.broker.user, settings.broker.unseen_detail
        )
        rooms: list[Room] = []
        listener = _listener(settings)
        bus = _bus(settings, teller, listener, lambda misfit: rooms[0].misfit(misfit))
        ports = RoomPorts(journal, evidence, bus, clock, teller, listener, clock.anchor)
        check_all_decks(settings)
        plan, movement = read_plan(settings)
        seating, deals = Seating(plan), DealWatch()
        tables = {table.name: _table(settings, table, ports, engine, seating, deals) for table in settings.tables}
        session = _session(settings, epoch, boot) | ({"movement": movement} if movement else {})
        drivers = {t.name: [_driver(t, device, clock) for device in t.devices] for t in settings.tables}
        rooms.append(Room(ports, tables, session, drivers, deals, PublicResults(plan)))
        yield rooms[0], teller
    finally:
        await evidence.close()
        await journal.close()


def _check_session(settings: Settings, journal: Journal) -> None:
    """One folder, one session: another edition or other regulations would make another evening of the same events."""
    written = next((row.body for row in journal.rows(table="") if row.kind == "session"), None)
    if written is None:
        return
    mine = _identity(settings)
    for name in _SAME:
        if written.get(name) != mine[name]:
            raise SettingsError(
                f"{settings.journal}: holds {name} {written.get(name)!r}, the settings say {mine[name]!r}; "
                "take another data folder for another session"
            )


def _identity(settings: Settings) -> dict[str, Any]:
    return {
        "venue": settings.venue,
        "session": settings.session,
        "laws": settings.laws,
        "regulations": dict(settings.regulations),
    }


def _session(settings: Settings, epoch: int, boot: str) -> dict[str, Any]:
    return {
        **_identity(settings),
        "tables": [{"name": t.name, "devices": [device.name for device in t.devices]} for t in settings.tables],
        "engine": f"smart-table {version('smart-table')}",
        "boot": boot,
        "epoch": epoch,
        "speed": settings.speed,
    }


def _listener(settings: Settings) -> MqttListener:
    directors = frozenset(name for name, role in settings.broker.users.items() if role is Role.DIRECTOR)
    # A broker of the host's own has users that we do not know; its ACL says who is a director.
    return MqttListener(directors if settings.broker.kind == "embedded" else None)


def _bus(settings: Settings, teller: MqttTeller, listener: MqttListener, misfit: Callable[[Misfit], None]) -> Bus:
    broker = settings.broker
    if broker.kind == "none":
        return NoBus()
    if broker.port == 0:
        raise SettingsError("broker.port: 0 is for `smarttable run`, which tells the core the port that was free")

    def quarantined(aside: Quarantined) -> None:
        misfit(Misfit("quarantined", f"{aside.topic[:120]}: {aside.reason}"))

    try:
        bus_settings = BusSettings(
            host=broker.host,
            port=broker.port,
            user=broker.user,
            password=passwords(settings)[broker.user],
            client_id=f"core-{settings.venue}-{settings.session}"[:60],
            subscribe=tuple(listener.subscriptions(settings.venue, settings.session)),
            certificate=broker.ca,
        )
        return MqttBus(bus_settings, will=teller.gone(), on_quarantined=quarantined)
    except ValueError as error:
        raise SettingsError(f"broker: {error}") from error


def _table(
    settings: Settings, table: TableSettings, ports: RoomPorts, engine: Engine, seating: Seating, deals: DealWatch
) -> TableService:
    tracker = Tracker.fresh(settings.laws, regulations_from(settings.regulations), take_step=engine.take_step)
    seating.seat(table.name, tracker)
    deals.watch(table.name, tracker)
    book = replace(board_book(settings, table), due=seating.at(table.name))
    keeper = BoardKeeper(table.name, ports.evidence, ports.clock, book, engine.open_senses, tracker)
    summonses = Summonses(lambda: f"s-{secrets.token_hex(4)}")
    account = Account(table.name, summonses, PublicView(ports.teller))
    recorder = Recorder(table.name, ports.journal, ports.bus, ports.teller)
    return engine.table_service(keeper, account, recorder, ports.bus, ports.clock, ports.teller, deals)


def _driver(table: TableSettings, device: DeviceSettings, clock: Clock) -> Driver:
    given = {**device.settings, "device": device.name}
    return open_driver(device.driver, given, clock, where=f"tables.{table.name}.{device.name}")
