"""The readings around an act, as a director sees them: what speaks for it, and no card that nobody has been shown."""

import json
import re

import pytest

from .evening import board
from .support import Visitor, body_of, read_up
from .test_keep import plain

TAGS = {"T-HK": "HK", "T-SJ": "SJ", "T-SA": "SA", "T-D2": "D2"}


def timed(*made):
    """Calls with their times."""
    return [{"type": "call", "seat": seat, "call": call, "t": t} for t, seat, call in made]


AUCTION = timed((2, "N", "1D"), (4, "E", "P"), (6, "S", "3NT"), (8, "W", "P"), (10, "N", "P"), (12, "E", "P"))
READINGS = [
    {"type": "call_shown", "seat": "E", "call": "P", "t": 11.3},
    {"type": "scan", "at": "play.S", "tags": ["T-HK"], "t": 16.0},
    {"type": "scan", "at": "play.S", "tags": [], "t": 16.2},
    {"type": "scan", "at": "play.E", "tags": ["T-HK"], "t": 17.0},
    {"type": "scan", "at": "play.E", "tags": [], "t": 19.0},
    {"type": "scan", "at": "play.E", "tags": ["T-HK"], "t": 19.5},
    {"type": "scan", "at": "play.S", "tags": ["T-SA"], "t": 20.0},
    {"type": "scan", "at": "play.S", "tags": [], "t": 20.2},
    {"type": "scan", "at": "pocket.W", "tags": ["T-D2"], "t": 21.0},
    {"type": "scan", "at": "play.E", "tags": ["T-HK"], "t": 24.0},
]


async def lead_with_readings(core, data):
    """Table 7: East has led out of turn, and the readings of it are kept."""
    folder = data / "evidence" / "7"
    folder.mkdir(parents=True)
    header = {"log": "reading-log/1", "laws": "2017", "deck": {"id": "blue-07", "tags": TAGS}, "board": {"board": 13}}
    lines = [json.dumps(line) for line in (header, *READINGS)]
    (folder / "0001-board-13.jsonl").write_text("\n".join(lines) + '\n{"type": "sc')
    await core.row("7", "evidence", {"board": 13, "file": "7/0001-board-13.jsonl", "n": 0, "t0": 0.0})
    await core.play("7", board(13), *AUCTION)
    await core.play("7", {"type": "card", "seat": "E", "card": "HK", "t": 17.0, "readings": [5, 6]})


@pytest.fixture
async def led(app, core, anna, tmp_path):
    """A director at his desk, after the lead."""
    await lead_with_readings(core, tmp_path)
    await read_up(app, core)
    return anna


async def summons_of(visitor):
    """Where the evidence of the lead is."""
    visitor.headers["X-CSRF-Token"] = visitor.csrf
    (found,) = [s for s in body_of(await visitor.get("/api/v1/summonses")) if "lead" in s["finding"]["kind"]]
    return f"/tables/7/summonses/{found['finding']['id']}"


async def test_the_page_shows_what_the_boxes_and_the_places_saw(led):
    page = plain((await led.get(f"{await summons_of(led)}/evidence")).text)
    assert "Box E Pass" in page and "Play E ♥K" in page and "Play W" in page and "16 s around the act" in page


async def test_it_says_what_speaks_for_the_act(led):
    page = plain((await led.get(f"{await summons_of(led)}/evidence")).text)
    assert "It lay or stood there for 7.0 s; silent in between: 1 times" in page
    assert "2 readings led to it." in page and "Nothing lay before West from then on." in page


async def test_a_card_that_nobody_was_shown_is_not_named(led):
    """South's ace hovered over his place: it is seen, and it is nobody's to know which card it was."""
    page = (await led.get(f"{await summons_of(led)}/evidence")).text
    assert (
        "a card seen" in plain(page)
        and not re.search(r"♠\ufe0e?</span>A|♠A", page)
        and "♦" not in page.split("<h1>")[1]
    )


async def test_a_card_carried_past_is_said_to_be_no_act(led):
    assert "passes over: 0.2 s, no act" in plain((await led.get(f"{await summons_of(led)}/evidence")).text)


async def test_one_looks_closer_and_later(led):
    page = plain((await led.get(f"{await summons_of(led)}/evidence?span=2&offset=7")).text)
    assert "4 s around the act" in page and "Box E Pass" in page


@pytest.mark.parametrize("query", ["span=x", "offset=nan", "span=1e400", "offset=-1e12"])
async def test_a_time_that_is_none_is_passed_over(led, query):
    assert (await led.get(f"{await summons_of(led)}/evidence?{query}")).status_code == 200


async def test_the_api_has_the_same(led):
    found = body_of(await led.get(f"/api/v1{await summons_of(led)}/evidence"))
    assert {"at": "+0.00", "place": "Play E", "what": "♥K seen"} in found["readings"]
    assert all("♠" not in line["what"] for line in found["readings"])


async def test_each_look_is_written_down(led, app):
    await led.get(f"{await summons_of(led)}/evidence")
    last = json.loads(app.state.desk.audit.path.read_text().splitlines()[-1])
    assert (last["by"], last["table"], last["page"]) == ("anna", "7", "evidence")


async def test_without_readings_the_page_says_so(led, app, tmp_path):
    (tmp_path / "evidence" / "7" / "0001-board-13.jsonl").unlink()
    assert "No readings are kept" in plain((await led.get(f"{await summons_of(led)}/evidence")).text)


async def test_a_playing_director_who_has_the_board_to_play_sees_nothing_of_it(led, app):
    path = await summons_of(led)
    async with Visitor(app) as pavel:
        await pavel.log_in_here("pavel")
        assert (await pavel.get(f"{path}/evidence")).status_code == 404
