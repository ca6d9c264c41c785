"""A table hub on a real pty: readings in order and once, through pulled cables, noise, reboots and restarts."""

import asyncio
import os
import time
from collections.abc import Mapping

import pytest
from support.pty_hub import PtyHub, Socket, until

from controller.model.readings import BoardTag, CallShown, DeviceState, Scan
from controller.ports import Driver, Resume
from drivers.errors import SettingsError
from drivers.table_hub.driver import open_driver
from drivers.transports import serial_driver as driver_module
from firmware_bridge import messages

ACE = bytes.fromhex("E00401500A000001")


class RealClock:
    """Controller time that began a thousand seconds ago."""

    def __init__(self):
        self._began = time.monotonic() - 1000.0

    def now(self):
        return time.monotonic() - self._began

    def real_seconds(self, until):
        return max(0.0, until - self.now())


class Table:
    """One driver, one hub, and what the core was told."""

    def __init__(self, socket):
        self.socket = socket
        self.hub = PtyHub(socket)
        self.clock = RealClock()
        self.told = []
        self.driver: Driver = open_driver({"device": "hub-7", "port": str(socket.path)}, self.clock)
        self._tasks = []

    def start_hub(self):
        self._tasks.append(asyncio.create_task(self.hub.run()))

    def start_driver(self, resume=None, deliver=None):
        self.running = asyncio.create_task(self.driver.run(deliver or self.told.append, resume))
        self._tasks.append(self.running)

    async def stop_driver(self):
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)

    async def stop(self):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def states(self):
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    def calls(self):
        return [str(reading.call) for reading in self.told if isinstance(reading, CallShown)]

    def call(self, code):
        return self.hub.post(messages.CallButton(0, code, 1))

    async def whole_state(self, times=1):
        """Wait until the hub's state has been told so often."""
        await until(lambda: sum(isinstance(r, Scan) and r.at == "board" for r in self.told) >= times)


@pytest.fixture
def socket(tmp_path):
    made = Socket(tmp_path)
    made.plug()
    yield made
    made.unplug()


@pytest.fixture
async def table(socket):
    made = Table(socket)
    made.start_hub()
    made.start_driver()
    yield made
    await made.stop()


async def test_a_hub_is_ready_and_then_tells_its_whole_state(socket):
    table = Table(socket)
    table.hub.tags[4] = (ACE,)
    table.hub.boxes[1] = bytes((0,))
    table.hub.board = messages.BoardTag(1, 7, ACE)
    table.start_hub()
    table.start_driver()
    await until(lambda: any(isinstance(reading, BoardTag) for reading in table.told))
    await table.stop()

    assert table.states() == ["ready"]
    scans = {reading.at: reading.tags for reading in table.told if isinstance(reading, Scan)}
    assert len(scans) == 13
    assert scans["spread.N"] == ("E00401500A000001",)
    assert [(str(r.seat), str(r.call)) for r in table.told if isinstance(r, CallShown)] == [("E", "P")]
    assert [reading.board for reading in table.told if isinstance(reading, BoardTag)] == [7]


async def test_readings_come_in_the_order_of_the_device_with_its_numbers(table):
    await table.whole_state()
    numbers = [table.call(code) for code in range(3, 13)]
    await until(lambda: len(table.calls()) == 10)
    shown = [reading for reading in table.told if isinstance(reading, CallShown)]

    assert [(reading.boot, reading.seq) for reading in shown] == [(7, number) for number in numbers]
    assert {reading.device for reading in table.told} == {"hub-7"}


async def test_a_reading_has_the_time_of_its_capture_on_the_controllers_clock(table):
    await table.whole_state()
    captured = table.clock.now()
    table.call(3)
    await until(lambda: table.calls() == ["1C"])
    reading = table.told[-1]

    assert abs(reading.t - captured) <= reading.u + 0.02
    assert reading.t <= reading.r


async def test_a_pulled_cable_is_lost_once_and_heals_with_the_whole_state(table, socket):
    await table.whole_state()
    socket.unplug()
    await until(lambda: "lost" in table.states())
    await asyncio.sleep(0.5)
    assert table.states() == ["ready", "lost"]
    socket.plug()
    await table.whole_state(times=2)

    assert table.states() == ["ready", "lost", "ready"]


async def test_what_is_done_while_the_cable_is_out_comes_afterwards_once(table, socket):
    await table.whole_state()
    table.call(3)
    await until(lambda: table.calls() == ["1C"])
    socket.unplug()
    await until(lambda: "lost" in table.states())
    table.call(4)
    table.call(5)
    socket.plug()
    await until(lambda: len(table.calls()) >= 3)
    await table.whole_state(times=2)

    assert table.calls() == ["1C", "1D", "1H"]


async def test_a_hub_back_under_another_tty_number_goes_on(table, socket):
    await table.whole_state()
    old, new = socket.replug()
    await table.whole_state(times=2)
    table.call(3)
    await until(lambda: table.calls() == ["1C"])

    assert old != new
    assert table.states() == ["ready", "lost", "ready"]


async def test_garbage_on_the_tty_is_counted_and_nothing_else(table, socket):
    await table.whole_state()
    for number in range(20):
        os.write(socket.master, bytes((number, 0, 5, 1, 0)))
    table.call(3)
    await until(lambda: table.calls() == ["1C"])

    assert table.driver.counters()["garbage"] > 0
    assert table.states() == ["ready"]


async def test_a_frame_cut_by_the_unplugging_arrives_whole_afterwards(table, socket):
    await table.whole_state()
    table.hub.deaf = True
    table.hub.link.post_event(messages.CallButton(0, 3, 1), int(time.monotonic() * 1e6))
    table.hub.link.advance(time.monotonic())
    os.write(socket.master, table.hub.link.bytes_to_send()[:9])
    await asyncio.sleep(0.05)
    socket.unplug()
    await until(lambda: "lost" in table.states())
    table.hub.deaf = False
    socket.plug()
    await table.whole_state(times=2)

    assert table.calls() == ["1C"]


async def test_a_silent_hub_is_degraded_then_lost_then_ready(table):
    await table.whole_state()
    table.hub.deaf = True
    await until(lambda: "lost" in table.states())
    table.hub.deaf = False
    await table.whole_state(times=2)

    assert table.states() == ["ready", "degraded", "lost", "ready"]


async def test_a_rebooted_hub_tells_its_whole_state_under_its_new_boot(table):
    await table.whole_state()
    table.hub.reboot(boot_id=8)
    await table.whole_state(times=2)

    assert table.states() == ["ready", "lost", "ready"]
    assert table.told[-1].boot == 8
    assert table.driver.counters()["reboots"] == 1


async def test_a_hub_that_is_not_there_is_lost_once(tmp_path):
    table = Table(Socket(tmp_path))
    table.start_driver()
    await asyncio.sleep(0.5)
    await table.stop()

    assert table.states() == ["lost"]


async def test_the_hub_frees_an_event_only_when_it_is_committed(table):
    await table.whole_state()
    number = table.call(3)
    await until(lambda: table.calls() == ["1C"])
    await asyncio.sleep(0.1)
    assert table.hub.link.store.committed == 0
    table.driver.commit(7, number)
    await until(lambda: table.hub.link.store.committed == number)

    assert len(table.hub.link.store) == 0


async def test_a_core_killed_before_the_commit_gets_the_event_again(table):
    await table.whole_state()
    first = table.call(3)
    table.call(4)
    await until(lambda: table.calls() == ["1C", "1D"])
    await table.stop_driver()
    table.told.clear()
    table.start_driver(Resume(boot=7, seq=first))
    await table.whole_state()

    assert table.calls() == ["1D"]


async def test_a_commit_without_a_running_driver_does_nothing(tmp_path):
    Table(Socket(tmp_path)).driver.commit(7, 5)


async def test_closing_takes_leave_of_the_hub(table):
    await table.whole_state()
    await table.stop_driver()
    await until(lambda: not table.hub.link.connected)

    assert table.driver.counters()["frames"] > 0


async def test_counters_go_on_over_a_second_run(table):
    await table.whole_state()
    await table.stop_driver()
    before = table.driver.counters()["frames"]
    table.start_driver()
    await table.whole_state(times=2)

    assert table.driver.counters()["frames"] > before


async def test_all_counters_have_a_name_before_anything_happened(table):
    await table.whole_state()
    counters = table.driver.counters()

    assert isinstance(counters, Mapping)
    assert counters["events_lost"] == counters["garbage"] == counters["clock_jumps"] == 0
    assert counters["openings"] == 1


async def test_a_fault_of_the_core_ends_the_run_with_that_fault(socket):
    table = Table(socket)
    table.start_hub()

    def broken(reading):
        raise RuntimeError("the core's own mistake")

    with pytest.raises(RuntimeError, match="own mistake"):
        await table.driver.run(broken)
    await table.stop()


async def test_a_port_whose_hub_never_answers_is_opened_anew(socket, monkeypatch):
    monkeypatch.setattr(driver_module, "REOPEN_AFTER", 0.3)
    table = Table(socket)
    table.start_driver()
    await until(lambda: table.driver.counters()["openings"] >= 3)
    await table.stop()

    assert table.states() == ["lost"]


def test_wrong_settings_are_named():
    with pytest.raises(SettingsError, match="port: a text is needed"):
        open_driver({"device": "hub-7"}, RealClock())
