"""A UHFReader on a real pty: answers in several frames, several antennas, one of them broken."""

import pytest
from support.serial_readers import ReaderAtWork, tag_of
from support.until import until

from drivers.errors import SettingsError
from drivers.uhfreader18.driver import open_driver

TWO = {"model": "288", "antennas": ["play.N", "play.E"]}


async def test_a_hand_of_thirteen_comes_in_several_frames_and_is_one_scan(tmp_path):
    async with ReaderAtWork("uhfreader18", tmp_path) as reader:
        await reader.put(*range(13))

        assert len(reader.scans()[-1]) == 13


async def test_each_antenna_of_a_288_has_its_place(tmp_path):
    async with ReaderAtWork("uhfreader18", tmp_path, TWO, antennas=2) as reader:
        await reader.put(1)
        await reader.put(2, antenna=1, at="play.E")

        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)


async def test_a_broken_antenna_is_degraded_and_the_other_goes_on(tmp_path):
    async with ReaderAtWork("uhfreader18", tmp_path, TWO, antennas=2) as reader:
        reader.twin.broken = {1}
        await until(lambda: reader.states() == ["ready", "degraded"])
        await reader.put(1)
        reader.twin.broken = set()
        await until(lambda: reader.states() == ["ready", "degraded", "ready"])


async def test_a_card_that_a_neighbouring_antenna_reads_too_is_told_at_both(tmp_path):
    async with ReaderAtWork("uhfreader18", tmp_path, TWO, antennas=2, crosstalk=1.0) as reader:
        await reader.put(1)
        await until(lambda: reader.scans("play.E")[-1:] == [(tag_of(reader.uid(1)),)])


async def test_a_reader_that_is_mute_is_lost_and_ready_with_its_whole_state_when_it_speaks(tmp_path):
    async with ReaderAtWork("uhfreader18", tmp_path) as reader:
        await reader.put(1)
        reader.twin.is_mute = True
        await until(lambda: reader.states()[-1] == "lost")
        told = len(reader.scans())
        reader.twin.is_mute = False
        await until(lambda: len(reader.scans()) > told)

        assert reader.states() == ["ready", "degraded", "lost", "ready"]
        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)


def test_an_18_with_two_antennas_is_a_wrong_setting():
    with pytest.raises(SettingsError, match="antennas"):
        open_driver({"device": "r", "port": "/dev/x", "antennas": ["play.N", "play.E"]}, None)
