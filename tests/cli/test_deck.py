"""`smarttable deck`: a deck enrolled at a hub's twin on a real tty, checked through a stack, listed and exported."""

import asyncio
import json
import re
import sys

import pytest
from typer.testing import CliRunner

from controller.cli.app import application
from controller.cli.deck import Reader, check_deck, enrol_deck
from controller.cli.devices import open_driver
from controller.desk.words import read_words
from controller.model.cards import PACK, card
from controller.model.errors import LogError
from controller.model.reading_log import Deck
from controller.records.deck_files import TablePack, print_decks_json, read_decks
from controller.sensing.enrolment import Enrolment
from hw_sim.acts import LayTags
from hw_sim.clock import ScaledClock
from hw_sim.physics import TableTop
from hw_sim.table_hub import TableHubTwin

WORDS = read_words()
TAG = {one: f"E0040150{place:08X}" for place, one in enumerate(PACK)}
DECK = Deck("blue-07", {tag: one for one, tag in TAG.items()})
RED = Deck("red-02", {f"E0040160{place:08X}": one for place, one in enumerate(PACK)})
#: So many times faster than a volunteer.
SPEED = 40.0


class Stage:
    """A hub's twin on a tty, and a volunteer who does what is said."""

    def __init__(self, folder, *, level=0):
        self.clock = ScaledClock(SPEED)
        self.twin = TableHubTwin("reader", TableTop(7, level=level), self.clock, ports=folder)
        driver = open_driver("table_hub", {"device": "r", "port": str(self.twin.path)}, self.clock, where="reader")
        self.reader = Reader(driver, self.clock)
        self.said = []
        self.heard = asyncio.Event()

    def say(self, line):
        self.said.append(line.removesuffix("\a"))
        self.heard.set()

    async def until(self, start):
        """Wait until something is said that begins like this."""
        async with asyncio.timeout(20):
            while not any(re.match(start, line) for line in self.said):
                self.heard.clear()
                await self.heard.wait()

    def lay(self, *tags, here=True):
        self.twin.do(LayTags("play.N", tags, here))

    async def wait(self, seconds):
        await asyncio.sleep(seconds / SPEED)


async def run(stage, task, volunteer):
    stage.twin.start()
    working = asyncio.create_task(task)
    try:
        await volunteer()
        async with asyncio.timeout(20):
            return await working
    finally:
        working.cancel()
        stage.twin.stop()


async def test_a_deck_is_enrolled_in_one_pass_at_a_hub_on_a_tty(tmp_path):
    stage = Stage(tmp_path)

    async def volunteer():
        await stage.until("Lay the cards on one antenna")
        for number, one in enumerate(PACK, start=1):
            stage.lay(TAG[one])
            await stage.until(f"{number} of 52")

    found = await run(stage, enrol_deck("blue-07", stage.reader, Enrolment(), WORDS["en"], say=stage.say), volunteer)

    assert found == DECK
    assert stage.said[1] == "1 of 52: ♠A, tag E004015000000000. Next: ♠K."
    assert stage.said[-1] == "All 52 cards of blue-07 have their tags."


async def test_what_a_volunteer_does_wrong_is_said_and_put_right(tmp_path):
    stage = Stage(tmp_path)

    async def volunteer():
        await stage.until("Кладите карты на одну антенну")
        for number, one in enumerate(PACK, start=1):
            if number == 3:
                stage.lay(TAG[one], TAG[card("C2")])
                await stage.until("Две карты сразу")
                stage.lay(TAG[one], TAG[card("C2")], here=False)
                await stage.wait(3.0)
            if number == 5:
                stage.lay("E00401600000000F")
                await stage.until("Это ♥Q из колоды red-02")
                stage.lay("E00401600000000F", here=False)
                await stage.wait(3.0)
            stage.lay(TAG[one])
            await stage.until(f"{number} из 52")

    enrolment = Enrolment([RED])
    found = await run(stage, enrol_deck("blue-07", stage.reader, enrolment, WORDS["ru"], say=stage.say), volunteer)

    assert found == DECK


async def test_a_cable_that_is_pulled_in_the_middle_loses_nothing(tmp_path):
    stage = Stage(tmp_path)

    async def volunteer():
        await stage.until("Lay the cards on one antenna")
        for number, one in enumerate(PACK, start=1):
            if number == 20:
                stage.twin.unplug()
                await stage.until("The reader does not answer")
                stage.twin.replug()
            stage.lay(TAG[one])
            await stage.until(f"{number} of 52")

    found = await run(stage, enrol_deck("blue-07", stage.reader, Enrolment(), WORDS["en"], say=stage.say), volunteer)

    assert found == DECK


@pytest.mark.long
async def test_a_deck_on_a_poor_reader_is_enrolled_as_well_each_card_lifted(tmp_path):
    stage = Stage(tmp_path, level=2)

    async def volunteer():
        await stage.until("Lay the cards on one antenna")
        for number, one in enumerate(PACK, start=1):
            stage.lay(TAG[one])
            await stage.until(f"{number} of 52")
            stage.lay(TAG[one], here=False)
            await stage.wait(1.5)

    found = await run(stage, enrol_deck("blue-07", stage.reader, Enrolment(), WORDS["en"], say=stage.say), volunteer)

    assert found == DECK


async def test_the_check_through_a_stack_names_the_card_that_is_silent_in_it(tmp_path):
    stage = Stage(tmp_path)

    async def volunteer():
        await stage.until("Now the check through a stack")
        for first, name in zip(range(0, 52, 13), ("Spades", "Hearts", "Diamonds", "Clubs"), strict=True):
            pile = [TAG[one] for one in PACK[first : first + 13] if one is not card("D9")]
            stage.lay(*pile)
            await stage.until(f"{name}: 1[23] of 13 read")
            stage.lay(*pile, here=False)
            await stage.wait(4.0)

    is_readable = await run(stage, check_deck(DECK, stage.reader, WORDS["en"], say=stage.say), volunteer)

    assert not is_readable
    assert "Diamonds: 12 of 13 read." in stage.said
    assert "Not read: ♦9, number 6 from the top." in stage.said
    assert stage.said[-1] == "Not read through a stack: ♦9."


@pytest.mark.long
async def test_the_command_itself_writes_the_deck_beside_the_others(tmp_path):
    out = tmp_path / "packs.json"
    out.write_bytes(print_decks_json([TablePack(RED)]))
    twin = TableHubTwin("reader", TableTop(7), ScaledClock(1.0), ports=tmp_path)
    twin.start()
    words = ["enrol", "blue-07", str(out), "--port", str(twin.path), "--boards", "7", "--set", "A", "--no-check"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "controller.cli", "deck", *words, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(150):
            assert (await process.stdout.readline()).startswith(b"Lay the cards on one antenna")
            for number, one in enumerate(PACK, start=1):
                twin.do(LayTags("play.N", (TAG[one],)))
                assert (await process.stdout.readline()).startswith(f"{number} of 52: ".encode())
            said = (await process.stdout.read()).decode().splitlines()
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
        twin.stop()

    assert said == [
        "All 52 cards of blue-07 have their tags.",
        f"{out}: deck blue-07 written, 2 decks in the file.",
    ]
    assert read_decks(out.read_bytes(), out.name) == (TablePack(RED), TablePack(DECK, frozenset((7,)), "A"))


# -- the command -------------------------------------------------------------------------------------------------------


def command(*arguments):
    result = CliRunner().invoke(application("deck"), ["deck", *map(str, arguments)])
    if isinstance(result.exception, LogError):
        raise result.exception
    return result.output


@pytest.fixture
def blue(tmp_path):
    path = tmp_path / "blue.json"
    tags = {tag: one.text for tag, one in DECK.tags.items()}
    path.write_text(json.dumps({"id": "blue-07", "set": "A", "boards": [1, 2, 3, 7], "tags": tags}))
    return path


def test_decks_are_listed_with_boards_and_set(blue):
    assert command("list", blue) == f"{blue}: blue-07, boards 1-3 7, set A\n"


def test_a_deck_goes_to_a_spreadsheet_and_back(blue, tmp_path):
    table, back = tmp_path / "blue.csv", tmp_path / "back.json"
    command("export", blue, table)
    command("export", table, back)

    assert table.read_text().splitlines()[:2] == ["deck,card,tag,boards,set", "blue-07,SA,E004015000000000,1-3 7,A"]
    assert read_decks(back.read_bytes(), "b.json") == read_decks(blue.read_bytes(), "a.json")


def test_decks_of_several_files_are_checked_beside_each_other(blue, tmp_path):
    other = tmp_path / "other.json"
    other.write_bytes(blue.read_bytes().replace(b"blue-07", b"green"))

    with pytest.raises(LogError, match=r"deck green, field 'tags': tag E0.* is also the SA of deck blue-07"):
        command("check", blue, other)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("enrol", "blue-07", "blue.json", "--port", "x"), r"blue\.json: there is a deck 'blue-07' already"),
        (("enrol", "new", "no/where.json", "--port", "x"), r"where\.json: cannot be written: no such folder"),
        (("enrol", "new", "new.json", "--port", "x", "--boards", "9-1"), "--boards, field 'boards': '9-1' is neither"),
        (("enrol", "new", "new.json", "--port", "x", "--lang", "fr"), "field '--lang': no words in 'fr'"),
        (("enrol", "new", "new.json", "--port", "x", "--known", "no.json"), r"no\.json: cannot be read: No such file"),
        (("check", "blue.json", "--port", "x", "--name", "red"), "field '--name': 0 decks are meant"),
    ],
)
def test_what_cannot_be_is_said_before_a_card_is_laid_down(blue, arguments, said, monkeypatch):
    monkeypatch.chdir(blue.parent)
    with pytest.raises(LogError, match=said):
        command(*arguments)


def test_a_driver_that_nobody_knows_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "reader: no driver 'sonar'; known: " in command(
        "enrol", "new", "new.json", "--port", "x", "--driver", "sonar"
    )
