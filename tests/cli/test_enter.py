"""`smarttable enter`: a record kept from the keyboard, with the real core at the other end of its socket."""

import json
import subprocess
import sys

import pytest
from desk.test_with_core import core_running

from controller.adapters.control_socket import ControlClient
from controller.adapters.journal import JournalReader
from controller.cli.enter import Keeper
from controller.cli.typed_acts import read_line
from controller.desk.words import read_words
from controller.model.errors import LogError
from controller.model.seats import Seat

DEAL = "N:AKQ2.KQ2.432.AK2 JT9.JT9.JT9.JT98 543.543.AKQ5.Q43 876.A876.876.765"


def event_of(line, turn=Seat.N):
    typed = read_line(line, turn)
    assert typed is not None and typed.ask is not None
    return {k: v for k, v in typed.ask["event"].items() if k != "src"}


# -- what a line says ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("1H", {"type": "call", "seat": "N", "call": "1H"}),
        ("3n", {"type": "call", "seat": "N", "call": "3NT"}),
        ("p", {"type": "call", "seat": "N", "call": "P"}),
        ("x", {"type": "call", "seat": "N", "call": "X"}),
        ("XX", {"type": "call", "seat": "N", "call": "XX"}),
        ("8c", {"type": "call", "seat": "N", "call": "8C"}),
        ("s7", {"type": "card", "seat": "N", "card": "S7"}),
        ("H10", {"type": "card", "seat": "N", "card": "HT"}),
        (" w  1h ", {"type": "call", "seat": "W", "call": "1H"}),
        ("W:S7", {"type": "card", "seat": "W", "card": "S7"}),
        ("S S7", {"type": "card", "seat": "S", "card": "S7"}),
        ("claim 5", {"type": "claim", "seat": "N", "tricks": 5}),
        ("E agree", {"type": "claim_answer", "seat": "E", "agree": True}),
        ("E dispute", {"type": "claim_answer", "seat": "E", "agree": False}),
        ("result 4sx n 10", {"type": "result_entered", "contract": "4SX", "declarer": "N", "tricks": 10}),
        (
            "result 4s n 10 h10",
            {"type": "result_entered", "contract": "4S", "declarer": "N", "tricks": 10, "lead": "HT"},
        ),
        ("result p", {"type": "result_entered", "contract": "P"}),
    ],
)
def test_a_line_is_an_act(line, event):
    assert event_of(line) == event


def test_what_is_typed_is_the_directors():
    assert read_line("1H", Seat.N).ask["event"]["src"] == "director"


@pytest.mark.parametrize("line", ["S1", "0H", "hello", "Q 1H", "claim", "result 4S", "1H 2H"])
def test_a_line_that_is_no_act_says_so(line):
    with pytest.raises(ValueError, match="is no call, no card and no order"):
        read_line(line, Seat.N)


def test_where_nobody_is_in_turn_one_has_to_say_who():
    with pytest.raises(ValueError, match="say who"):
        read_line("1H", None)


@pytest.mark.parametrize("line", ["", "   ", "# a word"])
def test_an_empty_line_is_nothing(line):
    assert read_line(line, Seat.N) is None


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("manual", {"do": "mode", "mode": "manual"}),
        ("sensors", {"do": "mode", "mode": "sensing"}),
        ("record", {"do": "mode", "mode": "sensing", "accept": "record"}),
        ("cards", {"do": "mode", "mode": "sensing", "accept": "cards"}),
    ],
)
def test_a_word_is_an_order(line, order):
    assert read_line(line, None).ask == order


# -- at a table ------------------------------------------------------------------------------------------------------


async def lines(*given):
    for line in given:
        yield line


async def keep(data, *given, table="7", language="en"):
    """Type some lines; what was said, and how many of them were not entered."""
    said = []
    async with ControlClient(data / "control.sock") as core:
        journal = JournalReader(data / "journal.sqlite")
        try:
            keeper = Keeper(core, journal, table, by="olga", words=read_words()[language], say=said.append)
            wrong = await keeper.run(lines(*given))
        finally:
            journal.close()
    return said, wrong


def events(data, table="7"):
    journal = JournalReader(data / "journal.sqlite")
    try:
        return [row.body for row in journal.rows(table=table) if row.kind == "event"]
    finally:
        journal.close()


@pytest.fixture
async def evening(tmp_path):
    """A core, and a board taken up at table 7."""
    async with core_running(tmp_path):
        async with ControlClient(tmp_path / "control.sock") as core:
            await core.ask({"do": "board", "table": "7", "board": 1, "deal": DEAL, "by": "anna"})
        yield tmp_path


async def test_an_auction_and_a_trick_go_on_in_the_same_record(evening):
    said, wrong = await keep(evening, "2n", "p", "3n", "p", "p", "p", "CJ", "C3", "C5", "CA", "SA")
    told = [(e["type"], e.get("seat"), e.get("call") or e.get("card")) for e in events(evening)[1:]]
    assert told[:3] == [("call", "N", "2NT"), ("call", "E", "P"), ("call", "S", "3NT")]
    assert told[-2:] == [("card", "N", "CA"), ("card", "N", "SA")]
    assert (wrong, said[-1]) == (0, "East to play")
    assert {e["src"] for e in events(evening)} == {"director"}


async def test_acts_that_are_typed_quickly_are_never_simultaneous(evening):
    await keep(evening, "2n", "p", "3n", "p", "p", "p", "CJ", "C3", "C5", "CA")
    times = [e["t"] for e in events(evening)[1:]]
    assert times == sorted(set(times))


async def test_what_departs_from_the_laws_is_said(evening):
    said, _ = await keep(evening, "1S", "1H")
    assert "found: Insufficient bid" in said and said[-1] == "waits for a ruling"


async def test_a_quiet_finding_is_not_said(evening):
    said, _ = await keep(evening, "2n", "p", "3n", "p", "p", "p", "CJ", "C3", "HA")
    assert not any(word.startswith("found") for word in said)


async def test_the_latest_act_can_be_taken_back(evening):
    await keep(evening, "1S", "p", "undo", "2H")
    assert [e["type"] for e in events(evening)[1:]] == ["call", "call", "correction", "call"]
    assert events(evening)[-1]["seat"] == "E"


async def test_a_line_that_is_none_is_named_and_the_next_is_taken(evening):
    said, wrong = await keep(evening, "1Z", "1S")
    assert wrong == 1 and said[1].startswith("not entered: '1Z' is no call") and events(evening)[-1]["call"] == "1S"


async def test_nothing_after_quit_is_entered(evening):
    await keep(evening, "1S", "quit", "p")
    assert events(evening)[-1]["call"] == "1S"


async def test_without_a_board_nothing_can_be_entered(evening):
    said, wrong = await keep(evening, "N 1S", table="1")
    assert (said[0], wrong) == ("No board has been taken up at this table.", 1)


async def test_a_table_that_is_not_there_is_named(evening):
    with pytest.raises(LogError, match="no table '9'"):
        await keep(evening, table="9")


async def test_it_speaks_russian(evening):
    said, _ = await keep(evening, "1S", "1H", language="ru")
    assert any(word.startswith("найдено: ") for word in said)


async def test_the_mode_is_kept_in_the_record(evening):
    await keep(evening, "manual", "1S", "sensors")
    assert [e.get("mode") for e in events(evening)[1:]] == ["manual", None, "sensing"]


def test_the_command_without_a_core_says_so(tmp_path):
    settings = tmp_path / "club.toml"
    settings.write_text('venue = "club"\nsession = "monday"\n[broker]\nkind = "none"\n[[tables]]\nname = "1"\n')
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", "enter", "1", "--settings", str(settings)],
        input="1S\n", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "the core is not there" in done.stderr


def test_an_event_of_a_line_is_written_as_json():
    assert json.loads(json.dumps(read_line("1H", Seat.N).ask)) == read_line("1H", Seat.N).ask
