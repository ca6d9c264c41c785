"""The room: drivers that fail or keep silent, commands from the bus, forgeries, floods, the loop, the broker away."""

import asyncio
import contextlib
import time

import pytest
from support.live_table import DECK, FakeBus, HandClock
from support.until import until

from controller.adapters.evidence import FileEvidence
from controller.adapters.journal import SqliteJournal
from controller.adapters.mqtt_words import MqttTeller
from controller.model.calls import call
from controller.model.readings import CallShown, DeviceState
from controller.model.regulations import regulations_from
from controller.model.seats import Seat
from controller.ports import EvidenceError, InMessage
from controller.sensing.loop import sensing_of
from controller.service import device_watch, room
from controller.service.account import Account
from controller.service.board_keeper import BoardKeeper
from controller.service.boards import BoardBook, TablePack
from controller.service.commands import BusCommand, Command, Misfit, command_from_json
from controller.service.recorder import Recorder
from controller.service.room import Room, RoomPorts
from controller.service.summons import Summonses
from controller.service.table_service import TableService
from controller.service.told import PublicView
from controller.service.tracker import Tracker


class FakeDriver:
    """A device that does what a test says."""

    device = "hub-1"

    def __init__(self, *acts):
        self.acts, self.committed, self.resumed = list(acts), [], []

    async def run(self, deliver, resume=None):
        self.resumed.append(resume)
        act = self.acts.pop(0) if self.acts else None
        if isinstance(act, Exception):
            raise act
        for reading in act or ():
            deliver(reading)
        await asyncio.Event().wait()

    def commit(self, boot, seq):
        self.committed.append((boot, seq))

    def counters(self):
        return {"garbage": 3}


class FakeListener:
    """Reads what the test put in as it is."""

    def read(self, message):
        return message.payload


class BrokenEvidence(FileEvidence):
    async def sync(self):
        raise EvidenceError("the disk is gone")


class World:
    """A room of one table, its parts within reach."""

    def __init__(self, folder, driver, *, evidence=FileEvidence):
        self.bus, self.clock, self.driver = FakeBus(), HandClock(), driver
        self.journal = SqliteJournal(folder / "journal.sqlite")
        self.evidence = evidence(folder / "evidence")
        teller = MqttTeller("club", "monday", 1, "b00t")
        book = BoardBook("2017", {}, (TablePack(DECK),))
        tracker = Tracker.fresh("2017", regulations_from({}))
        keeper = BoardKeeper("1", self.evidence, self.clock, book, sensing_of, tracker)
        account = Account("1", Summonses(lambda: "s-1"), PublicView(teller))
        recorder = Recorder("1", self.journal, self.bus, teller)
        self.table = TableService(keeper, account, recorder, self.bus, self.clock, teller)
        ports = RoomPorts(self.journal, self.evidence, self.bus, self.clock, teller, FakeListener(), lambda: {"at": 1})
        session = {"venue": "club", "session": "monday", "laws": "2017", "regulations": {}}
        self.room = Room(ports, {"1": self.table}, session, {"1": [driver]})

    def rows(self, kind, table="1"):
        return [dict(row.body) for row in self.journal.rows(table=table) if row.kind == kind]

    def hear(self, what):
        acknowledged = []
        self.bus.inbox.put_nowait(InMessage("t", what, False, lambda: acknowledged.append(True)))
        return acknowledged


@contextlib.asynccontextmanager
async def running(world):
    for table in ("", "1"):
        await world.journal.claim(table, "core")
    await world.room.start()
    task = asyncio.create_task(world.room.run())
    try:
        yield world
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await world.room.close()
        await world.evidence.close()
        await world.journal.close()


@pytest.fixture
async def club(tmp_path):
    async with running(World(tmp_path, FakeDriver())) as world:
        yield world


def called(seq, made="1S"):
    return CallShown(t=100.0, device="hub-1", boot=7, seq=seq, seat=Seat.N, call=call(made))


def order(**fields):
    return command_from_json({"table": "1", "by": "anna", **fields}, via="bus")


async def test_the_start_is_recorded_with_what_is_played(club):
    session = club.rows("session", "")[0]

    assert (session["venue"], session["laws"], session["resumed"]) == ("club", "2017", False)


async def test_what_was_not_sent_before_is_sent_at_the_start(tmp_path):
    async with running(World(tmp_path, FakeDriver())) as world:
        world.bus.is_connected = False
        await world.room.ask(order(do="board", board=1))
        unsent = [message.id for message in world.journal.unsent()]
        assert unsent
    again = World(tmp_path, FakeDriver())
    async with running(again):
        assert [message.id for message in again.bus.published][: len(unsent)] == unsent
        assert again.rows("session", "")[-1]["resumed"] is True


# -- devices -----------------------------------------------------------------------------------------------------------


async def test_a_device_that_says_nothing_is_shown_as_lost(club):
    await until(lambda: [row["state"] for row in club.rows("device")] == ["starting", "lost"])


async def test_a_driver_that_fails_is_a_fault_and_is_started_again(tmp_path):
    ready = DeviceState(t=100.0, device="hub-1", state="ready")
    driver = FakeDriver(KeyError("a bug in the driver"), [ready])
    async with running(World(tmp_path, driver)) as world:
        await until(lambda: [row["state"] for row in world.rows("device")] == ["starting", "lost", "ready"])

        assert [row["fault"] for row in world.rows("fault", "")] == ["driver_fault"]
        assert world.rows("fault", "")[0]["detail"].startswith("hub-1: KeyError in test_room.py, line")


async def test_a_device_may_forget_what_is_on_disk_and_no_more(club):
    await club.room.ask(order(do="board", board=1))
    club.table.deliver(called(41))
    await until(lambda: club.driver.committed == [(7, 41)])


async def test_while_evidence_is_not_on_disk_the_device_forgets_nothing(tmp_path):
    async with running(World(tmp_path, FakeDriver(), evidence=BrokenEvidence)) as world:
        await world.room.ask(order(do="board", board=1))
        world.table.deliver(called(41))
        await until(lambda: [row["fault"] for row in world.rows("fault", "")] == ["evidence_failed"])

        assert world.driver.committed == []


async def test_a_driver_resumes_where_the_evidence_ends(tmp_path):
    async with running(World(tmp_path, FakeDriver([called(41)]))) as world:
        await world.room.ask(order(do="board", board=1))
        world.table.deliver(called(42))
        await until(lambda: world.driver.committed == [(7, 42)])
    again = World(tmp_path, FakeDriver())
    async with running(again):
        await until(lambda: again.driver.resumed)

        assert (again.driver.resumed[0].boot, again.driver.resumed[0].seq) == (7, 42)


async def test_health_tells_of_devices_and_tables(club):
    await club.room.ask(order(do="board", board=1))
    health = (await club.room.request({"do": "health"}))["health"]

    assert health["devices"]["hub-1"] == {"table": "1", "state": "starting", "garbage": 3}
    assert (health["tables"]["1"]["state"], health["tables"]["1"]["board"]) == ("following", 1)
    assert (health["journal"]["ok"], health["bus"]["connected"]) == (True, True)


# -- commands ----------------------------------------------------------------------------------------------------------


async def test_a_command_for_a_table_that_is_not_here_is_refused_and_shown(club):
    answer = await club.room.request({"do": "ack", "table": "9", "on": "x", "by": "anna"})

    assert (answer["answer"], answer["code"]) == ("refused", "unknown_table")
    await until(lambda: [row["code"] for row in club.rows("refused", "")] == ["unknown_table"])


async def test_a_request_that_is_not_understood_is_refused_and_shown(club):
    answer = await club.room.request({"do": "dance", "by": "anna"})

    assert (answer["code"], "dance" in answer["reason"]) == ("malformed", True)
    await until(lambda: [row["code"] for row in club.rows("refused", "")] == ["malformed"])


async def test_a_command_from_the_bus_is_answered_and_then_acknowledged(club):
    acknowledged = club.hear(BusCommand(order(do="board", board=1), "n-1"))
    await until(lambda: acknowledged)

    assert [reply["answer"] for reply in club.bus.said("/rsp/anna/n-1")] == ["recorded"]
    assert [row["type"] for row in club.rows("event")] == ["board"]


async def test_who_comes_late_is_told_the_table_and_what_is_open(club):
    await club.room.ask(order(do="board", board=1))
    for text, seat in (("1S", "N"), ("1H", "E")):
        await club.room.ask(order(do="event", event={"type": "call", "seat": seat, "call": text}))
    club.hear(BusCommand(Command("resync", "1", "anna", "bus", "q-1"), "n-2"))
    await until(lambda: club.bus.said("/rsp/anna/n-2"))

    reply = club.bus.said("/rsp/anna/n-2")[0]
    assert [(s["status"], s["kind"]) for s in reply["summonses"]] == [("open", "insufficient_bid")]
    assert reply["state"]["auction"] == [["N", "1S"]]


async def test_a_forgery_is_counted_shown_and_has_no_effect(club):
    acknowledged = club.hear(Misfit("forged", "hall is no director"))
    await until(lambda: acknowledged and club.rows("fault", ""))

    assert club.rows("fault", "") == [{"fault": "forged", "state": "on", "detail": "hall is no director", "count": 1}]
    assert club.rows("event") == []


async def test_a_flood_of_forgeries_is_written_down_once_with_its_count(club, monkeypatch):
    monkeypatch.setattr(room, "_MOMENT_S", 0.3)
    for _ in range(500):
        club.room.misfit(Misfit("forged", "hall is no director"))
    await until(lambda: len(club.rows("fault", "")) == 2)

    assert [row["count"] for row in club.rows("fault", "")] == [1, 500]


async def test_what_the_broker_counts_is_counted_on_from_its_last_figure(club, monkeypatch):
    monkeypatch.setattr(room, "_MOMENT_S", 0.0)
    for count in (2, 2, 5, 1):
        club.room.misfit(Misfit("forged", "publish by hall", count=count))
    await until(lambda: len(club.rows("fault", "")) == 3)

    assert [row["count"] for row in club.rows("fault", "")] == [2, 5, 6]


# -- what every table depends on ---------------------------------------------------------------------------------------


async def test_a_loop_that_is_held_is_a_fault_with_a_name(club):
    await asyncio.sleep(0.15)
    time.sleep(0.5)  # noqa: ASYNC251 - to hold the loop is what is tested
    await until(lambda: [row["fault"] for row in club.rows("fault", "")] == ["loop_lag"])

    assert (await club.room.request({"do": "health"}))["health"]["loop_lag_ms"] > 250


async def test_a_broker_that_is_away_is_a_fault_until_it_is_back(club):
    club.bus.is_connected = False
    await until(lambda: [row["state"] for row in club.rows("fault", "")] == ["on"])
    club.bus.is_connected = True
    await until(lambda: [row["state"] for row in club.rows("fault", "")] == ["on", "off"])

    assert {row["fault"] for row in club.rows("fault", "")} == {"bus_down"}


async def test_the_clock_is_kept_for_a_later_run(club):
    await until(lambda: club.journal.meta("clock") == {"at": 1})


def test_a_device_is_shown_as_lost_well_within_five_seconds():
    assert device_watch._SILENT_S < 5
