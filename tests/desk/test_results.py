"""Results at the desk: live for the director; for others the boards that are open to them, and nothing else."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from controller.desk.accounts import Account, Accounts, Passwords
from controller.desk.settings import DeskSettings
from controller.session.may_see import Role

from .evening import calls
from .support import CHEAP, PASSWORD, Visitor, body_of, read_up

#: Two tables, one round of two boards: pairs 1 and 3 meet, and 2 and 4.
MOVEMENT: dict[str, Any] = {
    "sections": [
        {
            "name": "A",
            "tables": ["1", "2"],
            "movement": "listed",
            "rounds_csv": "round,table,ns,ew,boards\n1,1,1,3,1-2\n1,2,2,4,1-2\n",
            "names": {"1": ["Ann", "Sue"]},
        }
    ]
}


def passed_out(number: int, ns: int, ew: int) -> list[dict[str, Any]]:
    """A board that nobody bid on."""
    taken = {"type": "board", "board": number, "pairs": {"NS": ns, "EW": ew}}
    return [taken, *calls("NESW"[number - 1], "P P P P"), {"type": "board_left"}]


def keyed(number: int, ns: int, ew: int, tricks: int) -> list[dict[str, Any]]:
    """One notrump by the dealer, the play not followed to its end, so many tricks keyed in."""
    taken = {"type": "board", "board": number, "pairs": {"NS": ns, "EW": ew}}
    dealer = "NESW"[number - 1]
    entered = {"type": "result_entered", "contract": "1NT", "declarer": dealer, "tricks": tricks}
    return [taken, *calls(dealer, "1NT P P P"), entered, {"type": "board_left"}]


@pytest.fixture
async def evening(app, core):
    """Board 1 has been played at both tables, board 2 at table 1 alone."""
    await core.open("1", "2", movement=MOVEMENT)
    await core.play("1", *keyed(1, 1, 3, 8), *keyed(2, 1, 3, 7))
    await core.play("2", *passed_out(1, 2, 4))
    await read_up(app, core)
    return core


async def results(visitor: Visitor) -> Any:
    return body_of(await visitor.get("/api/v1/results"))


@contextlib.asynccontextmanager
async def logged_in(app, name: str) -> AsyncIterator[Visitor]:
    async with Visitor(app) as visitor:
        await visitor.log_in_here(name)
        yield visitor


def ranked(found: Any) -> dict[str, tuple[int, str | None]]:
    return {one["pair"]: (one["boards"], one["percent"]) for field in found["rankings"] for one in field["lines"]}


async def test_the_director_sees_every_result_at_the_last_card(evening, anna):
    found = await results(anna)
    assert [board["board"] for board in found["boards"]] == [1, 2]
    # Board 2 is in at one of two tables: half of the top.
    assert ranked(found) == {
        "1": (2, "75.0000"), "2": (1, "0.0000"), "3": (2, "25.0000"), "4": (1, "100.0000"),
    }  # fmt: skip


@pytest.mark.parametrize("who", ["sam", "seat", "olga"])
async def test_others_see_the_boards_that_every_table_has_played(app, evening, who):
    async with logged_in(app, who) as visitor:
        found = await results(visitor)
        assert [board["board"] for board in found["boards"]] == [1]
        assert ranked(found)["1"] == (1, "100.0000")
        assert (await visitor.get("/results/boards/1")).status_code == 200
        assert (await visitor.get("/results/boards/2")).status_code == 404
        assert "Only boards that are open to you count here." in (await visitor.get("/results")).text


async def test_a_playing_director_sees_the_boards_that_he_has_played(app, evening):
    accounts = Accounts(DeskSettings(app.state.desk.settings.data).accounts)
    hashed = Passwords(CHEAP).hash(PASSWORD)
    accounts.put(Account("paula", Role.PLAYING_DIRECTOR, hashed, pair="1"))
    accounts.put(Account("peter", Role.PLAYING_DIRECTOR, hashed, pair="2"))
    seen = {}
    for name in ("paula", "peter"):
        async with logged_in(app, name) as visitor:
            seen[name] = [board["board"] for board in (await results(visitor))["boards"]]
    assert seen == {"paula": [1, 2], "peter": [1]}


async def test_where_running_results_are_not_shown_players_see_none_until_all_is_played(app, core, anna):
    await core.open("1", "2", movement=MOVEMENT | {"opening": {"when": "session"}})
    await core.play("1", *passed_out(1, 1, 3), *passed_out(2, 1, 3))
    await core.play("2", *passed_out(1, 2, 4))
    await read_up(app, core)
    async with logged_in(app, "sam") as sam:
        assert (await results(sam))["boards"] == [] and len((await results(anna))["boards"]) == 2
        await core.play("2", *passed_out(2, 2, 4))
        await read_up(app, core)
        assert [board["board"] for board in (await results(sam))["boards"]] == [1, 2]


async def test_a_deal_opens_with_the_tables_that_the_plan_has_for_it(app, core):
    """Table 7 is in the room and in no section: nobody waits for it."""
    await core.open("1", "2", "7", movement=MOVEMENT)
    await core.play("1", *passed_out(1, 1, 3))
    await core.play("2", *passed_out(1, 2, 4))
    await read_up(app, core)
    async with logged_in(app, "sam") as sam:
        assert [board["board"] for board in (await results(sam))["boards"]] == [1]


async def test_the_ranking_names_the_players_and_shares_places(evening, anna):
    page = (await anna.get("/results")).text
    assert "Ann – Sue" in page and "North–South" in page and "75.00" in page and "Matchpoints" in page


async def test_a_traveller_shows_what_each_table_made(evening, anna):
    page = (await anna.get("/results/boards/1")).text
    assert "as keyed in" in page and "120" in page and page.index(">120<") < page.index(">0<")


async def test_a_pair_has_its_own_sheet(evening, anna):
    page = (await anna.get("/results/pairs/1")).text
    assert "Score sheet, pair 1" in page and "100.00" in page and "Ann – Sue" in page
    assert (await anna.get("/results/pairs/99")).status_code == 404


async def test_the_pages_speak_russian(evening, anna):
    for path in ("/results", "/results/boards/1", "/results/pairs/1"):
        page = await anna.get(path, headers={"Accept-Language": "ru"})
        assert "Результаты" in page.text and page.status_code == 200


async def test_before_the_first_result_there_is_none(app, core, anna):
    await read_up(app, core)
    page = (await anna.get("/results")).text
    assert "No result yet." in page


async def test_an_artificial_score_counts_in_the_ranking(app, core, anna):
    await core.open("1", "2", movement=MOVEMENT)
    await core.play("1", *passed_out(1, 1, 3))
    away = {"type": "ruling", "on": "board", "choice": "artificial", "NS": 60, "EW": 40, "by": "anna"}
    await core.play("2", {"type": "board", "board": 1, "pairs": {"NS": 2, "EW": 4}}, away)
    await read_up(app, core)
    assert ranked(await results(anna)) == {
        "1": (1, "50.0000"), "2": (1, "60.0000"), "3": (1, "50.0000"), "4": (1, "40.0000"),
    }  # fmt: skip
    assert "60" in (await anna.get("/results/boards/1")).text


LATE = {
    "type": "ruling",
    "on": "board",
    "choice": "adjust",
    "contract": "1NT",
    "declarer": "N",
    "tricks": 6,
    "by": "anna",
}


async def test_what_is_put_right_later_leaves_a_trail_for_the_director(app, evening, anna):
    await evening.act("1", LATE | {"after": 6})
    await read_up(app, evening)
    page = (await anna.get("/results")).text
    assert "Put right after the board had left" in page and "120 → -50 (adjust, anna)" in page
    async with logged_in(app, "sam") as sam:
        assert "Put right" not in (await sam.get("/results")).text


async def test_a_change_after_the_correction_period_says_so(app, core, anna):
    await core.open("1", "2", movement=MOVEMENT | {"rules": {"correction_min": 0}})
    await core.play("1", *keyed(1, 1, 3, 8), *keyed(2, 1, 3, 7))
    await core.play("2", *passed_out(1, 2, 4), *passed_out(2, 2, 4))
    await core.act("1", LATE | {"after": 6})
    await read_up(app, core)
    assert "after the correction period" in (await anna.get("/results")).text
