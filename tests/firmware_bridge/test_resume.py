"""Power cuts, pulled cables and reboots at every moment: what was not on disk comes again, what was does not."""

import pytest
from support.bad_wire import Faults, World

from firmware_bridge import DownReason, Event, EventsLost, LinkDegraded, LinkDown, LinkRecovered, LinkUp
from firmware_bridge.messages import SnapshotRequest


def kinds(world, *types):
    return [type(value) for value in world.values if isinstance(value, types)]


def called(world) -> list[int]:
    return [value.evt_no for value in world.journal.kept if isinstance(value, Event)]


def test_a_power_cut_between_acknowledgement_and_commit_loses_nothing():
    world = World()
    for _ in range(5):
        world.call()
    world.run(1.0)
    world.flush_journal()
    for _ in range(3):
        world.call()
    world.run(2.0)
    assert len(world.pending) == 3  # acknowledged, not on disk
    world.power_cut()
    world.settle()

    world.check_everything_told_once()
    assert world.lost() == []


@pytest.mark.parametrize("moment", [step / 1000 for step in range(0, 130, 3)])
@pytest.mark.parametrize("disaster", ["power_cut", "cable", "carrier"])
def test_a_disaster_at_any_moment_loses_nothing_and_doubles_nothing(moment, disaster):
    world = World(faults=Faults(latency=0.003))
    for number in range(20):
        world.at(0.01 + number * 0.005, world.call)
        world.at(0.012 + number * 0.011, world.flush_journal)
    if disaster == "power_cut":
        world.at(moment, world.power_cut)
    elif disaster == "cable":
        world.at(moment, world.unplug)
        world.at(moment + 0.4, world.plug)
    else:
        world.at(moment, world.carrier_lost)
    world.run(1.0)
    world.settle()

    world.check_everything_told_once()
    assert world.lost() == []


def test_a_host_that_comes_for_the_first_time_gets_all_that_is_kept():
    world = World()
    for _ in range(5):
        world.call()
    world.run(1.0)
    world.flush_journal()

    assert called(world)[:5] == [1, 2, 3, 4, 5]


def test_a_host_without_memory_is_not_told_again_what_was_committed():
    world = World()
    world.call()
    world.run(1.0)
    world.flush_journal()
    world.run(2.0)
    world.journal.kept.clear()
    world.power_cut()
    world.call()
    world.run(4.0)
    world.flush_journal()

    assert world.lost() == []
    assert called(world)[0] > 1


def test_a_host_with_an_older_memory_than_the_device_is_told_what_is_gone():
    world = World()
    world.run(1.0)
    world.flush_journal()
    old = list(world.journal.kept)
    world.call()
    world.run(2.0)
    world.flush_journal()
    world.run(3.0)
    world.journal.kept = old
    world.power_cut()
    world.settle()

    assert [(gap.first, gap.last) for gap in world.lost()] == [(3, 3)]
    world.check_everything_told_once()


def test_scans_dropped_while_the_host_was_away_are_declared_and_calls_are_not_among_them():
    world = World(scans=16)
    world.run(1.0)
    world.flush_journal()
    world.run(1.5)
    world.unplug()
    world.call()
    for number in range(50):
        world.scan(number)
    world.call()
    world.settle()

    world.check_everything_told_once()
    gone = [number for gap in world.lost() for number in range(gap.first, gap.last + 1)]
    assert len(gone) == 50 - 16
    assert {type(world.sent[world.boot_id, number]).__name__ for number in gone} == {"TagArrive"}


def test_a_gap_makes_the_host_ask_for_the_whole_state_again():
    world = World(scans=16)
    world.run(2.0)
    world.device_stalled = True
    for number in range(50):
        world.scan(number)
    world.device_stalled = False
    world.run(4.0)

    assert kinds(world, EventsLost) == [EventsLost]
    assert [value for value in world.device_values if isinstance(value, SnapshotRequest)] == [
        SnapshotRequest(1),
        SnapshotRequest(2),
    ]


def test_a_rebooted_device_is_told_and_asked_for_its_whole_state():
    world = World()
    world.call()
    world.run(1.0)
    world.reboot_device()
    world.call()
    world.settle()

    assert [(value.boot_id_before, value.boot_id) for value in world.reboots()] == [(1000, 1001)]
    assert kinds(world, LinkDown, LinkUp) == [LinkUp, LinkDown, LinkUp]
    assert [value.token for value in world.device_values if isinstance(value, SnapshotRequest)] == [1, 2]
    world.check_everything_told_once()


def test_a_reboot_is_noticed_within_half_a_second():
    world = World()
    world.run(1.0)
    world.reboot_device()
    world.run(1.5 + world.device.due())

    assert kinds(world, LinkUp) == [LinkUp, LinkUp]


def test_a_stalled_host_finds_everything_and_the_device_has_not_failed():
    world = World()
    world.run(1.0)
    world.host_stalled = True
    for second in range(20):
        world.at(1.0 + second, world.call)
    world.run(21.0)
    world.settle()

    world.check_everything_told_once()
    assert world.lost() == []
    assert kinds(world, LinkDown) == []


def test_a_silent_device_is_degraded_then_recovered_without_a_new_session():
    world = World()
    world.run(1.0)
    world.device_stalled = True
    world.run(2.0)
    world.device_stalled = False
    world.run(3.0)

    assert kinds(world, LinkUp, LinkDegraded, LinkRecovered, LinkDown) == [LinkUp, LinkDegraded, LinkRecovered]


def test_noise_degrades_before_it_loses():
    world = World(seed=5)
    world.run(1.0)
    world.faults = Faults(flip=0.2)
    world.run(8.0)
    seen = kinds(world, LinkDegraded, LinkDown)

    assert seen[0] is LinkDegraded
    assert world.host.counters.garbage > 0


def test_one_lost_cable_is_one_link_down():
    world = World()
    world.run(1.0)
    world.unplug()
    world.run(30.0)
    world.plug()
    world.run(31.0)

    assert [value.reason for value in world.values if isinstance(value, LinkDown)] == [DownReason.UNPLUGGED]
    assert [value.resumed for value in world.values if isinstance(value, LinkUp)] == [False, True]
