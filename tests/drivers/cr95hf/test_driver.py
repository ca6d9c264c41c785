"""A CR95HF on a real pty: many tags at one antenna, told apart by slots and masks."""

import pytest
from support.serial_readers import ReaderAtWork, tag_of
from support.until import until


async def test_a_hand_of_thirteen_is_one_scan(tmp_path):
    async with ReaderAtWork("cr95hf", tmp_path) as reader:
        await reader.put(*range(13))

        assert len(reader.scans()[-1]) == 13
        assert reader.twin.slots_ended > 0


@pytest.mark.parametrize("nibbles", range(1, 14, 3))
async def test_uids_that_end_alike_are_told_apart(tmp_path, nibbles):
    async with ReaderAtWork("cr95hf", tmp_path) as reader:
        end = "5" * (nibbles - 1) + "0"
        uids = [bytes.fromhex("E0" + f"{first:X}".rjust(14 - nibbles, "0") + end) for first in (1, 2, 3)]
        for uid in uids:
            reader.field.put(uid)
        await reader.shows()

        assert reader.scans()[-1] == tuple(sorted(tag_of(uid) for uid in uids))


async def test_two_tags_with_one_uid_look_like_one(tmp_path):
    async with ReaderAtWork("cr95hf", tmp_path) as reader:
        await reader.put(1, 1)

        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)


async def test_a_chip_that_refuses_the_end_of_a_slot_is_looked_into_slot_by_slot(tmp_path):
    async with ReaderAtWork("cr95hf", tmp_path) as reader:
        reader.twin.refuses_eof = True
        await reader.put(1, 2)

        assert reader.driver.counters()["lost_slots"] > 0


async def test_a_chip_that_restarts_by_itself_is_set_up_again(tmp_path):
    async with ReaderAtWork("cr95hf", tmp_path) as reader:
        reader.twin.reboot()
        await reader.put(1)

        assert "lost" not in reader.states()


async def test_a_uid_that_no_tag_has_is_counted_and_not_told(tmp_path):
    async with ReaderAtWork("cr95hf", tmp_path) as reader:
        reader.field.put(bytes.fromhex("04A1B2C3D4E5F601"))
        await until(lambda: reader.driver.counters()["strange_uids"] > 0)

        assert reader.scans() == [()]
