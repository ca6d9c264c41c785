"""An M100 module on a real pty: many tags at once, either dialect, and what users have seen these modules do."""

import pytest
from support.serial_readers import ReaderAtWork, tag_of


async def test_a_hand_of_thirteen_is_one_scan(tmp_path):
    async with ReaderAtWork("m100", tmp_path) as reader:
        await reader.put(*range(13))

        assert len(reader.scans()[-1]) == 13


@pytest.mark.parametrize("dialect", ["auto", "AA"])
async def test_a_module_of_the_other_dialect_is_understood(tmp_path, dialect):
    made = ReaderAtWork("m100", tmp_path, {"dialect": dialect})
    made.twin.head, made.twin.tail = 0xAA, 0xDD
    async with made as reader:
        await reader.put(1)

        assert reader.states() == ["ready"]


async def test_two_hundred_notifications_at_once_are_the_same_tags(tmp_path):
    async with ReaderAtWork("m100", tmp_path) as reader:
        reader.twin.repeats = 15
        await reader.put(*range(13))
        told = len(reader.told)
        await reader.rounds(2)

        assert reader.scans()[-1] == tuple(sorted(tag_of(reader.uid(number)) for number in range(13)))
        assert len(reader.told) == told


async def test_tags_that_miss_polls_are_found_in_others_of_the_round(tmp_path):
    async with ReaderAtWork("m100", tmp_path, {"polls": 8}, miss=0.1) as reader:
        await reader.put(1, 2, 3)
        seen = len(reader.scans())
        await reader.rounds(8)

        assert len(reader.scans()) == seen


async def test_a_module_that_restarts_is_not_lost(tmp_path):
    async with ReaderAtWork("m100", tmp_path) as reader:
        reader.twin.reboot()
        await reader.put(1)

        assert reader.states() == ["ready"]
