"""Whatever the wire does, the host hears every event in order and once, or is told which ones were lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bad_wire import Faults, World

RATES = st.sampled_from([0.0, 0.02, 0.1, 0.3])
FAULTS = st.builds(
    Faults,
    loss=RATES,
    double=RATES,
    late=RATES,
    cut=st.sampled_from([0.0, 0.05, 0.2]),
    flip=st.sampled_from([0.0, 0.0005, 0.005]),
    latency=st.sampled_from([0.0005, 0.002, 0.03]),
)
SEEDS = st.integers(0, 2**32 - 1)
WAITS = st.sampled_from([0.0, 0.001, 0.01, 0.1, 0.7, 3.0])
STEADY = settings(deadline=None, max_examples=120, derandomize=True)


def busy(world: World, steps: list[tuple[float, str]]) -> None:
    """Let a list of things happen one after another."""
    time = world.now
    for number, (wait, what) in enumerate(steps):
        time += wait
        world.at(time, {"call": lambda n=number: world.call(n), "scan": lambda n=number: world.scan(n)}.get(what)
                 or getattr(world, what))  # fmt: skip
    world.run(time)


@given(SEEDS, FAULTS, st.lists(st.tuples(WAITS, st.sampled_from(["call", "scan", "flush_journal"])), max_size=60))
@STEADY
def test_every_event_arrives_in_order_and_once_over_any_wire(seed, faults, steps):
    world = World(seed, faults)
    busy(world, steps)
    world.settle()
    world.check_everything_told_once()
    assert world.lost() == []


DISASTERS = [
    "call",
    "call",
    "scan",
    "scan",
    "flush_journal",
    "unplug",
    "plug",
    "carrier_lost",
    "power_cut",
    "reboot_device",
]


@given(SEEDS, FAULTS, st.lists(st.tuples(WAITS, st.sampled_from(DISASTERS)), max_size=60))
@STEADY
def test_nothing_is_lost_unsaid_when_cable_host_and_device_fail_too(seed, faults, steps):
    world = World(seed, faults)
    busy(world, steps)
    world.settle()
    world.check_everything_told_once()
    assert world.lost() == []


@given(SEEDS, FAULTS, st.lists(st.tuples(WAITS, st.sampled_from([*DISASTERS, "flood"])), max_size=40))
@settings(STEADY, max_examples=60)
def test_full_rings_lose_only_what_is_declared_and_scans_never_displace_calls(seed, faults, steps):
    world = World(seed, faults, acts=64, scans=16)
    world.flood = lambda: [world.scan(n) for n in range(30)]
    busy(world, steps)
    world.settle()
    world.check_everything_told_once()
    lost = {(gap.boot_id, n) for gap in world.lost() for n in range(gap.first, gap.last + 1)}
    assert [key for key in lost if type(world.sent[key]).__name__ == "CallButton"] == []


@pytest.mark.parametrize("seed", range(5))
def test_a_noisy_wire_with_more_than_256_frames_wraps_the_sequence_numbers(seed):
    world = World(seed, Faults(loss=0.05, double=0.05, late=0.05, late_by=0.01))
    for number in range(700):
        world.at(number * 0.005, lambda n=number: world.call(n))
        world.at(number * 0.005, world.flush_journal)
    world.run(4.0)
    world.settle()
    world.check_everything_told_once()
    assert world.lost() == []
