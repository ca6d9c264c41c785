"""What every registered driver owes the controller, held against its twin on a real port."""

import asyncio
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from support.pty_hub import until
from support.readers import Readers, tag, uid
from support.serial_readers import KINDS, tag_of

from controller.model.calls import call
from controller.model.readings import CallShown, DeviceState, Scan, TagSeen
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
#: Acts of a test, told in this order.
ACTS = range(15)


class Bench:
    """A driver, its twin, and what the controller was told; `act` does something at the table that has to be told."""

    clock = ScaledClock(10.0, start=100.0)
    #: Does the device number what it says, and keep it until it is on disk?
    numbers = True
    #: How many frames in a hundred a bad wire spoils.
    spoiled = 20
    #: What is done over a bad wire.
    on_a_bad_wire = ACTS

    def __init__(self, name):
        self.driver = DRIVERS[name].load()(self.settings, self.clock)
        self.told = []
        self.task = None

    def start(self, resume=None):
        self.task = asyncio.create_task(self.driver.run(self.told.append, resume))

    async def stop(self):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    def states(self):
        return [reading.state for reading in self.told if isinstance(reading, DeviceState)]

    async def ready(self):
        await until(lambda: self.states()[-1:] == ["ready"])

    async def heard(self, count, seconds=10.0):
        await until(lambda: len(self.acts()) >= count, seconds=seconds)


class HubBench(Bench):
    """A table hub; its acts are calls."""

    def __init__(self, name, folder, _service):
        self.clock = ScaledClock(10.0, start=100.0)
        self.twin = TableHubTwin("7", TableTop(1), self.clock, ports=folder, seed=1)
        self.settings = {"device": "hub-7", "port": str(self.twin.path)}
        super().__init__(name)
        self.twin.start()

    async def ready(self):
        await super().ready()
        await until(lambda: len(self.told) > 5)

    async def act(self, number):
        self.twin.do(acts.ShowCall(SEATS[number % 4], CALLS[number]))

    def acts(self):
        return [CALLS.index(reading.call) for reading in self.told if isinstance(reading, CallShown)]

    def unplug(self, *, keeps_power=True):
        self.twin.unplug(keeps_power=keeps_power)

    def replug(self):
        self.twin.replug()

    def end(self):
        self.twin.stop()


class PcscBench(Bench):
    """Readers on PC/SC; its acts are cards put down. Two at once on two readers have no order: each is waited for."""

    numbers = False

    def __init__(self, name, folder, service):
        self.readers = Readers(*service, folder)
        self.readers.daemon.start()
        self.settings = self.readers.settings
        super().__init__(name)

    async def act(self, number):
        reader = self.readers.all[number % 4]
        if reader.plugged:
            reader.lift()
            await until(lambda: self._lies(number % 4) == "")
        reader.put(uid(number))
        if reader.plugged:
            await until(lambda: self._lies(number % 4) == tag(number))

    def acts(self):
        told = [(r.tag,) if isinstance(r, TagSeen) else r.tags for r in self.told if isinstance(r, TagSeen | Scan)]
        return [int(tags[0][-4:], 16) for tags in told if tags]

    def unplug(self, *, keeps_power=True):  # noqa: ARG002 - a reader keeps nothing
        for reader in self.readers.all:
            reader.unplug()

    def replug(self):
        for reader in self.readers.all:
            reader.plug()

    def end(self):
        self.readers.close()

    def _lies(self, reader):
        """What was told last of a reader's place; None before anything was."""
        lies = None
        for reading in self.told:
            if getattr(reading, "at", None) != f"play.{'NESW'[reader]}":
                continue
            if isinstance(reading, Scan):
                lies = " ".join(reading.tags)
            else:
                lies = reading.tag if isinstance(reading, TagSeen) else ""
        return lies


class ReaderBench(Bench):
    """A reader on a serial line; its acts are cards put down in the place of the one before.

    It tells rounds: one that misses a card is told, and the card again after it, so an act is when it is told first.
    """

    numbers = False
    on_a_bad_wire = range(5)

    def __init__(self, name, folder, _service):
        self.clock = ScaledClock(10.0, start=100.0)
        self.kind = KINDS[name]
        self.spoiled = self.kind.spoiled
        self.twin = self.kind.twin(folder)
        self.settings = self.kind.settings(self.twin)
        super().__init__(name)
        self.twin.start()

    async def act(self, number):
        self.twin.field.clear()
        self.twin.field.put(self.kind.uid(number))
        if self.twin.is_plugged:
            await until(lambda: number in self.acts(), seconds=20.0)

    def acts(self):
        scans = [reading.tags for reading in self.told if isinstance(reading, Scan) and reading.tags]
        numbers = {tag_of(self.kind.uid(number)): number for number in ACTS}
        return list(dict.fromkeys(numbers[tag] for tags in scans for tag in tags))

    def unplug(self, *, keeps_power=True):  # noqa: ARG002 - a reader lives on its cable
        self.twin.unplug()

    def replug(self):
        self.twin.replug()

    def end(self):
        self.twin.stop()


TWINS = {"table_hub": HubBench, "pcsc_reader": PcscBench} | dict.fromkeys(KINDS, ReaderBench)
#: What needs a service of the system.
NAMES = [pytest.param(n, marks=[pytest.mark.system] if n == "pcsc_reader" else []) for n in sorted(DRIVERS)]
#: Whose wire can be spoiled: PC/SC's is USB, which checks every byte itself.
ON_A_WIRE = [name for name in sorted(DRIVERS) if name != "pcsc_reader"]


async def bench_of(name, folder, request):
    needs = (request.getfixturevalue("handler"), request.getfixturevalue("run_folder")) if name == "pcsc_reader" else ()
    made = TWINS[name](name, folder, needs)
    made.start()
    await made.ready()
    yield made
    await made.stop()
    made.end()


@pytest.fixture(params=NAMES)
async def bench(request, tmp_path):
    async for made in bench_of(request.param, tmp_path, request):
        yield made


@pytest.fixture(params=ON_A_WIRE)
async def wired(request, tmp_path):
    async for made in bench_of(request.param, tmp_path, request):
        yield made


@pytest.fixture(params=[name for name in ON_A_WIRE if TWINS[name].numbers])
async def numbered(request, tmp_path):
    async for made in bench_of(request.param, tmp_path, request):
        yield made


@pytest.fixture(params=[name for name in ON_A_WIRE if not TWINS[name].numbers])
async def unnumbered(request, tmp_path):
    async for made in bench_of(request.param, tmp_path, request):
        yield made


def test_every_registered_driver_has_a_twin_here():
    assert set(DRIVERS) == set(TWINS)


async def test_acts_arrive_in_order_and_once(bench):
    for number in ACTS:
        await bench.act(number)
    await bench.heard(len(ACTS))

    assert bench.acts() == list(ACTS)


async def test_readings_name_their_device_and_are_numbered_upwards(bench):
    for number in range(4):
        await bench.act(number)
    await bench.heard(4)
    numbers = [reading.seq for reading in bench.told if reading.seq is not None]

    assert {reading.device for reading in bench.told} == {bench.driver.device}
    assert numbers == sorted(set(numbers))
    assert bool(numbers) == bench.numbers


async def test_captured_is_never_later_than_arrived(bench):
    await bench.act(0)
    await bench.heard(1)

    assert [reading for reading in bench.told if reading.t > reading.arrival] == []


@pytest.mark.parametrize("fault", FAULTS)
async def test_acts_arrive_in_order_and_once_over_a_bad_wire(wired, fault):
    wired.twin.spoil_wire(WireFaults(**{fault: wired.spoiled / 100}))
    for number in wired.on_a_bad_wire:
        await wired.act(number)
    await wired.heard(len(wired.on_a_bad_wire), seconds=20.0)

    assert wired.acts() == list(wired.on_a_bad_wire)


async def test_a_pulled_cable_is_one_loss_and_nothing_done_meanwhile_is_missed(bench):
    await bench.act(0)
    await bench.heard(1)
    bench.unplug()
    await until(lambda: bench.states()[-1] == "lost")
    await bench.act(1)
    await asyncio.sleep(0.3)
    bench.replug()
    await until(lambda: 1 in bench.acts())
    await until(lambda: bench.states()[-1] == "ready")

    # What still lies there may be told again, for the device may have kept nothing.
    assert list(dict.fromkeys(bench.acts())) == [0, 1]
    # Several readers go one after another: degraded on the way.
    assert [state for state in bench.states() if state != "degraded"] == ["ready", "lost", "ready"]


async def test_a_device_that_was_without_power_comes_back_with_its_whole_state(bench):
    bench.unplug(keeps_power=False)
    await until(lambda: bench.states()[-1] == "lost")
    await bench.act(0)
    bench.replug()
    await bench.heard(1)
    await until(lambda: bench.states()[-1] == "ready")

    assert bench.acts() == [0]
    assert bench.states().count("lost") == 1


async def test_garbage_is_counted_and_nothing_else(wired):
    before = wired.states()
    wired.twin.inject(bytes(range(256)))
    await wired.act(0)
    await wired.heard(1)

    assert wired.states() == before
    assert wired.driver.counters()["garbage"] > 0


async def test_after_a_restart_nothing_up_to_the_resume_point_comes_again(numbered):
    for number in range(3):
        await numbered.act(number)
    await numbered.heard(3)
    second = [reading for reading in numbered.told if isinstance(reading, CallShown)][1]
    await numbered.stop()
    numbered.told.clear()
    numbered.start(Resume(boot=second.boot, seq=second.seq))
    await numbered.heard(1)

    assert numbered.acts()[0] == 2
    assert [reading for reading in numbered.told if reading.seq is not None and reading.seq <= second.seq] == []


async def test_a_device_that_numbers_nothing_tells_its_whole_state_after_a_restart(unnumbered):
    await unnumbered.act(0)
    await unnumbered.heard(1)
    await unnumbered.stop()
    unnumbered.told.clear()
    unnumbered.start()
    await unnumbered.heard(1)

    assert unnumbered.acts() == [0]
    assert unnumbered.states() == ["ready"]


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
