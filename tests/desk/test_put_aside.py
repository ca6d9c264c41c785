"""What is put aside stays aside over a restart of the desk, and two directors do not overwrite each other."""

import re

from .summons_page import BID
from .support import Visitor, app_for, body_of, read_up
from .test_bursts import burst

LATER = "/api/v1/tables/7/summonses/insufficient_bid@4:W/later"


async def seen_after_a_restart(tmp_path, core):
    """The room as another desk shows it that has read the same journal."""
    app = app_for(tmp_path, core)
    async with app.router.lifespan_context(app), Visitor(app) as anna:
        await read_up(app, core)
        await anna.log_in("anna")
        return (await anna.get("/")).text


async def test_a_summons_put_aside_is_so_after_a_restart(tmp_path, too_low, core):
    await too_low.tap(BID, do="later", when="3")
    assert "call--now" not in await seen_after_a_restart(tmp_path, core)
    core.now += 181
    assert "call--now" in await seen_after_a_restart(tmp_path, core)


async def test_a_burst_put_aside_is_so_after_a_restart_and_comes_back_a_table_at_a_time(tmp_path, app, core, anna):
    await burst(core, app)
    await anna.tap("/aside", device="hub-B")
    await anna.tap("/aside", back="2")
    page = await seen_after_a_restart(tmp_path, core)
    assert "1: bring 6 back" in page and "2: bring 6 back" not in page


async def test_the_second_of_two_directors_is_told_and_the_first_one_holds(app, too_low, boris):
    form = dict(re.findall(r'name="(rev|mark)" value="(\d+)"', (await boris.tap(BID, do="later")).text))
    await too_low.tap(BID, do="later", when="1")
    answer = await boris.tap(BID, do="later", when="board", **form)
    assert answer.status_code == 409 and "not recorded" in answer.text
    (kept,) = app.state.desk.room.later.values()
    assert kept.by == "anna"


async def test_the_api_says_who_put_it_aside_and_refuses_a_mark_that_is_old(too_low, core):
    too_low.headers["X-CSRF-Token"] = too_low.csrf
    assert body_of(await too_low.post(LATER, json={"minutes": 3, "rev": 1, "mark": 0}))["later"]
    found = body_of(await too_low.get(LATER.removesuffix("/later")))
    assert (found["mark"], found["aside"]) == (1, {"by": "anna", "until": core.now + 180, "device": None})
    assert (await too_low.post(LATER, json={"minutes": 1, "mark": 0})).status_code == 409


async def test_while_the_core_is_away_it_is_not_recorded_and_says_so(too_low, core):
    core.is_away = True
    assert (await too_low.tap(BID, do="later", when="1")).status_code == 503
    assert "call--now" in (await too_low.get("/")).text
