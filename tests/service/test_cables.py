"""Bad cables, end to end: a real core process, a real hub on a real tty that is pulled, moves, or raves."""

import asyncio
import os
import random

import pytest
from support.evening import Evening, evening
from support.until import until

from controller.adapters.control_socket import ControlClient

AUCTION = ["board 1", "call N 1S", "call E P", "call S 2S", "call W P", "call N P", "call E P"]
TRICK = ["card E DA", "card S D2", "card W D3", "card N D4"]
NEXT = ["card E CA", "card S C2", "card W C3", "card N C4"]


async def device(made):
    async with ControlClient(made.data / "control.sock") as core:
        return (await core.ask({"do": "health"}))["health"]["devices"]["hub-1"]


def states(made):
    return [row.body["state"] for row in made.rows(kind="device")]


async def at_the_first_lead(made):
    await made.start()
    hub = made.hubs["1"]
    hub.board(1)
    await until(lambda: made.story() == AUCTION[:1])
    await hub.calls("N: 1S P 2S P P P")
    await hub.cards("E: DA", pause=0.5)
    return hub


def numbered_without_gap(made):
    numbers = [row.n for row in made.rows(kind="event")]
    return numbers == list(range(len(numbers)))


async def test_unplugged_in_the_middle_of_a_trick_and_back_under_another_tty_the_board_goes_on(tmp_path):
    async with evening(lambda: Evening(tmp_path)) as made:
        hub = await at_the_first_lead(made)
        before = os.ttyname(hub.socket.slave)
        hub.socket.unplug()
        # The players do not know; the hub's buttons and antennas work on.
        await hub.cards("S: D2 D3")
        await until(lambda: states(made)[-1] == "lost")
        after = hub.socket.plug()
        await hub.cards("N: D4", pause=0.4)
        await until(lambda: made.story() == AUCTION + TRICK, within=20)
        await hub.cards("E: CA C2 C3 C4")
        await until(lambda: made.story() == AUCTION + TRICK + NEXT)

        assert before != after
        assert states(made) == ["starting", "ready", "lost", "ready"]
        assert (numbered_without_gap(made), made.rows(kind="summons")) == (True, [])
        assert "gap" not in [row.body["type"] for row in made.rows(kind="event")]


async def test_a_card_taken_by_the_cable_in_the_middle_of_its_frame_arrives_once(tmp_path):
    async with evening(lambda: Evening(tmp_path)) as made:
        hub = await at_the_first_lead(made)
        # The wire breaks while the frame of South's card is on it: only its head arrives.
        hub.device.deaf = True
        await hub.cards("S: D2", pause=0)
        frame = hub.device.link.bytes_to_send()
        os.write(hub.socket.master, frame[: len(frame) // 2])
        await asyncio.sleep(0.2)
        hub.socket.replug()
        hub.device.deaf = False
        await hub.cards("W: D3 D4", pause=0.4)
        await until(lambda: made.story() == AUCTION + TRICK, within=20)

        assert (numbered_without_gap(made), made.rows(kind="summons")) == (True, [])


@pytest.mark.parametrize(
    "noise", [b"\x00" * 5000, b"\xff" * 5000, b"AT+CGMI\r\n" * 300, random.Random(7).randbytes(20_000)]
)
async def test_garbage_on_the_tty_is_counted_and_the_board_goes_on(tmp_path, noise):
    async with evening(lambda: Evening(tmp_path)) as made:
        hub = await at_the_first_lead(made)
        raving = memoryview(noise)
        while raving:
            try:
                raving = raving[os.write(hub.socket.master, raving) :]
            except BlockingIOError:
                await asyncio.sleep(0.01)
        await hub.cards("S: D2 D3 D4")
        await until(lambda: made.story() == AUCTION + TRICK, within=20)
        counted = await device(made)

        assert (numbered_without_gap(made), made.rows(kind="summons")) == (True, [])
        assert states(made)[-1] in ("ready", "degraded")
        # Delimiters alone are empty frames: nothing is wrong with them.
        assert (counted["garbage"] > 0) == any(noise), counted
