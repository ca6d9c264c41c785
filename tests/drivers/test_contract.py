"""What every registered driver owes the controller, held against its twin on a real port."""

import asyncio
import tomllib
from itertools import groupby
from pathlib import Path

import pytest
from support.driver_benches import ACTS, DRIVERS, TWINS
from support.pty_hub import until

from controller.model.dealing import CardDealt
from controller.model.readings import CallShown
from controller.ports import Resume
from hw_sim.wire import WireFaults

ROOT = Path(__file__).parents[2]
QUALITIES = {"golden-capture", "twin", "noise", "unplug", "recover", "limits-documented", "tested-on-hardware"}
FAULTS = ("split", "cut", "loss", "flip", "duplicate", "garbage", "delay")
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


def there_and_gone(states):
    """Several devices on one line come one after another, degraded on the way: they are there all the same."""
    return [state for state, _ in groupby(state for state in states if state != "degraded")]


@pytest.mark.parametrize("fault", FAULTS)
async def test_acts_arrive_in_order_and_once_over_a_bad_wire(wired, fault):
    wired.twin.spoil_wire(WireFaults(**{fault: wired.spoiled / 100}))
    for number in wired.on_a_bad_wire:
        await wired.act(number)
    await wired.heard(len(wired.on_a_bad_wire), seconds=20.0)

    assert wired.acts() == list(wired.on_a_bad_wire)


async def test_at_a_wrong_speed_a_device_is_lost_and_at_its_own_it_is_there(wired, monkeypatch):
    monkeypatch.setattr("drivers.polling.conversation.GONE_AFTER", 0.3)
    monkeypatch.setattr("firmware_bridge.host.HELLO_DEADLINE", 0.3)
    await wired.stop()
    wired.twin.set_baud(wired.line_baud)
    wired.told.clear()
    wired.start_at(2400)
    await until(lambda: wired.states() == ["lost"])
    await asyncio.sleep(0.2)
    assert wired.states() == ["lost"]
    await wired.stop()
    wired.start_at(wired.line_baud)
    await wired.act(0)
    await wired.heard(1)

    assert there_and_gone(wired.states()) == ["lost", "ready"]


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
    assert there_and_gone(bench.states()) == ["ready", "lost", "ready"]


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
    second = [reading for reading in numbered.told if isinstance(reading, CallShown | CardDealt)][1]
    await numbered.stop()
    numbered.told.clear()
    numbered.start(Resume(boot=second.boot, seq=second.seq))
    await until(lambda: 2 in numbered.acts())

    # What still stands may be told as the device's state, once and under a number of its own.
    assert len(set(numbered.acts())) == len(numbered.acts())
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
