"""The round clock: it starts with the round's first board, for all; tiles and the wall say until when it runs."""

import pytest

from controller.model.errors import LogError
from controller.session.may_see import Role
from controller.session.session_file import plan_of

from .evening import board
from .support import Visitor, accounts_in, app_for, read_up
from .test_results import MOVEMENT

CLOCK = {**MOVEMENT, "clock": {"round_min": 15}}


@pytest.fixture
async def core(core):
    await core.open("1", "2", movement=CLOCK)
    return core


async def test_a_tile_says_how_long_its_round_still_lasts(app, core, anna):
    await core.play("1", board(1, ns=1, ew=3))
    await read_up(app, core)
    record = app.state.desk.room
    began = record.tables["1"].board_began
    assert record.round_ends(1) == began + 15 * 60
    page = (await anna.get("/")).text
    assert page.count(f'data-until="{began + 900}"') == 1


async def test_the_first_table_of_a_round_starts_the_clock_of_all(app, core, anna):
    await core.play("1", board(1, ns=1, ew=3))
    await read_up(app, core)
    ends = app.state.desk.room.round_ends(1)
    await core.play("2", board(1, ns=2, ew=4))
    await read_up(app, core)
    assert app.state.desk.room.round_ends(1) == ends
    assert (await anna.get("/")).text.count(f'data-until="{ends}"') == 2


async def test_a_table_whose_round_is_over_is_late(tmp_path, core):
    await core.play("1", board(1, ns=1, ew=3))
    accounts_in(tmp_path, anna=Role.DIRECTOR)
    app = app_for(tmp_path, core, now=lambda: app.state.desk.room.tables["1"].board_began + 1000 if ready else 0.0)
    ready = []
    async with app.router.lifespan_context(app), Visitor(app) as anna:
        await read_up(app, core)
        ready.append(True)
        await anna.log_in("anna")
        assert "left--late" in (await anna.get("/")).text and "1:40 late" in (await anna.get("/")).text


async def test_without_a_clock_nobody_is_late(app, core, anna):
    await core.open("1", "2", movement=MOVEMENT)
    await core.play("1", board(1, ns=1, ew=3))
    await read_up(app, core)
    assert app.state.desk.room.round_ends(1) is None
    assert "data-until" not in (await anna.get("/")).text


def test_minutes_are_a_number_of_the_clock():
    with pytest.raises(LogError, match="clock"):
        plan_of({**MOVEMENT, "clock": {"round_min": -1}})
    with pytest.raises(LogError, match="warn"):
        plan_of({**MOVEMENT, "clock": {"warn": 3}})
