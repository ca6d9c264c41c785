"""An OBID i-scan reader on a real pty: both kinds of frames, lists in parts, and tags that it tells only once."""

import pytest
from support.serial_readers import ReaderAtWork
from support.until import until


@pytest.mark.parametrize("frames", ["standard", "advanced"])
async def test_a_hand_of_thirteen_comes_in_parts_and_is_one_scan(tmp_path, frames):
    async with ReaderAtWork("feig", tmp_path, {"frames": frames}) as reader:
        await reader.put(*range(13))

        assert len(reader.scans()[-1]) == 13


@pytest.mark.parametrize("only_new", [True, False])
async def test_a_tag_that_lies_still_stays_told_whether_the_reader_tells_it_again_or_not(tmp_path, only_new):
    async with ReaderAtWork("feig", tmp_path) as reader:
        reader.twin.only_new = only_new
        await reader.put(1)
        told = len(reader.told)
        await reader.rounds(5)

        assert len(reader.told) == told


async def test_a_warning_of_the_field_is_degraded_and_takes_no_card_away(tmp_path):
    async with ReaderAtWork("feig", tmp_path) as reader:
        await reader.put(1)
        scans = len(reader.scans())
        reader.twin.warns = True
        await until(lambda: reader.states()[-1] == "degraded")
        reader.twin.warns = False
        await until(lambda: reader.states()[-1] == "ready")
        await reader.rounds(1)

        assert len(reader.scans()) == scans
