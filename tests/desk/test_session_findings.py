"""A finding that the session raises has its page: which table, how many cards, what may be ruled; no card by name."""

import re

import pytest

from controller.table.of_the_session import session_finding

from .evening import board, calls
from .support import read_up
from .test_secrecy import cards_on

FACTS = {"table": "2", "before": "1", "cards": {"SA": ["N", "E"], "SQ": ["E", "N"]}}


@pytest.fixture(params=["fouled_board", "wrong_orientation"])
async def page_of(request, app, core, anna):
    await core.play("2", board(3), *calls("S", "P P P P"), {"type": "board_left"})
    finding = session_finding(core.tables["2"].game, f"{request.param}@0:-", FACTS)
    body = {
        "id": finding.id, "ref": "s-1", "rev": 1, "state": "raised", "board": 3, "attention": "now", "open": True,
        "certainty": "certain", "rests_on": "unseen", "finding": finding.as_json(), "channels": ["desk", "bus"],
        "held": False, "recorded": True, "reason": None, "how": None, "by": None, "choice": None,
    }  # fmt: skip
    core.revs["2", finding.id] = 1
    await core.row("2", "summons", body)
    await read_up(app, core)
    return f"/tables/2/summonses/{finding.id}"


async def test_its_page_opens_in_both_languages(page_of, anna):
    for language in ("en", "ru"):
        page = await anna.get(page_of, headers={"Accept-Language": language})
        assert page.status_code == 200 and not re.search(r"[{}]|\bNone\b", page.text.partition("<main")[2])
    if "fouled" in page_of:
        assert "Cards in other hands than at table 1: 2." in (await anna.get(page_of)).text


async def test_it_names_no_card(page_of, anna):
    assert cards_on((await anna.get(page_of)).text) == set()


async def test_the_director_rules_on_it(page_of, app, core, anna):
    answer = await anna.tap(page_of, do="rule", choice="play_on", id="r-1", rev="1")
    assert answer.status_code == 303 and core.asked[-1]["ruling"]["choice"] == "play_on"
