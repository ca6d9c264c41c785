"""A dealing machine on a real tty, from the order to the .deals file: what was not 52 different cards is no deal."""

import asyncio
import random

import pytest
from support.deal_makers import BY_SUITS
from support.pty_hub import until

from controller.cli.dealing import Dealing
from controller.model.board import Deal
from controller.model.cards import PACK
from controller.model.seats import SEATS
from controller.records.board_record import BoardRecord
from controller.records.deal_files import read_deal_file
from controller.records.deal_set import print_deal_set
from drivers.dealing_machine.driver import open_machine
from drivers.errors import SettingsError
from hw_sim.clock import ScaledClock
from hw_sim.dealing_machine import DealingMachineTwin


def shuffled(seed=1):
    cards = list(range(52))
    random.Random(seed).shuffle(cards)
    return cards


class Club:
    """A machine, its driver, and what `smarttable deals machine` says and saves."""

    def __init__(self, folder, boards):
        clock = ScaledClock(1.0, start=100.0)
        self.twin = DealingMachineTwin("7", clock, ports=folder, seed=1)
        self.said = []
        self.saved = {}
        machine = open_machine({"device": "dealer", "port": str(self.twin.path)}, clock)
        self.dealing = Dealing(machine, boards, self.saved.__setitem__, self.said.append)

    async def __aenter__(self):
        self.twin.start()
        self.task = asyncio.create_task(self.dealing.run())
        await until(lambda: any("ready" in line for line in self.said))
        return self

    async def __aexit__(self, *_):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.twin.stop()

    async def waits_for_cards(self):
        await until(lambda: self.twin.is_waiting)

    async def deals(self, cards):
        await self.waits_for_cards()
        self.twin.put_in(cards)

    async def says(self, words):
        await until(lambda: any(words in line for line in self.said), seconds=15)


async def test_a_shuffled_pack_is_dealt_and_what_lies_in_the_pockets_is_the_deal(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        await club.deals(shuffled())
        await club.says("board 7: dealt")
        pockets = {seat: frozenset(PACK[code] for code in club.twin.pockets[place]) for place, seat in enumerate(SEATS)}

        assert club.saved == {7: Deal(pockets)}


async def test_a_deal_that_is_ordered_is_the_deal_that_is_made_whatever_the_order_of_the_pack(tmp_path):
    async with Club(tmp_path, {7: BY_SUITS}) as club:
        await club.deals(shuffled(3))
        await club.says("board 7: dealt")

        assert club.saved[7].hands == BY_SUITS.hands


async def test_boards_are_dealt_one_after_another(tmp_path):
    async with Club(tmp_path, {1: None, 2: None}) as club:
        await club.deals(shuffled(1))
        await club.says("board 1: dealt")
        await club.deals(shuffled(2))
        await club.says("board 2: dealt")
        await club.task

        assert list(club.saved) == [1, 2]


async def test_a_card_twice_is_no_deal_and_both_cards_are_named(tmp_path):
    cards = shuffled()
    cards[cards.index(PACK.index(PACK[51]))] = 0  # a second ace of spades in the place of the two of clubs
    async with Club(tmp_path, {7: None}) as club:
        await club.deals(cards)
        await club.says("nowhere C2")

        assert any("more than once SA" in line for line in club.said)
        assert any("is SA, which has been dealt already" in line for line in club.said)
        assert club.saved == {}


async def test_fifty_one_cards_are_no_deal_and_the_missing_one_is_named(tmp_path):
    cards = shuffled()
    cards.remove(PACK.index(PACK[13]))
    async with Club(tmp_path, {7: None}) as club:
        await club.deals(cards)
        await club.says("nowhere HA")

        assert any("ran out after 51" in line for line in club.said)
        assert club.saved == {}


async def test_a_card_that_was_not_read_is_no_deal_and_the_board_is_dealt_again(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        club.twin.unreadable = {17}
        await club.deals(shuffled())
        await club.says("card 17 (")
        club.twin.unreadable = set()
        await club.deals(shuffled(2))
        await club.says("board 7: dealt")

        assert list(club.saved) == [7]


async def test_a_jam_is_told_and_the_deal_goes_on_when_it_is_cleared(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        club.twin.jams_at = 20
        await club.deals(shuffled())
        await club.says("card 20 sticks")
        club.twin.clear_jam()
        await club.says("board 7: dealt")

        assert club.saved[7].is_complete


async def test_a_deal_that_is_broken_off_is_none_and_is_ordered_again(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        await club.waits_for_cards()
        club.dealing.machine.stop(7)
        await club.says("the deal was broken off")
        await club.deals(shuffled())
        await club.says("board 7: dealt")

        assert list(club.saved) == [7]


async def test_a_pulled_cable_in_the_middle_of_a_deal_loses_no_card(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        club.twin.jams_at = 20
        await club.deals(shuffled())
        await club.says("card 20 sticks")
        club.twin.line.unplug()
        await club.says("lost")
        club.twin.clear_jam()
        await asyncio.sleep(0.4)
        club.twin.line.plug()
        await club.says("board 7: dealt")

        assert club.saved[7].is_complete


async def test_a_machine_that_starts_anew_is_given_its_order_again(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        await club.waits_for_cards()
        club.twin.reboot()
        await club.deals(shuffled())
        await club.says("board 7: dealt")

        assert list(club.saved) == [7]


async def test_a_dealt_set_is_bound_to_its_numbers_by_hashes(tmp_path):
    async with Club(tmp_path, {7: None}) as club:
        await club.deals(shuffled())
        await club.says("board 7: dealt")
        data = print_deal_set([BoardRecord(board=7, deal=club.saved[7])])

        assert read_deal_file(data, "monday.deals")[0].deal == club.saved[7]


@pytest.mark.parametrize(
    ("given", "field"), [({"port": "x"}, "device"), ({"device": "d", "port": "x", "seat": "N"}, "seat")]
)
def test_settings_that_do_not_fit_name_their_field(given, field):
    with pytest.raises(SettingsError) as wrong:
        open_machine(given, ScaledClock(1.0))

    assert wrong.value.field == field
