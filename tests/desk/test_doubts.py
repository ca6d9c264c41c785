"""The page of what a table's readers are in doubt about: for directors and operators, and for nobody else."""

import re
from pathlib import Path

import pytest

import controller.sensing
from controller.desk.words import read_words

from .evening import IN_PLAY, board, calls
from .support import Visitor, read_up
from .test_keep import plain

PLAYED = (board(3, ns=12, ew=18), *calls("S", "P P 1D P 3NT P P P"), *IN_PLAY)
MOVED = {"kind": "moved_card", "at": "play.W", "since": 40.0, "text": "SA was played by N, it is read here too"}
FOREIGN = {"kind": "foreign_tag", "at": "play.E", "since": 50.0, "text": "tag E004 is of no deck of this table"}
SICK = {"kind": "degraded", "at": "hub-2", "since": 60.0, "text": "device hub-2 is degraded"}


@pytest.fixture
async def doubtful(app, core):
    """Table 2 in play, its readers in doubt."""
    await core.play("2", *PLAYED)
    for note in (MOVED, FOREIGN, SICK):
        await core.row("2", "note", {**note, "state": "on"})
    await read_up(app, core)


@pytest.fixture
async def olga(app):
    """The operator."""
    async with Visitor(app) as visitor:
        await visitor.log_in("olga")
        yield visitor


async def test_a_director_reads_each_doubt_with_what_helps_and_what_the_sensors_say(doubtful, anna):
    page = plain((await anna.get("/tables/2/doubts")).text)
    assert "A played card lies in another row in front of West" in page
    assert "Have it put back where it was played." in page
    assert "SA was played by N" in page


async def test_an_operator_reads_the_doubts_and_no_card(doubtful, olga):
    page = plain((await olga.get("/tables/2/doubts")).text)
    assert "A tag of no deck lies there in front of East" in page
    assert ("SA" in page, "E004" in page) == (False, False)


async def test_a_doubt_that_is_over_is_gone(doubtful, app, core, anna):
    await core.row("2", "note", {**FOREIGN, "state": "off"})
    await read_up(app, core)
    page = plain((await anna.get("/tables/2/doubts")).text)
    assert ("no deck lies there" in page, "in another row" in page) == (False, True)


async def test_without_a_doubt_it_says_so(app, core, anna):
    await core.play("2", *PLAYED)
    await read_up(app, core)
    assert "The readers are in doubt about nothing." in plain((await anna.get("/tables/2/doubts")).text)


async def test_after_a_restart_of_the_core_only_what_it_tells_again_stands(doubtful, app, core, anna):
    await core.open("1", "2", "7")
    await core.row("2", "note", {**FOREIGN, "state": "on"})
    await read_up(app, core)
    page = plain((await anna.get("/tables/2/doubts")).text)
    assert ("no deck lies there" in page, "in another row" in page) == (True, False)


async def test_a_director_who_plays_the_board_himself_reads_of_devices_alone(doubtful, app):
    async with Visitor(app) as pavel:
        await pavel.log_in("pavel")
        page = plain((await pavel.get("/tables/2/doubts")).text)
    assert ("A device is not well hub-2" in page, "in another row" in page, "no deck lies" in page) == (
        True,
        False,
        False,
    )


async def test_who_keeps_the_record_by_hand_is_named_and_that_it_lasts(doubtful, app, core, anna):
    await core.play("2", {"type": "mode", "mode": "manual", "src": "director", "by": "anna"})
    await read_up(app, core)
    page = plain((await anna.get("/tables/2/doubts")).text)
    assert "Ordered by anna. It stays so from board to board, until it is given back to the readers." in page


async def test_the_page_of_a_table_leads_to_it(doubtful, anna, olga):
    assert 'href="/tables/2/doubts"' in (await anna.get("/tables/2")).text
    assert 'href="/tables/2/doubts"' in (await olga.get("/tables/2/keep")).text


@pytest.mark.parametrize("name", ["seat", "sam"])
async def test_for_players_and_spectators_there_is_no_such_page(doubtful, app, name):
    async with Visitor(app) as visitor:
        await visitor.log_in(name)
        assert (await visitor.get("/tables/2/doubts")).status_code == 403


async def test_in_russian(doubtful, app):
    async with Visitor(app, language="ru") as visitor:
        await visitor.log_in("anna")
        assert "Сыгранная карта лежит в чужом ряду" in plain((await visitor.get("/tables/2/doubts")).text)


def test_every_kind_that_sensing_notes_has_its_words():
    words = read_words()
    folder = Path(controller.sensing.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    kinds = set(re.findall(r'notes\.add\(\s*"(\w+)"', text)) | set(re.findall(r'_note\(reading, "(\w+)"', text))
    kinds |= {"two_places", "moved_card"}
    assert len(kinds) > 15
    assert [kind for kind in sorted(kinds) if any(f"doubt.{kind}" not in one for one in words.values())] == []
