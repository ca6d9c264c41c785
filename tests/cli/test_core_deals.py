"""Deals in the core: what becomes of each file in the folder, of a table's own sealed one, and of the key."""

import asyncio
import os
import pty
import time

import pytest
from support.deal_makers import BY_SUITS
from support.until import until

from controller.adapters.control_socket import ControlServer
from controller.adapters.sealed_deals import Hardness, seal
from controller.cli import run as run_module
from controller.cli.core_deals import CoreDeals, has_sealed_deals
from controller.cli.run import _Unlocking, key_of_sealed_deals
from controller.cli.settings import SettingsError, read_settings
from controller.model.board import Deal
from controller.model.notation import parse_deal, print_deal
from controller.records.board_record import BoardRecord
from controller.records.deal_set import print_deal_set
from controller.records.dup import write_dup

KEY = "nine of diamonds"
SOFT = Hardness(1, 64, 1)
TURNED = Deal({seat.lho: hand for seat, hand in BY_SUITS.hands.items()})
EVENING = """
venue = "club"
session = "monday"
deals.folder = "deals"
[[tables]]
name = "1"
[[tables]]
name = "2"
"""


class Tables:
    """The room as its deals see it."""

    def __init__(self):
        self.deals, self.faults, self.record, self.moments, self.asked = {}, {}, {}, [], []

    def give_deals(self, deals, tables):
        for name in tables:
            self.deals[name] = {number: parse_deal(fields["deal"]).hands for number, fields in deals.items()}

    def hands_taken_up(self, _tables):
        return self.record

    def fault(self, fault, *, is_on, detail):
        self.faults[fault] = detail if is_on else None

    def moment(self, fault, detail):
        self.moments.append((fault, detail))

    async def request(self, given):
        self.asked.append(given)
        return {"answer": "ok"}


class Club:
    def __init__(self, folder, text=EVENING):
        self.folder = folder / "deals"
        self.folder.mkdir()
        self.file = folder / "evening.toml"
        self.file.write_text(text)
        self.room = Tables()

    def open(self):
        self.deals = CoreDeals(read_settings(self.file), self.room)
        return self.deals

    def put(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        os.utime(path, (time.time() - 3600,) * 2)


@pytest.fixture
def club(tmp_path):
    return Club(tmp_path)


def dup(number, deal=BY_SUITS):
    return write_dup([BoardRecord(board=number, deal=deal)])


def sealed(number, key=KEY):
    return seal(print_deal_set([BoardRecord(board=number, deal=BY_SUITS)]), key, hardness=SOFT)


async def test_every_table_gets_the_boards_of_all_files(club):
    club.put("a.dup", dup(7))
    club.put("b.dup", dup(8, TURNED))
    await club.open().look()

    assert club.room.deals == {name: {7: BY_SUITS.hands, 8: TURNED.hands} for name in ("1", "2")}
    assert club.room.faults == {}


async def test_a_board_that_two_files_deal_otherwise_stays_as_the_first_has_it(club):
    club.put("a.dup", dup(7))
    club.put("b.dup", dup(7, TURNED))
    await club.open().look()

    assert club.room.deals["1"] == {7: BY_SUITS.hands}
    assert club.room.faults == {"deal_file": "b.dup, board 7: is dealt otherwise in a.dup"}


async def test_a_board_that_a_table_has_taken_up_with_other_hands_is_not_dealt_anew(club):
    club.put("a.dup", dup(7))
    await club.open().look()
    club.room.record = {7: [BY_SUITS.hands]}
    club.put("a.dup", dup(7, TURNED))
    await club.deals.look()

    assert club.room.deals["1"] == {7: BY_SUITS.hands}
    assert club.room.faults == {"deal_file": "a.dup, board 7: has been taken up with other hands"}


async def test_many_bad_files_are_one_message_that_ends(club):
    for number in range(9):
        club.put(f"{number}.txt", b"x")
    await club.open().look()
    assert club.room.faults["deal_file"].startswith("0.txt: no kind of deal file")
    assert club.room.faults["deal_file"].endswith("; 3 more")
    for path in club.folder.iterdir():
        path.unlink()
    await club.deals.look()
    assert club.room.faults == {"deal_file": None}


async def test_a_folder_that_has_gone_is_a_message(club):
    club.folder.rmdir()
    await club.open().look()

    assert club.room.faults == {"deal_file": f"{club.folder}: No such file or directory"}


async def test_a_key_opens_what_comes_later_too(club):
    club.put("a.sealed", sealed(7))
    await club.open().look()
    answer = await club.deals.request({"do": "unlock", "key": KEY})
    club.put("b.sealed", sealed(8))
    club.put("c.sealed", sealed(9, "another key"))
    await club.deals.look()

    assert (answer["opened"], sorted(club.room.deals["1"])) == (["a.sealed"], [7, 8])
    assert club.room.faults["deals_locked"] == "c.sealed: enter the key (smarttable deals unlock)"
    again = await club.deals.request({"do": "unlock", "key": "another key"})
    assert (again["opened"], again["waiting"], sorted(club.room.deals["1"])) == (["c.sealed"], [], [7, 8, 9])


async def test_a_sealed_file_that_is_none_or_has_gone_waits_for_no_key(club):
    club.put("a.sealed", b"{}")
    club.put("b.sealed", sealed(7))
    await club.open().look()
    assert "a.sealed, field 'sealed': expected an object" in club.room.faults["deal_file"]
    (club.folder / "b.sealed").unlink()
    await club.deals.look()
    assert club.room.faults["deals_locked"] is None


async def test_deals_of_a_table_of_its_own_go_before_the_folder(tmp_path):
    club = Club(tmp_path, EVENING + 'deals = "own.sealed"\n')
    (tmp_path / "own.sealed").write_bytes(sealed(7))
    club.put("a.dup", dup(7, TURNED))
    await club.open().look()
    await club.deals.request({"do": "unlock", "key": KEY})

    assert club.room.deals == {"1": {7: TURNED.hands}, "2": {7: BY_SUITS.hands}}


async def test_one_sealed_file_may_be_that_of_several_tables(tmp_path):
    club = Club(tmp_path, EVENING.replace('name = "1"', 'name = "1"\ndeals = "own.sealed"') + 'deals = "own.sealed"\n')
    (tmp_path / "own.sealed").write_bytes(sealed(7))
    club.open()
    answers = await asyncio.gather(*(club.deals.request({"do": "unlock", "key": KEY}) for _ in range(2)))

    assert club.room.deals == {"1": {7: BY_SUITS.hands}, "2": {7: BY_SUITS.hands}}
    assert [answer.get("code", "opened") for answer in answers] == ["opened", "nothing_sealed"]


def test_a_tables_own_file_that_is_missing_is_an_error_of_the_settings(tmp_path):
    club = Club(tmp_path, EVENING + 'deals = "own.sealed"\n')

    with pytest.raises(SettingsError, match=r"own\.sealed: No such file"):
        club.open()


@pytest.mark.parametrize("key", [None, 7, "", "x" * 2000])
async def test_a_key_is_a_text(club, key):
    assert (await club.open().request({"do": "unlock", "key": key}))["code"] == "malformed"


async def test_everything_else_is_asked_of_the_room(club):
    assert await club.open().request({"do": "health"}) == {"answer": "ok"}
    assert club.room.asked == [{"do": "health"}]


async def test_our_own_bug_with_a_file_does_not_end_the_evening(club, monkeypatch):
    def bug(*_args, **_more):
        raise KeyError("a bug of ours")

    monkeypatch.setattr("controller.cli.core_deals.read_deal_file", bug)
    club.put("a.dup", dup(7))
    running = asyncio.create_task(club.open().run())
    await until(lambda: club.room.moments)
    assert not running.done()
    running.cancel()
    await asyncio.wait({running})

    assert club.room.moments[0][0] == "service_fault"


# -- the start of a session --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "waits"), [("a.sealed", True), ("a.dup", False)])
def test_the_key_is_asked_for_where_sealed_deals_wait(club, name, waits):
    club.put(name, b"x")

    assert has_sealed_deals(read_settings(club.file)) is waits


def test_without_a_terminal_nobody_is_asked(club, monkeypatch):
    club.put("a.sealed", b"x")
    with open(os.devnull) as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        assert key_of_sealed_deals(read_settings(club.file)) is None


@pytest.mark.parametrize(("typed", "key"), [(KEY, KEY), ("", None)])
def test_at_a_terminal_the_person_who_starts_is_asked_once(club, monkeypatch, typed, key):
    club.put("a.sealed", b"x")
    monkeypatch.setattr(run_module.typer, "prompt", lambda *_text, **_how: typed)
    master, slave = pty.openpty()
    with open(slave) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        assert key_of_sealed_deals(read_settings(club.file)) == key
    os.close(master)


@pytest.mark.parametrize("answer", [{"answer": "ok", "opened": []}, {"answer": "refused", "reason": "no such key"}])
async def test_the_key_goes_to_the_core_each_time_it_starts(tmp_path, capsys, answer):
    asked = []

    async def handle(given):
        asked.append(given["key"])
        return answer

    server = ControlServer(tmp_path / "c.sock", handle)
    await server.start()
    unlocking = _Unlocking(tmp_path / "c.sock", KEY)
    unlocking({})
    unlocking({})
    await until(lambda: len(asked) == 2 and not unlocking._tasks)
    await server.close()

    said = capsys.readouterr().err
    assert (asked, said.count("no such key"), KEY in said) == ([KEY, KEY], 2 * ("reason" in answer), False)


async def test_a_core_that_is_not_there_yet_is_said(tmp_path, capsys):
    unlocking = _Unlocking(tmp_path / "nowhere.sock", KEY)
    unlocking({})
    await until(lambda: not unlocking._tasks)

    assert "the core is not there" in capsys.readouterr().err


def test_the_deals_of_these_tests_differ():
    assert print_deal(TURNED) != print_deal(BY_SUITS)
