"""The core as a real process with real hubs on ptys: killed, restarted, out of disk, with a bug in the engine."""

import asyncio

import pytest
from support.evening import Evening, evening
from support.until import until

from controller.adapters.control_socket import ControlClient
from firmware_bridge.messages import Key, KeyCode

FAILING = """
import sys
from pathlib import Path
from controller.cli.core import run
from controller.cli.core_process import Engine
from controller.table import step

def fragile(table, event):
    if event.type == "call" and event.call.text == "7NT":
        raise ZeroDivisionError("a bug of ours")
    return step(table, event)

run(Path(sys.argv[1]), engine=Engine(take_step=fragile))
"""
AUCTION = ["board 1", "call N 1S", "call E P", "call S 2S", "call W P", "call N P", "call E P"]
TRICK = ["card E DA", "card S D2", "card W D3", "card N D4"]


async def health(made):
    async with ControlClient(made.data / "control.sock") as core:
        return (await core.ask({"do": "health"}))["health"]


async def test_a_board_through_a_real_hub_a_real_core_and_a_clean_end(tmp_path):
    async with evening(lambda: Evening(tmp_path)) as made:
        await made.start()
        hub = made.hubs["1"]
        await until(lambda: [r.body["state"] for r in made.rows(kind="device")][-1:] == ["ready"])
        hub.board(1)
        await until(lambda: made.story() == AUCTION[:1])
        await hub.calls("N: 1S P 2S P P P")
        await hub.cards("E: DA D2 D3 D4")
        await until(lambda: made.story() == AUCTION + TRICK)
        code = await made.end()

        # A starved machine may hold the loop: that is said, and is no fault of the core's.
        assert (code, [words for words in made.words if '"loop_lag"' not in words]) == (0, [])


async def test_a_device_may_forget_what_is_on_disk(tmp_path):
    async with evening(lambda: Evening(tmp_path)) as made:
        await made.start()
        hub = made.hubs["1"]
        hub.board(1)
        await hub.calls("N: 1S P")
        await until(lambda: made.story() == AUCTION[:3])

        last = hub.device.post(Key(0, KeyCode.DONE, ""))
        await until(lambda: hub.device.link.store.committed >= last)


@pytest.mark.parametrize("after", [0.05, 0.3], ids=["within the settle time", "once it has settled"])
async def test_killed_in_the_middle_of_a_trick_the_board_goes_on(tmp_path, after):
    async with evening(lambda: Evening(tmp_path)) as made:
        await made.start()
        hub = made.hubs["1"]
        hub.board(1)
        await until(lambda: made.story() == AUCTION[:1])
        await hub.calls("N: 1S P 2S P P P")
        await hub.cards("E: DA", pause=0.5)
        await hub.cards("S: D2", pause=after)
        await made.kill()
        # While nobody listens the players go on.
        await hub.cards("W: D3")
        await made.start()
        await hub.cards("N: D4")
        await until(lambda: made.story() == AUCTION + TRICK, within=20)

        assert [row.n for row in made.rows(kind="event")] == list(range(len(AUCTION + TRICK) + 1))
        assert [row.body["type"] for row in made.rows(kind="event")].count("gap") == 1
        assert made.rows(kind="summons") == []


async def test_a_table_whose_engine_fails_is_parked_and_the_other_goes_on(tmp_path):
    async with evening(lambda: Evening(tmp_path, ("1", "2"))) as made:
        await made.start(script=FAILING)
        for hub in made.hubs.values():
            hub.board(1)
        await until(lambda: made.story("1") == made.story("2") == AUCTION[:1])
        await asyncio.gather(made.hubs["1"].calls("N: 1S 7NT X"), made.hubs["2"].calls("N: 1S P 2S"))
        await until(lambda: len(made.story("1")) == 4 and len(made.story("2")) == 4)

        assert [(r.body["fault"], r.body["state"]) for r in made.rows("1", "fault")] == [("engine_fault", "on")]
        assert [r.body["finding"]["kind"] for r in made.rows("1", "summons")] == ["engine_fault"]
        assert made.story("1")[-1] == "call S X"
        assert made.rows("2", "fault") == []
        states = {name: table["state"] for name, table in (await health(made))["tables"].items()}
        assert states == {"1": "parked", "2": "following"}


async def test_out_of_disk_the_core_lives_says_so_and_stores_everything_later(tmp_path):
    async with evening(lambda: Evening(tmp_path)) as made:
        await made.start()
        hub = made.hubs["1"]
        hub.board(1)
        await hub.calls("N: 1S")
        await until(lambda: made.story() == AUCTION[:2])
        made.no_file_larger_than(100)
        await hub.calls("E: P")

        await asyncio.sleep(1.5)
        table = (await health(made))["tables"]["1"]
        assert (table["recorded"], sorted(table["faults"])) == (False, ["evidence_failed", "journal_failed"])
        await hub.calls("S: 2S")
        made.no_file_larger_than(1 << 40)
        await until(lambda: made.story() == AUCTION[:4], within=20)

        def standing():
            return {row.body["fault"]: row.body["state"] for row in made.rows(kind="fault")}

        await until(lambda: standing() == {"journal_failed": "off", "evidence_failed": "off"}, within=20)
        assert (await made.end()) == 0


async def test_a_second_core_on_the_same_data_is_refused_in_one_line(tmp_path):
    async with evening(lambda: Evening(tmp_path)) as made:
        await made.start()
        with pytest.raises(RuntimeError, match="another core runs on this folder"):
            second = Evening.__new__(Evening)
            second.file, second.words = made.file, []
            await second.start()
