"""The firmware that goes into the chips, run instruction by instruction in simavr, with the real driver on its line."""

import asyncio
import os
import random

import pytest
from support.avr_chip import Chip, ChipOnLine, Listener
from support.boxes import BoxesAtWork
from support.pty_hub import until

from controller.model.calls import call
from controller.model.readings import BoardTag, CallGone, CallShown, DeviceState, KeyPressed, Scan
from controller.ports import Resume
from firmware_bridge import HostLink
from firmware_bridge.link import HostState
from firmware_bridge.messages import Reset, ResetCause

pytestmark = pytest.mark.system

TAKE_BACK, PUT_AWAY, DIRECTOR = 38, 39, 43
PASS, ONE_CLUB, ONE_HEART = 0, 3, 5


@pytest.fixture
async def box(avr_build, tmp_path):
    """North's bidding box, switched on."""
    chip = Chip(avr_build, "bidding_box", tmp_path)
    await chip.on()
    yield chip
    await chip.off()


@pytest.fixture
async def hub(avr_build, tmp_path):
    """A table hub, switched on."""
    chip = Chip(avr_build, "table_hub", tmp_path)
    await chip.on()
    yield chip
    await chip.off()


def shown(listener):
    return [reading.call.text for reading in listener.of(CallShown)]


async def test_calls_come_in_the_order_of_the_keys_and_are_taken_back(box):
    async with Listener(box).listening() as heard:
        await heard.until(lambda h: h.of(DeviceState))
        box.press(ONE_CLUB, PASS, TAKE_BACK, ONE_HEART, DIRECTOR, PUT_AWAY)
        await heard.until(lambda h: len(h.of(CallGone)) == 3)

    assert heard.of(DeviceState)[0].state == "ready"
    assert shown(heard) == ["1C", "P", "1H"]
    assert [reading.call.text for reading in heard.of(CallGone)] == ["P", "1H", "1C"]
    assert [(reading.seat.value, reading.key) for reading in heard.of(KeyPressed)] == [("N", "director")]


async def test_a_key_that_bounces_counts_once(box):
    async with Listener(box).listening() as heard:
        await heard.until(lambda h: h.of(DeviceState))
        for level in (1, 0, 1, 0, 1):
            box.say(f"key {ONE_CLUB} {level}", "wait 3")
        box.say("wait 100", f"key {ONE_CLUB} 0")
        box.press(DIRECTOR)
        await heard.until(lambda h: h.of(KeyPressed))

    assert shown(heard) == ["1C"]


@pytest.mark.parametrize("seconds", [3, pytest.param(30, marks=pytest.mark.long)])
async def test_a_host_that_is_away_finds_every_call_when_it_is_back(box, seconds):
    listener = Listener(box)
    async with listener.listening() as heard:
        await heard.until(lambda h: h.of(DeviceState))
        box.press(ONE_CLUB)
        await heard.until(lambda h: h.of(CallShown))
        first = heard.of(CallShown)[0]
    box.press(*range(4, 16))
    await asyncio.sleep(seconds)
    back = Listener(box)
    missed = range(first.call.rank + 1, first.call.rank + 13)
    async with back.listening(Resume(first.boot, first.seq)):
        await back.until(lambda h: any(one.call.rank == missed[-1] for one in h.of(CallShown)))
    # A new host is told what stands before North as well: that call is there already.
    assert [reading.call.rank for reading in back.of(CallShown) if reading.call != first.call] == list(missed)


async def test_a_power_cut_of_the_box_is_seen_as_another_start(box):
    async with Listener(box).listening() as heard:
        await heard.until(lambda h: h.of(DeviceState))
        box.press(ONE_CLUB)
        await heard.until(lambda h: h.of(CallShown))
        await box.off()
        await heard.until(lambda h: h.of(DeviceState)[-1].state == "lost")
        await box.on()
        await heard.until(lambda h: h.of(DeviceState)[-1].state == "ready")
        box.press(ONE_HEART)
        await heard.until(lambda h: len(h.of(CallShown)) == 2)
        assert heard.driver is not None
        assert heard.driver.counters()["reboots"] == 1

    assert [reading.boot for reading in heard.of(CallShown)] == [1, 2]
    # What stood before North is gone with the box's memory, and the box says so.
    assert [reading.call.text for reading in heard.of(CallGone)] == ["1C"]


async def test_noise_on_the_line_stops_nothing(box):
    chance = random.Random(1)
    async with Listener(box).listening() as heard:
        await heard.until(lambda h: h.of(DeviceState))
        line = os.open(box.port, os.O_RDWR | os.O_NOCTTY)
        try:
            for key in (ONE_CLUB, 4, 5, 6):
                os.write(line, chance.randbytes(200))
                box.press(key)
                await asyncio.sleep(0.1)
            await heard.until(lambda h: len(h.of(CallShown)) == 4)
        finally:
            os.close(line)

    assert shown(heard) == ["1C", "1D", "1H", "1S"]


async def test_a_commanded_reset_says_why_it_was(box):
    fd = os.open(box.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    loop = asyncio.get_running_loop()
    link, boots = HostLink(5), []
    link.connected(loop.time())
    try:
        async with asyncio.timeout(20):
            while len(boots) < 2:
                with_data = b""
                try:
                    with_data = os.read(fd, 4096)
                except BlockingIOError:
                    await asyncio.sleep(0.005)
                link.receive(with_data, loop.time())
                link.advance(loop.time())
                if link.state is HostState.UP and link.info is not None:
                    boot = (link.info.boot_id, link.info.reset_cause)
                    if boot not in boots:
                        boots.append(boot)
                        link.send(Reset(ResetCause.COMMANDED))
                os.write(fd, link.bytes_to_send())
    finally:
        os.close(fd)

    assert boots == [(1, ResetCause.POWER_ON), (2, ResetCause.COMMANDED)]


async def test_the_hub_tells_a_trick_card_by_card_and_the_round_that_missed_one(hub):
    async with Listener(hub).listening() as heard:
        await heard.until(lambda h: len(h.of(Scan)) == 13)
        hub.say("pin E4 0", "wait 100", "pin E4 1")
        await heard.until(lambda h: len(h.of(Scan)) == 13 + 10)

    tricks = [(reading.at[-1], [tag[-2:] for tag in reading.tags]) for reading in heard.of(Scan)[13:]]
    assert tricks[:6] == [("N", ["0C"]), ("E", ["19"]), ("N", []), ("N", ["0C"]), ("S", ["26"]), ("W", ["33"])]
    assert sorted(tricks[6:]) == [("E", []), ("N", []), ("S", []), ("W", [])]
    assert [reading.board for reading in heard.of(BoardTag)] == [None, 7]


# -- boxes that share a line ----------------------------------------------------------------------


class TwoChips(BoxesAtWork):
    """East's and West's boxes are real firmware, North's is a twin; all on one line."""

    def __init__(self, folder, build):
        # An emulated chip on a busy machine takes longer than a real one to see that it was asked.
        super().__init__(folder, seats="NEW", answer_s=0.5)
        self.chips = {}
        for seat in "EW":
            self.line.leave(self[seat])
            del self.boxes[self[seat].seat]
            (folder / seat).mkdir()
            self.chips[seat] = ChipOnLine(Chip(build, "bidding_box_485", folder / seat), self.line)

    async def tells(self, *calls, seconds=40.0):
        """Turns of emulated chips on a busy machine follow each other slowly."""
        await super().tells(*calls, seconds=seconds)

    async def __aenter__(self):
        await self.chips["E"].on(1)
        await self.chips["W"].on(3)
        return await super().__aenter__()

    async def __aexit__(self, *why):
        await super().__aexit__(*why)
        # The runner's verdict on the driver pin: no byte cut, the line free within two characters.
        for chip in self.chips.values():
            await chip.off()


async def test_boxes_on_one_line_answer_only_when_they_are_polled_and_leave_it_free(avr_build, tmp_path):
    async with TwoChips(tmp_path, avr_build) as table:
        await asyncio.sleep(1.0)
        table.chips["E"].press(ONE_CLUB)
        await table.tells("E+1C")
        table.chips["W"].press(PASS)
        await table.tells("E+1C", "W+P")
        table["N"].show(call("1H"))
        await table.tells("E+1C", "W+P", "N+1H")
        table.chips["E"].press(TAKE_BACK, ONE_HEART, DIRECTOR)
        await until(lambda: table.keys() == [("E", "director", None)], seconds=40)

        assert table.calls()[3:] == ["E-1C", "E+1H"]
        assert table.driver.counters()["wrong_seats"] == 0


async def test_a_box_that_was_away_from_the_line_tells_what_was_pressed(avr_build, tmp_path):
    async with TwoChips(tmp_path, avr_build) as table:
        table.line.leave(table.chips["W"])
        await until(lambda: table.states()[-1] == "degraded", seconds=40)
        table.chips["W"].press(ONE_CLUB, ONE_HEART)
        await asyncio.sleep(0.5)
        table.line.join(table.chips["W"])
        await until(lambda: table.states()[-1] == "ready", seconds=40)
        await table.tells("W+1C", "W+1H")
