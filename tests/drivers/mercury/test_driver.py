"""A Mercury module on a real pty: it reads on by itself, and what may stop it."""

import asyncio

import pytest
from support.serial_readers import ReaderAtWork, tag_of
from support.until import until

from controller.model.readings import DeviceState, Scan
from hw_sim.readers.mercury import BOOT_LOADER

TWO = {"antennas": ["play.N", "play.E"]}
READ_ON = 0x2F


async def test_a_hand_of_thirteen_is_one_scan(tmp_path):
    async with ReaderAtWork("mercury", tmp_path) as reader:
        await reader.put(*range(13))

        assert len(reader.scans()[-1]) == 13


async def test_it_is_told_to_read_once_and_reads_on(tmp_path):
    async with ReaderAtWork("mercury", tmp_path, {"cycle": 100}) as reader:
        asked = len(reader.twin.asked)
        await reader.rounds(4)

        assert len(reader.twin.asked) == asked


async def test_each_antenna_has_its_place_and_both_rounds_of_a_cycle_say_how_uncertain_they_are(tmp_path):
    async with ReaderAtWork("mercury", tmp_path, TWO, antennas=2) as reader:
        await reader.put(1)
        await reader.put(2, antenna=1, at="play.E")
        last = {reading.at: reading for reading in reader.told if isinstance(reading, Scan)}

        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)
        assert [scan.u > 0.002 for scan in last.values()] == [True, True]


async def test_what_an_earlier_program_left_reading_is_stopped_and_begun_anew(tmp_path):
    async with ReaderAtWork("mercury", tmp_path) as reader:
        await reader.put(1)
        asked = len(reader.twin.asked)
        await reader.restart()

        assert reader.twin.asked[asked] == READ_ON
        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)
        assert reader.states() == ["ready"]


async def test_a_module_in_its_boot_loader_is_started(tmp_path):
    made = ReaderAtWork("mercury", tmp_path)
    made.twin.runs = BOOT_LOADER
    async with made as reader:
        await reader.put(1)

        assert reader.states() == ["ready"]


async def test_a_module_that_stops_by_itself_reads_on_at_once(tmp_path):
    async with ReaderAtWork("mercury", tmp_path) as reader:
        reader.twin.overflow()
        await reader.put(1)

        assert reader.states() == ["ready"]
        assert reader.driver.counters()["restarts"] == 1


async def test_a_module_that_is_too_hot_is_degraded_and_takes_no_card_away(tmp_path):
    async with ReaderAtWork("mercury", tmp_path) as reader:
        await reader.put(1)
        reader.twin.trouble = 0x0504
        await until(lambda: reader.states()[-1] == "degraded")
        why = [reading.extra for reading in reader.told if isinstance(reading, DeviceState)][-1]["reason"]
        reader.twin.trouble = 0
        await until(lambda: reader.states()[-1] == "ready")

        assert "too hot" in why
        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)


async def test_a_module_without_a_region_says_that_it_refuses_to_read(tmp_path):
    made = ReaderAtWork("mercury", tmp_path)
    made.twin.region = 0
    made.twin.start()
    task = asyncio.create_task(made.driver.run(made.told.append))
    await until(lambda: made.states()[-1:] == ["degraded"])
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    made.twin.stop()

    assert "010B" in str(made.told[-1].extra)


async def test_a_region_that_is_named_is_set_before_it_reads(tmp_path):
    made = ReaderAtWork("mercury", tmp_path, {"region": "EU3", "power": 1500})
    made.twin.region = 0
    async with made as reader:
        await reader.put(1)

        assert reader.twin.region == 0x08


async def test_a_module_that_restarts_is_told_anew(tmp_path):
    async with ReaderAtWork("mercury", tmp_path, {"cycle": 100}) as reader:
        reader.twin.reboot()
        await reader.put(1)

        assert "lost" not in reader.states()


@pytest.mark.parametrize("status", [0x0503, 0x0505])
async def test_a_fault_of_the_antenna_is_named(tmp_path, status):
    async with ReaderAtWork("mercury", tmp_path, {"cycle": 100}) as reader:
        reader.twin.trouble = status
        await until(lambda: reader.states()[-1] == "degraded")

        assert "antenna" in reader.told[-1].extra["reason"]
