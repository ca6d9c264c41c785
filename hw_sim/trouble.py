"""The rare faults of a link in real (scaled) time: a hub lost and back, bytes held up, a clock that jumps."""

from __future__ import annotations

import asyncio
from random import Random

from hw_sim.clock import ScaledClock
from hw_sim.physics import noise
from hw_sim.physics.noise import RareFaults
from hw_sim.table_hub import TableHubTwin
from hw_sim.wire import WireFaults

#: Within so many simulated seconds of a board's beginning its trouble begins.
_BEGINS_S = (10.0, 150.0)
#: Every frame is held up a little while the link is slow.
_SLOW = WireFaults(delay=1.0, delay_s=0.05)


async def trouble_of_a_board(twin: TableHubTwin, clock: ScaledClock, rare: RareFaults, rng: Random) -> None:
    """What befalls a table's hub during one board."""
    if rare.clock_jump_s > 0:
        twin.jump_clock(rng.uniform(-1, 1) * rare.clock_jump_s)
    if rng.random() < rare.reader_lost:
        await asyncio.sleep(rng.uniform(*_BEGINS_S) / clock.speed)
        twin.unplug()
        await asyncio.sleep(rng.uniform(*noise.READER_LOST_S) / clock.speed)
        twin.replug()
    elif rng.random() < rare.late_arrival:
        usual = twin.faults
        await asyncio.sleep(rng.uniform(*_BEGINS_S) / clock.speed)
        twin.spoil_wire(_SLOW)
        await asyncio.sleep(rng.uniform(*noise.LATE_ARRIVAL_S) / clock.speed)
        twin.spoil_wire(usual)
