"""Bidding boxes on a real tty: four on one line, one alone, and one that reads tagged bidding cards."""

import asyncio

import pytest
from support.boxes import BoxesAtWork
from support.pty_hub import until

from controller.model.calls import call
from controller.model.seats import Seat
from controller.ports import Resume
from drivers.bidding_box.probe import PROBE
from drivers.commands.devices import Found, asked
from hw_sim.boxes.bidding_box import BoxTwin, TrayTwin
from hw_sim.boxes.shared_line import SharedLine
from hw_sim.clock import ScaledClock
from hw_sim.wire import WireFaults


def uid(number):
    return bytes.fromhex("E00401500C00") + number.to_bytes(2, "big")


#: The bidding cards of one box: 35 bids in order, then passes, a double and a redouble.
CARDS = [f"{level}{denomination}" for level in range(1, 8) for denomination in ("C", "D", "H", "S", "NT")]
CARDS += ["P", "P", "P", "X", "XX"]


def cards_up_to(text):
    """The card of a bid with all lower ones behind it, as a player takes it out."""
    return [uid(number) for number in range(CARDS.index(text) + 1)]


@pytest.fixture
def card_file(tmp_path):
    path = tmp_path / "bidding-cards.csv"
    lines = [f"{uid(number).hex().upper()},{text}" for number, text in enumerate(CARDS)]
    path.write_text("\n".join(["tag,call", *lines]) + "\n")
    return str(path)


# -- four boxes on one line ------------------------------------------------------------------------


async def test_an_auction_at_four_boxes_is_told_call_by_call(tmp_path):
    async with BoxesAtWork(tmp_path) as table:
        table["N"].show(call("1C"))
        await table.tells("N+1C")
        table["E"].show(call("P"))
        await table.tells("N+1C", "E+P")
        table["E"].take_back()
        table["E"].show(call("X"))
        await table.tells("N+1C", "E+P", "E-P", "E+X")


async def test_keys_of_a_box_are_told_with_their_value(tmp_path):
    async with BoxesAtWork(tmp_path, seats="S") as table:
        table["S"].press("claim", "5")
        table["S"].press("director")
        await until(lambda: len(table.keys()) == 2)

        assert table.keys() == [("S", "claim", 5), ("S", "director", None)]


async def test_a_call_bears_the_time_at_which_it_was_made(tmp_path):
    async with BoxesAtWork(tmp_path, seats="NS") as table:
        table.line.spoil_wire(WireFaults(loss=0.7))
        before = table.clock.now()
        table["N"].show(call("1C"))
        after = table.clock.now()
        await asyncio.sleep(0.3)
        table.line.spoil_wire()
        await table.tells("N+1C")
        shown = table.told[-1]

        assert before - shown.u - 0.01 <= shown.t <= after + shown.u + 0.01
        assert shown.arrival >= shown.t


async def test_a_box_whose_plug_is_loose_is_named_and_tells_what_was_pressed_when_it_is_back(tmp_path):
    async with BoxesAtWork(tmp_path) as table:
        table["W"].loosen()
        await until(lambda: table.states()[-1] == "degraded")
        table["W"].show(call("2H"))
        table["N"].show(call("1C"))
        await table.tells("N+1C")
        table["W"].fasten()
        await until(lambda: table.states()[-1] == "ready")
        await table.tells("N+1C", "W+2H")

        assert any(reason.startswith("W: ") for reason in table.reasons())
        assert "lost" not in table.states()


async def test_a_box_that_was_without_power_is_another_start_and_the_others_go_on(tmp_path):
    async with BoxesAtWork(tmp_path, seats="NE") as table:
        table["N"].show(call("1C"))
        table["E"].show(call("P"))
        await until(lambda: len(table.calls()) == 2)
        table["N"].power_off()
        await until(lambda: table.states()[-1] == "degraded")
        table["N"].power_on()
        await until(lambda: table.states()[-1] == "ready")
        table["N"].show(call("2C"))
        await until(lambda: {"N-1C", "N+2C"} <= set(table.calls()))

        assert len(table.calls()) == 4
        assert table.driver.counters()["reboots"] == 1


async def test_two_boxes_with_one_address_are_named(tmp_path):
    async with BoxesAtWork(tmp_path, seats="NE") as table:
        other = BoxTwin(table["E"].seat, table.line, table.clock, address=2, seed=2)
        other.answers_after = 0.015
        await until(lambda: any("two devices have the address 2" in reason for reason in table.reasons()), seconds=15)
        table["N"].show(call("1C"))
        await until(lambda: "N+1C" in table.calls())
        table.line.leave(other)
        await until(lambda: table.states()[-1] == "ready")


async def test_a_line_whose_adapter_echoes_works_the_same(tmp_path):
    async with BoxesAtWork(tmp_path, seats="NE") as table:
        table.line.echoes = True
        table["N"].show(call("1C"))
        await table.tells("N+1C")


async def test_what_is_on_disk_is_freed_in_every_box(tmp_path):
    async with BoxesAtWork(tmp_path, seats="NE") as table:
        table["N"].show(call("1C"))
        await table.tells("N+1C")
        table["E"].show(call("P"))
        await table.tells("N+1C", "E+P")
        last = table.told[-1]
        table.driver.commit(last.boot, last.seq)

        await until(lambda: all(box.link.store.committed >= 1 for box in table.boxes.values()))


async def test_after_a_restart_each_box_goes_on_where_the_journal_stood(tmp_path):
    async with BoxesAtWork(tmp_path, seats="NE") as table:
        table["N"].press("director")
        await until(lambda: len(table.keys()) == 1)
        table["E"].press("claim", "3")
        await until(lambda: len(table.keys()) == 2)
        first = next(reading for reading in table.told if reading.seq is not None and getattr(reading, "key", ""))
        await table.stop()
        table.told.clear()
        table["E"].press("agree")
        table.start(Resume(first.boot, first.seq))
        await until(lambda: len(table.keys()) == 2)

        assert table.keys() == [("E", "claim", 3), ("E", "agree", None)]


async def test_boxes_on_a_shared_line_are_known_by_their_answer(tmp_path):
    line = SharedLine(tmp_path / "usb-SmartTable_RS485_7-if00")
    box = BoxTwin(Seat.N, line, ScaledClock(1.0))
    box.show(call("1C"))
    line.plug()
    (found,) = await asked([Found(str(line.path), "")], [PROBE])
    line.close()

    assert found.driver == "bidding_box"
    assert box.link.store.delivered == 0


# -- one box alone ---------------------------------------------------------------------------------


async def test_one_box_on_a_serial_line_needs_no_polling(tmp_path):
    async with BoxesAtWork(tmp_path, seats="W", shared=False) as table:
        table["W"].show(call("3NT"))
        await table.tells("W+3NT")

        assert table.driver.counters()["turns"] == 0


# -- tagged bidding cards --------------------------------------------------------------------------


async def test_the_highest_of_the_cards_that_are_laid_down_together_is_the_call(tmp_path, card_file):
    async with BoxesAtWork(tmp_path, kind=TrayTwin, cards=card_file) as table:
        table["N"].lay(*cards_up_to("1NT"))
        await table.tells("N+1NT")
        table["E"].lay(uid(CARDS.index("P")))
        await table.tells("N+1NT", "E+P")
        # What a player lays down within 0.6 s (twice `card_rest_s`) is one call; nobody's next turn comes so soon.
        await asyncio.sleep(0.6)
        table["N"].lay(*[card for card in cards_up_to("2S") if card not in cards_up_to("1NT")])
        await table.tells("N+1NT", "E+P", "N+2S")


async def test_cards_that_are_put_back_are_calls_taken_away(tmp_path, card_file):
    async with BoxesAtWork(tmp_path, seats="NE", kind=TrayTwin, cards=card_file) as table:
        table["N"].lay(*cards_up_to("1H"))
        await table.tells("N+1H")
        table["N"].lift(*cards_up_to("1H"))
        await table.tells("N+1H", "N-1H")


async def test_a_card_that_is_not_read_for_a_moment_still_lies_there(tmp_path, card_file):
    async with BoxesAtWork(tmp_path, seats="NE", kind=TrayTwin, cards=card_file) as table:
        table["N"].lay(*cards_up_to("1H"))
        await table.tells("N+1H")
        table["N"].read(misses=(uid(CARDS.index("1H")),))
        await asyncio.sleep(0.3)
        table["N"].read()
        await asyncio.sleep(1.0)

        assert table.calls() == ["N+1H"]


async def test_a_tag_that_is_no_bidding_card_is_counted(tmp_path, card_file):
    async with BoxesAtWork(tmp_path, seats="NE", kind=TrayTwin, cards=card_file) as table:
        table["N"].lay(uid(999))
        table["N"].lay(uid(CARDS.index("P")))
        await table.tells("N+P")

        assert table.driver.counters()["strange_tags"] > 0
