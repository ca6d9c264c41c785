"""Deals get to the tables: from a watched folder, from a sealed file, from the pockets; or they are unknown.

A file and the pockets that differ bring the director before the first call.
"""

import json
import os
import time
from dataclasses import replace

import pytest
from support.evening import Evening, evening, tag
from support.live_table import TAGS, World, live_table
from support.until import until

from controller.adapters.control_socket import ControlClient
from controller.adapters.sealed_deals import Hardness, seal
from controller.model.cards import card, in_order
from controller.model.notation import parse_deal
from controller.model.readings import BoardTag, Scan
from controller.model.seats import SEATS, Seat
from controller.records.board_record import BoardRecord
from controller.records.deal_set import print_deal_set
from controller.records.dup import write_dup
from firmware_bridge.messages import TagSet

DEAL = "N:AKQJ.432.432.432 8765.AKQJT9.K9.A T9432.5.AQJT87.K .876.65.QJT98765"
HANDS = parse_deal(DEAL).hands
KEY = "nine of diamonds"
POCKETS = ["pocket N", "pocket E", "pocket S", "pocket W"]


def board(number=1, deal=DEAL):
    return BoardRecord(board=number, deal=parse_deal(deal))


def swapped():
    """North's ace of spades and East's ace of hearts have changed pockets."""
    north, east = HANDS[Seat.N], HANDS[Seat.E]
    mine, yours = card("SA"), card("HA")
    return {**HANDS, Seat.N: north - {mine} | {yours}, Seat.E: east - {yours} | {mine}}


# -- sensing, engine and service, the clock moved by hand --------------------------------------------------------------


@pytest.fixture
async def table(tmp_path):
    async with live_table(World(tmp_path)) as opened:
        yield opened


def has_a_file(table):
    keeper = table.service.keeper
    keeper.book = replace(keeper.book, deals={1: {"deal": DEAL}})


async def lay(table, hands, *, number=1):
    for seat in SEATS:
        tags = tuple(TAGS[one] for one in in_order(hands[seat]))
        await table.read(Scan(t=table.clock.t, at=f"pocket.{seat.value}", tags=tags))
    await table.read(BoardTag(t=table.clock.t, board=number))


async def test_a_file_and_pockets_that_agree_are_one_deal(table):
    has_a_file(table)
    await lay(table, HANDS)
    await table.wait(3)
    await table.calls("N: 1S")

    assert table.events() == ["board", *POCKETS, "call N 1S"]
    assert parse_deal(table.rows("event")[0].body["deal"]) == parse_deal(DEAL)
    assert table.summonses() == []


async def test_pockets_that_differ_from_the_file_bring_the_director_before_the_first_call(table):
    has_a_file(table)
    await lay(table, swapped())
    await table.wait(3)

    assert table.events() == ["board", *POCKETS]
    assert [kind.partition("@")[0] for kind, _, _ in table.summonses()] == ["deal_mismatch"] * 2
    facts = table.rows("summons")[0].body["finding"]["facts"]
    assert (facts["of"], facts["surplus"], facts["missing"]) == ("N", ["HA"], ["SA"])


async def test_what_is_in_which_pocket_is_told_at_the_desk_alone(table):
    has_a_file(table)
    await lay(table, swapped())
    await table.wait(3)

    said = table.bus.said("/summons/")
    assert [s["status"] for s in said] == ["notice", "notice"]
    assert not [s for s in said if "HA" in json.dumps(s) or "SA" in json.dumps(s)]


async def test_without_a_file_the_pockets_are_the_deal(table):
    await lay(table, HANDS)
    await table.wait(3)

    assert "deal" not in table.rows("event")[0].body
    assert {seat: table.service.keeper.tracker.expected.deal.hands[seat] for seat in SEATS} == HANDS


async def test_without_a_file_and_without_pockets_nothing_is_known_of_the_hands(table):
    await table.read(BoardTag(t=table.clock.t, board=1))
    await table.calls("N: 1S")

    deal = table.service.keeper.tracker.expected.deal
    assert (table.events(), deal is None or not deal.hands) == (["board", "call N 1S"], True)


async def test_a_board_of_which_the_file_does_not_know_is_played_all_the_same(table):
    has_a_file(table)
    await lay(table, HANDS, number=2)
    await table.wait(3)

    assert (table.events(), table.summonses()) == (["board", *POCKETS], [])


# -- a real core with a real hub ---------------------------------------------------------------------------------------


class Club(Evening):
    """An evening with a watched folder."""

    def __init__(self, folder):
        super().__init__(folder)
        self.deals = folder / "deals"
        self.deals.mkdir()
        # A key of the settings must stand before their first table.
        self.file.write_text('deals.folder = "deals"\n' + self.file.read_text())

    def put(self, name, data):
        """As a dealing machine's program did it an hour ago."""
        (self.deals / name).write_bytes(data)
        os.utime(self.deals / name, (time.time() - 3600,) * 2)

    def lay(self, number, hands):
        """The board is laid down with these hands in its pockets."""
        hub = self.hubs["1"]
        for seat in SEATS:
            antenna = 8 + seat.index
            hub.device.tags[antenna] = tuple(bytes.fromhex(tag(one.text)) for one in in_order(hands[seat]))
            hub.device.post(TagSet(antenna, 0, 0, 1, hub.device.tags[antenna]))
        hub.board(number)

    def fault(self, name):
        """What holds of a fault of the room; None if it does not hold."""
        rows = [r.body for r in self.rows("", "fault") if r.body["fault"] == name]
        return rows[-1]["detail"] if rows and rows[-1]["state"] == "on" else None

    async def unlock(self, key):
        async with ControlClient(self.data / "control.sock") as core:
            return await core.ask({"do": "unlock", "key": key}, within_s=30)

    def everything(self):
        """What was written and said, as bytes."""
        files = b"".join(path.read_bytes() for path in self.data.rglob("*") if path.is_file())
        return files + "\n".join(self.words).encode()


async def test_sealed_and_bad_files_in_the_folder_of_a_real_core(tmp_path):
    async with evening(lambda: Club(tmp_path)) as club:
        data = write_dup([board(2)])
        club.put("monday.sealed", seal(print_deal_set([board()]), KEY, hardness=Hardness(1, 64, 1)))
        club.put("more.dup", b"02" + data[2:])
        club.put("readme.txt", b"hello")
        await club.start()

        # A bad file is one message without a card; nothing of it is lost, and a good one in its place ends it.
        await until(lambda: club.fault("deal_file") is not None)
        said = club.fault("deal_file")
        assert "more.dup, board 2 (byte 0): the hands are no deal of thirteen cards each" in said
        assert "readme.txt: no kind of deal file; known: .dup" in said
        club.put("more.dup", data)
        (club.deals / "readme.txt").unlink()
        await until(lambda: club.fault("deal_file") is None, within=20)
        assert sorted(path.name for path in club.deals.iterdir()) == ["monday.sealed", "more.dup"]

        # The sealed file waits for its key, and nothing of key or hands is written.
        await until(lambda: club.fault("deals_locked") is not None)
        assert club.fault("deals_locked") == "monday.sealed: enter the key (smarttable deals unlock)"
        wrong, right, again = [await club.unlock(key) for key in ("another key", KEY, KEY)]
        assert (wrong["answer"], wrong["code"]) == ("refused", "wrong_key")
        assert (right["answer"], right["opened"], right["waiting"]) == ("ok", ["monday.sealed"], [])
        assert again["code"] == "nothing_sealed"
        await until(lambda: club.fault("deals_locked") is None)
        assert not [word for word in (KEY.encode(), b"AKQJ.432", b"QJT98765", b"SK (") if word in club.everything()]

        # Its board is taken up with other hands in the pockets.
        await until(lambda: [r.body["state"] for r in club.rows(kind="device")][-1:] == ["ready"])
        club.lay(1, swapped())
        await until(lambda: len(club.rows(kind="summons")) == 2, within=20)
        assert parse_deal(club.rows(kind="event")[0].body["deal"]) == parse_deal(DEAL)
        assert {row.body["id"].partition("@")[0] for row in club.rows(kind="summons")} == {"deal_mismatch"}
        assert KEY.encode() not in club.everything()
