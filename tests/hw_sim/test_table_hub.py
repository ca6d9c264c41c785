"""The twin of a table hub on a real pty, spoken to by the host's end of the link and by nothing of the drivers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest
from support.wire_host import WireHost

from controller.model.calls import PASS, call
from controller.model.cards import PACK
from controller.model.seats import SEATS, Seat
from firmware_bridge.link import DeviceRebooted, DownReason, EventsLost, LinkDown, LinkUp, TimeSample
from firmware_bridge.messages import (
    BoardTag,
    BoxState,
    CallButton,
    Key,
    Lamp,
    Reset,
    ResetCause,
    SetScan,
    SnapshotEnd,
    Status,
    TagSet,
)
from hw_sim import acts
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin
from hw_sim.wire import WireFaults

HANDS = {seat: PACK[i::4] for i, seat in enumerate(SEATS)}
SPEED = 50.0
pytestmark = pytest.mark.asyncio


@pytest.fixture
async def twin(tmp_path: Path) -> AsyncIterator[TableHubTwin]:
    hub = TableHubTwin("7", TableTop(1), ScaledClock(SPEED), ports=tmp_path, seed=1)
    hub.start()
    yield hub
    hub.stop()


@pytest.fixture
async def host(twin: TableHubTwin) -> AsyncIterator[WireHost]:
    """A host with an open session, the first snapshot heard."""
    listening = WireHost(twin.path)
    listening.open()
    await listening.until(lambda: listening.bodies_of(SnapshotEnd))
    yield listening
    listening.close()


async def test_hello_tells_who_it_is(twin, host):
    (up,) = host.of_type(LinkUp)

    assert (up.info.fw_name, up.info.antennas, up.info.boot_id) == ("table-hub-twin", 13, twin.boot_id)


async def test_the_name_of_the_port_leads_to_a_tty(twin):
    assert twin.path.is_symlink()
    assert str(twin.path.resolve()).startswith("/dev/pts/")


async def test_it_sends_heartbeats_when_nothing_happens(host):
    before = len(host.of_type(Status))
    await host.until(lambda: len(host.of_type(Status)) >= before + 2)

    assert host.of_type(LinkDown) == []


async def test_the_first_snapshot_tells_every_antenna_and_box(host):
    assert [b.antenna for b in host.bodies_of(TagSet)] == list(range(13))
    assert [(b.seat, b.calls) for b in host.bodies_of(BoxState)] == [(seat, b"") for seat in range(4)]


async def test_a_call_a_card_and_a_key_arrive_as_events(twin, host):
    twin.do(acts.BringBoard(7, HANDS))
    twin.do(acts.ShowCall(Seat.E, call("1NT")))
    twin.do(acts.PressKey(Seat.N, "result", "1NT E 7"))
    twin.do(acts.PutCard(Seat.W, HANDS[Seat.W][0]))
    await host.until(lambda: any(b.antenna == 3 and b.uids for b in host.bodies_of(TagSet)))

    assert host.bodies_of(CallButton) == [CallButton(1, 7, 1)]
    assert host.bodies_of(Key) == [Key(0, 5, "1NT E 7")]
    assert [(b.present, b.board) for b in host.bodies_of(BoardTag)][-1] == (1, 7)


async def test_ticks_are_those_of_the_capture(twin, host):
    await host.until(lambda: host.of_type(TimeSample))
    for seat in SEATS:
        twin.do(acts.ShowCall(seat, PASS))
        await asyncio.sleep(0.02)
    await host.until(lambda: len(host.bodies_of(CallButton)) == 4)
    ticks = [e.tick_us for e in host.events if isinstance(e.body, CallButton)]

    # Twenty real milliseconds are a second here; the host's scheduling may stretch them, never shrink them.
    assert all(later - earlier >= 0.9e6 for earlier, later in pairwise(ticks))


async def test_events_are_freed_once_the_host_has_committed_them(twin, host):
    twin.do(acts.ShowCall(Seat.N, PASS))
    await host.until(lambda: host.bodies_of(CallButton))
    await host.until(lambda: len(twin.link.store) == 0)

    assert twin.link.store.committed == host.events[-1].evt_no


async def test_unplugged_it_is_gone_and_back_under_another_tty_number(twin, host):
    before = twin.path.resolve()
    twin.unplug()
    await host.until(lambda: host.of_type(LinkDown))
    gone = twin.path.exists()
    twin.replug()
    host.open()
    await host.until(lambda: len(host.of_type(LinkUp)) == 2)

    assert host.of_type(LinkDown)[0].reason is DownReason.UNPLUGGED
    assert not gone
    assert twin.path.resolve() != before


async def test_with_a_supply_of_its_own_nothing_is_lost_while_unplugged(twin, host):
    twin.unplug()
    await host.until(lambda: host.of_type(LinkDown))
    for seat in SEATS:
        twin.do(acts.ShowCall(seat, PASS))
    twin.replug()
    host.open()
    await host.until(lambda: len(host.bodies_of(CallButton)) == 4)

    assert host.of_type(LinkUp)[-1].resumed
    assert host.of_type(EventsLost) == []


async def test_without_power_it_starts_anew_and_the_snapshot_tells_what_stands(twin, host):
    twin.do(acts.ShowCall(Seat.N, PASS))
    await host.until(lambda: host.bodies_of(CallButton))
    twin.unplug(keeps_power=False)
    await host.until(lambda: host.of_type(LinkDown))
    twin.do(acts.ShowCall(Seat.E, call("1C")))
    twin.replug()
    host.open()
    await host.until(lambda: len(host.bodies_of(SnapshotEnd)) == 2)

    assert host.of_type(DeviceRebooted) != []
    assert len(host.bodies_of(CallButton)) == 1
    assert [b.calls for b in host.bodies_of(BoxState)][-4:] == [b"\0", b"\3", b"", b""]


async def test_a_reboot_is_noticed_and_tells_its_cause(twin, host):
    before = twin.boot_id
    twin.reboot(ResetCause.BROWN_OUT)
    await host.until(lambda: host.of_type(DeviceRebooted))
    (rebooted,) = host.of_type(DeviceRebooted)

    assert (rebooted.boot_id_before, rebooted.boot_id) == (before, twin.boot_id)
    assert rebooted.reset_cause == ResetCause.BROWN_OUT


async def test_it_obeys_commands_for_lamps_scanning_and_reset(twin, host):
    before = twin.boot_id
    twin.do(acts.BringBoard(7, HANDS))
    host.link.send(Lamp(2, 3, 500))
    host.link.send(SetScan(0b1000, 20))
    await host.until(lambda: twin.lamps == {Seat.S: (3, 500)})
    for seat in SEATS:
        twin.do(acts.PutCard(seat, HANDS[seat][0]))
    await host.until(lambda: any(b.uids for b in host.bodies_of(TagSet)))
    read = {b.antenna for b in host.bodies_of(TagSet) if b.uids}
    host.link.send(Reset(0))
    await host.until(lambda: host.of_type(DeviceRebooted))

    assert read == {3}
    assert twin.boot_id != before


async def test_garbage_on_the_line_costs_nothing_but_a_count(twin, host):
    twin.inject(b"\x00\x17garbage\x00\xff\xff")
    twin.do(acts.ShowCall(Seat.N, PASS))
    await host.until(lambda: host.bodies_of(CallButton))

    assert host.link.counters.garbage > 0
    assert host.of_type(LinkDown) == []


async def test_over_a_bad_wire_every_call_arrives_once_and_in_order(twin, host):
    twin.spoil_wire(WireFaults(split=0.3, cut=0.03, loss=0.05, flip=0.05, duplicate=0.1, garbage=0.1, delay=0.2))
    made = [call(text) for text in ("1C", "1D", "1H", "1S", "1NT", "2C", "2D", "2H")]
    for i, each in enumerate(made):
        twin.do(acts.ShowCall(SEATS[i % 4], each))
        await asyncio.sleep(0.03)
    await host.until(lambda: len(host.bodies_of(CallButton)) == len(made), seconds=20)

    assert [b.call for b in host.bodies_of(CallButton)] == list(range(3, 11))


async def test_a_host_that_closes_the_port_and_comes_back_finds_the_events_waiting(twin, host):
    host.close()
    await host.until(lambda: not twin.is_connected)
    twin.do(acts.ShowCall(Seat.W, PASS))
    second = WireHost(twin.path, link_id=500)
    second.open()
    await second.until(lambda: second.bodies_of(CallButton))
    second.close()

    assert second.bodies_of(CallButton) == [CallButton(3, 0, 1)]


async def test_a_clock_that_jumps_shows_in_the_ticks(twin, host):
    twin.do(acts.ShowCall(Seat.N, PASS))
    twin.jump_clock(1000.0)
    twin.do(acts.ShowCall(Seat.E, PASS))
    await host.until(lambda: len(host.bodies_of(CallButton)) == 2)
    first, second = (e.tick_us for e in host.events if isinstance(e.body, CallButton))

    assert second - first > 900e6
