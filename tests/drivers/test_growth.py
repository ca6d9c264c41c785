"""Two hundred pulled cables leave nothing behind: one loss each, the whole state on each return, and nothing grows."""

import pytest

from firmware_bridge.clock import KEPT
from hw_sim.bench.pairs import SERIAL, pcsc_pairs
from hw_sim.bench.soak import EACH_CYCLE, NEVER, soak

CYCLES, AT_ONCE = 200, 20
#: Fewer of those that talk without a pause: a core has to carry all of them and their twins.
FEWER = {"bidding_box": 8, "cr95hf": 8}
#: Values that a device may keep for ever, however long it runs: the clock of a hub or a box goes by its last samples.
KEEPS = {"table_hub": KEPT, "bidding_box": 4 * KEPT}


@pytest.mark.parametrize("name", sorted(SERIAL))
async def test_two_hundred_pulled_cables_leave_nothing_behind(name, tmp_path):
    at_once = FEWER.get(name, AT_ONCE)
    found = await soak(name, [SERIAL[name](tmp_path, str(number)) for number in range(at_once)], CYCLES)

    # Not exactly as many: a starved machine may lose a device that is plugged in.
    assert found["lost"] >= found["whole"] == CYCLES
    assert [found[what] for what in NEVER] == [0] * len(NEVER)
    assert found["objects_growth"] <= 20 + KEEPS.get(name, 0) * at_once


@pytest.mark.system
async def test_readers_that_are_pulled_leave_nothing_behind(tmp_path, handler, run_folder):
    tables = pcsc_pairs(tmp_path / "readers", handler, run_folder, tables=3)
    found = await soak("pcsc_reader", tables, 6)

    assert [found[what] for what in EACH_CYCLE] == [6] * len(EACH_CYCLE)
    assert [found[what] for what in NEVER] == [0] * len(NEVER)


@pytest.mark.long
@pytest.mark.system
async def test_two_hundred_times_pulled_readers_leave_nothing_behind(tmp_path, handler, run_folder):
    tables = pcsc_pairs(tmp_path / "readers", handler, run_folder, tables=3)
    found = await soak("pcsc_reader", tables, 201)

    assert [found[what] for what in EACH_CYCLE] == [201] * len(EACH_CYCLE)
    assert [found[what] for what in NEVER] == [0] * len(NEVER)
    assert found["objects_growth"] <= 20
