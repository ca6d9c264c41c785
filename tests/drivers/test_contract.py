"""What every registered driver owes the controller, held against its twin on a real port."""

import asyncio
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from support.pty_hub import until

from controller.model.calls import call
from controller.model.readings import CallShown, DeviceState
from controller.model.seats import SEATS
from controller.ports import Resume
from hw_sim import acts
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin
from hw_sim.wire import WireFaults

ROOT = Path(__file__).parents[2]
DRIVERS = {point.name: point for point in entry_points(group="smart_table.drivers")}
QUALITIES = {"golden-capture", "twin", "noise", "unplug", "recover", "limits-documented", "tested-on-hardware"}
CALLS = [call(f"{level}{denomination}") for level in (1, 2, 3) for denomination in ("C", "D", "H", "S", "NT")]
FAULTS = ("split", "cut", "loss", "flip", "duplicate", "garbage", "delay")


def hub_at(folder, clock):
    """A table hub's twin, its settings, and how to make a call there."""
    twin = TableHubTwin("7", TableTop(1), clock, ports=folder, seed=1)

    def make(number):
        twin.do(acts.ShowCall(SEATS[number % 4], CALLS[number]))

    return twin, {"device": "hub-7", "port": str(twin.path)}, make


TWINS = {"table_hub": hub_at}


class Bench:
    """A driver, its twin, and what the controller was told."""

    def __init__(self, name, folder):
        self.clock = ScaledClock(10.0, start=100.0)
        self.twin, self.settings, self.make = TWINS[name](folder, self.clock)
        self.driver = DRIVERS[name].load()(self.settings, self.clock)
        self.told = []
        self.task = None
        self.twin.start()
        self.start()

    def start(self, resume=None):
        self.task = asyncio.create_task(self.driver.run(self.told.append, resume))

    async def stop(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    def states(self):
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    def calls(self):
        return [reading.call for reading in self.told if isinstance(reading, CallShown)]

    async def ready(self):
        await until(lambda: self.states()[-1:] == ["ready"])
        await until(lambda: len(self.told) > 5)


@pytest.fixture(params=sorted(DRIVERS))
async def bench(request, tmp_path):
    made = Bench(request.param, tmp_path)
    await made.ready()
    yield made
    await made.stop()
    made.twin.stop()


def test_every_registered_driver_has_a_twin_here():
    assert set(DRIVERS) == set(TWINS)


async def test_acts_arrive_in_order_and_once(bench):
    for number in range(len(CALLS)):
        bench.make(number)
    await until(lambda: len(bench.calls()) >= len(CALLS))

    assert bench.calls() == CALLS


async def test_readings_name_their_device_and_are_numbered_upwards(bench):
    for number in range(4):
        bench.make(number)
    await until(lambda: len(bench.calls()) >= 4)
    numbers = [reading.seq for reading in bench.told if reading.seq is not None]

    assert {reading.device for reading in bench.told} == {bench.driver.device}
    assert numbers == sorted(set(numbers))


async def test_captured_is_never_later_than_arrived(bench):
    bench.make(0)
    await until(lambda: len(bench.calls()) >= 1)

    assert [reading for reading in bench.told if reading.t > reading.arrival] == []


@pytest.mark.parametrize("fault", FAULTS)
async def test_acts_arrive_in_order_and_once_over_a_bad_wire(bench, fault):
    bench.twin.spoil_wire(WireFaults(**{fault: 0.2}))
    for number in range(len(CALLS)):
        bench.make(number)
    await until(lambda: len(bench.calls()) >= len(CALLS), seconds=20.0)

    assert bench.calls() == CALLS


async def test_a_pulled_cable_is_one_loss_and_nothing_done_meanwhile_is_missed(bench):
    bench.make(0)
    await until(lambda: len(bench.calls()) >= 1)
    bench.twin.unplug()
    await until(lambda: bench.states()[-1] == "lost")
    bench.make(1)
    await asyncio.sleep(0.3)
    bench.twin.replug()
    await until(lambda: len(bench.calls()) >= 2)

    assert bench.calls() == CALLS[:2]
    assert bench.states() == ["ready", "lost", "ready"]


async def test_a_device_that_was_without_power_comes_back_with_its_whole_state(bench):
    bench.twin.unplug(keeps_power=False)
    await until(lambda: bench.states()[-1] == "lost")
    bench.make(0)
    bench.twin.replug()
    await until(lambda: len(bench.calls()) >= 1)

    assert bench.calls() == CALLS[:1]
    assert bench.states() == ["ready", "lost", "ready"]


async def test_garbage_is_counted_and_nothing_else(bench):
    before = bench.states()
    bench.twin.inject(bytes(range(256)))
    bench.make(0)
    await until(lambda: len(bench.calls()) >= 1)

    assert bench.states() == before
    assert bench.driver.counters()["garbage"] > 0


async def test_after_a_restart_nothing_up_to_the_resume_point_comes_again(bench):
    for number in range(3):
        bench.make(number)
    await until(lambda: len(bench.calls()) >= 3)
    second = [reading for reading in bench.told if isinstance(reading, CallShown)][1]
    await bench.stop()
    bench.told.clear()
    bench.start(Resume(boot=second.boot, seq=second.seq))
    await until(lambda: len(bench.calls()) >= 1)

    assert bench.calls()[0] == CALLS[2]
    assert [reading for reading in bench.told if reading.seq is not None and reading.seq <= second.seq] == []


async def test_cancelling_ends_it_cleanly(bench):
    await bench.stop()

    assert bench.task.cancelled()


# -- manifests ---------------------------------------------------------------------------------


def manifest(name):
    return tomllib.loads((ROOT / "drivers" / name / "manifest.toml").read_text())


@pytest.mark.parametrize("name", sorted(DRIVERS))
def test_a_manifest_speaks_of_every_quality(name):
    assert set(manifest(name)["quality"]) == QUALITIES


@pytest.mark.parametrize("name", sorted(DRIVERS))
def test_a_quality_that_is_done_names_a_file_that_is_there(name):
    done = [quality for quality in manifest(name)["quality"].values() if quality["status"] == "done"]

    assert [quality["where"] for quality in done if not (ROOT / quality["where"]).is_file()] == []


@pytest.mark.parametrize("name", sorted(DRIVERS))
def test_a_quality_that_is_not_done_says_why(name):
    others = [quality for quality in manifest(name)["quality"].values() if quality["status"] != "done"]

    assert {quality["status"] for quality in others} <= {"no", "exempt"}
    assert [quality for quality in others if len(quality["comment"]) < 20] == []


@pytest.mark.parametrize("name", sorted(DRIVERS))
def test_a_manifest_names_its_entry_point_and_its_limits(name):
    assert manifest(name)["name"] == name
    assert manifest(name)["entry_point"] == DRIVERS[name].value
    assert manifest(name)["limits"]
