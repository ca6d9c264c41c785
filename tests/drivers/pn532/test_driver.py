"""A PN532 on a real pty: up to two cards, and what users have seen these chips do."""

import asyncio

from support.serial_readers import ReaderAtWork, tag_of
from support.until import until

from controller.model.readings import Scan


async def test_two_cards_are_told_and_a_third_is_not(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        await reader.put(1, 2)
        reader.field.put(reader.uid(3))
        await reader.rounds(3)

        assert reader.scans()[-1] == (tag_of(reader.uid(1)), tag_of(reader.uid(2)))


async def test_a_card_that_lies_still_is_told_once(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        await reader.put(1)
        told = len(reader.told)
        await reader.rounds(20)

        assert len(reader.told) == told


async def test_a_round_says_how_long_it_took(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        await reader.put(1)
        last = [reading for reading in reader.told if isinstance(reading, Scan)][-1]

        assert last.t <= last.r <= last.t + last.u
        assert last.u < 0.5


async def test_a_late_acknowledgement_costs_no_card(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        reader.twin.ack_s = 0.08
        await reader.put(1)

        assert reader.states() == ["ready"]


async def test_a_missing_acknowledgement_costs_no_card(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        reader.twin.acknowledges = False
        await reader.put(1)

        assert reader.states() == ["ready"]


async def test_a_chip_that_only_acknowledges_is_degraded_then_lost_then_ready(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        reader.twin.only_acknowledges = True
        await until(lambda: reader.states()[-1] == "lost")
        reader.twin.only_acknowledges = False
        await until(lambda: reader.states()[-1] == "ready")

        assert reader.states() == ["ready", "degraded", "lost", "ready"]


async def test_a_chip_that_restarts_by_itself_is_set_up_again(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        reader.twin.reboot()
        await reader.put(1)

        assert "lost" not in reader.states()


async def test_what_was_listed_is_released_before_it_is_listed_again(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        await reader.put(1)
        await reader.rounds(10)

        assert () not in reader.scans()[1:]


async def test_a_byte_left_over_after_each_frame_shifts_none(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        reader.twin.spare_postamble = True
        await reader.put(1)

        assert reader.driver.counters()["unanswered"] == 0


async def test_two_cards_with_one_uid_look_like_one(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        await reader.put(1, 1)

        assert reader.scans()[-1] == (tag_of(reader.uid(1)),)


async def test_a_uid_that_no_card_has_is_counted_and_not_told(tmp_path):
    async with ReaderAtWork("pn532", tmp_path) as reader:
        reader.field.put(bytes.fromhex("88A1B2C3"))
        await reader.rounds(2)

        assert reader.scans() == [()]
        assert reader.driver.counters()["strange_uids"] > 0


async def test_a_deliver_that_fails_ends_the_driver_with_its_fault(tmp_path):
    def fails(_reading):
        raise ValueError("the disk is full")

    reader = ReaderAtWork("pn532", tmp_path)
    reader.twin.start()
    told = await asyncio.gather(reader.driver.run(fails), return_exceptions=True)
    reader.twin.stop()

    assert str(told[0]) == "the disk is full"
